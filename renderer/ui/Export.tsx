import type { ReactNode } from 'react'
import { ReportFormat } from '../../shared/report.ts'
import { useApp } from '../core/context.tsx'
import { strings } from '../strings/strings.ts'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { countText } from './format/count.ts'
import styles from './Export.module.css'
import { useLeaving } from './useLeaving.ts'

const words = strings.exporting

interface ExportProps {
  readonly offBecause: string | null
  /** How many rows the file has, and whether nothing is filtered out. */
  readonly count: number
  readonly isAll: boolean
}

/** Writes what is shown into a file. It is disabled where the file would mislead, with the reason beside the buttons. */
export function Export({ offBecause, count, isAll }: ExportProps) {
  const { isBusy } = useApp((state) => state.exporting)
  const exportShown = useApp((state) => state.exportShown)
  const cancelExport = useApp((state) => state.cancelExport)
  const holds = words.holds(count, countText(count), isAll)
  return (
    <div className={cx(styles.export)}>
      <div className={cx(styles.ask)} role="group" aria-label={holds}>
        <span aria-hidden="true">{holds}</span>
        {isBusy ? (
          <Button onPress={cancelExport}>{words.cancel}</Button>
        ) : (
          ReportFormat.options.map((format) => (
            <Button
              key={format}
              aria-label={words.to(holds, words.formats[format])}
              isDisabled={offBecause !== null}
              {...(offBecause === null ? {} : { 'aria-describedby': 'export-off' })}
              onPress={() => void exportShown(format)}
            >
              {words.formats[format]}
            </Button>
          ))
        )}
      </div>
      {offBecause !== null && (
        <p id="export-off" className={cx(styles.off)}>
          {offBecause}
        </p>
      )}
      <Exported />
    </div>
  )
}

/** What became of the last file, and the way to it. */
export function Exported() {
  const { isBusy, rowCount, said, isProblem } = useApp((state) => state.exporting)
  return (
    <Written
      said={isBusy && rowCount > 0 ? words.writing(countText(rowCount)) : said}
      isProblem={isProblem}
      isFile={!isBusy && said !== null && !isProblem}
    />
  )
}

interface WrittenProps {
  readonly said: ReactNode
  readonly isProblem?: boolean
  /** Whether a file was written, so that its folder can be shown. */
  readonly isFile: boolean
}

export function Written({ said, isProblem = false, isFile }: WrittenProps) {
  const openFolder = useApp((state) => state.openFolder)
  const done = useLeaving(isProblem ? null : said)
  const shown = isProblem ? said : done
  return (
    <div className={cx(styles.written)}>
      <p role={isProblem ? 'alert' : 'status'} className={cx(isProblem && styles.problem)}>
        {shown}
      </p>
      {isFile && shown !== null && <Button onPress={openFolder}>{words.openFolder}</Button>}
    </div>
  )
}

/** What became of the last paper about a sale, a close or a change. */
export function PaperSaid({ about: wanted }: { about: string }) {
  const { about, isBusy, said, isProblem, isFile } = useApp((state) => state.paper)
  const text = about !== wanted ? null : isBusy ? strings.printing.busy : said
  return <Written said={text} isProblem={isProblem} isFile={isFile && text === said} />
}
