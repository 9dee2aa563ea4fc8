import * as z from 'zod/mini'

/** What a manager may decide about a sale that needs a person. Waiting is always possible, and safe. */
export const SaleDecision = z.enum([
  /** Back to the queue: right only if the bank does not have it. */
  'sendAgain',
  /** Send although the bank's answers about it cannot be read: right only if no other counter was paid for it. */
  'sendUnclear',
  /** Stop sending and expecting it; a record that turns up later brings it back. */
  'writeOff',
  /** Take the bank's record as the truth. */
  'accept',
  /** Write what was recorded back into the file, and queue the sale again. */
  'restoreFacts',
  /** If a record differs from what was accepted: keep what was accepted. */
  'keepOurs',
  /** If a record differs from what was accepted: take the record as the sale's, its payment too. */
  'takeBanks',
  /** If the bank has a record under another reference: it is of another sale. */
  'otherRecord',
])
export type SaleDecision = z.output<typeof SaleDecision>

/** What differs between the bank's record and the sale. */
export const EvidenceDifference = z.enum([
  'amount',
  'terminal',
  'olderThanSale',
  /** The account it was paid to. */
  'account',
  /** Paid before and unpaid now, or paid on another date or with another sum. */
  'payment',
  'secondRecord',
  /** It is under another reference: the bank may keep references in another form. */
  'reference',
])
export type EvidenceDifference = z.output<typeof EvidenceDifference>

/** What a person needs for a decision. The two sides are `sale` and `record`. */
export const DecisionView = z.strictObject({
  /** In this state; those that depend on the bank also need a fresh look-up. */
  allowed: z.array(SaleDecision),
  /** Identifies what this view shows. The decision returns it; an outdated one is refused. */
  seen: z.string(),
  /** Awake time since the bank last answered about this sale; null if it never did. */
  lookUpAgeMs: z.nullable(z.int()),
  /** How long a decision still needs no other look-up, ms; 0: look it up first. */
  freshForMs: z.int(),
  /** Number of valid "not found" answers. */
  notFoundCount: z.int(),
  differences: z.array(EvidenceDifference),
  /** False if no allowed decision depends on the bank's answer. */
  restsOnLookUp: z.boolean(),
})
export type DecisionView = z.output<typeof DecisionView>
