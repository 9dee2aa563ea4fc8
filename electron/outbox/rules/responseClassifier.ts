import { koboFromDecimal } from '../../../shared/money.ts'
import { dayOf, parseServiceTime, serviceTimeToMs } from '../../../shared/serviceTime.ts'
import { isSameTerminalId } from '../../../shared/terminal.ts'
import { type Answer, errorCode, type TransactionRecord, type UnreadableRow } from '../../gateway/answer.ts'
import type { SaleEvent } from './machine.ts'
import { isSameReference } from './references.ts'

/** What an answer to a send proves. */
export interface SendVerdict {
  readonly event: Extract<SaleEvent, 'acceptedByAnswer' | 'provenUnsent' | 'outcomeUnknown'>
  readonly code: string
  /** The bank's own words of refusal. */
  readonly bankMessage: string | null
}

/**
 * Only two things are certain: a clean yes, and that nothing left. All else may have settled money, even a clean no:
 * whether that means "refused" or "already paid" is undocumented (docs/service.md 4.7).
 * @param unsentStatuses HTTP statuses that the bank confirmed never commit (profile)
 */
export function judgeSend(
  answer: Answer<{ readonly message: string }>,
  unsentStatuses: readonly number[],
): SendVerdict {
  if (answer.result.ok) return { event: 'acceptedByAnswer', code: 'accepted', bankMessage: null }
  const { error } = answer.result
  const code = errorCode(error)
  if (error.kind === 'unsent') return { event: 'provenUnsent', code, bankMessage: null }
  if (error.kind === 'http' && unsentStatuses.includes(error.status)) {
    return { event: 'provenUnsent', code, bankMessage: null }
  }
  return { event: 'outcomeUnknown', code, bankMessage: error.kind === 'declined' ? error.message : null }
}

/** The part of a sale that evidence is compared with. */
export interface Claimed {
  readonly transactionId: string
  readonly terminalId: string
  readonly amountKobo: number
  readonly recordedAtMs: number
}

/** Whether the bank does not say when it received the sale, or not in a way that can be read. */
export function isAgeUnknown({ timeReceived }: Pick<TransactionRecord, 'timeReceived'>): boolean {
  return dayOf(timeReceived) === undefined
}

/** Whether a row that cannot be read may be the record of a sale, as far as it can be. */
export function mayBeRecordOf(transactionId: string, row: Pick<UnreadableRow, 'transactionId'>): boolean {
  return row.transactionId === null || isSameReference(row.transactionId, transactionId)
}

/** A record received longer than this before the sale was recorded belongs to an older sale with the same id. */
const RECORD_AGE_MS_MAX = 24 * 60 * 60_000

/**
 * Compares a record of the service with the sale of that id.
 * @param serviceOffsetMinutes the service's zone, used only for the age rule
 * @returns `unrelated` if the record has another id: a mixed-up answer says nothing
 */
export function judgeRecord(
  sale: Claimed,
  record: Pick<TransactionRecord, 'transactionId' | 'amount' | 'terminalId' | 'timeReceived'>,
  serviceOffsetMinutes: number,
): 'foundAtBank' | 'foundDifferent' | 'unrelated' {
  if (!isSameReference(record.transactionId, sale.transactionId)) return 'unrelated'
  if (koboFromDecimal(record.amount) !== sale.amountKobo) return 'foundDifferent'
  if (!isSameTerminalId(record.terminalId, sale.terminalId)) return 'foundDifferent'
  const received = parseServiceTime(record.timeReceived)
  if (received !== undefined) {
    const receivedAtMs = serviceTimeToMs(received, serviceOffsetMinutes)
    if (receivedAtMs < sale.recordedAtMs - RECORD_AGE_MS_MAX) return 'foundDifferent'
  }
  return 'foundAtBank'
}
