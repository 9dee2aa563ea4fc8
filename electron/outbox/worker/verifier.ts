import { dayOf } from '../../../shared/serviceTime.ts'
import type { GatewayError } from '../../gateway/answer.ts'
import { mayMeanNothing } from '../rules/absence.ts'
import type { DeliveryContext } from './deliveryContext.ts'
import { backOffMs } from '../rules/delays.ts'
import { wait, type Effect } from '../rules/effect.ts'
import { observeRecords } from './observed.ts'
import { isHostFailure } from './circuitBreaker.ts'
import type { Destination, SaleRow } from '../rules/saleRow.ts'
import { daysSince, daysToAsk, wereRightDays } from './searchDays.ts'

/**
 * Backlog verification (docs/delivery.md, "Rules"): a sale that waited, or is from before this start, may have been
 * sent by a copy of this file. One complete search of its terminal covers a whole backlog.
 */
export interface Verifier {
  covers(sale: SaleRow): boolean
  verify(destination: Destination, terminalId: string): Effect<void>
  /** Whether an error has the words that were learned to mean an empty list. */
  isSaidEmpty(error: GatewayError): boolean
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
}

function isSameError(left: GatewayError, right: GatewayError): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

const LONG_AGO = '2000-01-01'
/** One "no", or even two in a row, may mean "busy": the same words must come this often, this far apart. */
const SAID_EMPTY_COUNT_MIN = 3
const SAID_EMPTY_APART_MS = 60_000
const NOTHING_SAID = { words: '', count: 0, atMs: 0, isProven: false } as const

export function createVerifier(context: DeliveryContext): Verifier {
  const { service, reads, breaker, clock, random, log } = context
  /** What the last complete search of a terminal covers. */
  let covered = new Map<string, Covered>()
  /** Grows with `forget`, so that a search still running covers nothing. */
  let generation = 0
  let failureCount = 0
  let notBeforeMs = 0
  /** The words of an empty search so far, their count and last time (awake ms), and whether they were proven. */
  let saidEmpty: {
    readonly words: string
    readonly count: number
    readonly atMs: number
    readonly isProven: boolean
  } = NOTHING_SAID

  const keyOf = (destination: Destination, terminalId: string): string =>
    JSON.stringify([destination.environment, destination.partnerUrl, destination.clientId, terminalId])

  /**
   * The answer to an empty search is undocumented (docs/service.md 4.8); some services say no. It is learned like "not
   * found": a day before the service existed must get the same words, and a day with a known sale of ours, if there is
   * one, must not. This takes some minutes, since a busy service has words of its own.
   */
  function* meansEmpty(destination: Destination, terminalId: string, said: GatewayError): Effect<boolean> {
    const isProven = yield* provesEmpty(destination, terminalId, said)
    // Earlier belief ends if the control gets the same words.
    if (JSON.stringify(said) === saidEmpty.words) saidEmpty = { ...saidEmpty, isProven }
    return isProven
  }

  function* provesEmpty(destination: Destination, terminalId: string, said: GatewayError): Effect<boolean> {
    const longAgo = yield* wait(service.searchOne({ terminalId, ...daysToAsk(LONG_AGO, LONG_AGO) }))
    if (longAgo === 'notSignedIn' || longAgo.result.ok) return false
    if (!isSameError(longAgo.result.error, said) || !isSaidAgain(JSON.stringify(said))) return false
    const known = reads.knownAtBank(destination)
    if (known?.record == null) return true
    const day = dayOf(known.record.timeReceived)
    if (day === undefined || service.clientId() !== destination.clientId) return false
    // As the bank knows it: the row may have been changed in the file.
    const { terminalId: knownTerminalId } = known.record
    const control = yield* wait(service.searchOne({ terminalId: knownTerminalId, ...daysToAsk(day, day) }))
    return control !== 'notSignedIn' && control.result.ok && control.result.value.rows.length > 0
  }

  function isSaidAgain(words: string): boolean {
    const nowMs = context.awake.nowMs()
    if (words !== saidEmpty.words) saidEmpty = { words, count: 1, atMs: nowMs, isProven: false }
    else if (nowMs - saidEmpty.atMs >= SAID_EMPTY_APART_MS)
      saidEmpty = { ...saidEmpty, count: saidEmpty.count + 1, atMs: nowMs }
    return saidEmpty.count >= SAID_EMPTY_COUNT_MIN
  }

  function failed(): void {
    failureCount += 1
    notBeforeMs = clock.monotonicNowMs() + backOffMs(failureCount, random.next())
  }

  return {
    covers: (sale) => {
      const search = covered.get(keyOf(sale.destination, sale.terminalId))
      if (search === undefined || search.sequence < sale.sequence) return false
      if (sale.recordedAtMs < search.fromMs) return false
      // A sale sent after the search started may have arrived since.
      return sale.sentAwakeMs === null || search.sinceMs > sale.sentAwakeMs
    },
    isSaidEmpty: (error) =>
      mayMeanNothing(error) && JSON.stringify(error) === saidEmpty.words && saidEmpty.isProven,
    notBeforeMs: () => notBeforeMs,
    retryNow: () => {
      notBeforeMs = 0
    },
    forget: () => {
      generation += 1
      covered = new Map()
      saidEmpty = NOTHING_SAID
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
      if (read.error === null) saidEmpty = NOTHING_SAID
      const isSaidEmpty =
        read.error !== null &&
        mayMeanNothing(read.error) &&
        read.pagesRead === 0 &&
        (yield* meansEmpty(destination, terminalId, read.error))
      // Found records count even if the reading is incomplete; only absence needs all of it.
      yield* observeRecords(context, destination, read.rows)
      if (read.error !== null && isHostFailure(read.error)) breaker.failed(read.error)
      if (!isSaidEmpty && (read.incompleteReason !== null || read.error !== null)) {
        log('warn', 'worker.verifyIncomplete', { reason: read.incompleteReason })
        failed()
        return
      }
      breaker.succeeded()
      failureCount = 0
      // If not, the next step asks for the right ones.
      if (startedIn === generation && wereRightDays(context, backlog.oldestAtMs, window)) {
        const { newestSequence: sequence, oldestAtMs: fromMs } = backlog
        covered.set(keyOf(destination, terminalId), { sequence, fromMs, sinceMs })
      }
    },
  }
}
