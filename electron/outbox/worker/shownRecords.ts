import type { TransactionRecord } from '../../gateway/answer.ts'
import type { DeliveryContext } from './context.ts'
import { askedNow, type Asked } from './learned.ts'
import { applyRecord } from './acceptance.ts'
import { runEffect, wait, type Effect } from '../../work/effect.ts'
import type { ShownRecord } from './owedRecords.ts'
import { isSameDestination, type Destination } from '../../gateway/destination.ts'

type ObservingContext = Pick<
  DeliveryContext,
  | 'store'
  | 'owed'
  | 'reads'
  | 'zone'
  | 'now'
  | 'clock'
  | 'clockAheadMs'
  | 'onSaleChanged'
  | 'breathe'
  | 'recordsAtOnceMax'
>

/** A person would notice a delay of several times this. The commit of a slice takes additional time. */
const SLICE_MS = 8
const RECORDS_FIRST = 10
const RECORDS_MIN = 5
/** Bounds the size of a commit, even if the records are processed quickly. */
const RECORDS_MAX = 50

/**
 * Every record that the service shows is evidence, so each record of our sales is compared, from every call. A
 * long answer is sorted and then processed in slices, in its order, and other work runs in between. Records that are not
 * processed yet are owed (owedRecords.ts).
 * @param destination the client that the answer is for, even if another one signs in meanwhile
 * @param asked their question
 */
export function* observeRecords(
  context: ObservingContext,
  destination: Destination,
  records: readonly TransactionRecord[],
  asked: Asked,
): Effect<void> {
  const last = records.at(-1)
  if (last === undefined) return
  asked.learned.seen.note(destination, last.transactionId)
  const at = context.now()
  const shown = records.map((record) => ({ destination, record, at, askedAt: asked.at }))
  context.owed.add(shown)
  try {
    // Each look-up in unsorted records searches all of them, so sort first. A single record does not wait for that.
    if (shown.length > 1) while (context.owed.sortSome()) yield* wait(context.breathe())
    const { recordsAtOnceMax = RECORDS_MAX } = context
    let rows = Math.min(RECORDS_FIRST, recordsAtOnceMax)
    for (let from = 0; from < shown.length;) {
      if (from > 0) yield* wait(context.breathe())
      const slice = shown.slice(from, from + rows)
      from += slice.length
      const owed = slice.flatMap((each) => context.owed.of(each.record.transactionId, each))
      const tookMs = settle(context, [...new Set(owed)])
      const factor = tookMs > 0 ? Math.min(2, SLICE_MS / tookMs) : 2
      rows = Math.min(Math.max(RECORDS_MIN, Math.round(rows * factor)), recordsAtOnceMax)
    }
  } finally {
    context.owed.end(shown)
  }
}

/** For reads that a person asks for: called with a question, it takes what the answer shows of the client's sales. */
export function createObserver(context: DeliveryContext, isReadOnly: () => boolean) {
  return () => {
    const owner = context.destination()
    const asked = askedNow(context)
    return async (records: readonly TransactionRecord[]): Promise<void> => {
      if (owner !== null && !isReadOnly()) await runEffect(observeRecords(context, owner, records, asked))
    }
  }
}

/**
 * Processes the owed records of a sale first: before it is sent, before a later answer or a person's decision about it,
 * and before it counts as not found.
 * @returns whether there were any
 */
export function observeOwed(context: ObservingContext, transactionId: string): boolean {
  const shown = context.owed.of(transactionId)
  if (shown.length > 0) settle(context, shown)
  return shown.length > 0
}

/** As many records together as possible, in order: a transaction has at most one step of a sale. */
function transactionsOf(shown: readonly ShownRecord[]): readonly (readonly ShownRecord[])[] {
  const parts: ShownRecord[][] = []
  let references = new Set<string>()
  for (const each of shown) {
    const reference = each.record.transactionId.toUpperCase()
    if (parts.length === 0 || references.has(reference)) {
      parts.push([])
      references = new Set()
    }
    references.add(reference)
    parts.at(-1)?.push(each)
  }
  return parts
}

/** Uses few transactions, since each waits for the disk. @returns the time without that wait, ms */
function settle(context: ObservingContext, shown: readonly ShownRecord[]): number {
  const { store, clock, owed, onSaleChanged } = context
  const changed = new Set<string>()
  const quiet = { ...context, onSaleChanged: (transactionId: string) => void changed.add(transactionId) }
  const fromMs = clock.monotonicNowMs()
  let tookMs = 0
  try {
    for (const part of transactionsOf(shown)) {
      store.together(part, ({ destination, record, at, askedAt }) => {
        const sale = store.byTransactionId(record.transactionId)
        if (sale !== undefined && isSameDestination(sale.destination, destination))
          applyRecord({ ...quiet, shownAt: at, askedAt }, sale, record)
        tookMs = clock.monotonicNowMs() - fromMs
      })
      owed.settled(part)
    }
  } finally {
    // Sent after the write; if the write failed, a part may be on the disk.
    for (const transactionId of changed) onSaleChanged(transactionId)
  }
  return tookMs
}
