import type { CallError, FieldProblem } from '../../../shared/callError.ts'
import type { MerchantView, TerminalView } from '../../../shared/terminal.ts'
import type { TerminalField } from '../../../shared/terminalChange.ts'
import type { TerminalFieldProblem } from '../../../shared/terminalForm.ts'
import type { EditState, FormField, FormProblems, FormState } from '../../core/terminalChangeTypes.ts'
import { checkHindrance, saveHindrance, type HindranceFacts } from './terminalHindrance.ts'
import { bankTimeText } from '../../ui/format/time.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { maskedText, yesNo } from './terminalChangeSides.ts'
import { paysToText } from './terminalWords.ts'

const words = lazyStrings.terminalChange

/** The problem of a field, in words; undefined where it has none. */
export function fieldProblemText(problems: FormProblems, field: FormField): string | undefined {
  const problem = problems[field]
  return problem === undefined ? undefined : problemOfField(field, problem)
}

function problemOfField(field: FormField, problem: TerminalFieldProblem | 'other'): string {
  const { fieldProblems } = words
  if (problem === 'alreadyRegistered') return fieldProblems.terminalId.alreadyRegistered
  if (problem !== 'empty') return fieldProblems[problem]
  if (field === 'seen' || field === 'recordId' || field === 'merchantRecordId') return fieldProblems.other
  if (field === 'isActive' || field === 'isReceivingPayment' || field === 'serialNumber')
    return fieldProblems.other
  return fieldProblems[field].empty
}

/** Main's problems by field; a code that this version does not know still marks its field. */
export function formProblems(fields: readonly FieldProblem[]): FormProblems {
  const found: { -readonly [Field in FormField]?: TerminalFieldProblem | 'other' } = {}
  for (const { field, problem } of fields) {
    const name = FIELDS.find((one) => one === field || field === `form.${one}`)
    if (name !== undefined) found[name] ??= PROBLEMS.find((one) => one === problem) ?? 'other'
  }
  return found
}

const FIELDS: readonly FormField[] = [
  'terminalId',
  'merchantId',
  'merchantRecordId',
  'accountNumber',
  'serialNumber',
  'isActive',
  'isReceivingPayment',
  'accountAgain',
  'name',
  'how',
  'who',
  'on',
  'by',
  'note',
  'recordId',
  'seen',
]
const PROBLEMS: readonly TerminalFieldProblem[] = [
  'empty',
  'tooLong',
  'hiddenCharacter',
  'notTenDigits',
  'notAnAccount',
  'notSame',
  'notADay',
  'nothingChanged',
  'alreadyRegistered',
  'merchantNotKnown',
]

/** Why a save failed. All texts but the last say that the bank was not asked. */
export function formProblemText(error: CallError): string {
  const texts = words.problem
  switch (error.code) {
    case 'invalid':
    case 'nameNotChecked':
    case 'notSaved':
    case 'readOnly':
      return texts[error.code]
    case 'incomplete':
      return error.reason === 'cancelled' ? texts.cancelled : texts.incomplete
    case 'notSignedIn':
      // Another person was signed in before the answer came.
      return error.reason === 'overtaken' ? texts.unclear : texts.notSignedIn
    case 'notAllowed':
      if (error.reason === 'earlierOpen') return texts.earlierOpen
      return error.reason === 'underWay' ? texts.underWay : texts.notAllowed
    case 'needsManager':
      return words.forManager
    case 'changedMeanwhile':
      return error.what === 'merchant' ? texts.merchantOther : words.edit.meanwhileBody
    case 'notFound':
      return texts.gone
    case 'unreachable':
    case 'noAnswer':
      return isStopped(error) ? texts.cancelled : texts.notReached
    case 'badAnswer':
    case 'declined':
    case 'credentialsRefused':
      return texts.notRead
    default:
      return texts.unclear
  }
}

/** A person stopped it: that says nothing about whether the bank can be reached. */
export function isStopped(error: CallError): boolean {
  return 'fault' in error && 'reason' in error.fault && error.fault.reason === 'aborted'
}

/** A merchant by ID, with the names of the accounts that their terminals pay to. */
export function merchantText(merchant: MerchantView): string {
  return words.check.merchantPaysTo(merchant.merchantId, paysToText(merchant))
}

/** The same for a typed ID, as far as the list shows the merchant. */
export function typedMerchantText(merchantId: string, rows: readonly MerchantView[]): string {
  const known = knownMerchant(merchantId, rows)
  return known === null ? merchantId.trim() : merchantText(known)
}

/** Null where no merchant of the list has this ID, or several have it. */
export function knownMerchant(merchantId: string, rows: readonly MerchantView[]): MerchantView | null {
  const known = rows.find((merchant) => merchant.merchantId === merchantId.trim()) ?? null
  return known !== null && known.recordCount > 1 ? null : known
}

/** How many merchants in these rows have this ID. */
export function merchantCount(merchantId: string, rows: readonly MerchantView[]): number {
  return rows.find((merchant) => merchant.merchantId === merchantId.trim())?.recordCount ?? 0
}

/** The problem of the merchant in an edit, for its field. */
export function merchantProblemText(
  { merchant, merchantText: text, problems }: Pick<EditState, 'merchant' | 'merchantText' | 'problems'>,
  rows: readonly MerchantView[],
): string | undefined {
  const found = fieldProblemText(problems, 'merchantRecordId')
  if (found !== undefined || merchant !== null || text.trim() === '') return found
  const count = merchantCount(text, rows)
  return count > 1 ? words.fieldProblems.merchantShared(count) : words.fieldProblems.merchantNotKnown
}

/** Why the name cannot be asked for now, in words; null where it can. */
export function checkOffReason(facts: HindranceFacts): string | null {
  const hindrance = checkHindrance(facts)
  if (hindrance === null) return null
  return hindrance === 'offline' ? words.off.offline : words.check[hindrance]
}

/** Why an entry cannot be saved now, in words; null where it can. */
export function saveOffReason(form: FormState, facts: HindranceFacts): string | null {
  const hindrance = saveHindrance(form, facts)
  if (hindrance === null) return null
  return hindrance === 'noToken' ? words.check.noToken : words.off[hindrance]
}

/** The heading of a form. */
export function formTitle(form: FormState): string {
  return form.kind === 'register' ? words.register.title : words.edit.title(form.base.terminalId)
}

export interface MeanwhileLine {
  /** The field of the form that has this value; null for a value that cannot be changed here. */
  readonly field: TerminalField | null
  readonly label: string
  readonly began: string
  readonly shown: string
}

/** The values that changed at the bank, as far as they are visible; the account is masked. */
export function meanwhileLines(began: TerminalView, shown: TerminalView): readonly MeanwhileLine[] {
  return meanwhileFields
    .map(([label, text, field = null]) => ({ field, label, began: text(began), shown: text(shown) }))
    .filter((line) => line.began !== line.shown)
}

const meanwhileFields: readonly (readonly [
  label: string,
  text: (terminal: TerminalView) => string,
  field?: TerminalField,
])[] = [
  [words.fields.terminalId, ({ terminalId }) => terminalId],
  [words.fields.merchant, ({ merchantId }) => merchantId, 'merchant'],
  [words.fields.account, ({ accountEnding }) => maskedText(accountEnding), 'account'],
  [words.fields.accountName, ({ accountName }) => accountName, 'account'],
  [words.fields.serialNumber, ({ serialNumber }) => serialNumber || words.fields.empty, 'serialNumber'],
  [words.fields.isActive, ({ isActive }) => yesNo(isActive), 'isActive'],
  [
    words.fields.isReceivingPayment,
    ({ isReceivingPayment }) => yesNo(isReceivingPayment),
    'isReceivingPayment',
  ],
  [lazyStrings.terminal.fee, ({ feePercentage }) => lazyStrings.terminal.percent(feePercentage)],
  [lazyStrings.terminal.created, ({ dateCreated }) => bankTimeText(dateCreated)],
]

/** Cleans a pasted account number: removes the spaces and dashes that group its digits. */
export function cleanedAccount(text: string): string {
  return text.replaceAll(/[\s\p{Cf}\u2010-\u2015-]/gu, '')
}
