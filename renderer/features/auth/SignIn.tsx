import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { todoOf } from '../../../shared/todo.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SecretField } from '../../ui/SecretField.tsx'
import { cx } from '../../ui/cx.ts'
import { formatKobo } from '../../ui/format/money.ts'
import { useApp } from '../../core/context.tsx'
import { strings } from '../../strings/strings.ts'
import { isPracticeBank } from '../../core/practiceBank.ts'
import { problemText } from '../../core/problems.ts'
import { elsewhereText } from '../../core/waitingText.ts'
import card from '../../ui/Card.module.css'
import styles from './SignIn.module.css'

const words = strings.signIn

/** Client ID and secret key. Both go to main, never come back, and are dropped here once main has them. */
export function SignIn({ canGoBack, below }: { canGoBack: boolean; below: ReactNode }) {
  const knownClientId = useApp((state) => state.session?.clientId ?? '')
  const isExpired = useApp((state) => state.session?.status === 'expired')
  const { isBusy, problem } = useApp((state) => state.signInState)
  const isPracticeInside = useApp(isPracticeBank)
  const signIn = useApp((state) => state.signIn)
  const openSignIn = useApp((state) => state.openSignIn)
  const [clientId, setClientId] = useState(knownClientId)
  const [secretKey, setSecretKey] = useState('')
  const [loginToken, setLoginToken] = useState('')
  const [isTried, setTried] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const secret = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!isPracticeInside) first.current?.focus()
  }, [isPracticeInside])

  const isRefused = problem?.code === 'credentialsRefused'
  // As in the PIN dialog, a refused secret is selected, so that typing replaces it.
  useEffect(() => {
    if (!isRefused) return
    secret.current?.focus()
    secret.current?.select()
  }, [isRefused])

  function submit(event: SubmitEvent): void {
    event.preventDefault()
    setTried(true)
    if (clientId.trim() === '' || secretKey === '') return
    void signIn({ clientId: clientId.trim(), secretKey, loginToken: loginToken.trim() })
  }

  return (
    <div className={cx(card.page, styles.screen)}>
      <form className={cx(card.alone, styles.card)} aria-label={words.title} noValidate onSubmit={submit}>
        <Where />
        {isExpired && <Notice tone="warning">{words.expired}</Notice>}
        <Safe />
        {isPracticeInside && <SignInToPractice isBusy={isBusy} />}
        <Field
          label={words.clientId}
          inputRef={first}
          value={clientId}
          onChange={setClientId}
          problem={isTried && clientId.trim() === '' ? words.clientIdEmpty : undefined}
          name="username"
          autoComplete="username"
          spellCheck="false"
        />
        <SecretField
          label={words.secretKey}
          inputRef={secret}
          onChange={setSecretKey}
          problem={isTried && secretKey === '' ? words.secretKeyEmpty : undefined}
          name="password"
          autoComplete="current-password"
        />
        <details className={cx(styles.more)}>
          <summary>{words.where}</summary>
          <p>{words.whereText}</p>
        </details>
        <details className={cx(styles.more)}>
          <summary>{words.more}</summary>
          <SecretField
            label={words.loginToken}
            help={words.loginTokenHelp}
            onChange={setLoginToken}
            autoComplete="off"
          />
        </details>
        {problem !== null && (
          <Notice tone="problem" role="alert">
            {problemText(problem)}
          </Notice>
        )}
        <div className={cx(styles.submit)}>
          <Button type="submit" look={isPracticeInside ? 'plain' : 'primary'} isLarge>
            {isBusy ? words.busy : words.button}
          </Button>
          {canGoBack && (
            <Button look="quiet" onPress={() => openSignIn(false)}>
              {words.back}
            </Button>
          )}
        </div>
        {/* It is loaded later and must not move the button under a pointer. */}
        <div className={cx(styles.below)}>{below}</div>
      </form>
    </div>
  )
}

/**
 * The practice bank inside the app needs no credentials; the form below is for a person who wants to practise typing
 * them.
 */
function SignInToPractice({ isBusy }: { isBusy: boolean }) {
  const signInToPractice = useApp((state) => state.signInToPractice)
  return (
    <>
      <Button look="primary" isLarge autoFocus onPress={() => void signInToPractice()}>
        {isBusy ? words.busy : words.practiceButton}
      </Button>
      <p>{words.practiceHelp}</p>
    </>
  )
}

function Where() {
  const app = useApp((state) => state.app)
  if (app === null) return null
  const service = app.serviceHost === null ? words.practiceBank : words.service(app.serviceHost)
  const kind = app.environment === 'practice' ? words.practice : words.live
  return (
    <div className={cx(styles.where)}>
      <h1>{words.title}</h1>
      {/* A profile that is itself named Practice is not repeated. */}
      {app.profileName !== kind && <p className={cx(styles.shop)}>{app.profileName}</p>}
      <p>{[kind, service].join(' · ')}</p>
    </div>
  )
}

function Safe() {
  const queue = useApp((state) => state.queue)
  const elsewhere = useApp(elsewhereText)
  if (queue === null) return null
  const { count, kobo } = todoOf(queue).open
  const nothing = elsewhere === null ? words.nothingWaiting : strings.elsewhere.nothingWaiting
  return (
    <p className={cx(styles.safe)}>
      {count === 0 ? nothing : words.safe(count, formatKobo(kobo))} {elsewhere}
    </p>
  )
}
