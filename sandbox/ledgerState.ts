import * as z from 'zod/mini'
import { RecordChange } from './recordChange.ts'

const key = z.int().check(z.minimum(0))
/** It is sorted and subtracted, so it must be a number. */
const instantMs = z.number()
const decimalText = z.string().check(z.regex(/^[0-9]{1,3}(\.[0-9]{1,6})?$/u))

const LedgerTerminal = z.strictObject({
  recordId: key,
  merchantRecordId: key,
  terminalId: z.string(),
  merchantId: z.string(),
  accountNumber: z.string(),
  accountName: z.string(),
  /** May be empty (docs/service.md 2.2). */
  serialNumber: z.string(),
  isActive: z.boolean(),
  isReceivingPayment: z.boolean(),
  /** Decimal text, kept byte for byte: `0.50` stays `0.50`. */
  feePercentage: decimalText,
  /** As sent: bank time, no zone. */
  dateCreated: z.string(),
})
export type LedgerTerminal = Readonly<z.output<typeof LedgerTerminal>>

const LedgerRecord = z.strictObject({
  recordId: key,
  terminalRecordId: key,
  terminalId: z.string(),
  accountNumber: z.string(),
  amountKobo: key,
  settledKobo: key,
  feePercentage: decimalText,
  transactionId: z.string(),
  serviceReference: z.string(),
  /** May be in the future: a late commit. */
  receivedAtMs: instantMs,
  visibleAtMs: instantMs,
  /** Null: never, since the terminal does not receive payment. */
  paidAtMs: z.nullable(instantMs),
  isSeeded: z.boolean(),
  /** Absent: the record is shown as stored here. */
  change: z.optional(RecordChange),
  /** The bank's second record of one settlement: it moves no money of its own. */
  isSecond: z.optional(z.literal(true)),
})
export type LedgerRecord = Readonly<z.output<typeof LedgerRecord>>

/** Everything that the bank keeps over a restart, as plain JSON. It holds no token and no secret. */
export const LedgerState = z.strictObject({
  terminals: z.readonly(z.array(LedgerTerminal)),
  /** TIDs that the service has issued and that may be registered. */
  issuedTerminalIds: z.readonly(z.array(z.string())),
  merchants: z.readonly(z.array(z.strictObject({ recordId: key, merchantId: z.string() }))),
  accounts: z.readonly(z.array(z.strictObject({ number: z.string(), name: z.string() }))),
  records: z.readonly(z.array(LedgerRecord)),
  requestRefs: z.readonly(z.array(z.string())),
  newTerminalFee: decimalText,
  nextRecordId: key,
  chanceState: key,
})
export type LedgerState = Readonly<z.output<typeof LedgerState>>
