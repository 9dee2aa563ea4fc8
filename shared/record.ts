import * as z from 'zod/mini'

/** A transaction record as the screen sees it (specification 2.3): every field kept, the account number masked. */
export const RecordView = z.strictObject({
  recordId: z.int(),
  terminalRecordId: z.int(),
  terminalId: z.string(),
  accountEnding: z.string(),
  /** Naira as exact decimal text. */
  amount: z.string(),
  amountSettled: z.string(),
  feePercentage: z.string(),
  isPaid: z.boolean(),
  /** As the service sent it; `0001-01-01T00:00:00` means not paid. */
  datePaid: z.string(),
  transactionId: z.string(),
  serviceReference: z.string(),
  reason: z.nullable(z.string()),
  timeReceived: z.string(),
  responseCode: z.nullable(z.string()),
  responseMessage: z.nullable(z.string()),
})
export type RecordView = z.output<typeof RecordView>

/** Why a paged read proves nothing (design §5.5). */
export const IncompleteReason = z.enum([
  'pageNotEchoed',
  'countChanged',
  'rowsMissing',
  'rowsRepeated',
  'moreThanBound',
  'readFailed',
  'cancelled',
])
export type IncompleteReason = z.output<typeof IncompleteReason>

export const RecordSearchView = z.strictObject({
  records: z.array(RecordView),
  totalCount: z.int(),
  pagesRead: z.int(),
  incompleteReason: z.nullable(IncompleteReason),
  /** Exact sums over the rows shown, decimal naira. */
  amountTotal: z.string(),
  settledTotal: z.string(),
  readAtMs: z.number(),
})
export type RecordSearchView = z.output<typeof RecordSearchView>
