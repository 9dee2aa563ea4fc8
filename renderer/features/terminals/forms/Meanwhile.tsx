import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { useApp } from '../../../core/context.tsx'
import type { EditState } from '../../../core/terminalChangeTypes.ts'
import { laterStrings } from '../../../strings/laterStrings.ts'
import { meanwhileLines } from '../terminalFormWords.ts'
import styles from './Sides.module.css'

const words = laterStrings.terminalChange.edit

/** The last button may be off for another reason by then. */
function focusOn(selector: string): void {
  const next = document.querySelector<HTMLElement>(selector) ?? document.getElementById('task-title')
  next?.focus()
}

/** The terminal changed at the bank. Nothing is saved over that before the person has seen it. */
export function Meanwhile({ form: { base, meanwhile } }: { form: EditState }) {
  const enter = useApp((state) => state.enterTerminalForm)
  const heading = useRef<HTMLHeadingElement>(null)
  const isThere = meanwhile !== null
  const next = useRef<string | null>(null)
  useEffect(() => {
    if (isThere) return heading.current?.focus()
    if (next.current !== null) focusOn(next.current)
    next.current = null
  }, [isThere])
  if (meanwhile === null || meanwhile === 'gone') return null
  const lines = meanwhileLines(base, meanwhile)
  const look = (): void => {
    const [first] = lines.flatMap(({ field }) => (field === null ? [] : [field]))
    next.current = first === undefined ? '[data-save]:enabled' : `[data-field^="${first}"] input`
    enter({ type: 'lookAtMeanwhile' })
  }
  return (
    <section className={cx(styles.meanwhile)} role="alert" aria-labelledby="meanwhile-title">
      <h2 id="meanwhile-title" ref={heading} tabIndex={-1}>
        {words.meanwhileTitle}
      </h2>
      <p>{words.meanwhileBody}</p>
      {lines.length === 0 ? (
        <p>{words.meanwhileHidden}</p>
      ) : (
        <table className={cx(styles.table)}>
          <thead>
            <tr>
              <th scope="col">{words.what}</th>
              <th scope="col">{words.began}</th>
              <th scope="col">{words.shown}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ label, began, shown }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td data-title={words.began}>{began}</td>
                <td data-title={words.shown}>{shown}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p>
        <Button onPress={look}>{words.looked}</Button>
      </p>
    </section>
  )
}
