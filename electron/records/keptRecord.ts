import * as z from 'zod/mini'
import { parseUnknown } from '../../shared/parse.ts'
import { eachRecordText, type RecordView } from '../../shared/record.ts'

/** What was read of a record at one time. */
export interface KeptVersion {
  readonly view: RecordView
  readonly readAtMs: number
}

export interface KeptRecord {
  /** Its place in the file, for `versions`. */
  readonly row: number
  readonly newest: KeptVersion
  readonly versionCount: number
  /** The bank's day of receipt; null if unreadable. */
  readonly day: string | null
  readonly firstReadAtMs: number
  /** At least then it was read last, from a short answer, a change or a complete list. */
  readonly lastReadAtMs: number
  /** The newest complete list of its days lacked it, and no later answer showed it; else null. */
  readonly lackedAtMs: number | null
}

/** What the reads of one terminal's day say together. */
export interface Coverage {
  /** The newest complete list with this whole day in it: when its first page was asked for. Null if there is none. */
  readonly completeAsOfMs: number | null
  readonly completeTurn: number
}

export interface TerminalDay {
  readonly terminalId: string
  /** YYYY-MM-DD, the bank's; empty for the records without a readable day. */
  readonly day: string
}

const text = z.string()
const optionalText = z.nullable(z.string())
const integer = z.int()
const optionalInteger = z.nullable(z.int())
const flag = z.union([z.literal(0), z.literal(1)])

const Unread = z.array(z.strictObject({ field: text, text }))

const Texts = z.record(z.string(), optionalText)

/** Checked when read, since the file may have been changed from outside. */
export const StoredVersion = z.object({
  record_id: text,
  transaction_id: text,
  terminal_id: text,
  terminal_record_id: optionalText,
  amount: text,
  net: optionalText,
  fee_percentage: optionalText,
  is_paid: flag,
  date_paid: text,
  time_received: text,
  account_ending: text,
  service_reference: text,
  texts: text,
  unread: optionalText,
  read_at_ms: integer,
})

export const StoredRecord = z.extend(StoredVersion, {
  row: integer,
  owner: integer,
  newest: integer,
  day: text,
  listed_under: text,
  first_at_ms: integer,
  last_at_ms: integer,
  last_turn: integer,
  lacked_at_ms: optionalInteger,
  lacked_turn: optionalInteger,
})

/** @throws if the row is not one that the program could have written: the file is then closed, and opened anew */
export function parsed<Value>(schema: z.ZodMiniType<Value>, row: unknown): Value {
  const read = parseUnknown(schema, row)
  if (!read.ok) throw new Error(`a kept record cannot be read: ${read.error[0]?.path ?? ''}`)
  return read.value
}

export function versionOf(stored: z.output<typeof StoredVersion>): KeptVersion {
  const texts = parsed(Texts, JSON.parse(stored.texts))
  return {
    view: {
      recordId: stored.record_id,
      terminalRecordId: stored.terminal_record_id,
      terminalId: stored.terminal_id,
      accountEnding: stored.account_ending,
      amount: stored.amount,
      amountSettled: stored.net,
      feePercentage: stored.fee_percentage,
      isPaid: stored.is_paid === 1,
      datePaid: stored.date_paid,
      transactionId: stored.transaction_id,
      serviceReference: stored.service_reference,
      timeReceived: stored.time_received,
      ...eachRecordText((name) => texts[name] ?? null),
      ...(stored.unread === null ? {} : { unread: parsed(Unread, JSON.parse(stored.unread)) }),
    },
    readAtMs: stored.read_at_ms,
  }
}
