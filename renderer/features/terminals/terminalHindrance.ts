import type { TerminalField } from '../../../shared/terminalChange.ts'
import type { AccountCheck, EditState, FormState } from '../../core/terminalChangeTypes.ts'
import type { AppState } from '../../core/types.ts'

export type HindranceFacts = Pick<AppState, 'access' | 'connection' | 'session' | 'storage' | 'terminals'>

/** Why the bank cannot be asked for a name now. */
export type CheckHindrance = 'offline' | 'notSetUp' | 'noToken'

/** Why an entry cannot be saved now. */
export type SaveHindrance =
  | CheckHindrance
  | 'readOnly'
  | 'gone'
  | 'meanwhile'
  | 'earlierUnread'
  | 'earlier'
  | 'signedOut'
  | 'noMerchant'
  | 'nothingChanged'
  | 'noTopic'
  | 'whoIsPaid'
  | 'noAccount'
  | 'notAnswered'
  | 'checking'
  | 'notSetUpNoPin'
  | 'cleared'
  | 'notChecked'

/** Why the name cannot be asked for now; null if it can. */
export function checkHindrance({ connection, terminals }: HindranceFacts): CheckHindrance | null {
  if (connection.status === 'offline') return 'offline'
  if (terminals?.nameCheck === 'notOffered') return 'notSetUp'
  return terminals?.nameCheck === 'noToken' ? 'noToken' : null
}

/** Why an entry cannot be saved now; null if it can. What is missing in a field is said at the field. */
export function saveHindrance(form: FormState, facts: HindranceFacts): SaveHindrance | null {
  if (facts.storage?.status === 'readOnly') return 'readOnly'
  if (form.kind === 'edit' && form.meanwhile !== null) return form.meanwhile === 'gone' ? 'gone' : 'meanwhile'
  if (form.earlierProblem !== null) return 'earlierUnread'
  if (form.earlier !== null) return 'earlier'
  if (facts.connection.status === 'offline') return 'offline'
  if (facts.session?.status !== 'signedIn') return 'signedOut'
  const ofTopics = form.kind === 'edit' ? topicHindrance(form) : null
  if (ofTopics !== null) return ofTopics
  return needsCheck(form) ? ofCheck(form.check, facts) : null
}

/** What a chosen topic still waits for. */
function topicHindrance(form: EditState): SaveHindrance | null {
  const { topics, merchant, isSameAccount, values } = form
  const isAnother = topics.includes('account')
  if (topics.length === 0) return 'noTopic'
  if (merchant === null) return 'noMerchant'
  if (topics.includes('shop') && !isAnother && !isSameAccount) return 'whoIsPaid'
  if (isAnother && values.accountNumber === '') return 'noAccount'
  return editedFields(form).length === 0 ? 'nothingChanged' : null
}

/** Whether the account in the form has to be confirmed before it can be saved, and is not yet. */
export function needsCheck({ kind, values, check }: FormState): boolean {
  if (kind === 'edit' && values.accountNumber.trim() === '') return false
  return check.phase !== 'confirmed'
}

function ofCheck(check: AccountCheck, facts: HindranceFacts): SaveHindrance {
  if (check.phase === 'answered') return 'notAnswered'
  if (check.phase === 'asking') return 'checking'
  const hindrance = checkHindrance(facts)
  if (hindrance === 'notSetUp') return facts.access?.pin === 'set' ? 'notSetUp' : 'notSetUpNoPin'
  return hindrance ?? (check.phase === 'cleared' ? 'cleared' : 'notChecked')
}

/** What an edit would change. The name goes with its account, so it is not listed. */
export function editedFields({
  base,
  values,
}: Pick<EditState, 'base' | 'values'>): readonly Exclude<TerminalField, 'accountName'>[] {
  return [
    ...(values.merchantRecordId === base.merchantRecordId ? [] : (['merchant'] as const)),
    ...(values.accountNumber.trim() === '' ? [] : (['account'] as const)),
    ...(values.serialNumber.trim() === base.serialNumber.trim() ? [] : (['serialNumber'] as const)),
    ...(values.isActive === base.isActive ? [] : (['isActive'] as const)),
    ...(values.isReceivingPayment === base.isReceivingPayment ? [] : (['isReceivingPayment'] as const)),
  ]
}
