import type { Cashier } from '../../../shared/people.ts'
import { alikeReference } from '../../../shared/transactionId.ts'
import type { Database } from '../../storage/database.ts'
import type { Destination } from '../../gateway/destination.ts'
import type { SaleRow } from '../rules/saleRow.ts'

export interface NewSale {
  readonly transactionId: string
  /** A person entered it; otherwise it was made for this sale. */
  readonly isTyped?: boolean
  readonly destination: Destination
  readonly terminalId: string
  readonly amountKobo: number
  readonly amountWire: string
  readonly note: string
  readonly recordedAtMs: number
  readonly recordedBoot: string
  readonly recordedAwakeMs: number
  /** The reference of a refused, removed or written-off sale that this one corrects; null for none. */
  readonly corrects: string | null
  /** Who records it; left out or null if no cashiers are set up. */
  readonly cashier?: Cashier | null
}

/** A new sale, queued and due at once. */
export function insertSale(database: Database, sequence: number, sale: NewSale): void {
  database.run(
    `INSERT INTO sale (sequence, transaction_id, environment, partner_url, client_id, terminal_id, amount_kobo, amount_wire,
       note, state, version, recorded_at_ms, recorded_boot, recorded_awake_ms, due_awake_ms, corrects,
       cashier_id, cashier_name, alike)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'queued', 1, ?, ?, ?, ?, ?, ?, ?, ?)`,
    sequence,
    sale.transactionId,
    sale.destination.environment,
    sale.destination.partnerUrl,
    sale.destination.clientId,
    sale.terminalId,
    sale.amountKobo,
    sale.amountWire,
    sale.note,
    sale.recordedAtMs,
    sale.recordedBoot,
    sale.recordedAwakeMs,
    sale.recordedAwakeMs,
    sale.corrects,
    sale.cashier?.id ?? null,
    sale.cashier?.name ?? null,
    alikeReference(sale.transactionId),
  )
}

/** @returns false if the row has changed since it was read; then nothing was written */
export function writeSale(database: Database, before: SaleRow, after: SaleRow): boolean {
  const changes = database.run(
    `UPDATE sale SET state = ?, version = ?, send_count = ?, sent_awake_ms = ?, resend_count = ?, failure_count = ?,
       due_awake_ms = ?, unknown_since_awake_ms = ?, check_count = ?, last_check_at_ms = ?, looked_up_awake_ms = ?,
       not_found_count = ?, last_not_found_awake_ms = ?, accepted_at_ms = ?, bank_message = ?, review_reason = ?,
       held_reason = ?, record_json = ?, record_at_ms = ?, date_paid = ?, ask_since_awake_ms = ?, ask_problem = ?,
       ask_waived = ?, answered_at_ms = ?, differing_json = ?, differing_at_ms = ?, differing_open = ?, in_stop = ?,
       trial_number = ?, refusal_seen = ?
     WHERE sequence = ? AND version = ? AND state = ?`,
    after.state,
    after.version,
    after.sendCount,
    after.sentAwakeMs,
    after.resendCount,
    after.failureCount,
    after.dueAwakeMs,
    after.unknownSinceAwakeMs,
    after.checkCount,
    after.lastCheckAtMs,
    after.lookedUpAwakeMs,
    after.notFoundCount,
    after.lastNotFoundAwakeMs,
    after.acceptedAtMs,
    after.bankMessage,
    after.reviewReason,
    after.heldReason,
    jsonOf(after.record),
    after.recordAtMs,
    after.datePaid,
    after.askSinceAwakeMs,
    after.askProblem,
    Number(after.askWaived),
    after.answeredAtMs,
    jsonOf(after.differing),
    after.differingAtMs,
    Number(after.differingOpen),
    Number(after.inStop),
    after.trialNumber,
    Number(after.refusalSeen),
    before.sequence,
    before.version,
    before.state,
  )
  return changes === 1
}

function jsonOf(record: SaleRow['record']): string | null {
  return record === null ? null : JSON.stringify(record)
}
