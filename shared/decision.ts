import * as z from 'zod/mini'

/** What a manager may decide about a sale that waits for a person. Waiting is always possible, and safe. */
export const SaleDecision = z.enum([
  /** It goes back to the queue: right only if the bank does not have it. */
  'sendAgain',
  /** It goes although the bank's answers about it cannot be read: right only if no other counter was paid for it. */
  'sendUnclear',
  /** It is not sent again and not expected any more; a record that turns up later brings it back. */
  'writeOff',
  /** The bank's record is taken as the truth. */
  'accept',
  /** What was recorded is written back over what the file says, and the sale is in line again. */
  'restoreFacts',
  /** Of a record that differs from what was accepted: what was accepted stays. */
  'keepOurs',
  /** Of such a record: it is the sale's record from here on, its payment too. */
  'takeBanks',
])
export type SaleDecision = z.output<typeof SaleDecision>

/** Where the bank's record and what was recorded here are not the same. */
export const EvidenceDifference = z.enum([
  'amount',
  'terminal',
  'olderThanSale',
  /** The account that it was paid to. */
  'account',
  /** What was paid shows unpaid, paid on another date, or paid with another sum. */
  'payment',
  /** Another record under the same reference. */
  'secondRecord',
])
export type EvidenceDifference = z.output<typeof EvidenceDifference>

/** What a person needs before deciding. The two sides are `sale` and `record`. */
export const DecisionView = z.strictObject({
  /** In this state; each also needs a fresh look-up. */
  allowed: z.array(SaleDecision),
  /** What this view shows, to be handed back with the decision: an older one is refused. */
  seen: z.string(),
  /** Since the bank last answered about this sale, awake time; null where it never did. */
  lookUpAgeMs: z.nullable(z.int()),
  /** A decision is taken for so much longer without another look-up, ms; 0: look it up first. */
  freshForMs: z.int(),
  /** Valid answers that the bank does not have it. */
  notFoundCount: z.int(),
  differences: z.array(EvidenceDifference),
  /** False where nothing of what may be decided depends on what the bank says. */
  restsOnLookUp: z.boolean(),
})
export type DecisionView = z.output<typeof DecisionView>
