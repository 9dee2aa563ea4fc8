import { useApp } from '../../core/context.tsx'
import { laterStrings } from '../../strings/laterStrings.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import card from '../../ui/Card.module.css'
import styles from './Settings.module.css'

const words = laterStrings.cashiers.bank

/** Once a manager's PIN is set, signing out is theirs; until then it is in the top bar. */
export function BankSignIn() {
  const session = useApp((state) => state.session)
  const pin = useApp((state) => state.access?.pin ?? 'none')
  const askSignOut = useApp((state) => state.askSignOut)
  if (pin === 'none' || session === null || session.status === 'signedOut') return null
  return (
    <section className={cx(card.section)} aria-labelledby="settings-bank">
      <h2 id="settings-bank">{words.title}</h2>
      {session.clientId !== null && <p className={cx(styles.path)}>{words.client(session.clientId)}</p>}
      <p>{words.body}</p>
      <div className={cx(styles.actions)}>
        <Button data-arrival onPress={askSignOut}>
          {words.signOut}
        </Button>
      </div>
    </section>
  )
}
