import type { CallError } from '../../../shared/callError.ts'
import { assertNever } from '../../../shared/result.ts'
import type { TerminalView } from '../../../shared/terminal.ts'
import type { TerminalChangeView } from '../../../shared/terminalChange.ts'
import { editProblems, registerProblems, trimmedEdit, trimmedRegister } from '../../../shared/terminalForm.ts'
import { formProblems } from './terminalFormWords.ts'
import type { AccountCheck, FormAction, FormProblems, FormState } from '../../core/terminalChangeTypes.ts'
import {
  filled,
  lookedAt,
  newEdit,
  newRegister,
  withMerchant,
  withMerchantText,
  withSaidAccount,
  withTopic,
} from './terminalFormFields.ts'
import type { TerminalTask } from '../../core/terminalTypes.ts'

/** A form after an action. It is pure: terminalFormActions.ts and terminalNameCheck.ts make the calls. */
export function formAfter(form: FormState, action: FormAction): FormState {
  switch (action.type) {
    case 'fill': {
      const isTyped = (action.part.accountNumber ?? '') !== ''
      const next = { ...filled(form, action.part), isAccountLost: form.isAccountLost && !isTyped }
      // What was found for another terminal ID says nothing of this one.
      if (next.kind === 'edit' || action.part.terminalId === undefined) return next
      return { ...next, existing: null, earlier: null, earlierProblem: null }
    }
    case 'typeMerchant':
      return form.kind === 'edit'
        ? withMerchantText(form, action.text, action.rows)
        : filled(form, { merchantId: action.text })
    case 'chooseMerchant':
      return form.kind === 'edit'
        ? withMerchant(form, action.merchant)
        : filled(form, { merchantId: action.merchant.merchantId })
    case 'toggleTopic':
      return form.kind === 'edit' ? withTopic(form, action.topic) : form
    case 'sayAccount':
      return form.kind === 'edit' ? withSaidAccount(form, action.isSame) : form
    case 'answerNameCheck':
      return { ...form, check: afterAnswer(form.check, action.isMerchant) }
    case 'lookAtMeanwhile':
      return form.kind === 'edit' ? lookedAt(form) : form
    case 'set':
      return { ...form, ...action.part }
    case 'validate':
      return validated(form, action)
    case 'mark':
      return marked(form, action.problems)
    case 'foundExisting':
      return withExisting(form, action.terminalId, action.existing)
    case 'failed':
      return failed({ ...form, isAsking: false, told: null, problem: action.problem }, action.problem)
    case 'shownNow':
      return form.kind === 'edit' ? { ...form, meanwhile: action.terminal ?? 'gone' } : form
    case 'startAnew':
      return form.kind === 'register' ? newRegister(action.by) : newEdit(form.base, action.by)
    case 'locked':
      return locked(form)
    default:
      return assertNever(action, 'action of a form')
  }
}

/** What came of the change that was asked for from this form; null before. */
export function resultOf({ isAsking, told }: FormState): TerminalChangeView | null {
  return isAsking ? null : told
}

/** At most one registration, and one edit for each terminal, are open. Null if the task has no form. */
export function formKey(task: TerminalTask | null): string | null {
  if (task === null || task.kind === 'changes') return null
  return task.kind === 'register' ? 'register' : `edit ${task.recordId}`
}

function afterAnswer(check: AccountCheck, isMerchant: boolean): AccountCheck {
  if (check.phase === 'answered' && isMerchant) return { phase: 'confirmed', check: check.check }
  const isEnded = !isMerchant && (check.phase === 'answered' || check.phase === 'asking')
  return isEnded ? { phase: 'none' } : check
}

type Validation = Extract<FormAction, { type: 'validate' }>

function validated(form: FormState, { accountPattern }: Validation): FormState {
  const trimmed =
    form.kind === 'register'
      ? { ...form, values: trimmedRegister(form.values) }
      : { ...form, values: trimmedEdit(form.values) }
  const found = fieldErrors(trimmed, accountPattern)
  return found.length === 0 ? { ...trimmed, problems: {} } : marked(trimmed, formProblems(found))
}

function fieldErrors(form: FormState, accountPattern: string) {
  if (form.kind === 'register') return registerProblems(form.values, accountPattern)
  // The serial number that the bank has may break our rules; unchanged, it is no mistake.
  const isSerialKept = form.values.serialNumber === form.base.serialNumber.trim()
  return editProblems(form.values, accountPattern).filter(
    ({ field }) => field !== 'serialNumber' || !isSerialKept,
  )
}

function marked(form: FormState, problems: FormProblems): FormState {
  return { ...form, problems, problemCount: form.problemCount + 1 }
}

/** @param terminalId the one that was looked for; another one may have been typed since */
function withExisting(form: FormState, terminalId: string, existing: TerminalView | null): FormState {
  if (form.kind === 'edit' || form.values.terminalId.trim() !== terminalId) return form
  // Main may know more of it than the list that the screen has.
  if (existing === null) return { ...form, existing }
  return { ...form, existing, problems: { ...form.problems, terminalId: 'alreadyRegistered' } }
}

function failed(form: FormState, problem: CallError): FormState {
  if (problem.code === 'invalid') return marked(form, formProblems(problem.fields))
  if (form.kind === 'edit' && problem.code === 'changedMeanwhile' && problem.what === 'merchant') {
    return { ...form, merchant: null }
  }
  if (problem.code !== 'nameNotChecked') return form
  return { ...form, check: { phase: 'none' } }
}

function locked(form: FormState): FormState {
  const isAccountLost = form.isAccountLost || form.values.accountNumber !== ''
  const emptied = filled(form, { accountNumber: '', by: '' })
  return { ...emptied, check: { phase: 'none' }, vouch: null, isAccountLost }
}

/** The terminal that a form is about. A registration has no record of it yet, and at first no ID. */
export function terminalOf(form: FormState): {
  readonly terminalId: string
  readonly recordId: string | null
} {
  if (form.kind === 'register') return { terminalId: form.values.terminalId.trim(), recordId: null }
  return { terminalId: form.base.terminalId, recordId: form.base.recordId }
}

/** Whether a change is of a form's kind and of its terminal. */
export function isOf(form: FormState, { kind, terminalId, recordId }: TerminalChangeView): boolean {
  const own = terminalOf(form)
  if (kind !== form.kind) return false
  return own.recordId === null
    ? own.terminalId.toUpperCase() === terminalId.toUpperCase()
    : own.recordId === recordId
}
