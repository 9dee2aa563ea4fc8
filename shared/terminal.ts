import * as z from 'zod/mini'
import { IncompleteReason } from './record.ts'

/** A terminal as the screen sees it (docs/service.md 2.2): the account number is masked in the main process. */
export const TerminalView = z.strictObject({
  recordId: z.int(),
  merchantRecordId: z.int(),
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
  /** Made of all fields, the whole account number included: another one means that something was changed. */
  version: z.string(),
})
export type TerminalView = z.output<typeof TerminalView>

/** Whether the name behind an account number can be asked for. */
export const NameCheckState = z.enum([
  'ready',
  /** The profile names no enquiry, or no address of the Business API. */
  'notOffered',
  /** The Business API's own token was not entered. */
  'noToken',
  /** The bank has not taken the token that was entered. */
  'tokenRefused',
])
export type NameCheckState = z.output<typeof NameCheckState>

/** What is known of the merchants' terminals, and the one of this counter. The rows come in pages. */
export const TerminalListView = z.strictObject({
  /** The one this counter stands beside, or null where none is chosen yet. */
  chosenTerminalId: z.nullable(z.string()),
  /** Its row; null where the list does not show it. */
  chosen: z.nullable(TerminalView),
  /** Rows that can be looked at here. */
  knownCount: z.int(),
  /** What the service said there are; null until it was asked. */
  totalCount: z.nullable(z.int()),
  pagesRead: z.int(),
  /** Read to its end (docs/service.md 2.4). */
  isComplete: z.boolean(),
  /** Why the latest reading was not; null where it was, or none has been. */
  incompleteReason: z.nullable(IncompleteReason),
  /** This computer's clock, ms; null until a list was read. */
  readAtMs: z.nullable(z.number()),
  /** Rows that were read again, or came, after the reading that the facts above are of, and how many it had brought. */
  readSince: z.nullable(z.strictObject({ atMs: z.number(), countBefore: z.int() })),
  /** A reading that is under way. */
  reading: z.nullable(z.strictObject({ rowsRead: z.int(), totalCount: z.nullable(z.int()) })),
  nameCheck: NameCheckState,
  /** Grows when any row may be another one; pages that were asked before it are old. */
  revision: z.int(),
})
export type TerminalListView = z.output<typeof TerminalListView>

/** Rows that a page may have at most. */
export const TERMINAL_PAGE_MAX = 200

/** Record ids that are told of one merchant ID. */
export const SHARED_RECORDS_MAX = 5

/** A merchant ID that the service's list has under several merchant records: which of them is right, it alone knows. */
export const SharedMerchant = z.strictObject({
  merchantId: z.string(),
  /** In the order of the list, at most {@link SHARED_RECORDS_MAX}. */
  merchantRecordIds: z.array(z.int()),
})
export type SharedMerchant = z.output<typeof SharedMerchant>

export const TerminalPage = z.strictObject({
  /** By terminal ID. */
  rows: z.array(TerminalView),
  /** Rows that match. */
  total: z.int(),
  revision: z.int(),
  /** Of the rows of this page. */
  sharedMerchants: z.array(SharedMerchant),
})
export type TerminalPage = z.output<typeof TerminalPage>

/** Names of accounts that are told of one merchant. */
export const ACCOUNT_NAMES_MAX = 3

/** A merchant, as far as the list of terminals knows him: the service has no list of merchants. */
export const MerchantView = z.strictObject({
  /** The service's record id, which an edit sends (docs/service.md 4.4). */
  merchantRecordId: z.int(),
  merchantId: z.string(),
  /**
   * The names of the accounts that his terminals pay to, at most {@link ACCOUNT_NAMES_MAX} of them. The service has no
   * name of a merchant, and none of these is one: an account may be somebody else's.
   */
  accountNames: z.array(z.string()),
  /** How many different ones there are. */
  accountNameCount: z.int(),
  terminalCount: z.int(),
  /** Merchant records of the list with this ID; above 1, the ID alone names none of them. */
  recordCount: z.int(),
})
export type MerchantView = z.output<typeof MerchantView>

export const MerchantPage = z.strictObject({ rows: z.array(MerchantView), total: z.int() })
export type MerchantPage = z.output<typeof MerchantPage>
