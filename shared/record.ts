import * as z from 'zod/mini'

/**
 * What the bank says of a record in fields that no rule reads (docs/service.md 2.3), by its own names, with their labels
 * on the screen and in files. From its row here a field is read, masked, kept, shown, exported and told to support. Its
 * value is a text inside Tillside; its kind says how the bank writes it, and how it is shown.
 */
export const recordTexts = {
  reason: { label: 'Reason', kind: 'text' },
  responseCode: { label: 'Response code', kind: 'text' },
  responseMessage: { label: 'Response message', kind: 'text' },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly kind: RecordTextKind }>>
export type RecordText = keyof typeof recordTexts
/** `amount`: exact naira. `time`: as the service writes times. `flag`: `true` or `false`. */
export type RecordTextKind = 'text' | 'amount' | 'time' | 'flag'
/** The kind of a text; each kind is handled, whichever the fields have today. */
export const kindOf = (text: RecordText): RecordTextKind => recordTexts[text].kind
export const RECORD_TEXTS = Object.keys(recordTexts) as readonly RecordText[]

/** A value for each of the texts. */
export function eachRecordText<Value>(valueOf: (text: RecordText) => Value): {
  readonly [Text in RecordText]: Value
} {
  return Object.fromEntries(RECORD_TEXTS.map((text) => [text, valueOf(text)])) as {
    [Text in RecordText]: Value
  }
}

/** A record that says nothing in texts. */
export const noRecordTexts = eachRecordText(() => null)

/**
 * A transaction record as the screen sees it (docs/service.md 2.3): every field kept, the account number masked. What the
 * bank did not give is null or empty.
 */
export const RecordView = z.strictObject({
  /** The bank's digits, of any length. */
  recordId: z.string(),
  terminalRecordId: z.nullable(z.string()),
  terminalId: z.string(),
  accountEnding: z.string(),
  /** Naira as exact decimal text. */
  amount: z.string(),
  amountSettled: z.nullable(z.string()),
  feePercentage: z.nullable(z.string()),
  isPaid: z.boolean(),
  /** As the service sent it; `0001-01-01T00:00:00` means not paid. */
  datePaid: z.string(),
  transactionId: z.string(),
  serviceReference: z.string(),
  timeReceived: z.string(),
  // Sales keep their records on the disk, and an older one has fewer texts.
  ...eachRecordText(() => z._default(z.nullable(z.string()), null)),
  /** Fields with a value that cannot be read, by the bank's names. */
  unread: z.optional(z.array(z.strictObject({ field: z.string(), text: z.string() }))),
})
export type RecordView = z.output<typeof RecordView>

/** The bank's own name of each field (docs/service.md 2.3); `…` stands for the prefix of its deployment. */
export const recordNames = {
  recordId: 'id',
  terminalRecordId: '…TerminalId',
  terminalId: 'terminalId',
  accountEnding: '…AccountNumber',
  amount: 'amount',
  amountSettled: 'amountSettled',
  feePercentage: 'feePercentage',
  isPaid: 'isPaid',
  datePaid: 'datePaid',
  transactionId: 'transactionId',
  serviceReference: '…RefId',
  timeReceived: 'timeReceived',
  ...(Object.fromEntries(RECORD_TEXTS.map((text) => [text, text])) as Record<RecordText, string>),
} as const

/** Why a paged read is incomplete (docs/service.md 2.4). */
export const IncompleteReason = z.enum([
  'pageNotEchoed',
  'countChanged',
  /** The service does not say how many there are. */
  'countMissing',
  'rowsMissing',
  'rowsRepeated',
  'moreThanBound',
  /** All came, but some cannot be read. */
  'rowsUnreadable',
  /** The service refuses days to come, and nothing shows that today is in the list. */
  'lastDayUnsure',
  'readFailed',
  'cancelled',
])
export type IncompleteReason = z.output<typeof IncompleteReason>

/** The date that a search, its totals and its file use. */
export const DateBasis = z.enum([
  /** When the service received the sale. */
  'saleDate',
  /** When the service paid it; such lists have no unpaid records. */
  'paidDate',
])
export type DateBasis = z.output<typeof DateBasis>

/** Which of the records read are shown and summed. */
export const RecordFilter = z.strictObject({
  /** `elsewhere`: this counter has no sale of the record. */
  show: z.enum(['all', 'paid', 'unpaid', 'elsewhere']),
  /** An amount as a person types it, or a decimal of the service; empty for all. */
  amountText: z.string().check(z.maxLength(60)),
})
export type RecordFilter = z.output<typeof RecordFilter>

/** Exact sums in naira, over every matching record and not over a page. They may be finer than kobo. */
export const RecordTotals = z.strictObject({
  count: z.int(),
  gross: z.string(),
  paidCount: z.int(),
  paidGross: z.string(),
  /** Amounts minus what was settled, of the paid records; null where the bank does not say what was settled of one. */
  fee: z.nullable(z.string()),
  /** What was settled, of the paid records; null likewise. */
  net: z.nullable(z.string()),
  unpaidCount: z.int(),
  unpaidGross: z.string(),
  /** Records with an impossible value: `oddities.ts`. */
  oddCount: z.int(),
  isFinerThanKobo: z.boolean(),
})
export type RecordTotals = z.output<typeof RecordTotals>

/** Most records in one message. */
export const RECORD_PAGE_MAX = 200

export const RecordPage = z.strictObject({
  searchId: z.string(),
  records: z.array(RecordView).check(z.maxLength(RECORD_PAGE_MAX)),
  /** The ids of those that this counter has no sale of. */
  elsewhere: z.array(z.string()).check(z.maxLength(RECORD_PAGE_MAX)),
  offset: z.int(),
  totals: RecordTotals,
})
export type RecordPage = z.output<typeof RecordPage>

/** The result of a search. The records stay in main until the next search; `records.page` returns them. */
export const RecordSearchView = z.strictObject({
  searchId: z.string(),
  terminalId: z.string(),
  dateFrom: z.string(),
  dateTo: z.string(),
  basis: DateBasis,
  /** The first day read; earlier than `dateFrom` if paid dates count. Earlier sales, paid in these days, are missing. */
  readFrom: z.string(),
  /** The first page, unfiltered, newest first. */
  records: z.array(RecordView).check(z.maxLength(RECORD_PAGE_MAX)),
  /** The service's count for the days read, which are more than the days wanted. */
  totalCount: z.int(),
  rowsRead: z.int(),
  pagesRead: z.int(),
  incompleteReason: z.nullable(IncompleteReason),
  /** Rows that cannot be read, and the fields that keep them from it. */
  unreadCount: z.int(),
  unreadFields: z.array(z.string()),
  /** Records with an unreadable day: every list has them. */
  undatedCount: z.int(),
  /** Records of days that the service was not asked for, since it may use another date than the list. They are left out. */
  strayCount: z.int(),
  totals: RecordTotals,
  /** The service's day at the time of the read, which decides whether a record counts as paid. */
  today: z.string(),
  readAtMs: z.number(),
})
export type RecordSearchView = z.output<typeof RecordSearchView>

export const RecordProgress = z.strictObject({
  searchId: z.string(),
  rowsRead: z.int(),
  /** From the latest page. */
  /** Null: the bank does not say. */
  totalCount: z.nullable(z.int()),
  pagesRead: z.int(),
})
export type RecordProgress = z.output<typeof RecordProgress>

/** The bank's answer about one reference. No record does not prove absence (docs/delivery.md, "The absence proof"). */
export const RecordByReferenceView = z.strictObject({
  transactionId: z.string(),
  record: z.nullable(RecordView),
  /** The service's own words if it returned no record. */
  bankMessage: z.nullable(z.string()),
  readAtMs: z.number(),
})
export type RecordByReferenceView = z.output<typeof RecordByReferenceView>
