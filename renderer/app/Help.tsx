import { useEffect, useState } from 'react'
import { isPracticeBank } from '../core/practiceBank.ts'
import { lazyStrings } from '../strings/lazyStrings.ts'
import { helpStrings as words } from '../strings/helpStrings.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { searchHelp } from './helpSearch.ts'
import { sheetRows } from './keys.ts'
import { useApp } from '../core/context.tsx'
import styles from './Help.module.css'

/** Questions of a new cashier with their answers, and the keys. It needs no connection. */
export function Help() {
  const openHelp = useApp((state) => state.openHelp)
  const isPractice = useApp(isPracticeBank)
  const showWelcome = useApp((state) => state.showWelcome)
  const [search, setSearch] = useState('')
  const [keyPresses, setKeyPresses] = useState(0)
  const close = (): void => openHelp(false)
  /** They are below the questions, and are not searched. */
  function showKeys(): void {
    setSearch('')
    setKeyPresses((presses) => presses + 1)
  }
  useEffect(() => {
    if (keyPresses > 0) document.getElementById('help-keys')?.scrollIntoView({ block: 'start' })
  }, [keyPresses])
  const found = searchHelp(words.answers, search)
  return (
    <Dialog
      title={words.title}
      onClose={close}
      isAlert={false}
      isWide
      actions={
        <>
          <Button look="primary" onPress={close}>
            {words.close}
          </Button>
          <Button onPress={showKeys}>{words.keys}</Button>
          {isPractice && <Button onPress={() => showWelcome('sale')}>{lazyStrings.welcome.again}</Button>}
        </>
      }
    >
      <Field
        label={words.search}
        value={search}
        onChange={setSearch}
        scan="search"
        autoComplete="off"
        autoFocus
      />
      <div className={cx(styles.pane)}>
        <section aria-label={words.questions} className={cx(styles.questions)}>
          {found.map(({ question, answer }, at) => (
            // A search opens its best answer.
            <details key={question} className={cx(styles.question)} open={at === 0 && search.trim() !== ''}>
              <summary>{question}</summary>
              {answer.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </details>
          ))}
          <p role="status">{found.length === 0 && words.none(search.trim())}</p>
        </section>
        {search.trim() === '' && <Keys />}
      </div>
    </Dialog>
  )
}

function Keys() {
  const isMac = useApp((state) => state.app?.platform === 'mac')
  return (
    <section aria-labelledby="help-keys">
      <h3 id="help-keys">{words.keys}</h3>
      <dl className={cx(styles.sheet)}>
        {sheetRows(isMac).map(({ label, keys }) => (
          <div key={label} className={cx(styles.row)}>
            <dt>{label}</dt>
            <dd className={cx(styles.keys)}>
              {keys.map((key) => (
                <kbd key={key} className={cx(styles.key)}>
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
