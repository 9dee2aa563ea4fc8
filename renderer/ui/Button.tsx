import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import styles from './Button.module.css'
import { cx } from './cx.ts'

interface ButtonProps extends Omit<AriaButtonProps, 'className'> {
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger'
  /** The main action of a screen, in a large size. */
  readonly isLarge?: boolean
}

export function Button({ look = 'plain', isLarge = false, ...rest }: ButtonProps) {
  return <AriaButton {...rest} className={cx(styles.button, styles[look], isLarge && styles.large)} />
}
