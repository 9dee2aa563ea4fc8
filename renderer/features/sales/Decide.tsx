import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { SaleDecision } from '../../../shared/decision.ts'
import type { SaleDetail, SaleView } from '../../../shared/sale.ts'
import { formatKobo } from '../../ui/format/money.ts'
import { useApp } from '../../core/context.tsx'
import { serviceDayOf } from '../../core/serviceDay.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { strings } from '../../strings/strings.ts'
import { freshLeftMs, helpOf, nameOf } from './decision.ts'
import { waitText } from '../../core/pin.ts'
import { problemText } from '../../core/problems.ts'
import { isUnclear } from './saleWords.ts'
import { Button } from '../../ui/Button.tsx'
import { ChangedFacts } from './ChangedFacts.tsx'
import { cx } from '../../ui/cx.ts'
import styles from './Decide.module.css'
import { Dialog } from '../../ui/Dialog.tsx'
import { Evidence } from './Evidence.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'

const words = lazyStrings.needsYou

interface DecideProps {
  readonly sale: SaleView
  readonly onClose: () => void
}

/**
 * A manager's decision about a sale whose outcome only the bank knows, or whose facts were changed in the file. If it
 * depends on the bank's answer, it first asks the bank again. The safe answer, to leave the sale waiting, has the
 * focus.
 */
export function Decide({ sale, onClose }: DecideProps) {
  const rest = useApp((state) => state.detail?.rest ?? null)
  const isChecking = useApp((state) => state.detail?.isChecking === true)
  const checkProblem = useApp((state) => state.detail?.checkProblem ?? null)
  const checkNow = useApp((state) => state.checkNow)
  const isManager = useApp((state) => state.access?.role === 'manager')
  const decision = rest?.decision ?? null
  const freshMs = useFreshMs()
  // Fixed when the dialog opens: once a decision is made, the bank must not be asked again.
  const [asksBank] = useState(decision?.restsOnLookUp !== false)
  useEffect(() => {
    if (asksBank) void checkNow()
  }, [checkNow, asksBank])
  useLivingFocus(`${isChecking} ${freshMs === 0} ${decision === null}`)
  return (
    <Dialog
      title={words.question(formatKobo(sale.amountKobo))}
      onClose={onClose}
      isWide
      actions={
        <>
          {decision !== null && <Confirm isOff={isChecking || (asksBank && freshMs === 0)} />}
          <Button id={SAFE_ANSWER} look="primary" autoFocus onPress={onClose}>
            {decision === null ? words.close : words.wait}
          </Button>
        </>
      }
    >
      {decision !== null && !isManager && <p>{words.forManager}</p>}
      <p role="status" className={cx(styles.status)}>
        {isChecking ? words.lookingUp : ''}
      </p>
      {checkProblem !== null && (
        <Notice tone="problem" role="alert">
          {problemText(checkProblem)}
        </Notice>
      )}
      {/* How long the look-up remains valid is shown below; its age would repeat that. */}
      {rest !== null && asksBank && <Evidence sale={sale} rest={rest} saysAge={freshMs === 0} />}
      {rest?.changedFacts != null && <ChangedFacts changed={rest.changedFacts} />}
      {decision === null && rest !== null && <p>{words.movedOn}</p>}
      {decision !== null && rest !== null && <DecisionForm sale={sale} rest={rest} onDone={onClose} />}
    </Dialog>
  )
}

const SAFE_ANSWER = 'decision-safe'

/**
 * When the focused button disappears or is disabled, it loses the focus, and Esc and Enter stop working. The focus
 * then moves to the safe answer, which is always there.
 * @param onChangeOf changes with anything that removes or disables buttons
 */
function useLivingFocus(onChangeOf: string): void {
  useEffect(() => {
    const active = document.activeElement
    if (active === null || active === document.body || active.matches(':disabled')) {
      document.getElementById(SAFE_ANSWER)?.focus()
    }
  }, [onChangeOf])
}

/**
 * Outside the form, beside the safe answer. It is disabled while the bank is asked, and once the look-up has expired.
 */
function Confirm({ isOff }: { isOff: boolean }) {
  return (
    <Button type="submit" form="decision-form" isDisabled={isOff}>
      {words.confirm}
    </Button>
  )
}

function useFreshMs(): number {
  return useApp(({ detail, nowMs }) => {
    const decision = detail?.rest?.decision
    return detail === null || decision == null ? 0 : freshLeftMs(decision, nowMs - detail.restAtMs)
  })
}

interface DecisionFormProps {
  readonly sale: SaleView
  readonly rest: Omit<SaleDetail, 'sale'>
  readonly onDone: () => void
}

function DecisionForm({ sale, rest, onDone }: DecisionFormProps) {
  const resolveSale = useApp((state) => state.resolveSale)
  const today = useApp(serviceDayOf)
  const [chosen, setChosen] = useState<SaleDecision | null>(null)
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const isBusy = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const allowed = rest.decision?.allowed ?? []

  async function decide(): Promise<void> {
    setTried(true)
    if (chosen === null || reason.trim() === '') {
      const wrong = chosen === null ? 'input[type="radio"]' : 'input:not([type="radio"])'
      form.current?.querySelector<HTMLElement>(wrong)?.focus()
      return
    }
    if (isBusy.current) return
    setProblem(null)
    isBusy.current = true
    const error = await resolveSale(sale.transactionId, chosen, reason.trim())
    isBusy.current = false
    if (error === null) onDone()
    else if (error.code === 'invalid') setProblem(strings.fields.reason.tooLong)
    else if (error.code !== 'needsManager') setProblem(problemText(error))
  }

  return (
    <form
      ref={form}
      id="decision-form"
      className={cx(styles.form)}
      noValidate
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        void decide()
      }}
    >
      {rest.decision?.restsOnLookUp === true && <Freshness sale={sale} />}
      <fieldset className={cx(styles.choices)}>
        <legend className={cx(styles.label)}>{words.choices}</legend>
        {isTried && chosen === null && (
          <p role="alert" id="decision-problem" className={cx(styles.problem)}>
            {words.choose}
          </p>
        )}
        {allowed.map((one) => (
          <div key={one} className={cx(styles.choice)}>
            <input
              type="radio"
              id={`decision-${one}`}
              name="decision"
              value={one}
              className={cx(styles.dot)}
              checked={chosen === one}
              aria-describedby={isTried && chosen === null ? 'decision-problem' : undefined}
              onChange={() => setChosen(one)}
            />
            <label htmlFor={`decision-${one}`} className={cx(styles.text)}>
              <strong>{nameOf(one, sale)}</strong>
              <span>{helpOf(one, sale, rest, today)}</span>
            </label>
          </div>
        ))}
      </fieldset>
      <Field
        label={words.reason}
        help={words.reasonHelp}
        problem={isTried && reason.trim() === '' ? strings.fields.reason.empty : undefined}
        value={reason}
        onChange={setReason}
        autoComplete="off"
      />
      {problem !== null && (
        <Notice tone="problem" role="alert">
          {problem}
        </Notice>
      )}
    </form>
  )
}

/** How long the look-up remains valid; after that the person has to ask the bank again. */
function Freshness({ sale }: { sale: SaleView }) {
  const freshMs = useFreshMs()
  const isChecking = useApp((state) => state.detail?.isChecking === true)
  const checkNow = useApp((state) => state.checkNow)
  if (isChecking) return null
  if (freshMs > 0) return <p className={cx(styles.muted)}>{words.fresh(waitText(freshMs))}</p>
  return (
    <Notice tone="warning" action={<Button onPress={() => void checkNow()}>{words.lookUp}</Button>}>
      {isUnclear(sale) ? words.staleUnclear : words.stale}
    </Notice>
  )
}
