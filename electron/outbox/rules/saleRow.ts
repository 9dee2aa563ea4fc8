import type { Destination } from '../../gateway/destination.ts'
import * as z from 'zod/mini'
import { parseUnknown } from '../../../shared/parse.ts'
import type { Cashier } from '../../../shared/people.ts'
import { RecordView } from '../../../shared/record.ts'
import { HeldReason, ReviewReason, SaleState } from '../../../shared/sale.ts'

const integer = z.int()
const optionalInteger = z.nullable(z.int())
const optionalText = z.nullable(z.string())
/** SQLite has no booleans; a strict table stores 0 and 1. */
const flag = z.union([z.literal(0), z.literal(1)])

/** A stored row; checked when read, since the file may have been changed from outside. */
const StoredSale = z.object({
  sequence: integer,
  transaction_id: z.string(),
  environment: z.enum(['live', 'practice']),
  partner_url: z.string(),
  client_id: z.string(),
  terminal_id: z.string(),
  amount_kobo: integer,
  amount_wire: z.string(),
  note: z.string(),
  state: SaleState,
  version: integer,
  recorded_at_ms: integer,
  recorded_boot: z.string(),
  recorded_awake_ms: integer,
  send_count: integer,
  sent_awake_ms: optionalInteger,
  resend_count: integer,
  failure_count: integer,
  due_awake_ms: integer,
  unknown_since_awake_ms: optionalInteger,
  check_count: integer,
  last_check_at_ms: optionalInteger,
  looked_up_awake_ms: optionalInteger,
  not_found_count: integer,
  last_not_found_awake_ms: optionalInteger,
  accepted_at_ms: optionalInteger,
  bank_message: optionalText,
  review_reason: z.nullable(ReviewReason),
  record_json: optionalText,
  record_at_ms: optionalInteger,
  date_paid: optionalText,
  held_reason: z.nullable(HeldReason),
  corrects: optionalText,
  ask_since_awake_ms: optionalInteger,
  ask_problem: optionalText,
  ask_waived: flag,
  answered_at_ms: optionalInteger,
  differing_json: optionalText,
  differing_at_ms: optionalInteger,
  differing_open: flag,
  in_stop: flag,
  trial_number: integer,
  refusal_seen: flag,
  cashier_id: optionalText,
  cashier_name: optionalText,
})

/** A complete sale. Every `…AtMs` is by this computer's clock; every `…AwakeMs` is awake time. */
export interface SaleRow {
  readonly sequence: number
  readonly transactionId: string
  readonly destination: Destination
  readonly terminalId: string
  readonly amountKobo: number
  /** Frozen when recorded; exactly this text is sent. */
  readonly amountWire: string
  readonly note: string
  readonly state: SaleState
  /** Grows with every change; a writer with an older one changes nothing. */
  readonly version: number
  readonly recordedAtMs: number
  /** The run of the program that recorded it. */
  readonly recordedBoot: string
  readonly recordedAwakeMs: number
  readonly sendCount: number
  /** When it was last claimed; null before. */
  readonly sentAwakeMs: number | null
  /** How often it went back to the queue after a proven absence. */
  readonly resendCount: number
  /** Failed tries in a row, for the back-off. */
  readonly failureCount: number
  /** When the next send, look-up or follow-up is due. */
  readonly dueAwakeMs: number
  readonly unknownSinceAwakeMs: number | null
  readonly checkCount: number
  readonly lastCheckAtMs: number | null
  /** When the bank last answered a look-up of this sale. */
  readonly lookedUpAwakeMs: number | null
  /** Valid "not found" answers of the absence proof (absenceProof.ts), and when the latest one counted. */
  readonly notFoundCount: number
  readonly lastNotFoundAwakeMs: number | null
  readonly acceptedAtMs: number | null
  readonly bankMessage: string | null
  readonly reviewReason: ReviewReason | null
  /** The newest record that the service gave, its account number masked. */
  readonly record: RecordView | null
  readonly recordAtMs: number | null
  /** The service's payment time, if it is a real one. */
  readonly datePaid: string | null
  readonly heldReason: HeldReason | null
  /** The reference of the sale that this one corrects; null for none. */
  readonly corrects: string | null
  /** Since when the answers to the pre-send query say nothing; null if the last one did. */
  readonly askSinceAwakeMs: number | null
  /** A short code for the newest such answer. */
  readonly askProblem: string | null
  /** A manager allows sending without a readable answer. */
  readonly askWaived: boolean
  /** When the bank last answered about this sale. */
  readonly answeredAtMs: number | null
  /** The newest record that differs from the accepted one. */
  readonly differing: RecordView | null
  readonly differingAtMs: number | null
  /** A person has not settled the difference yet. */
  readonly differingOpen: boolean
  /** It was unknown when sending stopped. */
  readonly inStop: boolean
  /** Which trial of a stop (stop.ts) its last send was; 0 without a stop. */
  readonly trialNumber: number
  /** It was refused, and a person noted that or recorded another sale in its place. */
  readonly refusalSeen: boolean
  /** Who recorded it; null if no cashiers were set up. */
  readonly cashier: Cashier | null
}

/** @throws Error naming the column, never the value, if the program could not have written the row */
export function saleRowFromStored(stored: unknown): SaleRow {
  const parsed = parseUnknown(StoredSale, stored)
  if (!parsed.ok) {
    const [first] = parsed.error
    throw new Error(`a sale's row is damaged: ${first?.path ?? ''} ${first?.problem ?? ''}`)
  }
  const row = parsed.value
  return {
    sequence: row.sequence,
    transactionId: row.transaction_id,
    destination: { environment: row.environment, partnerUrl: row.partner_url, clientId: row.client_id },
    terminalId: row.terminal_id,
    amountKobo: row.amount_kobo,
    amountWire: row.amount_wire,
    note: row.note,
    state: row.state,
    version: row.version,
    recordedAtMs: row.recorded_at_ms,
    recordedBoot: row.recorded_boot,
    recordedAwakeMs: row.recorded_awake_ms,
    sendCount: row.send_count,
    sentAwakeMs: row.sent_awake_ms,
    resendCount: row.resend_count,
    failureCount: row.failure_count,
    dueAwakeMs: row.due_awake_ms,
    unknownSinceAwakeMs: row.unknown_since_awake_ms,
    checkCount: row.check_count,
    lastCheckAtMs: row.last_check_at_ms,
    lookedUpAwakeMs: row.looked_up_awake_ms,
    notFoundCount: row.not_found_count,
    lastNotFoundAwakeMs: row.last_not_found_awake_ms,
    acceptedAtMs: row.accepted_at_ms,
    bankMessage: row.bank_message,
    reviewReason: row.review_reason,
    record: row.record_json === null ? null : recordFromStored(row.record_json),
    recordAtMs: row.record_at_ms,
    datePaid: row.date_paid,
    heldReason: row.held_reason,
    corrects: row.corrects,
    askSinceAwakeMs: row.ask_since_awake_ms,
    askProblem: row.ask_problem,
    askWaived: row.ask_waived === 1,
    answeredAtMs: row.answered_at_ms,
    differing: row.differing_json === null ? null : recordFromStored(row.differing_json),
    differingAtMs: row.differing_at_ms,
    differingOpen: row.differing_open === 1,
    inStop: row.in_stop === 1,
    trialNumber: row.trial_number,
    refusalSeen: row.refusal_seen === 1,
    cashier:
      row.cashier_id === null || row.cashier_name === null
        ? null
        : { id: row.cashier_id, name: row.cashier_name },
  }
}

/** @throws Error if the program could not have written it */
export function recordFromStored(json: string): RecordView {
  const parsed = parseUnknown(RecordView, JSON.parse(json))
  if (!parsed.ok) throw new Error(`a sale's record is damaged: ${parsed.error[0]?.path ?? ''}`)
  return parsed.value
}
