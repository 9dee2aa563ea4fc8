import { mayMeanNothing } from '../rules/absence.ts'
import type { DeliveryContext } from './deliveryContext.ts'
import { backOffMs } from '../rules/delays.ts'
import { wait, type Effect } from '../rules/effect.ts'
import { observeRecords } from './observed.ts'
import { isWholeBut } from '../../gateway/pagedReader.ts'
import { isHostFailure } from './circuitBreaker.ts'
import type { Destination, SaleRow } from '../rules/saleRow.ts'
import { createSaidEmpty, type SaidEmpty } from './saidEmpty.ts'
import { daysSince, wereRightDays } from './searchDays.ts'

/**
 * Backlog verification (docs/delivery.md, "Rules"): a sale that waited, or is from before this start, may have been
 * sent by a copy of this file. One complete search of its terminal covers a whole backlog.
 */
export interface Verifier extends Pick<SaidEmpty, 'isSaidEmpty'> {
  covers(sale: SaleRow): boolean
  verify(destination: Destination, terminalId: string): Effect<void>
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

export function createVerifier(context: DeliveryContext): Verifier {
  const { service, reads, breaker, clock, random, log } = context
  const saidEmpty = createSaidEmpty(context)
  /** What the last complete search of a terminal covers. */
  let covered = new Map<string, Covered>()
  /** Grows with `forget`, so that a search still running covers nothing. */
  let generation = 0
  let failureCount = 0
  let notBeforeMs = 0

  const keyOf = (destination: Destination, terminalId: string): string =>
    JSON.stringify([destination.environment, destination.partnerUrl, destination.clientId, terminalId])

  function failed(): void {
    failureCount += 1
    notBeforeMs = clock.monotonicNowMs() + backOffMs(failureCount, random.next())
  }

  return {
    covers: (sale) => {
      const search = covered.get(keyOf(sale.destination, sale.terminalId))
      if (search === undefined || search.sequence < sale.sequence) return false
      if (sale.recordedAtMs < search.fromMs) return false
      if (search.mayHide.has(sale.transactionId.toUpperCase())) return false
      // A sale sent after the search started may have arrived since.
      return sale.sentAwakeMs === null || search.sinceMs > sale.sentAwakeMs
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
    verify: function* (destination, terminalId) {
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
        (yield* saidEmpty.learn(destination, terminalId, read.error))
      // Found records count even if the reading is incomplete; only absence needs all of it.
      yield* observeRecords(context, destination, read.rows)
      if (read.error !== null && isHostFailure(read.error)) breaker.failed(read.error)
      // Rows that cannot be read may hide the sales of their references, or any.
      const isWhole = read.error === null && isWholeBut(read, ({ transactionId }) => transactionId === null)
      if (!isSaidEmpty && !isWhole) {
        log('warn', 'worker.verifyIncomplete', { reason: read.incompleteReason })
        failed()
        return
      }
      breaker.succeeded()
      failureCount = 0
      // If not, the next step asks for the right ones.
      if (startedIn === generation && wereRightDays(context, backlog.oldestAtMs, window)) {
        const { newestSequence: sequence, oldestAtMs: fromMs } = backlog
        const mayHide = new Set(
          read.unreadable.flatMap(({ transactionId }) => transactionId?.toUpperCase() ?? []),
        )
        covered.set(keyOf(destination, terminalId), { sequence, fromMs, sinceMs, mayHide })
      }
    },
  }
}
