import {
  bankMessageOf,
  type CallError,
  type FieldProblem,
  type ServiceFault,
} from '../../shared/callError.ts'
import { parseAmount } from '../../shared/money.ts'
import { readReference, withoutSpaces } from '../../shared/referenceGroups.ts'
import { NOTE_LENGTH_MAX } from '../../shared/sale.ts'
import { assertNever } from '../../shared/result.ts'
import type { AppInfo } from '../../shared/session.ts'
import { formProblem, TRANSACTION_ID_LENGTH_MAX } from '../../shared/transactionId.ts'
import { strings } from '../strings/strings.ts'

export interface SaleDraft {
  readonly amountText: string
  readonly transactionId: string
  readonly note: string
}
export type SaleField = keyof SaleDraft
/** A field that most sales do without. */
export type EntryExtra = Exclude<SaleField, 'amountText'>
/** A problem text for each field that has one. */
export type SaleProblems = Partial<Readonly<Record<SaleField, string>>>

type ReferenceRules = Pick<AppInfo, 'transactionIdPattern' | 'reference'>

/** Checks an entry with the rules that main applies again, so that both give the same text. */
export function checkDraft(draft: SaleDraft, rules: ReferenceRules): SaleProblems {
  const found: FieldProblem[] = []
  const amount = parseAmount(draft.amountText)
  if (!amount.ok) found.push({ field: 'amountText', problem: amount.error })
  if (draft.transactionId.trim() !== '') {
    const reference = readReference(draft.transactionId, rules.transactionIdPattern)
    if (!reference.ok) found.push({ field: 'transactionId', problem: reference.error })
  }
  if (draft.note.trim().length > NOTE_LENGTH_MAX) found.push({ field: 'note', problem: 'tooLong' })
  const unkept = unkeptText(draft.transactionId, rules)
  return { ...fieldTexts(found), ...(unkept === null ? {} : { transactionId: unkept }) }
}

/** Why the bank would keep another form of a slip's number than it was sent; null where it keeps it whole. */
export function unkeptText(
  slip: string,
  { transactionIdPattern, reference: form }: ReferenceRules,
): string | null {
  const texts = strings.fields.reference
  const read = readReference(slip, transactionIdPattern)
  const problem = formProblem(read.ok ? read.value : withoutSpaces(slip), form)
  if (problem === null) return null
  if (problem === 'characters') return texts.keepsCharacters[form.characters]
  return form.maxLength === TRANSACTION_ID_LENGTH_MAX ? texts.tooLong : texts.keepsLength(form.maxLength)
}

/** Main's field problems in words; an unknown problem code still marks its field. */
export function fieldTexts(problems: readonly FieldProblem[]): SaleProblems {
  const texts: { -readonly [Field in SaleField]?: string } = {}
  for (const { field, problem } of problems) {
    if (field === 'amountText' || field === 'amount') texts.amountText ??= amountText(problem)
    else if (field === 'transactionId') texts.transactionId ??= referenceText(problem)
    else if (field === 'note') texts.note ??= noteText(problem)
  }
  return texts
}

function amountText(problem: string): string {
  const texts: Readonly<Record<string, string>> = strings.fields.amount
  return texts[problem] ?? (isTooLong(problem) ? strings.fields.amount.tooLarge : strings.fields.amount.other)
}

function referenceText(problem: string): string {
  const texts = strings.fields.reference
  if (problem === 'tooLong' || isTooLong(problem)) return texts.tooLong
  if (problem === 'characters') return texts.characters
  return /used|taken|exists|duplicate/iu.test(problem) ? texts.usedBefore : texts.other
}

function noteText(problem: string): string {
  return problem === 'tooLong' || isTooLong(problem) ? strings.fields.note.tooLong : strings.fields.note.other
}

/** The limit of the contract, in the words of `shared/parse.ts`. */
function isTooLong(problem: string): boolean {
  return problem.startsWith('must not be above')
}

/** Why a call failed, in one sentence, followed by the bank's words if there are any. */
export function problemText(error: CallError): string {
  return withBankWords(ownText(error), error)
}

/** The same, with the reason where a file could not be written. */
export function fileProblemText(error: CallError): string {
  return error.code === 'fileNotWritten' ? strings.exporting[error.reason] : problemText(error)
}

/** Adds the bank's words to our own, if there are any. */
export function withBankWords(own: string, error: CallError): string {
  const said = bankMessageOf(error)
  return said === undefined ? own : `${own} ${strings.problem.bankWords(said)}`
}

/** Names the field, where main knows it: support and the installer need it, and it contains no value. */
function badAnswerText(fault: ServiceFault): string {
  const texts = strings.problem
  if (fault.kind !== 'malformed' || !NAMED_FIELD.test(fault.path)) return texts.badAnswer
  return fault.path === 'token' ? texts.badToken : `${texts.badAnswer} ${texts.badField(fault.path)}`
}

/** A path that names a field; the others, such as `(body)`, are for support. */
const NAMED_FIELD = /^[A-Za-z0-9_.]{1,60}$/u

function ownText(error: CallError): string {
  const texts = strings.problem
  switch (error.code) {
    case 'credentialsRefused':
    case 'unreachable':
    case 'noAnswer':
    case 'declined':
    case 'notFound':
    case 'notSignedIn':
    case 'noTerminal':
    case 'needsCashier':
    case 'notAllowed':
    case 'notSaved':
    case 'readOnly':
    case 'invalid':
    case 'needsManager':
    case 'wrongPin':
    case 'wrongSecret':
    case 'tooManyTries':
    case 'needsLookUp':
    case 'incomplete':
    case 'changedMeanwhile':
    case 'nameNotChecked':
    case 'fileNotWritten':
      return texts[error.code]
    case 'badAnswer':
      return badAnswerText(error.fault)
    case 'untrustedSender':
    case 'unknownCall':
    case 'internal':
    case 'needsAmountConfirmation':
    case 'needsSecondSaleConfirmation':
    case 'needsRemovedSlipConfirmation':
    case 'needsAlikeSlipConfirmation':
      return texts.internal
    default:
      return assertNever(error, 'call error')
  }
}
