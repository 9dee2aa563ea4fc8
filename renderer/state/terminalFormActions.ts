import type { CallError } from '../../shared/callError.ts'
import type { CallResult } from '../../shared/contract.ts'
import type { MerchantPage } from '../../shared/terminal.ts'
import type { TerminalChangeView } from '../../shared/terminalChange.ts'
import {
  editProblems,
  registerProblems,
  type TerminalFieldError,
  trimmedEdit,
  trimmedRegister,
} from '../../shared/terminalForm.ts'
import { mayEnterAgain } from '../words/terminalChangeWords.ts'
import { formProblems, formProblemText } from '../words/terminalFormWords.ts'
import { saveHindrance } from './terminalHindrance.ts'
import { latestQuestion } from './latestQuestion.ts'
import {
  type FormProblems,
  type FormState,
  registerSteps,
  type TerminalChangeActions,
  type WorkTools,
} from './terminalChangeTypes.ts'
import type { DraftKeeper } from './terminalDrafts.ts'
import { lookedAt, stepOf, withEarlier, withMerchant, withMerchantText, withValues } from './terminalForms.ts'
import { knownTerminal, openChanges, terminalBearing } from './terminalLookUps.ts'
import { withProblems } from './terminalNameCheck.ts'
import type { Deps, Get, Guarded, Set } from './types.ts'

/** More than anyone looks through below a field. */
const MERCHANTS_MAX = 20

type FormActions = Pick<
  TerminalChangeActions,
  | 'changeRegister'
  | 'changeEdit'
  | 'searchMerchants'
  | 'typeMerchant'
  | 'chooseMerchant'
  | 'nextStep'
  | 'goToStep'
  | 'lookedAtMeanwhile'
  | 'submitTerminalForm'
  | 'lookForEarlier'
  | 'backToEntry'
>

interface FormTools {
  readonly tools: WorkTools
  readonly keeper: DraftKeeper
  readonly onAnswered: (key: string, change: TerminalChangeView) => void
  /** Brings an entry back that a lock has put away. */
  readonly reopen: (key: string) => Promise<void>
}

/** What a person does in an entry, up to the last button. */
export function formActions(
  set: Set,
  get: Get,
  deps: Deps,
  guarded: Guarded,
  { tools, keeper, onAnswered, reopen }: FormTools,
): FormActions {
  const { client } = deps
  const { work, setWork, current, changeForm, lookForEarlier } = tools
  const merchants = latestQuestion<string, CallResult<'terminals.merchants'>>(
    deps,
    (search) => client.call('terminals.merchants', { search, offset: 0, limit: MERCHANTS_MAX }),
    (answer) => {
      setWork({ merchants: answer.ok ? answer.value : noMerchants })
      const open = current()
      // Typed or scanned before main had found him.
      if (open?.form.kind === 'edit' && open.form.merchant === null) typeMerchant(open.form.merchantText)
    },
  )

  function typeMerchant(text: string): void {
    edit((form) => (form.kind === 'edit' ? withMerchantText(form, text, work().merchants.rows) : form))
  }

  function edit(change: (form: FormState) => FormState): void {
    const open = current()
    if (open === null || open.form.isPutAway || open.form.isAsking || open.form.result !== null) return
    const { accountNumber } = open.form.values
    changeForm(open.key, change)
    // A lock may come at any moment, and it leaves of an account number only what main has kept.
    const isAccount = current()?.form.values.accountNumber !== accountNumber
    if (isAccount) keeper.keepNow(open.key)
    else keeper.keepSoon(open.key)
  }

  /** @returns the entry without its problems, and without spaces at the ends; null where it has problems */
  function checked(
    key: string,
    form: FormState,
    isOf: (error: TerminalFieldError) => boolean,
  ): FormState | null {
    const neat = trimmed(form)
    const found = (neat.kind === 'register' ? registerProblems(neat.values) : ownEditProblems(neat)).filter(
      isOf,
    )
    if (found.length === 0) return { ...neat, problems: {} }
    changeForm(key, () => atProblems(neat, formProblems(found)))
    return null
  }

  function ask(form: FormState): Promise<CallResult<'terminals.register' | 'terminals.edit'>> {
    const checkId = form.check.phase === 'confirmed' ? form.check.check.checkId : ''
    return form.kind === 'register'
      ? guarded(() => client.call('terminals.register', { form: form.values, checkId }))
      : guarded(() => client.call('terminals.edit', { form: form.values, checkId }))
  }

  async function onProblem(key: string, problem: CallError): Promise<void> {
    changeForm(key, (form) => afterProblem(form, problem))
    if (current()?.key !== key) set({ announcement: formProblemText(problem) })
    if (problem.code === 'notAllowed' && problem.reason === 'earlierOpen') return lookForEarlier(key)
    if (problem.code !== 'changedMeanwhile' && problem.code !== 'notFound') return
    const form = work().forms[key]
    if (form?.kind !== 'edit') return
    if (problem.code === 'changedMeanwhile' && problem.what === 'merchant') {
      return changeForm(key, (one) => (one.kind === 'edit' ? { ...one, merchant: null } : one))
    }
    const shown = await knownTerminal(client, get(), form.values.recordId)
    changeForm(key, (one) => {
      if (one.kind !== 'edit') return one
      return shown === null ? { ...one, base: null } : { ...one, meanwhile: shown }
    })
  }

  return {
    changeRegister: (part) =>
      edit((form) =>
        form.kind === 'register'
          ? withValues(
              part.terminalId === undefined ? form : { ...withEarlier(form, null), existing: null },
              part,
            )
          : form,
      ),
    changeEdit: (part) => edit((form) => (form.kind === 'edit' ? withValues(form, part) : form)),
    searchMerchants(search, isTyped) {
      if (isTyped) merchants.soon(search.trim())
      else void merchants.now(search.trim())
    },
    typeMerchant,
    chooseMerchant: (merchant) =>
      edit((form) =>
        form.kind === 'edit'
          ? withMerchant(form, merchant)
          : withValues(form, { merchantId: merchant.merchantId }),
      ),
    async nextStep() {
      const open = current()
      if (open?.form.kind !== 'register') return
      const { step } = open.form
      const form = checked(open.key, open.form, ({ field }) => stepOf(field) === step)
      const next = registerSteps[registerSteps.indexOf(step) + 1]
      if (form?.kind !== 'register' || next === undefined) return
      const { terminalId } = form.values
      const isIdentity = step === 'identity'
      const existing = isIdentity ? await terminalBearing(client, terminalId) : null
      const found = isIdentity ? await openChanges(client, form) : null
      changeForm(open.key, (now) => {
        // Somebody typed on, or went on, while main looked.
        if (now.kind !== 'register' || now.step !== step || now.values !== open.form.values) return now
        const looked = isIdentity ? withEarlier(now, found) : now
        const neat = { ...looked, values: form.values, problems: {}, existing }
        if (existing === null) return { ...neat, step: next }
        return withProblems(neat, { terminalId: 'alreadyRegistered' })
      })
    },
    goToStep(step) {
      const open = current()
      if (open !== null) changeForm(open.key, (form) => (form.kind === 'register' ? { ...form, step } : form))
    },
    lookedAtMeanwhile: () => edit((form) => (form.kind === 'edit' ? lookedAt(form) : form)),
    async submitTerminalForm() {
      const open = current()
      if (open === null || open.form.isPutAway || open.form.isAsking || open.form.result !== null) return
      const { key } = open
      if (saveHindrance(open.form, get()) !== null) return
      const form = checked(key, open.form, () => true)
      if (form === null) return
      keeper.keepNow(key)
      changeForm(key, () => ({ ...form, isAsking: true, told: null, problem: null }))
      setWork({ lastBy: form.values.by })
      const answer = await ask(form)
      // The PIN was asked for meanwhile, and given: what was put away is as it was sent.
      if (get().access?.role === 'manager') changeForm(key, (one) => asSent(one, form))
      if (answer.ok) onAnswered(key, answer.value)
      else await onProblem(key, answer.error)
    },
    async lookForEarlier() {
      const open = current()
      if (open !== null) await lookForEarlier(open.key)
    },
    backToEntry() {
      const open = current()
      if (open === null || open.form.result === null || !mayEnterAgain(open.form.result)) return
      changeForm(open.key, (form) => ({ ...form, result: null, told: null }))
      if (open.form.isPutAway) void reopen(open.key)
    },
  }
}

const noMerchants: MerchantPage = { rows: [], total: 0 }

function trimmed(form: FormState): FormState {
  return form.kind === 'register'
    ? { ...form, values: trimmedRegister(form.values) }
    : { ...form, values: trimmedEdit(form.values) }
}

/** The bank's own serial number may be one that nobody would be let type; left alone, it is nobody's mistake. */
function ownEditProblems(form: FormState & { kind: 'edit' }): readonly TerminalFieldError[] {
  const isSerialKept = form.values.serialNumber === form.base?.serialNumber.trim()
  return editProblems(form.values).filter(({ field }) => field !== 'serialNumber' || !isSerialKept)
}

/** With its problems marked, and in the step of the first of them. */
function atProblems(form: FormState, problems: FormProblems): FormState {
  const marked = withProblems(form, problems)
  if (marked.kind !== 'register') return marked
  const step = registerSteps.find((one) => Object.keys(problems).some((field) => stepOf(field) === one))
  return { ...marked, step: step ?? marked.step }
}

/** @param sent the entry as it was when main was asked */
function asSent(form: FormState, sent: FormState): FormState {
  if (!form.isPutAway) return form
  const back = { offer: null, check: sent.check, isPutAway: false }
  if (form.kind === 'register') {
    return sent.kind === 'register' ? { ...form, ...back, values: sent.values } : form
  }
  return sent.kind === 'edit' ? { ...form, ...back, values: sent.values } : form
}

/** What main did not take: everything stays as it was entered, and what was wrong is marked. */
function afterProblem(form: FormState, problem: CallError): FormState {
  const idle: FormState = { ...form, isAsking: false, told: null, problem }
  if (problem.code === 'invalid') return atProblems(idle, formProblems(problem.fields))
  if (problem.code !== 'nameNotChecked') return idle
  const unchecked: FormState = { ...idle, check: { phase: 'none' } }
  return unchecked.kind === 'register' ? { ...unchecked, step: 'account' } : unchecked
}
