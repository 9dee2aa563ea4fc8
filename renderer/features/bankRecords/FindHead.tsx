import type { ReactNode } from 'react'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { cx } from '../../ui/cx.ts'
import { useApp } from '../../core/context.tsx'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import styles from './Find.module.css'
import screen from '../../ui/Screen.module.css'

const words = lazyStrings.find

/** The title, and the choice between the two kinds of search. @param children what stands between them */
export function FindHead({ children }: { children?: ReactNode }) {
  const mode = useApp((state) => state.findMode)
  const showFind = useApp((state) => state.showFind)
  return (
    <div className={cx(screen.head)}>
      <h1>{words.title}</h1>
      {children}
      <ToggleButtonGroup
        className={cx(styles.modes)}
        aria-label={words.modes}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[mode]}
        onSelectionChange={(keys) => showFind(keys.has('reference') ? 'reference' : 'dates')}
      >
        <ToggleButton id="dates" className={cx(styles.mode)}>
          {words.byDates}
        </ToggleButton>
        <ToggleButton id="reference" className={cx(styles.mode)}>
          {words.byReference}
        </ToggleButton>
      </ToggleButtonGroup>
    </div>
  )
}
