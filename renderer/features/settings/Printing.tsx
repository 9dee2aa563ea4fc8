import { useState } from 'react'
import { PaperWidth, PrinterAddress } from '../../../shared/paper.ts'
import type { SettingsView } from '../../../shared/settings.ts'
import { useApp } from '../../core/context.tsx'
import { laterStrings } from '../../strings/laterStrings.ts'
import { Button } from '../../ui/Button.tsx'
import card from '../../ui/Card.module.css'
import { ChoiceField } from '../../ui/ChoiceField.tsx'
import { cx } from '../../ui/cx.ts'
import { Field } from '../../ui/Field.tsx'
import styles from './Printing.module.css'

const words = laterStrings.settings.printing

/** The paper of receipts, and a printer that they are sent to. */
export function Printing() {
  const settings = useApp((state) => state.settingsState.settings)
  return settings === null ? null : <Card key={settings.printer} settings={settings} />
}

function Card({ settings }: { settings: SettingsView }) {
  const changeSettings = useApp((state) => state.changeSettings)
  const run = useApp((state) => state.run)
  const said = useApp((state) => state.paper.said)
  const [address, setAddress] = useState(settings.printer)
  const isRight = PrinterAddress.safeParse(address.trim()).success
  const isChanged = address.trim() !== settings.printer
  return (
    <section className={cx(card.section)} aria-labelledby="settings-printing">
      <h2 id="settings-printing">{words.title}</h2>
      <ChoiceField
        label={words.paper}
        value={settings.receiptPaper}
        options={PaperWidth.options.map((value) => ({ value, text: words.papers[value] }))}
        onChange={(receiptPaper) => void changeSettings({ receiptPaper })}
      />
      <Field
        label={words.printer}
        help={words.printerHelp}
        value={address}
        maxLength={260}
        onChange={setAddress}
        {...(isRight ? {} : { problem: words.printerProblem })}
      />
      <div className={cx(styles.actions)}>
        <Button
          isDisabled={!isRight || !isChanged}
          onPress={() => void changeSettings({ printer: address.trim() })}
        >
          {words.save}
        </Button>
        <Button isDisabled={isChanged} onPress={() => run('receipt')}>
          {words.test}
        </Button>
      </div>
      <p role="status">{said}</p>
      <p>{words.help}</p>
    </section>
  )
}
