import { assertNever } from '../../shared/result.ts'
import type { MerchantView, TerminalView } from '../../shared/terminal.ts'
import type {
  EditForm,
  RegisterForm,
  TerminalChangeView,
  TerminalDraft,
} from '../../shared/terminalChange.ts'
import { cleanedAccount, editedFields } from '../words/terminalFormWords.ts'
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
  problems: {},
  problemCount: 0,
  problem: null,
  isAsking: false,
  told: null,
  earlier: null,
  result: null,
  draft: { status: 'none', atMs: 0 },
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
  const { recordId, version, merchantRecordId, serialNumber, isReceivingPayment, isActive } = base
  return {
    ...nothingDone,
    kind: 'edit',
    values: {
      recordId,
      seen: version,
      merchantRecordId,
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
  return { merchantRecordId, merchantId, accountName, terminalCount: 1 }
}

/** What was entered in another run. It stays offered until the person has said whether to go on with it. */
export function registerFromDraft(form: RegisterForm, offer: DraftOffer): RegisterState {
  return { ...emptyRegister(form.by), values: form, offer }
}

/**
 * @param base what the bank shows now
 * @param merchant of the draft, where the list still knows him
 */
export function editFromDraft(
  form: EditForm,
  offer: DraftOffer,
  base: TerminalView,
  merchant: MerchantView | null,
): EditState {
  return {
    ...unchangedEdit(base, form.by),
    // What is saved is compared with what is in view, and that is what the bank shows now.
    values: { ...form, seen: base.version },
    ...ofMerchant(form.merchantRecordId === base.merchantRecordId ? merchantOf(base) : merchant),
    offer,
    isDraftOld: form.seen !== base.version,
  }
}

function ofMerchant(merchant: MerchantView | null): Pick<EditState, 'merchant' | 'merchantText'> {
  return { merchant, merchantText: merchant?.merchantId ?? '' }
}

export function withMerchant(form: EditState, merchant: MerchantView): EditState {
  return withValues({ ...form, ...ofMerchant(merchant) }, { merchantRecordId: merchant.merchantRecordId })
}

/**
 * Takes what stands in the field for a merchant, where it is the ID of exactly one.
 * @param rows merchants whom the list shows
 */
export function withMerchantText(form: EditState, text: string, rows: readonly MerchantView[]): EditState {
  const { base } = form
  if (base === null) return form
  const known = [merchantOf(base), ...rows].filter(({ merchantId }) => merchantId === text.trim())
  const isOne = new Set(known.map(({ merchantRecordId }) => merchantRecordId)).size === 1
  const merchant = isOne ? (known[0] ?? null) : null
  const { merchantRecordId } = merchant ?? base
  return { ...withValues(form, { merchantRecordId }), merchantText: text, merchant }
}

/** Nobody has entered anything that could be lost. */
export function isPristine(form: FormState): boolean {
  if (form.values.note.trim() !== '' || form.values.accountNumber !== '') return false
  if (form.kind === 'edit') return form.base === null || editedFields(form.base, form.values).length === 0
  const { terminalId, merchantId, serialNumber } = form.values
  return `${terminalId}${merchantId}${serialNumber}`.trim() === ''
}

export function draftOf(form: FormState, keptAtMs: number): TerminalDraft {
  return form.kind === 'register'
    ? { kind: 'register', form: form.values, keptAtMs }
    : { kind: 'edit', form: form.values, keptAtMs }
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
    ...(isOther ? { check: checkAfterEdit(form, values.accountNumber) } : {}),
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
  const isMerchantTouched = touched.includes('merchant')
  return {
    ...form,
    base: meanwhile,
    meanwhile: null,
    problem: null,
    isDraftOld: false,
    ...(isMerchantTouched ? {} : ofMerchant(merchantOf(meanwhile))),
    values: {
      ...values,
      seen: meanwhile.version,
      ...(isMerchantTouched ? {} : { merchantRecordId: meanwhile.merchantRecordId }),
      ...(touched.includes('serialNumber') ? {} : { serialNumber: meanwhile.serialNumber }),
      ...(touched.includes('isActive') ? {} : { isActive: meanwhile.isActive }),
      ...(touched.includes('isReceivingPayment') ? {} : { isReceivingPayment: meanwhile.isReceivingPayment }),
    },
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

/** Remembers an earlier try whose outcome nobody knows, so that the person sees it before he asks once more. */
export function withEarlier(form: FormState, latest: TerminalChangeView | null): FormState {
  const isOpen = latest?.state === 'unknown' && latest.readBack?.outcome !== 'asAsked'
  return { ...form, earlier: isOpen ? latest : null }
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
