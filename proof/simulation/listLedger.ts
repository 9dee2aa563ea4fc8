import { MINUTE_MS } from './plan.ts'

/**
 * The checker's own record of what lists showed, to verify what the program does about a bank that keeps another form
 * of a reference. It knows nothing of how such a bank changes them.
 */
export interface ListLedger {
  /** A sale of this till, or a record that a manager took for one. */
  owns(reference: string): void
  /** It may be sent from now on. */
  claimed(transactionId: string): void
  sendEnded(transactionId: string): void
  /** A manager has said that a record is another sale. */
  dismissed(transactionId: string, reference: string): void
  /** A question about this reference has found it. */
  found(reference: string): void
  searched(terminalId: string, isComplete: boolean, rows: readonly ListedRow[]): void
  /** @returns the record of the last list that may be this sale, under a reference of no sale here; null for none */
  unaccounted(sold: Sold): string | null
  /** @returns why a slip's first send should have waited for a list; null where it need not */
  lacksList(sold: Sold): string | null
}

export interface ListedRow {
  readonly reference: string
  readonly amountKobo: number
  /** By the bank's clock, in model time. */
  readonly receivedAtMs: number
}

export interface Sold {
  readonly transactionId: string
  readonly terminalId: string
  readonly amountKobo: number
}

/** Two minutes from the end of its reading, and what follows it before the send. */
const LIST_AGE_MS_MAX = 4 * MINUTE_MS
/** After five minutes without a list a slip goes without one. */
const GIVEN_UP_MS = 4 * MINUTE_MS
const KINDS = [/[A-Z]/u, /[a-z]/u, /\d/u, /^0/u, /-/u] as const

/** @param runMs model time without the stalls of a slow disk */
export function createListLedger(nowMs: () => number, runMs: () => number, quietMs: number): ListLedger {
  const own = new Set<string>()
  const dismissed = new Set<string>()
  /** References under which the bank has shown a record. */
  const shown = new Set<string>()
  const begun = new Map<string, number>()
  const ended = new Map<string, number>()
  const lists = new Map<string, { readonly rows: readonly ListedRow[]; readonly runMs: number }>()
  /** Since then the program may count lists as failing: what it reads for other reasons does not end that. */
  let failedFirstMs = Number.POSITIVE_INFINITY

  /** Whether a bank that shortens or rewrites the second, and shows the first whole, is none of this world. */
  const isLike = (one: string, other: string): boolean =>
    one.length >= other.length && KINDS.every((kind) => !kind.test(other) || kind.test(one))

  return {
    owns: (reference) => void own.add(reference),
    claimed: (transactionId) => void begun.set(transactionId, nowMs()),
    sendEnded: (transactionId) => void ended.set(transactionId, nowMs()),
    dismissed: (transactionId, reference) => void dismissed.add(`${transactionId} ${reference}`),
    found: (reference) => void shown.add(reference),
    searched: (terminalId, isComplete, rows) => {
      for (const { reference } of rows) shown.add(reference)
      if (!isComplete) {
        failedFirstMs = Math.min(failedFirstMs, runMs())
        return
      }
      lists.set(terminalId, { rows, runMs: runMs() })
    },
    unaccounted: ({ transactionId, terminalId, amountKobo }) => {
      const [fromMs, lastMs] = [begun.get(transactionId), ended.get(transactionId)]
      if (fromMs === undefined || lastMs === undefined) return null
      const found = lists
        .get(terminalId)
        ?.rows.find(
          (row) =>
            row.amountKobo === amountKobo &&
            row.receivedAtMs >= fromMs &&
            row.receivedAtMs <= lastMs + quietMs &&
            !own.has(row.reference) &&
            !dismissed.has(`${transactionId} ${row.reference}`),
        )
      return found === undefined ? null : `${found.reference} may be it`
    },
    lacksList: ({ transactionId, terminalId }) => {
      const [isLong, isShort] = [
        [...shown].some((reference) => isLike(reference, transactionId)),
        [...shown].some((reference) => isLike(transactionId, reference)),
      ]
      if (isLong && isShort) return null
      if (runMs() - failedFirstMs >= GIVEN_UP_MS) return null
      const list = lists.get(terminalId)
      if (list === undefined) return 'no list was read, and its form is unlearned'
      return runMs() - list.runMs > LIST_AGE_MS_MAX ? 'the list is old, and its form is unlearned' : null
    },
  }
}
