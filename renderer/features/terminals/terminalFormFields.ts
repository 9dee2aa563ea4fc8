import { assertNever } from '../../../shared/result.ts'
import type { MerchantView, TerminalView } from '../../../shared/terminal.ts'
import type { EditForm, TerminalField } from '../../../shared/terminalChange.ts'
import { cleanedAccount } from './terminalFormWords.ts'
import type {
  AccountCheck,
  EditState,
  EditTopic,
  FormState,
  RegisterState,
} from '../../core/terminalChangeTypes.ts'
import { editedFields } from './terminalHindrance.ts'

const emptyForm = {
  check: { phase: 'none' },
  vouch: null,
  problems: {},
  problemCount: 0,
  problem: null,
  isAsking: false,
  told: null,
  earlier: null,
  earlierProblem: null,
  isAccountLost: false,
} as const

/** A terminal is registered in order to be used and paid for, so both are set at first. */
export function newRegister(by: string): RegisterState {
  return {
    ...emptyForm,
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
    existing: null,
  }
}

/** Everything as the bank shows it. */
export function newEdit(base: TerminalView, by: string): EditState {
  const { recordId, version, merchantRecordId, merchantId, serialNumber, isReceivingPayment, isActive } = base
  const values = {
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
  }
  const merchant = ofMerchant(merchantOf(base))
  return {
    ...emptyForm,
    kind: 'edit',
    values,
    base,
    ...merchant,
    topics: [],
    isSameAccount: false,
    meanwhile: null,
  }
}

/** Turns a topic on, or off: then its fields are as the bank shows them, so that nothing hidden is ever sent. */
export function withTopic(form: EditState, topic: EditTopic): EditState {
  const { base } = form
  const isOn = !form.topics.includes(topic)
  const topics = isOn ? [...form.topics, topic] : form.topics.filter((each) => each !== topic)
  const next = { ...form, topics }
  switch (topic) {
    case 'shop':
      // On, the field waits for the new one.
      return { ...withMerchantText(next, isOn ? '' : base.merchantId, []), isSameAccount: false }
    case 'account':
      return { ...filled(next, { accountNumber: '' }), isSameAccount: false, isAccountLost: false }
    case 'device':
      return isOn ? next : filled(next, { serialNumber: base.serialNumber })
    case 'use': {
      const { isActive, isReceivingPayment } = base
      return isOn ? next : filled(next, { isActive, isReceivingPayment })
    }
    default:
      return assertNever(topic, 'topic of an edit')
  }
}

/** Another account is the topic of its own. */
export function withSaidAccount(form: EditState, isSame: boolean): EditState {
  const isOpen = form.topics.includes('account')
  return { ...(isOpen === isSame ? withTopic(form, 'account') : form), isSameAccount: isSame }
}

/** Touched fields keep their entry; the others follow the bank, or the edit would undo what others changed there. */
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

/** The bank's new values become the base; touched fields stay. */
export function lookedAt(form: EditState): EditState {
  const { meanwhile, values } = form
  if (meanwhile === null || meanwhile === 'gone') return form
  const touched = editedFields(form)
  return {
    ...form,
    base: meanwhile,
    meanwhile: null,
    problem: null,
    ...(form.topics.includes('shop') ? {} : ofMerchant(merchantOf(meanwhile))),
    values: onBase(values, touched, meanwhile),
  }
}

/** A terminal's merchant, as far as the row of the terminal shows it. */
function merchantOf({ merchantRecordId, merchantId, accountName }: TerminalView): MerchantView {
  const accountNames = accountName === '' ? [] : [accountName]
  const counts = { accountNameCount: accountNames.length, terminalCount: 1, recordCount: 1 }
  return { merchantRecordId, merchantId, accountNames, ...counts }
}

function ofMerchant(merchant: MerchantView | null): Pick<EditState, 'merchant' | 'merchantText'> {
  return { merchant, merchantText: merchant?.merchantId ?? '' }
}

export function withMerchant(form: EditState, merchant: MerchantView): EditState {
  const { merchantRecordId, merchantId } = merchant
  return { ...filled(form, { merchantRecordId, merchantId }), ...ofMerchant(merchant) }
}

/** Takes the text for a merchant if exactly one has it as its ID. `recordCount` also counts those not in the rows. */
export function withMerchantText(form: EditState, text: string, rows: readonly MerchantView[]): EditState {
  const own = merchantOf(form.base)
  const known = [own, ...rows].filter(({ merchantId }) => merchantId === text.trim())
  const isOne =
    new Set(known.map(({ merchantRecordId }) => merchantRecordId)).size === 1 &&
    known.every(({ recordCount }) => recordCount <= 1)
  const merchant = isOne ? (known[0] ?? null) : null
  return { ...withMerchant(form, merchant ?? own), merchantText: text, merchant }
}

/** True if the form holds no entry that could be lost. */
export function isPristine(form: FormState): boolean {
  if (form.values.note.trim() !== '' || form.values.accountNumber !== '') return false
  if (form.kind === 'edit') return editedFields(form).length === 0
  const { terminalId, merchantId, serialNumber } = form.values
  return `${terminalId}${merchantId}${serialNumber}`.trim() === ''
}

/** Fields that were edited are no longer marked, and another account number is not checked. */
export function filled<Form extends FormState>(form: Form, part: Partial<Form['values']>): Form {
  const { accountNumber = form.values.accountNumber } = part
  const values = { ...form.values, ...part, accountNumber: cleanedAccount(accountNumber) }
  const untouched = Object.entries(form.problems).filter(([field]) => !(field in part))
  const next = { ...form, values, problems: Object.fromEntries(untouched) }
  if (values.accountNumber === form.values.accountNumber) return next
  return { ...next, check: checkAfterEdit(form, values.accountNumber), vouch: null }
}

function checkAfterEdit({ kind, check }: FormState, accountNumber: string): AccountCheck {
  const isIdle = check.phase === 'none' || (kind === 'edit' && accountNumber === '')
  return { phase: isIdle ? 'none' : 'cleared' }
}
