import * as z from 'zod/mini'

/** A transaction record as the screen sees it (docs/service.md 2.3): every field kept, the account number masked. */
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

/** Why a paged read proves nothing (docs/service.md 2.4). */
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

/** Which date a search, its totals and its file go by. */
export const DateBasis = z.enum([
  /** When the service received the sale. */
  'saleDate',
  /** When the service paid it; unpaid records are in no such list. */
  'paidDate',
])
export type DateBasis = z.output<typeof DateBasis>

/** Which of the records that were read are shown and summed. */
export const RecordFilter = z.strictObject({
  paid: z.enum(['all', 'paid', 'unpaid']),
  /** An amount as a person types it, or a decimal of the service; empty for any. */
  amountText: z.string().check(z.maxLength(60)),
})
export type RecordFilter = z.output<typeof RecordFilter>

/**
 * Exact sums in naira as decimal text, over every record that matches and not over a page. A service may count finer
 * than a kobo, and then so do these.
 */
export const RecordTotals = z.strictObject({
  count: z.int(),
  gross: z.string(),
  paidCount: z.int(),
  paidGross: z.string(),
  /** Amounts less what was settled, of the paid ones: for the others nobody knows it yet. */
  fee: z.string(),
  /** What was settled, of the paid ones. */
  net: z.string(),
  unpaidCount: z.int(),
  unpaidGross: z.string(),
  /** Records in which something cannot be as it is given: `oddities.ts`. */
  oddCount: z.int(),
  isFinerThanKobo: z.boolean(),
})
export type RecordTotals = z.output<typeof RecordTotals>

/** Most records in one message. */
export const RECORD_PAGE_MAX = 200

export const RecordPage = z.strictObject({
  searchId: z.string(),
  records: z.array(RecordView).check(z.maxLength(RECORD_PAGE_MAX)),
  offset: z.int(),
  totals: RecordTotals,
})
export type RecordPage = z.output<typeof RecordPage>

/** What a search came to. The records stay in main until the next search; `records.page` hands them out. */
export const RecordSearchView = z.strictObject({
  searchId: z.string(),
  terminalId: z.string(),
  dateFrom: z.string(),
  dateTo: z.string(),
  basis: DateBasis,
  /**
   * The first day whose sales are among what was read: earlier than `dateFrom` where paid dates count. What was received
   * before it and paid in these days is in no such list.
   */
  readFrom: z.string(),
  /** The first of them, unfiltered, newest first. */
  records: z.array(RecordView).check(z.maxLength(RECORD_PAGE_MAX)),
  /** What the service said there are in the days that were read, which are more than the days wanted. */
  totalCount: z.int(),
  rowsRead: z.int(),
  pagesRead: z.int(),
  incompleteReason: z.nullable(IncompleteReason),
  /** Records whose day cannot be read: they are in the list for any days. */
  undatedCount: z.int(),
  /** Records of other days than the service was asked for: it may go by another date than the list. They are left out. */
  strayCount: z.int(),
  totals: RecordTotals,
  /** The service's day when it was read, by which a record counts as paid. */
  today: z.string(),
  readAtMs: z.number(),
})
export type RecordSearchView = z.output<typeof RecordSearchView>

export const RecordProgress = z.strictObject({
  searchId: z.string(),
  rowsRead: z.int(),
  /** By the latest page. */
  totalCount: z.int(),
  pagesRead: z.int(),
})
export type RecordProgress = z.output<typeof RecordProgress>

/** What the service answered about one reference. No record is no proof of absence (docs/delivery.md, "The absence proof"). */
export const RecordByReferenceView = z.strictObject({
  transactionId: z.string(),
  record: z.nullable(RecordView),
  /** The service's own words where it gave no record. */
  bankMessage: z.nullable(z.string()),
  readAtMs: z.number(),
})
export type RecordByReferenceView = z.output<typeof RecordByReferenceView>
