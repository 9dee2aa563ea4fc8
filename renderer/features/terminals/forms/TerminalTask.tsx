import { useEffect, type SubmitEvent, useRef, useState } from 'react'
import { Notice } from '../../../ui/Notice.tsx'
import { useApp } from '../../../core/context.tsx'
import type { FormState, VouchState, RegisterState } from '../../../core/terminalChangeTypes.ts'
import { resultOf, terminalOf } from '../terminalForm.ts'
import { formTitle, fieldProblemText } from '../terminalFormWords.ts'
import { lazyStrings } from '../../../strings/lazyStrings.ts'
import { mayEnterAgain } from '../terminalChangeWords.ts'
import { Changes } from './Changes.tsx'
import { EditForm } from './EditForm.tsx'
import { Result } from './Result.tsx'
import { TaskFrame } from './TaskFrame.tsx'
import { useTerminalForm, useFocusOnProblem, useEnter } from './useTerminalForm.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { countText } from '../../../ui/format/count.ts'
import task from './Task.module.css'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { DateField } from '../../../ui/DateField.tsx'
import { dayText } from '../../../ui/format/time.ts'
import { maskedText } from '../terminalChangeSides.ts'
import { vouchProblemText } from '../vouchWords.ts'
import styles from './Form.module.css'
import { SecretField } from '../../../ui/SecretField.tsx'
import { problemText } from '../../../core/problems.ts'
import { Flag, FormField } from './FormField.tsx'
import { Earlier, FormProblem } from './FormProblem.tsx'
import { FormFoot } from './FormFoot.tsx'
import { MerchantBox } from './MerchantBox.tsx'
import { AccountField, By } from './TerminalFields.tsx'
import { WillHappen } from './WillHappen.tsx'

const words = lazyStrings.terminalChange

/** The agent's work in place of the list of terminals: a registration, an edit, or what was asked of the bank so far. */
export function TerminalTask() {
  const task = useApp((state) => state.terminalTask)
  const beginTerminalTask = useApp((state) => state.beginTerminalTask)
  useEffect(() => {
    if (task !== null) void beginTerminalTask(task)
  }, [task, beginTerminalTask])
  if (task === null) return null
  if (task.kind === 'changes') return <Changes />
  return (
    <>
      <Entry />
      <TokenDialog />
      <VouchDialog />
    </>
  )
}

function Entry() {
  const form = useTerminalForm()
  const isOpening = useApp((state) => state.terminalWork.opening !== null)
  const openTerminalTask = useApp((state) => state.openTerminalTask)
  if (form !== undefined) return <OpenEntry form={form} />
  return (
    <TaskFrame title={words.opening} onBack={() => void openTerminalTask(null)} foot={null}>
      {isOpening ? null : <Notice tone="warning">{words.notShown}</Notice>}
    </TaskFrame>
  )
}

function OpenEntry({ form }: { form: FormState }) {
  const isPinAsked = useApp((state) => state.pinDialog.mode !== 'closed')
  const leave = useApp((state) => state.leaveTerminalTask)
  const backToEntry = useApp((state) => state.backToEntry)
  const openTerminalTask = useApp((state) => state.openTerminalTask)
  const { told } = form
  const result = resultOf(form)
  if (result !== null) {
    const onEntry = mayEnterAgain(result) ? { onEntry: backToEntry } : {}
    const another = (): void => {
      leave()
      void openTerminalTask({ kind: 'register' })
    }
    return <Result key="result" change={result} onBack={leave} onAnother={another} {...onEntry} />
  }
  // While the PIN is asked for, the bank is not, and the entry is a manager's.
  if (form.isAsking && isPinAsked) return <TaskFrame title={formTitle(form)} onBack={leave} foot={null} />
  if (form.isAsking) {
    const isAnswered = told !== null && told.state !== 'asking'
    // The bank has answered, and its list is being read to compare.
    return isAnswered ? (
      <Result key="comparing" change={told} isComparing onBack={leave} />
    ) : (
      <Asking form={form} />
    )
  }
  if (form.kind === 'register') return <RegisterForm form={form} />
  return form.meanwhile === 'gone' ? <Gone /> : <EditForm form={form} />
}

/** The bank's list does not show the terminal any more, so there is nothing to be changed. */
function Gone() {
  const openTerminalTask = useApp((state) => state.openTerminalTask)
  return (
    <TaskFrame title={words.off.gone} focusOn="gone" onBack={() => void openTerminalTask(null)} foot={null}>
      <Notice tone="warning" role="alert">
        {words.problem.gone}
      </Notice>
    </TaskFrame>
  )
}

/** The change is under way. It also ends, and is kept, without this screen. */
function Asking({ form }: { form: FormState }) {
  const leave = useApp((state) => state.leaveTerminalTask)
  const stop = useApp((state) => state.cancelTerminalReading)
  const { terminalId } = terminalOf(form)
  const isReading = form.told === null
  return (
    <TaskFrame
      title={formTitle(form)}
      focusOn="asking"
      onBack={leave}
      foot={
        isReading && (
          <>
            <Button onPress={() => void stop()}>{words.asking.stop}</Button>
            <p className={cx(task.muted)}>{words.asking.stopHelp}</p>
          </>
        )
      }
    >
      <p role="status" className={cx(task.lead)}>
        {isReading ? words.asking.readingFirst : words[form.kind].asking(terminalId)}
      </p>
      {isReading && <Progress />}
      <p>{words.asking.wait}</p>
    </TaskFrame>
  )
}

/** Not a status: a page a second would be spoken. */
function Progress() {
  const reading = useApp((state) => state.terminals?.reading ?? null)
  const { progress, progressNoTotal } = lazyStrings.terminal
  const { rowsRead = 0, totalCount = null } = reading ?? {}
  const text =
    totalCount === null
      ? progressNoTotal(countText(rowsRead))
      : progress(countText(rowsRead), countText(totalCount))
  return (
    <>
      {/* Without a total, the bar only shows that work goes on. */}
      <progress
        className={cx(task.bar)}
        aria-label={words.asking.progress}
        {...(totalCount === null ? {} : { value: rowsRead, max: Math.max(totalCount, 1) })}
      />
      {reading !== null && <p className={cx(task.muted)}>{text}</p>}
    </>
  )
}

const vouchWords = lazyStrings.terminalChange.vouch

/** A manager says that the bank confirmed a name by other means. What is typed here is nowhere but in this dialog. */
function VouchDialog() {
  const form = useTerminalForm()
  if (form === undefined || form.vouch === null) return null
  return <VouchQuestion vouch={form.vouch} ending={form.values.accountNumber.slice(-4)} />
}

function VouchQuestion({ vouch, ending }: { vouch: VouchState; ending: string }) {
  const { isBusy, problems, problem } = vouch
  const openVouch = useApp((state) => state.openVouch)
  const vouchForName = useApp((state) => state.vouchForName)
  const today = useApp((state) => dayText(state.nowMs))
  const [word, setWord] = useState({ accountAgain: '', name: '', how: '', who: '', on: today })
  const field = (name: keyof typeof word) => ({
    label: vouchWords[name],
    value: word[name],
    onChange: (text: string) => setWord({ ...word, [name]: text }),
    problem: fieldProblemText(problems, name),
  })
  const close = (): void => openVouch(false)
  const holder = useRef<HTMLFormElement>(null)
  useFocusOnProblem(holder, problems)

  function submit(event: SubmitEvent): void {
    event.preventDefault()
    if (!isBusy) void vouchForName(word)
  }

  return (
    <Dialog
      title={vouchWords.title}
      onClose={close}
      isAlert={false}
      isWide
      actions={
        <>
          <Button onPress={close}>{vouchWords.cancel}</Button>
          <Button look="primary" type="submit" form="vouch-form">
            {vouchWords.save}
          </Button>
        </>
      }
    >
      <p>{vouchWords.body(maskedText(ending))}</p>
      <form id="vouch-form" ref={holder} className={cx(styles.pair)} noValidate onSubmit={submit}>
        <Field {...field('accountAgain')} inputMode="numeric" autoComplete="off" autoFocus />
        <Field {...field('name')} autoComplete="off" />
        <Field {...field('how')} help={vouchWords.howHelp} autoComplete="off" />
        <Field {...field('who')} autoComplete="off" />
        <DateField {...field('on')} />
      </form>
      <div role="alert">
        {problem !== null && <Notice tone="problem">{vouchProblemText(problem)}</Notice>}
      </div>
    </Dialog>
  )
}

const tokenWords = lazyStrings.terminalChange.token

/** The token of the Business API goes to main and is forgotten here; it never comes back. */
function TokenDialog() {
  const { isOpen } = useApp((state) => state.terminalWork.token)
  return isOpen ? <TokenQuestion /> : null
}

function TokenQuestion() {
  const { isBusy, problem, isForCheck } = useApp((state) => state.terminalWork.token)
  const keptAs = useApp((state) => state.session?.keptAs)
  const openTokenDialog = useApp((state) => state.openTokenDialog)
  const setBusinessToken = useApp((state) => state.setBusinessToken)
  const [token, setToken] = useState('')
  const [isTried, setTried] = useState(false)
  const isEmpty = token.trim() === ''
  const close = (): void => openTokenDialog(false)
  const fieldProblem = problem?.code === 'invalid' ? tokenWords.invalid : undefined

  function submit(event: SubmitEvent): void {
    event.preventDefault()
    setTried(true)
    if (!isEmpty && !isBusy) void setBusinessToken(token.trim())
  }

  return (
    <Dialog
      title={tokenWords.title}
      onClose={close}
      isAlert={false}
      actions={
        <>
          <Button onPress={close}>{tokenWords.cancel}</Button>
          <Button look="primary" type="submit" form="token-form">
            {tokenWords.save}
          </Button>
        </>
      }
    >
      {isForCheck && <p>{tokenWords.refused}</p>}
      <p>
        {keptAs === 'thisRunOnly'
          ? tokenWords.bodyThisRun
          : keptAs === 'thisRunSoFar'
            ? tokenWords.bodyThisRunSoFar
            : tokenWords.body}
      </p>
      <form id="token-form" noValidate onSubmit={submit}>
        <SecretField
          label={tokenWords.label}
          autoComplete="off"
          isFirst
          onChange={setToken}
          problem={isTried && isEmpty ? tokenWords.empty : fieldProblem}
        />
      </form>
      <div role="alert">
        {problem !== null && problem.code !== 'invalid' && (
          <Notice tone="problem">{problemText(problem)}</Notice>
        )}
      </div>
    </Dialog>
  )
}

const registerWords = lazyStrings.terminalChange.register

/** A registration: which terminal, whose it is and where its money goes, and beside it what the last button asks for. */
function RegisterForm({ form }: { form: RegisterState }) {
  const leave = useApp((state) => state.leaveTerminalTask)
  const openTerminalTask = useApp((state) => state.openTerminalTask)
  const enter = useEnter(form)
  const holder = useRef<HTMLDivElement>(null)
  useEffect(() => holder.current?.querySelector('input')?.focus(), [])
  useFocusOnProblem(holder, form.problemCount)
  const { existing, values, problems } = form
  // What was changed in there does not hide.
  const isRareOpen =
    !values.isActive || !values.isReceivingPayment || values.note !== '' || problems.note !== undefined
  return (
    <TaskFrame
      title={registerWords.title}
      onBack={leave}
      onEnter={enter}
      foot={<FormFoot form={form} save={registerWords.button} said={registerWords.askedNothing} />}
    >
      <FormProblem form={form} />
      <Earlier form={form} />
      <div ref={holder} className={cx(styles.columns)}>
        <div className={cx(styles.fields)}>
          <FormField form={form} field="terminalId" />
          {existing !== null && (
            <p>
              <Button onPress={() => void openTerminalTask({ kind: 'edit', recordId: existing.recordId })}>
                {registerWords.editThat}
              </Button>
            </p>
          )}
          <MerchantBox form={form} />
          <FormField form={form} field="serialNumber" />
          <AccountField form={form} />
          <details className={cx(styles.rare)} {...(isRareOpen ? { open: true } : {})}>
            <summary>{registerWords.rare}</summary>
            <div className={cx(styles.fields)}>
              <Flag form={form} field="isActive" />
              <Flag form={form} field="isReceivingPayment" />
              <FormField form={form} field="note" />
            </div>
          </details>
          <By form={form} />
        </div>
        <WillHappen form={form} />
      </div>
    </TaskFrame>
  )
}
