import * as z from 'zod/mini'
import { RecordId } from './recordId.ts'
import { PayoutWatchView } from './payout.ts'
import { IncompleteReason } from './record.ts'

/** A terminal as the screen sees it (docs/service.md 2.2): the account number is masked in the main process. */
export const TerminalView = z.strictObject({
  recordId: RecordId,
  merchantRecordId: RecordId,
  terminalId: z.string(),
  merchantId: z.string(),
  accountEnding: z.string(),
  accountName: z.string(),
  /** May be empty (docs/service.md 2.2); the screen says so. */
  serialNumber: z.string(),
  isActive: z.boolean(),
  isReceivingPayment: z.boolean(),
  /** Decimal text, as the service sent it. */
  feePercentage: z.string(),
  /** As the service sent it; it carries no zone. */
  dateCreated: z.string(),
  /** Derived from all fields, with the whole account number: another version means a change. */
  version: z.string(),
})
export type TerminalView = z.output<typeof TerminalView>

/** Whether the name of an account can be asked for. */
export const NameCheckState = z.enum([
  'ready',
  /** The profile configures no enquiry, or no Business API address. */
  'notOffered',
  /** The Business API's own token is missing. */
  'noToken',
  'tokenRefused',
])
export type NameCheckState = z.output<typeof NameCheckState>

/** What is known of the merchants' terminals, and of this counter's. The rows come in pages. */
export const TerminalListView = z.strictObject({
  /** This counter's terminal; null if none is chosen yet. */
  chosenTerminalId: z.nullable(z.string()),
  /** Its row; null if the list does not show it. */
  chosen: z.nullable(TerminalView),
  /** Rows that can be shown. */
  knownCount: z.int(),
  /** The service's count; null until it was asked. */
  totalCount: z.nullable(z.int()),
  pagesRead: z.int(),
  /** Read to its end (docs/service.md 2.4). */
  isComplete: z.boolean(),
  /** Why the latest reading is incomplete; null if it is complete, or there was none. */
  incompleteReason: z.nullable(IncompleteReason),
  /** Of the latest whole reading of this run: the fields for which rows of the bank cannot be read. */
  unreadFields: z.array(z.string()),
  /** By this computer's clock, ms; null until a list was read. */
  readAtMs: z.nullable(z.number()),
  /** Rows read again or added after the reading that the facts above describe, and how many it had. */
  readSince: z.nullable(z.strictObject({ atMs: z.number(), countBefore: z.int() })),
  reading: z.nullable(z.strictObject({ rowsRead: z.int(), totalCount: z.nullable(z.int()) })),
  nameCheck: NameCheckState,
  /** The last digits of the account that was asked for here for this counter's terminal, while the bank shows another one. */
  askedAccountEnding: z.nullable(z.string()),
  /** Where the money of this counter's terminals goes. */
  payouts: PayoutWatchView,
  /** Grows when any row may have changed; pages requested before are outdated. */
  revision: z.int(),
})
export type TerminalListView = z.output<typeof TerminalListView>

export const TERMINAL_PAGE_MAX = 200

/** Most record ids listed of one merchant ID. */
export const SHARED_RECORDS_MAX = 5

/** A merchant ID that the service's list has under several merchant records; only the service knows which is right. */
export const SharedMerchant = z.strictObject({
  merchantId: z.string(),
  /** In the order of the list, at most {@link SHARED_RECORDS_MAX}. */
  merchantRecordIds: z.array(RecordId),
})
export type SharedMerchant = z.output<typeof SharedMerchant>

export const TerminalPage = z.strictObject({
  /** By terminal ID. */
  rows: z.array(TerminalView),
  total: z.int(),
  revision: z.int(),
  /** Of the rows of this page. */
  sharedMerchants: z.array(SharedMerchant),
})
export type TerminalPage = z.output<typeof TerminalPage>

export const ACCOUNT_NAMES_MAX = 3

/** A merchant, as far as the list of terminals shows: the service has no list of merchants. */
export const MerchantView = z.strictObject({
  /** The service's record id, which an edit sends (docs/service.md 4.4). */
  merchantRecordId: RecordId,
  merchantId: z.string(),
  /**
   * The names of the accounts that the merchant's terminals pay to, at most {@link ACCOUNT_NAMES_MAX}. None of them is
   * the merchant's name, which the service does not have: the account may belong to another person.
   */
  accountNames: z.array(z.string()),
  /** How many different names there are. */
  accountNameCount: z.int(),
  terminalCount: z.int(),
  /** Merchant records in the list with this ID; above 1, the ID does not identify one. */
  recordCount: z.int(),
})
export type MerchantView = z.output<typeof MerchantView>

export const MerchantPage = z.strictObject({ rows: z.array(MerchantView), total: z.int() })
export type MerchantPage = z.output<typeof MerchantPage>

/** Case does not matter: otherwise an ID typed in small letters would be registered twice. */
export function isSameTerminalId(left: string, right: string): boolean {
  return left.toUpperCase() === right.toUpperCase()
}

/** Compares names without case, marks and punctuation, as banks write them. */
const NAMES = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true })

/**
 * The names that a merchant's terminals pay to, where none of them is this one. Empty where one is, or where the list
 * does not know them all: a merchant may take a new account, so the bank's own answer stays what counts.
 */
export function namesOtherThan(
  name: string,
  merchant: Pick<MerchantView, 'accountNames' | 'accountNameCount'> | null,
): readonly string[] {
  if (merchant === null || merchant.accountNames.length < merchant.accountNameCount) return []
  return merchant.accountNames.some((one) => NAMES.compare(one, name) === 0) ? [] : merchant.accountNames
}
