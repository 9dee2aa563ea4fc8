import type { ReactNode } from 'react'
import { Foreign } from './Foreign.tsx'
import styles from './Facts.module.css'
import { cx } from './cx.ts'

export interface Fact {
  readonly label: string
  readonly value: ReactNode
}

/** Names and values, in two columns. */
export function Facts({ facts, label }: { facts: readonly Fact[]; label?: string }) {
  return (
    <dl className={cx(styles.facts)} aria-label={label}>
      {facts.map((fact) => (
        <div key={fact.label} className={cx(styles.fact)}>
          <dt className={cx(styles.name)}>{fact.label}</dt>
          <dd className={cx(styles.value)}>
            {typeof fact.value === 'string' ? <Foreign text={fact.value} /> : fact.value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
