import * as z from 'zod/mini'

/** What the practice bank does with a sale of a special amount. */
export const Rehearsal = z.enum([
  'refused',
  'answerLost',
  'neverArrives',
  // The others settle, and differ at the bank as Day explains it.
  'paidWithoutDate',
  'dateWithoutPaid',
  'paidLess',
  'paidMore',
  'amount',
  'twoRecords',
  'vanished',
  'paidBack',
  'madeElsewhere',
])
export type Rehearsal = z.output<typeof Rehearsal>

/**
 * Numbers of the practice bank inside the app that work, so that practising needs no file. They are made up; this is the
 * only place where whole account numbers reach the screen.
 */
export const PracticeCard = z.strictObject({
  amounts: z.array(z.strictObject({ kobo: z.int(), does: Rehearsal })),
  /** `name` is null for an account that the bank does not know. */
  accounts: z.array(z.strictObject({ number: z.string(), name: z.nullable(z.string()) })),
  /** Terminal IDs that are issued and not registered yet. */
  newTerminalIds: z.array(z.string()),
  /** Terminals to move, never that of the counter. */
  terminals: z.array(z.strictObject({ terminalId: z.string(), accountName: z.string() })),
  /** Merchants to move one to. */
  merchants: z.array(z.strictObject({ merchantId: z.string(), accountName: z.string() })),
})
export type PracticeCard = z.output<typeof PracticeCard>
