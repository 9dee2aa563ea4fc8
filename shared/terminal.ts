import * as z from 'zod/mini'

/** A terminal as the screen sees it (specification 2.2): the account number is masked in the main process. */
export const TerminalView = z.strictObject({
  recordId: z.int(),
  merchantRecordId: z.int(),
  terminalId: z.string(),
  merchantId: z.string(),
  accountEnding: z.string(),
  accountName: z.string(),
  /** May be empty (specification 2.2); the screen says so. */
  serialNumber: z.string(),
  isActive: z.boolean(),
  isReceivingPayment: z.boolean(),
  /** Decimal text, as the service sent it. */
  feePercentage: z.string(),
  /** As the service sent it; it carries no zone. */
  dateCreated: z.string(),
})
export type TerminalView = z.output<typeof TerminalView>

export const TerminalListView = z.strictObject({
  terminals: z.array(TerminalView),
  /** The one this counter stands beside, or null where none is chosen yet. */
  chosenTerminalId: z.nullable(z.string()),
  /** What the service said there are; null until it was asked. */
  totalCount: z.nullable(z.int()),
  pagesRead: z.int(),
  /** Read to its end by the rule of design §5.5. */
  isComplete: z.boolean(),
  /** This computer's clock, ms; null until a list was read. */
  readAtMs: z.nullable(z.number()),
})
export type TerminalListView = z.output<typeof TerminalListView>
