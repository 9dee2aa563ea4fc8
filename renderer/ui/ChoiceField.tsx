import { Check, ChevronDown } from 'lucide-react'
import { useRef } from 'react'
import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue } from 'react-aria-components'
import styles from './ChoiceField.module.css'
import field from './Field.module.css'
import frame from './Popover.module.css'
import { cx } from './cx.ts'
import { useGiveBack } from './giveBack.ts'

interface ChoiceFieldProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly text: string }[]
  readonly onChange: (value: Value) => void
}

/** One of a few choices, from a list that opens below its button. Letters choose without opening it. */
export function ChoiceField<Value extends string>({
  label,
  value,
  options,
  onChange,
}: ChoiceFieldProps<Value>) {
  const holder = useRef<HTMLDivElement>(null)
  function choose(key: unknown): void {
    const chosen = options.find((option) => option.value === key)
    if (chosen !== undefined && chosen.value !== value) onChange(chosen.value)
  }
  useGiveBack(holder, choose)
  return (
    <Select ref={holder} className={cx(field.field)} value={value} onChange={choose} data-given-back={value}>
      <Label className={cx(field.label)}>{label}</Label>
      <Button className={cx(field.input, styles.trigger)}>
        <SelectValue className={cx(styles.value)}>{({ selectedText }) => selectedText}</SelectValue>
        <ChevronDown aria-hidden="true" size={16} />
      </Button>
      <Popover className={cx(frame.popover, styles.popover)}>
        <ListBox className={cx(frame.list)} items={options}>
          {({ value: id, text }) => (
            <ListBoxItem id={id} textValue={text} className={cx(frame.option, styles.option)}>
              <Check aria-hidden="true" className={cx(styles.check)} size={16} />
              {text}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  )
}
