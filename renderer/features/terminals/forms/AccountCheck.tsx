import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { cx } from '../../../ui/cx.ts'
import { useApp } from '../../../core/context.tsx'
import type { AccountCheck as Check, FormState } from '../terminalChangeTypes.ts'
import { laterStrings } from '../../../strings/laterStrings.ts'
import { maskedText } from '../terminalChangeSides.ts'
import { nameCheckProblemText, wantsToken } from '../nameCheckWords.ts'
import { formMerchantText, isOtherName } from '../terminalFieldWords.ts'
import { checkOffReason } from '../terminalFormWords.ts'
import { confirmedText, vouchOffer } from '../vouchWords.ts'
import styles from './Form.module.css'
import { FormField } from './FormField.tsx'

const words = laterStrings.terminalChange.check

/** An account number and the name that the bank has for it. The person says whether that is the merchant. */
export function AccountCheck({ form }: { form: FormState }) {
  const { check } = form
  // An edit may leave the account as it is.
  const isIdle = form.kind === 'edit' && form.values.accountNumber === ''
  // The answers have the emphasis then.
  const isAnswered = check.phase === 'confirmed' || check.phase === 'answered'
  const offReason = useApp(checkOffReason)
  const merchant = useApp((state) => formMerchantText(form, state.terminalWork.merchants.rows))
  // What takes the focus once the account is confirmed.
  const then = form.kind === 'edit' ? '[data-serial] input' : '[data-next]'
  const checkAccountName = useApp((state) => state.checkAccountName)
  const enter = useApp((state) => state.enterTerminalForm)
  const answer = (isMerchant: boolean): void => enter({ type: 'answerNameCheck', isMerchant })
  const input = useRef<HTMLInputElement>(null)
  useFocusAfterToken(
    wantsToken(
      check,
      useApp((state) => state.terminals?.nameCheck),
    ),
  )
  const isRefused = useApp((state) => state.terminals?.nameCheck === 'tokenRefused')
  const reason = check.phase === 'confirmed' ? null : (offReason ?? refusedReason(check, isRefused))

  const { phase } = check
  const phaseBefore = useRef(phase)
  useEffect(() => {
    const isJustConfirmed = phaseBefore.current !== 'confirmed' && phase === 'confirmed'
    phaseBefore.current = phase
    if (isJustConfirmed) document.querySelector<HTMLElement>(then)?.focus()
  }, [phase, then])

  function change(): void {
    answer(false)
    input.current?.focus()
    input.current?.select()
  }

  return (
    <div className={cx(styles.account)}>
      {form.isAccountLost && <Lost form={form} onKeep={() => enter({ type: 'keepAccount' })} />}
      <div className={cx(styles.ask)}>
        <FormField form={form} field="accountNumber" inputMode="numeric" inputRef={input} />
        <Button
          look={isAnswered || isIdle ? 'plain' : 'primary'}
          isDisabled={offReason !== null}
          {...(reason === null ? {} : { 'aria-describedby': 'check-off' })}
          data-check-name=""
          onPress={() => void checkAccountName()}
        >
          {words.button}
        </Button>
      </div>
      {reason !== null && (
        <p id="check-off" className={cx(styles.reason)}>
          {reason} {(reason === words.noToken || reason === words.tokenNotTaken) && <EnterToken />}
        </p>
      )}
      <Answer check={check} form={form} merchant={merchant} onYes={() => answer(true)} onNo={change} />
      <Vouch form={form} />
    </div>
  )
}

/** An edit may have been without an account number before the lock: the person says that it stays so. */
function Lost({ form, onKeep }: { form: FormState; onKeep: () => void }) {
  const keep = form.kind === 'edit' ? form.base.accountEnding : null
  return (
    <Notice
      tone="warning"
      action={
        keep === null ? undefined : <Button onPress={onKeep}>{words.keepAccount(maskedText(keep))}</Button>
      }
    >
      {words.lost}
    </Notice>
  )
}

/** The button works all the same: pressed, it asks for another token. A problem says it by itself. */
function refusedReason({ phase }: Check, isRefused: boolean): string | null {
  return isRefused && phase !== 'problem' ? words.tokenNotTaken : null
}

/** What a manager can do where the bank cannot be asked for the name, or did not answer. */
function Vouch({ form }: { form: FormState }) {
  const openVouch = useApp((state) => state.openVouch)
  const offer = useApp((state) => vouchOffer(form, state))
  if (offer === 'none') return null
  return (
    <p className={cx(styles.reason)}>
      {offer === 'noPin' ? (
        laterStrings.terminalChange.vouch.noPin
      ) : (
        <Button onPress={() => openVouch(true)}>{laterStrings.terminalChange.vouch.offer}</Button>
      )}
    </p>
  )
}

/** With the token in, the button that had asked for it is gone, and the focus would be nowhere. */
function useFocusAfterToken(isWanted: boolean): void {
  const isOpen = useApp((state) => state.terminalWork.token.isOpen)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    const isJustIn = wasOpen.current && !isOpen && !isWanted
    wasOpen.current = isOpen
    if (isJustIn) document.querySelector<HTMLElement>('[data-check-name]')?.focus()
  }, [isOpen, isWanted])
}

interface AnswerProps {
  readonly check: Check
  readonly form: FormState
  readonly merchant: string
  readonly onYes: () => void
  readonly onNo: () => void
}

function Answer({ check, form, merchant, onYes, onNo }: AnswerProps) {
  const nameCheck = useApp((state) => state.terminals?.nameCheck)
  return (
    <>
      <div role="status">
        {check.phase === 'asking' && <Asking isSlow={check.isSlow} />}
        {check.phase === 'confirmed' && <p className={cx(styles.confirmed)}>{confirmedText(check.check)}</p>}
      </div>
      {check.phase === 'answered' && (
        <Question form={form} name={check.check.name} merchant={merchant} onYes={onYes} onNo={onNo} />
      )}
      <div role="alert">
        {check.phase === 'problem' && (
          <Notice
            tone="problem"
            action={nameCheck !== 'noToken' && wantsToken(check, nameCheck) ? <EnterToken /> : undefined}
          >
            {nameCheckProblemText(check.problem)}
          </Notice>
        )}
      </div>
    </>
  )
}

function Asking({ isSlow }: { isSlow: boolean }) {
  const enter = useApp((state) => state.enterTerminalForm)
  const stop = (): void => enter({ type: 'answerNameCheck', isMerchant: false })
  return (
    <p className={cx(styles.asking)}>
      {words.asking}
      {isSlow && <Button onPress={stop}>{words.cancel}</Button>}
    </p>
  )
}

interface QuestionProps extends Omit<AnswerProps, 'check'> {
  readonly name: string
}

/**
 * The focus goes to the question and not to its answers: a second Enter must not say yes. Where the name is another
 * than the merchant's accounts have, the safe answer stands out.
 */
function Question({ form, name, merchant, onYes, onNo }: QuestionProps) {
  const isOther = useApp((state) => isOtherName(name, form, state.terminalWork.merchants.rows))
  const question = useRef<HTMLParagraphElement>(null)
  useEffect(() => question.current?.focus(), [])
  return (
    <div className={cx(styles.question)} role="group" aria-labelledby="name-question">
      <p id="name-question" ref={question} tabIndex={-1} className={cx(styles.asked)}>
        {words.belongs} <strong>{name}</strong>. {words.question(merchant)}
      </p>
      {isOther && <p className={cx(styles.differs)}>{words.otherName}</p>}
      <div className={cx(styles.answers)}>
        <Button look={isOther ? 'plain' : 'primary'} onPress={onYes}>
          {words.yes}
        </Button>
        <Button look={isOther ? 'primary' : 'plain'} onPress={onNo}>
          {words.no}
        </Button>
      </div>
    </div>
  )
}

function EnterToken() {
  const openTokenDialog = useApp((state) => state.openTokenDialog)
  return <Button onPress={() => openTokenDialog(true)}>{words.enterToken}</Button>
}
