import { ChevronDown } from 'lucide-react'
import {
  Button as AriaButton,
  ComboBox,
  type ComboBoxProps,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components'
import { inSentence, shortText } from '../../../shared/plainText.ts'
import type { TerminalView } from '../../../shared/terminal.ts'
import field from '../../ui/Field.module.css'
import frame from '../../ui/Popover.module.css'
import { ROW_TEXT_MAX } from '../../ui/Foreign.tsx'
import { cx } from '../../ui/cx.ts'
import { countText } from '../../ui/format/count.ts'
import { useApp } from '../../core/context.tsx'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { terminalWarnings } from './terminalWords.ts'
import styles from './TerminalPicker.module.css'

const words = lazyStrings.terminalPicker

interface TerminalPickerProps {
  readonly label: string
  /** What stands in the field, a terminal ID that the list knows or any other. */
  readonly value: string
  readonly onChange: (terminalId: string) => void
}

/**
 * A terminal by its ID. There may be too many for a list, so main looks for those that match what is typed; one that it
 * does not know is taken as it is typed.
 */
export function TerminalPicker({ label, value, onChange }: TerminalPickerProps) {
  const { rows } = useApp((state) => state.terminalOffers)
  const offerTerminals = useApp((state) => state.offerTerminals)
  return (
    <ComboBox
      className={cx(field.field)}
      allowsCustomValue
      allowsEmptyCollection
      items={rows}
      inputValue={value}
      onInputChange={(text) => {
        onChange(text)
        offerTerminals(text, true)
      }}
      // By the button or an arrow, to see what there is: what stands in the field is no search then.
      onOpenChange={(isOpen, trigger) => {
        if (isOpen && trigger === 'manual') offerTerminals('', false)
      }}
      onKeyDown={searchByEnter}
    >
      <Label className={cx(field.label)}>{label}</Label>
      <div className={cx(frame.box)}>
        <Input className={cx(field.input, styles.input)} maxLength={200} spellCheck="false" />
        <AriaButton className={cx(frame.open)} aria-label={words.offer}>
          <ChevronDown aria-hidden="true" size={16} />
        </AriaButton>
      </div>
      <Popover className={cx(frame.popover, styles.popover)} placement="bottom start">
        <ListBox<TerminalView> className={cx(frame.list, styles.list)} renderEmptyState={() => <NoOffer />}>
          {(terminal) => (
            <ListBoxItem
              id={terminal.recordId}
              textValue={terminal.terminalId}
              className={cx(frame.option, styles.offer)}
            >
              <span className={cx(styles.id)}>{terminal.terminalId}</span>
              <span className={cx(styles.name)}>{aboutText(terminal)}</span>
            </ListBoxItem>
          )}
        </ListBox>
        <More />
      </Popover>
    </ComboBox>
  )
}

/** With no terminal picked from those offered, Enter is meant for the form, as in any other field; else it only picks. */
const searchByEnter: NonNullable<ComboBoxProps<TerminalView>['onKeyDown']> = (event) => {
  const input: unknown = event.currentTarget
  if (event.key !== 'Enter' || event.repeat || !(input instanceof HTMLInputElement)) return
  const isPicking = input.hasAttribute('aria-activedescendant')
  if (event.isDefaultPrevented() && !isPicking) input.form?.requestSubmit()
}

function aboutText(terminal: TerminalView): string {
  return [
    inSentence(shortText(terminal.accountName, ROW_TEXT_MAX)),
    ...terminalWarnings(terminal).map(({ short }) => short),
  ].join(' · ')
}

function NoOffer() {
  const { isReading, couldNotRead } = useApp((state) => state.terminalOffers)
  const other = couldNotRead ? words.couldNotLook : words.none
  return <p className={cx(styles.said)}>{isReading ? words.looking : other}</p>
}

function More() {
  const { rows, total } = useApp((state) => state.terminalOffers)
  if (rows.length >= total) return null
  return <p className={cx(styles.said)}>{words.more(countText(rows.length), countText(total))}</p>
}
