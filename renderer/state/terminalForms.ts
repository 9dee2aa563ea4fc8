import type { CallResult } from '../../shared/contract.ts'
import { assertNever } from '../../shared/result.ts'
import type { MerchantView, TerminalView } from '../../shared/terminal.ts'
import type {
  EditForm,
  RegisterForm,
  TerminalChangeView,
  TerminalDraft,
  TerminalField,
} from '../../shared/terminalChange.ts'
import { cleanedAccount } from '../words/terminalFormWords.ts'
import { editedFields } from './terminalHindrance.ts'
import type { DraftOffer, EditState, FormState, RegisterState, RegisterStep } from './terminalChangeTypes.ts'
import type { TerminalTask } from './terminalTypes.ts'

/** The draft key of a task (shared/terminalChange.ts); null where it has no entry. */
export function formKey(task: TerminalTask | null): string | null {
  if (task === null || task.kind === 'changes') return null
  return task.kind === 'register' ? 'register' : `edit ${task.recordId}`
}

const nothingDone = {
  offer: null,
  check: { phase: 'none' },
  vouch: null,
  problems: {},
  problemCount: 0,
  problem: null,
  isAsking: false,
  told: null,
  earlier: null,
  earlierProblem: null,
  result: null,
  draft: { status: 'none', atMs: 0 },
  isPutAway: false,
} as const

/** A terminal is registered in order to be used and paid for, so both are set until somebody says otherwise. */
export function emptyRegister(by: string): RegisterState {
  return {
    ...nothingDone,
    kind: 'register',
    values: {
      terminalId: '',
      merchantId: '',
      accountNumber: '',
      serialNumber: '',
      isReceivingPayment: true,
      isActive: true,
      by,
      note: '',
    },
    step: 'identity',
    existing: null,
  }
}

/** Everything as the bank shows it. */
export function unchangedEdit(base: TerminalView, by: string): EditState {
  const { recordId, version, merchantRecordId, merchantId, serialNumber, isReceivingPayment, isActive } = base
  return {
    ...nothingDone,
    kind: 'edit',
    values: {
      recordId,
      seen: version,
      merchantRecordId,
      merchantId,
      accountNumber: '',
      serialNumber,
      isReceivingPayment,
      isActive,
      by,
      note: '',
    },
    base,
    ...ofMerchant(merchantOf(base)),
    meanwhile: null,
    isDraftOld: false,
  }
}

/** A terminal's merchant, as far as the terminal shows him. */
function merchantOf({ merchantRecordId, merchantId, accountName }: TerminalView): MerchantView {
  return {
    merchantRecordId,
    merchantId,
    accountNames: accountName === '' ? [] : [accountName],
    accountNameCount: accountName === '' ? 0 : 1,
    terminalCount: 1,
    // One row says nothing of others; the list of merchants does.
    recordCount: 1,
  }
}

/** What was entered in another run. It stays offered until the person has said whether to go on with it. */
export function registerFromDraft(form: RegisterForm, offer: DraftOffer): RegisterState {
  return { ...emptyRegister(form.by), values: form, offer }
}

/**
 * What the person had changed, on what the bank shows now.
 * @param known the merchant of the draft, where the list still knows him
 */
export function editFromDraft(
  { form, changed = [] }: TerminalDraft & { kind: 'edit' },
  offer: DraftOffer,
  base: TerminalView,
  known: MerchantView | null,
): EditState {
  const isDraftOld = form.seen !== base.version
  const values = isDraftOld ? onBase(form, changed, base) : form
  // His record may be another merchant's by now, whom nobody has chosen.
  const chosen = known?.merchantId === form.merchantId ? known : null
  return {
    ...unchangedEdit(base, form.by),
    values,
    ...ofMerchant(values.merchantRecordId === base.merchantRecordId ? merchantOf(base) : chosen),
    offer,
    isDraftOld,
  }
}

/** What the person has touched stays; all else follows the bank, or it would undo what others have done there. */
function onBase(values: EditForm, touched: readonly TerminalField[], base: TerminalView): EditForm {
  const { merchantRecordId, merchantId, serialNumber, isActive, isReceivingPayment } = base
  return {
    ...values,
    seen: base.version,
    ...(touched.includes('merchant') ? {} : { merchantRecordId, merchantId }),
    ...(touched.includes('serialNumber') ? {} : { serialNumber }),
    ...(touched.includes('isActive') ? {} : { isActive }),
    ...(touched.includes('isReceivingPayment') ? {} : { isReceivingPayment }),
  }
}

function ofMerchant(merchant: MerchantView | null): Pick<EditState, 'merchant' | 'merchantText'> {
  return { merchant, merchantText: merchant?.merchantId ?? '' }
}

export function withMerchant(form: EditState, merchant: MerchantView): EditState {
  const { merchantRecordId, merchantId } = merchant
  return withValues({ ...form, ...ofMerchant(merchant) }, { merchantRecordId, merchantId })
}

/**
 * Takes what stands in the field for a merchant, where it is the ID of exactly one. Main may not have shown all of
 * those that share it yet, and counts them.
 * @param rows merchants whom the list shows
 */
export function withMerchantText(form: EditState, text: string, rows: readonly MerchantView[]): EditState {
  const { base } = form
  if (base === null) return form
  const known = [merchantOf(base), ...rows].filter(({ merchantId }) => merchantId === text.trim())
  const isOne =
    new Set(known.map(({ merchantRecordId }) => merchantRecordId)).size === 1 &&
    known.every(({ recordCount }) => recordCount <= 1)
  const merchant = isOne ? (known[0] ?? null) : null
  const { merchantRecordId, merchantId } = merchant ?? base
  return { ...withValues(form, { merchantRecordId, merchantId }), merchantText: text, merchant }
}

/** Nobody has entered anything that could be lost. */
export function isPristine(form: FormState): boolean {
  if (form.values.note.trim() !== '' || form.values.accountNumber !== '') return false
  if (form.kind === 'edit') return form.base === null || editedFields(form.base, form.values).length === 0
  const { terminalId, merchantId, serialNumber } = form.values
  return `${terminalId}${merchantId}${serialNumber}`.trim() === ''
}

/** The fields that were touched are no problem any more; another account number has not been checked. */
export function withValues<Form extends FormState>(form: Form, part: Partial<Form['values']>): Form {
  const { accountNumber } = part
  const values = { ...form.values, ...part }
  if (accountNumber !== undefined) values.accountNumber = cleanedAccount(accountNumber)
  const isOther = values.accountNumber !== form.values.accountNumber
  const problems = { ...form.problems }
  for (const field of Object.keys(part)) delete problems[field as keyof typeof problems]
  return {
    ...form,
    values,
    problems,
    ...(isOther ? { check: checkAfterEdit(form, values.accountNumber), vouch: null } : {}),
  }
}

function checkAfterEdit({ kind, check }: FormState, accountNumber: string): FormState['check'] {
  if (check.phase === 'none' || (kind === 'edit' && accountNumber === '')) return { phase: 'none' }
  return { phase: 'cleared' }
}

/** Which step of a registration has a field. */
export function stepOf(field: string): RegisterStep {
  if (field === 'accountNumber') return 'account'
  return ['terminalId', 'merchantId', 'serialNumber'].includes(field) ? 'identity' : 'review'
}

/**
 * Takes what the bank shows now for what was there before. What the person has not touched follows the bank; what he
 * has entered stays.
 */
export function lookedAt(form: EditState): EditState {
  const { base, meanwhile, values } = form
  if (base === null || meanwhile === null) return form
  const touched = editedFields(base, values)
  return {
    ...form,
    base: meanwhile,
    meanwhile: null,
    problem: null,
    isDraftOld: false,
    ...(touched.includes('merchant') ? {} : ofMerchant(merchantOf(meanwhile))),
    values: onBase(values, touched, meanwhile),
  }
}

/** Of the changes, the newest first, the last one that was asked for what the entry is about. */
export function latestOf(form: FormState, changes: readonly TerminalChangeView[]): TerminalChangeView | null {
  const isSame = (change: TerminalChangeView): boolean =>
    form.kind === 'register'
      ? change.terminalId.toUpperCase() === form.values.terminalId.trim().toUpperCase()
      : change.recordId === form.values.recordId
  return changes.find((change) => change.kind === form.kind && isSame(change)) ?? null
}

/** @param open what main knows to be open of the entry's terminal; null where nobody has named one yet */
export function withEarlier<Form extends FormState>(
  form: Form,
  open: CallResult<'terminals.changes'> | null,
): Form {
  const earlier = open?.ok === true ? (open.value.rows[0] ?? null) : null
  return { ...form, earlier, earlierProblem: open?.ok === false ? open.error : null }
}

/**
 * Without what a cashier may not read. What main has of it as a draft comes back with a manager.
 * @param isKept main has all of it
 */
export function putAway(form: FormState, isKept: boolean, nowMs: number): FormState {
  const rest = form.isAsking || form.result !== null || !isKept ? form : bare(form)
  const lacksAccount = rest.values.accountNumber !== ''
  return {
    ...withoutAccount(rest),
    ...(lacksAccount ? { offer: { begunAtMs: nowMs, lacksAccount } } : {}),
    check: { phase: 'none' },
    vouch: null,
    isPutAway: true,
  }
}

function withoutAccount(form: FormState): FormState {
  return form.kind === 'register'
    ? { ...form, values: { ...form.values, accountNumber: '' } }
    : { ...form, values: { ...form.values, accountNumber: '' } }
}

function bare(form: FormState): FormState {
  if (form.kind === 'register') return { ...emptyRegister(''), step: form.step }
  return form.base === null ? form : unchangedEdit(form.base, '')
}

/**
 * What main has not kept of it is as it was entered; the account number alone is as main has kept it. It is in the step
 * in which it was put away.
 * @param kept what main has
 */
export function broughtBack(away: FormState, kept: FormState): FormState {
  if (isPristine(away)) {
    const isStep = away.kind === 'register' && kept.kind === 'register'
    return isStep ? { ...kept, step: away.step } : kept
  }
  const { accountNumber } = kept.values
  const offer = away.offer?.lacksAccount === true && accountNumber === '' ? away.offer : null
  const back = { offer, problem: null, isPutAway: false }
  return away.kind === 'register'
    ? { ...away, ...back, values: { ...away.values, accountNumber } }
    : { ...away, ...back, values: { ...away.values, accountNumber } }
}

/**
 * Whether the entry is spent with this answer. After an answer that never came it is, too: offered once more, it would
 * be an invitation to do twice what may be done already.
 */
export function isSpent({ state }: TerminalChangeView): boolean {
  switch (state) {
    case 'done':
    case 'unknown':
    case 'asking':
      return true
    case 'refused':
    case 'unsent':
      return false
    default:
      return assertNever(state, 'state of a change')
  }
}
