import styles from './Checkbox.module.css'
import { cx } from './cx.ts'

interface CheckboxProps {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

export function Checkbox({ label, isOn, onChange }: CheckboxProps) {
  return (
    <label className={cx(styles.choice)}>
      <input
        type="checkbox"
        className={cx(styles.box)}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  )
}
