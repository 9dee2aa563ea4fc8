import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { cx } from '../../../ui/cx.ts'
import { useApp } from '../../../core/context.tsx'
import type { FormState } from '../../../core/terminalChangeTypes.ts'
import { lazyStrings } from '../../../strings/lazyStrings.ts'
import { nameCheckProblemText, wantsToken } from '../nameCheckWords.ts'
import { formMerchantText, otherNames } from '../terminalFieldWords.ts'
import { confirmedText } from '../vouchWords.ts'
import { EnterToken } from './EnterToken.tsx'
import styles from './Form.module.css'

const words = lazyStrings.terminalChange.check

/** Whose account it is, according to the bank or a manager; the question whether that is the merchant stands apart. */
export function Owner({ form }: { form: FormState }) {
  const { check } = form
  const nameCheck = useApp((state) => state.terminals?.nameCheck)
  useFocusAfterToken(wantsToken(check, nameCheck))
  return (
    <>
      <div role="status">
        {check.phase === 'none' && (
          <p className={cx(styles.muted)}>{lazyStrings.terminalChange.willHappen.notChecked}</p>
        )}
        {check.phase === 'asking' && <Asking isSlow={check.isSlow} />}
        {check.phase === 'confirmed' && <p className={cx(styles.confirmed)}>{confirmedText(check.check)}</p>}
      </div>
      {check.phase === 'confirmed' && <NamesDiffer form={form} name={check.check.name} />}
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

interface NameProps {
  readonly form: FormState
  readonly name: string
}

/** It stays to the end: a yes to the question does not make the names the same. */
export function NamesDiffer({ form, name }: NameProps) {
  const rows = useApp((state) => state.terminalWork.merchants.rows)
  const others = otherNames(name, form, rows)
  return others.length === 0 ? null : (
    <p className={cx(styles.differs)}>{words.otherName(name, others.join(', '))}</p>
  )
}

/**
 * The focus goes to the question and not to its answers: a second Enter must not say yes. Where the name is another
 * than the merchant's accounts have, the safe answer stands out. In a low window the answers are in view too.
 */
export function NameQuestion({ form, name }: NameProps) {
  const rows = useApp((state) => state.terminalWork.merchants.rows)
  const enter = useApp((state) => state.enterTerminalForm)
  const question = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The focus is not taken from another field. The reason beside the last button names the open question.
    const typing = document.activeElement
    if (typing instanceof HTMLInputElement && typing.closest('[data-field="accountNumber"]') === null) return
    question.current?.focus()
    question.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [])
  const isOther = otherNames(name, form, rows).length > 0
  function change(): void {
    enter({ type: 'answerNameCheck', isMerchant: false })
    const input = document.querySelector<HTMLInputElement>('[data-field="accountNumber"] input')
    input?.focus()
    input?.select()
  }
  return (
    <div className={cx(styles.question)} role="group" data-asks="" aria-labelledby="name-question">
      <p id="name-question" ref={question} tabIndex={-1} className={cx(styles.asked)}>
        {words.belongs} <strong>{name}</strong>. {words.question(formMerchantText(form, rows))}
      </p>
      <NamesDiffer form={form} name={name} />
      <div className={cx(styles.answers)}>
        <Button
          look={isOther ? 'plain' : 'primary'}
          onPress={() => enter({ type: 'answerNameCheck', isMerchant: true })}
        >
          {words.yes}
        </Button>
        <Button look={isOther ? 'primary' : 'plain'} onPress={change}>
          {words.no}
        </Button>
      </div>
    </div>
  )
}
