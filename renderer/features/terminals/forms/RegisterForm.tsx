import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { useApp } from '../../../core/context.tsx'
import { type RegisterState, registerSteps } from '../terminalChangeTypes.ts'
import { laterStrings } from '../../../strings/laterStrings.ts'
import { AccountCheck } from './AccountCheck.tsx'
import styles from './Form.module.css'
import { FormField } from './FormField.tsx'
import { StartAnew } from './StartAnew.tsx'
import { Earlier, FormProblem } from './FormProblem.tsx'
import { MerchantBox } from './MerchantBox.tsx'
import { Review } from './Review.tsx'
import task from './Task.module.css'
import { TaskFrame } from './TaskFrame.tsx'
import { useFocusOn, useGoOn, useSaveOffReason } from './useTerminalForm.ts'

const words = laterStrings.terminalChange.register

/** A registration: which terminal, where its money goes, and everything once more before the bank is asked. */
export function RegisterForm({ form }: { form: RegisterState }) {
  const leave = useApp((state) => state.leaveTerminalTask)
  const enter = useApp((state) => state.enterTerminalForm)
  const goOn = useGoOn(form)
  const { step } = form
  const before = registerSteps[registerSteps.indexOf(step) - 1]
  const back = before === undefined ? leave : () => enter({ type: 'goToStep', step: before })
  return (
    <TaskFrame
      title={words.title}
      beside={<StepList at={form.step} />}
      onBack={leave}
      onEscape={back}
      onEnter={goOn}
      foot={<Foot form={form} onNext={goOn} onPrevious={before === undefined ? null : back} />}
    >
      <StepFields key={step} form={form}>
        <FormProblem form={form} />
        <Earlier form={form} />
        {step === 'identity' && <Identity form={form} />}
        {step === 'account' && <AccountCheck form={form} />}
        {step === 'review' && <Review form={form} />}
      </StepFields>
    </TaskFrame>
  )
}

function StepList({ at }: { at: RegisterState['step'] }) {
  return (
    <ol className={cx(task.steps)} aria-label={words.steps}>
      {registerSteps.map((step, place) => (
        <li key={step} className={cx(task.step)} aria-current={step === at ? 'step' : undefined}>
          {place + 1}. {words[step]}
        </li>
      ))}
    </ol>
  )
}

/** A step takes the focus when it comes: its first field, and in the review its heading, so that Enter sends nothing. */
function StepFields({ form, children }: { form: RegisterState; children: ReactNode }) {
  const holder = useRef<HTMLDivElement>(null)
  const { step } = form
  useEffect(() => {
    const selector = step === 'review' ? 'h2' : 'input'
    holder.current?.querySelector<HTMLElement>(selector)?.focus()
  }, [step])
  useFocusOn(holder, '[aria-invalid="true"]', form.problemCount)
  const at = registerSteps.indexOf(step) + 1
  return (
    <div ref={holder} className={cx(styles.fields)}>
      <h2 tabIndex={-1} className={cx(styles.heading)}>
        {words.step(at, registerSteps.length, words[step])}
      </h2>
      {children}
    </div>
  )
}

function Identity({ form }: { form: RegisterState }) {
  const openTerminalTask = useApp((state) => state.openTerminalTask)
  const { existing } = form
  return (
    <>
      <FormField form={form} field="terminalId" />
      {existing !== null && (
        <p>
          <Button onPress={() => void openTerminalTask({ kind: 'edit', recordId: existing.recordId })}>
            {words.editThat}
          </Button>
        </p>
      )}
      <MerchantBox form={form} />
      <FormField form={form} field="serialNumber" />
    </>
  )
}

interface FootProps {
  readonly form: RegisterState
  readonly onNext: () => void
  readonly onPrevious: (() => void) | null
}

/** The main button, why it is off, and whether what was entered is kept. */
function Foot({ form, onNext, onPrevious }: FootProps) {
  const nextStep = useApp((state) => state.nextStep)
  const offReason = useSaveOffReason(form)
  const { step, check } = form
  const isReview = step === 'review'
  // In the account step the name comes first; its button is beside the number.
  const isMain = step !== 'account' || check.phase === 'confirmed'
  return (
    <>
      {isReview ? (
        <Button
          look="primary"
          isLarge
          isDisabled={offReason !== null}
          {...(offReason === null ? {} : { 'aria-describedby': 'save-off' })}
          onPress={onNext}
        >
          {words.button}
        </Button>
      ) : (
        <Button look={isMain ? 'primary' : 'plain'} isLarge data-next="" onPress={() => void nextStep()}>
          {step === 'account' ? words.toReview : words.next}
        </Button>
      )}
      {onPrevious !== null && <Button onPress={onPrevious}>{words.previous}</Button>}
      <StartAnew form={form} />
      <div className={cx(task.said)}>
        {step !== 'identity' && offReason !== null && (
          <p id="save-off" className={cx(task.reason)}>
            {isReview ? offReason : words.offAtEnd(offReason)}
          </p>
        )}
        {isReview && offReason === null && <p className={cx(task.muted)}>{words.askedNothing}</p>}
      </div>
    </>
  )
}
