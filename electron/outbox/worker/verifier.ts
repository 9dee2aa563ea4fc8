import { isUnanswered, type GatewayError } from '../../gateway/answer.ts'
import { mayMeanNothing } from '../rules/absence.ts'
import type { DeliveryContext } from './deliveryContext.ts'
import { backOffMs } from '../rules/delays.ts'
import { wait, type Effect } from '../rules/effect.ts'
import { observeRecords } from './observed.ts'
import { isWholeBut } from '../../gateway/pagedReader.ts'
import type { Destination, SaleRow } from '../rules/saleRow.ts'
import { createSaidEmpty, type SaidEmpty } from './saidEmpty.ts'
import { daysSince, wereRightDays } from './searchDays.ts'

/**
 * Backlog verification (docs/delivery.md, "Rules"): a sale that waited, or is from before this start, may have been
 * sent by a copy of this file. One complete search of its terminal covers a whole backlog.
 */
export interface Verifier extends Pick<SaidEmpty, 'isSaidEmpty'> {
  covers(sale: SaleRow): boolean
  /**
   * Whether the search will not cover this sale soon: it has not succeeded for five minutes awake, or a row that cannot
   * be read may be the sale. Then the sale is asked about by itself, like a typed one.
   */
  isGivenUp(sale: SaleRow): boolean
  /** @param sale the one that waits for it */
  verify(destination: Destination, sale: Pick<SaleRow, 'terminalId' | 'transactionId'>): Effect<void>
  /** No verification before then, monotonic ms. */
  notBeforeMs(): number
  retryNow(): void
  /** The connection changed: everything must be verified again. */
  forget(): void
}

interface Covered {
  /** The newest sale of the backlog it was made for. */
  readonly sequence: number
  /** It starts with the day on which the oldest of them was recorded; it says nothing about earlier days. */
  readonly fromMs: number
  /** When it started, awake ms. */
  readonly sinceMs: number
  /** References of rows that could not be read, in capitals. */
  readonly mayHide: ReadonlySet<string>
}

function isHidden(mayHide: ReadonlySet<string>, transactionId: string): boolean {
  return mayHide.has(transactionId.toUpperCase())
}

/** Whether the host did not answer, or says until when it will not. */
function isOfHost(error: GatewayError): boolean {
  return error.kind === 'http' ? error.retryAfterMs !== null : isUnanswered(error)
}

/** How long a backlog waits for its search, awake ms. */
const GIVEN_UP_AFTER_MS = 5 * 60_000
const SEARCH_AGAIN_MS = 2 * 60_000

export function createVerifier(context: DeliveryContext): Verifier {
  const { service, reads, breaker, clock, awake, random, log } = context
  const saidEmpty = createSaidEmpty(context)
  /** What the last complete search of a terminal covers. */
  let covered = new Map<string, Covered>()
  /** Grows with `forget`, so that a search still running covers nothing. */
  let generation = 0
  /** Since when the search of a terminal fails, awake ms; null if the last one succeeded. Changes of the network stay. */
  const failingSince = new Map<string, number | null>()
  let failureCount = 0
  let notBeforeMs = 0

  const keyOf = (destination: Destination, terminalId: string): string =>
    JSON.stringify([destination.environment, destination.partnerUrl, destination.clientId, terminalId])

  /** A terminal that was not searched yet is not waited for either, where another's search has failed for long. */
  const failingSinceOf = (key: string): number =>
    failingSince.has(key)
      ? (failingSince.get(key) ?? Number.POSITIVE_INFINITY)
      : Math.min(...[...failingSince.values()].map((sinceMs) => sinceMs ?? Number.POSITIVE_INFINITY))

  const isGivenUpAt = (key: string): boolean => awake.nowMs() - failingSinceOf(key) >= GIVEN_UP_AFTER_MS

  /** @returns how long sales wait for the next search, ms: not at all where they are asked about one by one */
  function failed(key: string): number {
    failureCount += 1
    failingSince.set(key, Math.min(awake.nowMs(), failingSinceOf(key)))
    // Between two searches that may fail again, sales are asked about one by one.
    const isGivenUp = isGivenUpAt(key)
    const delayMs = Math.max(isGivenUp ? SEARCH_AGAIN_MS : 0, backOffMs(failureCount, random.next()))
    notBeforeMs = clock.monotonicNowMs() + delayMs
    return isGivenUp ? 0 : delayMs
  }

  return {
    covers: (sale) => {
      const search = covered.get(keyOf(sale.destination, sale.terminalId))
      if (search === undefined || search.sequence < sale.sequence) return false
      if (sale.recordedAtMs < search.fromMs) return false
      if (isHidden(search.mayHide, sale.transactionId)) return false
      // A sale sent after the search started may have arrived since.
      return sale.sentAwakeMs === null || search.sinceMs > sale.sentAwakeMs
    },
    isGivenUp: (sale) => {
      const key = keyOf(sale.destination, sale.terminalId)
      const mayHide = covered.get(key)?.mayHide
      return isGivenUpAt(key) || (mayHide !== undefined && isHidden(mayHide, sale.transactionId))
    },
    isSaidEmpty: saidEmpty.isSaidEmpty,
    notBeforeMs: () => notBeforeMs,
    retryNow: () => {
      notBeforeMs = 0
    },
    forget: () => {
      generation += 1
      covered = new Map()
      saidEmpty.forget()
      failureCount = 0
      notBeforeMs = 0
    },
    verify: function* (destination, { terminalId, transactionId }) {
      const backlog = reads.backlog(destination, terminalId)
      if (backlog === undefined) return
      const startedIn = generation
      const sinceMs = context.awake.nowMs()
      const window = { terminalId, ...daysSince(context, backlog.oldestAtMs) }
      const read = yield* wait(service.searchAll(window))
      if (read === 'notSignedIn') return
      if (read.error === null) saidEmpty.forget()
      const isSaidEmpty =
        read.error !== null &&
        mayMeanNothing(read.error) &&
        read.pagesRead === 0 &&
        (yield* saidEmpty.learn(destination, window, read.error))
      // Found records count even if the reading is incomplete; only absence needs all of it.
      yield* observeRecords(context, destination, read.rows)
      const key = keyOf(destination, terminalId)
      // An answer is about the search: the sales behind it must not wait for the host.
      if (read.error !== null && isOfHost(read.error) && !isGivenUpAt(key)) breaker.failed(read.error)
      // Rows that cannot be read may hide the sales of their references, or any.
      const isWhole = read.error === null && isWholeBut(read, ({ transactionId }) => transactionId === null)
      if (!isSaidEmpty && !isWhole) {
        log('warn', 'worker.verifyIncomplete', { reason: read.incompleteReason, delayMs: failed(key) })
        return
      }
      breaker.succeeded()
      failureCount = 0
      failingSince.set(key, null)
      // If not, the next step asks for the right ones.
      if (startedIn === generation && wereRightDays(context, backlog.oldestAtMs, window)) {
        const { newestSequence: sequence, oldestAtMs: fromMs } = backlog
        const mayHide = new Set(
          read.unreadable.flatMap(({ transactionId }) => transactionId?.toUpperCase() ?? []),
        )
        covered.set(key, { sequence, fromMs, sinceMs, mayHide })
        if (isHidden(mayHide, transactionId)) notBeforeMs = clock.monotonicNowMs() + SEARCH_AGAIN_MS
      }
    },
  }
}
