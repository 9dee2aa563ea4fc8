import { type SubmitEvent, useState } from 'react'
import { SETTING_BOUNDS, type ScannerSettings } from '../../../shared/settings.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { ChoiceField } from '../../ui/ChoiceField.tsx'
import { cx } from '../../ui/cx.ts'
import { useApp } from '../../core/context.tsx'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { measuredBy, readScanner, type ScannerDraft } from './scannerDraft.ts'
import screen from '../../ui/Screen.module.css'
import card from '../../ui/Card.module.css'
import styles from './Settings.module.css'

const words = lazyStrings.settings
const SUFFIXES = ['enterOrTab', 'enter', 'tab', 'silence'] as const

/** The settings that tell a scanner from a person, and a box to test a scanner. */
export function ScannerForm() {
  const scanner = useApp((state) => state.settingsState.settings?.scanner)
  if (scanner === undefined) return null
  // New settings from main start a new draft.
  return <Scanner key={JSON.stringify(scanner)} scanner={scanner} />
}

function Scanner({ scanner }: { scanner: ScannerSettings }) {
  const changeSettings = useApp((state) => state.changeSettings)
  const [draft, setDraft] = useState<ScannerDraft>({
    ...scanner,
    minKeys: String(scanner.minKeys),
    maxGapMs: String(scanner.maxGapMs),
  })
  const [isTried, setTried] = useState(false)
  const read = readScanner(draft)
  const problems = isTried && !read.ok ? read.error : {}
  const change = (part: Partial<ScannerDraft>): void => setDraft({ ...draft, ...part })

  function save(event: SubmitEvent): void {
    event.preventDefault()
    setTried(true)
    if (read.ok) void changeSettings({ scanner: read.value })
  }

  return (
    <section className={cx(card.section)} aria-labelledby="settings-scanner">
      <h2 id="settings-scanner">{words.scanner}</h2>
      <p className={cx(screen.muted)}>{words.scannerHelp}</p>
      <form className={cx(styles.scanner)} aria-labelledby="settings-scanner" noValidate onSubmit={save}>
        <Field
          label={words.minKeys}
          inputMode="numeric"
          value={draft.minKeys}
          problem={problems.minKeys}
          onChange={(minKeys) => change({ minKeys })}
        />
        <Field
          label={words.maxGapMs}
          inputMode="numeric"
          value={draft.maxGapMs}
          problem={problems.maxGapMs}
          onChange={(maxGapMs) => change({ maxGapMs })}
        />
        <ChoiceField
          label={words.suffix}
          value={draft.suffix}
          options={SUFFIXES.map((value) => ({ value, text: words.suffixes[value] }))}
          onChange={(suffix) => change({ suffix })}
        />
        <Field
          label={words.prefix}
          help={words.prefixHelp}
          value={draft.prefix}
          problem={problems.prefix}
          maxLength={SETTING_BOUNDS.scannerPrefixLength.max}
          onChange={(prefix) => change({ prefix })}
        />
        <Button type="submit">{words.save}</Button>
      </form>
      <TestBox onMeasured={change} />
    </section>
  )
}

/** Shows what arrived; the usual fault is a scanner set to another keyboard layout. */
function TestBox({ onMeasured }: { onMeasured: (measured: Partial<ScannerDraft>) => void }) {
  const testScan = useApp((state) => state.settingsState.testScan)
  return (
    <div className={cx(styles.test)}>
      <Field label={words.test} help={words.testHelp} scan="test" autoComplete="off" spellCheck="false" />
      <div role="status">
        {testScan !== null && (
          <>
            <p className={cx(styles.arrived)}>{words.testArrived(testScan.code, testScan.code.length)}</p>
            <p className={cx(screen.muted)}>{words.testWrong}</p>
            <p className={cx(screen.muted)}>{words.testMeasured(Math.round(testScan.longestGapMs))}</p>
            <Button onPress={() => onMeasured(measuredBy(testScan))}>{words.testUse}</Button>
          </>
        )}
      </div>
    </div>
  )
}
