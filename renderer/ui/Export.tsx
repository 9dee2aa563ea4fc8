import { ReportFormat } from '../../shared/report.ts'
import { useApp } from '../core/context.tsx'
import { strings } from '../strings/strings.ts'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { countText } from './format/count.ts'
import styles from './Export.module.css'

const words = strings.exporting

/** Writes what is shown into a file. It is disabled where the file would mislead, with the reason beside the buttons. */
export function Export({ offBecause }: { offBecause: string | null }) {
  const { isBusy, rowCount, said, isProblem } = useApp((state) => state.exporting)
  const exportShown = useApp((state) => state.exportShown)
  const cancelExport = useApp((state) => state.cancelExport)
  return (
    <div className={cx(styles.export)}>
      <div className={cx(styles.ask)} role="group" aria-label={words.group}>
        <span aria-hidden="true">{words.group}</span>
        {isBusy ? (
          <Button onPress={cancelExport}>{words.cancel}</Button>
        ) : (
          ReportFormat.options.map((format) => (
            <Button
              key={format}
              aria-label={words.to(words.formats[format])}
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
      <p role={isProblem ? 'alert' : 'status'} className={cx(styles.said, isProblem && styles.problem)}>
        {isBusy ? words.writing(countText(rowCount)) : said}
      </p>
    </div>
  )
}
