import { useState } from 'react'
import { useApp } from '../core/context.tsx'
import { strings } from '../strings/strings.ts'
import { Button } from './Button.tsx'
import { Checkbox } from './Checkbox.tsx'
import { cx } from './cx.ts'
import styles from './Export.module.css'

const words = strings.exporting

/** Writes what is shown into a file. It is disabled where the file would mislead, with the reason beside the button. */
export function Export({ offBecause }: { offBecause: string | null }) {
  const { isBusy, said, isProblem } = useApp((state) => state.exporting)
  const exportShown = useApp((state) => state.exportShown)
  const [forSpreadsheet, setForSpreadsheet] = useState(false)
  return (
    <div className={cx(styles.export)}>
      <div className={cx(styles.ask)}>
        <Checkbox label={words.forSpreadsheet} isOn={forSpreadsheet} onChange={setForSpreadsheet} />
        <Button
          isDisabled={isBusy || offBecause !== null}
          {...(offBecause === null ? {} : { 'aria-describedby': 'export-off' })}
          onPress={() => void exportShown(forSpreadsheet)}
        >
          {isBusy ? words.busy : words.button}
        </Button>
      </div>
      {offBecause !== null && (
        <p id="export-off" className={cx(styles.off)}>
          {offBecause}
        </p>
      )}
      <p role={isProblem ? 'alert' : 'status'} className={cx(styles.said, isProblem && styles.problem)}>
        {said}
      </p>
    </div>
  )
}
