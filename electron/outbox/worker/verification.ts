import { isUnanswered, type GatewayError, type TransactionRecord } from '../../gateway/answer.ts'
import { mayMeanNothing } from '../rules/absenceProof.ts'
import type { DeliveryContext } from './context.ts'
import { askedNow, NOTHING_SAID, type Covered, type Learned } from './learned.ts'
import { formsOf, isAsDemanding, isAsPlain, type Forms } from '../rules/references.ts'
import { koboFromDecimal } from '../../../shared/money.ts'
import { backOffMs } from '../rules/delays.ts'
import { wait, type Effect } from '../../work/effect.ts'
import { instantOf, passedMs } from '../../clock/instant.ts'
import { observeRecords } from './shownRecords.ts'
import { isWholeBut, type PagedRead } from '../../gateway/pagedReader.ts'
import type { Destination } from '../../gateway/destination.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { daysSince, wereRightDays, daysToAsk } from './searchDays.ts'
import { addDays, dayOf, daysBetween } from '../../../shared/serviceTime.ts'
import type { SearchWindow } from './service.ts'

/**
 * Backlog verification (docs/delivery.md, "Rules"): a sale that waited, or is from before this start, may have been
 * sent by a copy of this file. One complete search of its terminal covers a whole backlog.
 */
export interface Verifier {
  covers(sale: SaleRow): boolean
  /**
   * Whether a slip's kind of reference is unlearned: the bank may have it under another form, paid at another till, and
   * a question about the typed one would not find that. Only a young list shows it.
   */
  isOfUnlearnedForm(sale: SaleRow): boolean
  /** The reference under which a list has shown what may be this sale. */
  otherFormOf(sale: SaleRow): string | undefined
  /**
   * Whether the search will not cover this sale soon: it has not succeeded for five minutes awake, or a row that cannot
   * be read may be the sale. Then the sale is asked about by itself, like a typed one.
   */
  isGivenUp(sale: SaleRow): boolean
  /** The next search that would cover a sale, not before then; monotonic ms. */
  notBeforeMs(sale: SaleRow): number
  verify(destination: Destination, terminalId: string): Effect<void>
  retryNow(): void
}

/** Names a terminal of a destination in what is learned of their lists. */
export function keyOf({ environment, partnerUrl, clientId }: Destination, terminalId: string): string {
  return JSON.stringify([environment, partnerUrl, clientId, terminalId])
}

/**
 * The newest sale that shows that the bank keeps such references whole: the bank has its record under one that is as
 * demanding, and another's, or the same, under one that is as plain.
 */
export function knownWhole(
  { reads }: Pick<DeliveryContext, 'reads'>,
  { destination, transactionId }: Pick<SaleRow, 'destination' | 'transactionId'>,
): SaleRow | undefined {
  const plain = reads.knownAtBank(destination, (shown) => isAsPlain(shown, transactionId))
  if (plain === undefined) return undefined
  return reads.knownAtBank(destination, (shown) => isAsDemanding(shown, transactionId))
}

/** Whether the host did not answer, or says until when it will not. */
function isOfHost(error: GatewayError): boolean {
  return error.kind === 'http' ? error.retryAfterMs !== null : isUnanswered(error)
}

/**
 * How long a list shows that no other till was paid for a slip. From the end of its reading: on a slow line that takes
 * longer, and a list would never be young.
 */
const SHOWS_SLIPS_FOR_MS = 2 * 60_000
/** The records of lists, to be asked for sales that the bank may keep in another form. */
interface Listed {
  readonly rows: readonly TransactionRecord[]
  readonly shown: Forms
}

/** How long a backlog waits for its search, awake ms. */
const GIVEN_UP_AFTER_MS = 5 * 60_000
const SEARCH_AGAIN_MS = 2 * 60_000

export function createVerifier(context: DeliveryContext): Verifier {
  const { service, store, reads, way, breaker, clock, awake, random, log } = context
  const saidEmpty = createSaidEmpty(context)
  /** Since when the search of a terminal has failed, awake ms; null if the last one succeeded. It outlives the way. */
  const failingSince = new Map<string, number | null>()
  /** What lists have shown since the last whole one, by destination and terminal. No other way takes a record back. */
  const listed = new Map<string, Listed>()

  /** A terminal that was never searched counts as failing since the longest failure of another. */
  const failingSinceOf = (key: string): number =>
    failingSince.has(key)
      ? (failingSince.get(key) ?? Number.POSITIVE_INFINITY)
      : Math.min(...[...failingSince.values()].map((sinceMs) => sinceMs ?? Number.POSITIVE_INFINITY))

  /** A bank that is known to keep such references whole shows another sale there. */
  function otherFormOf(sale: SaleRow): string | undefined {
    const other = listed.get(keyOf(sale.destination, sale.terminalId))?.shown.otherOf(sale)
    return other === undefined || knownWhole(context, sale) !== undefined ? undefined : other
  }

  /** Whether a complete list may have a sale all the same: in a row that cannot be read, or in another form. */
  const isNotReleased = (search: Covered | undefined, sale: SaleRow): boolean =>
    search !== undefined &&
    (search.mayHide.has(sale.transactionId.toUpperCase()) || otherFormOf(sale) !== undefined)

  const isOfUnlearnedForm = (sale: SaleRow): boolean =>
    reads.isTyped(sale) && knownWhole(context, sale) === undefined

  /** A list that is not whole takes back nothing of what an earlier one showed. */
  function noteListed(key: string, read: PagedRead<TransactionRecord>): void {
    const again = new Set(read.rows.map(({ recordId }) => recordId))
    const earlier = read.incompleteReason === null ? [] : (listed.get(key)?.rows ?? [])
    const rows = [...read.rows, ...earlier.filter(({ recordId }) => !again.has(recordId))]
    const shown = formsOf(
      rows,
      ({ amount }) => koboFromDecimal(amount),
      (reference) => store.byTransactionId(reference) !== undefined,
    )
    listed.set(key, { rows, shown })
  }

  const isGivenUpAt = (key: string): boolean => awake.nowMs() - failingSinceOf(key) >= GIVEN_UP_AFTER_MS

  /** @returns how long sales wait for the next search, ms: not at all where they are asked about one by one */
  function failed(learned: Learned, key: string): number {
    learned.searchFailureCount += 1
    failingSince.set(key, Math.min(awake.nowMs(), failingSinceOf(key)))
    // Between two searches that may fail again, sales are asked about one by one.
    const isGivenUp = isGivenUpAt(key)
    const delayMs = Math.max(
      isGivenUp ? SEARCH_AGAIN_MS : 0,
      backOffMs(learned.searchFailureCount, random.next()),
    )
    learned.searchNotBeforeMs = clock.monotonicNowMs() + delayMs
    return isGivenUp ? 0 : delayMs
  }

  return {
    isOfUnlearnedForm,
    otherFormOf,
    covers: (sale) => {
      const search = way.learned().covered.get(keyOf(sale.destination, sale.terminalId))
      if (search === undefined || search.sequence < sale.sequence) return false
      if (sale.recordedAtMs < search.fromMs) return false
      if (passedMs(clock, search.readAt) > SHOWS_SLIPS_FOR_MS && isOfUnlearnedForm(sale)) return false
      if (isNotReleased(search, sale)) return false
      // A sale sent after the search started may have arrived since.
      return sale.sentAwakeMs === null || search.sinceMs > sale.sentAwakeMs
    },
    isGivenUp: (sale) => {
      const key = keyOf(sale.destination, sale.terminalId)
      return isGivenUpAt(key) || isNotReleased(way.learned().covered.get(key), sale)
    },
    notBeforeMs: (sale) => {
      const { covered, searchNotBeforeMs } = way.learned()
      const search = covered.get(keyOf(sale.destination, sale.terminalId))
      // The same list, read again for each step, would still not release it.
      return search !== undefined && isNotReleased(search, sale)
        ? Math.max(searchNotBeforeMs, search.readAt.monotonicMs + SEARCH_AGAIN_MS)
        : searchNotBeforeMs
    },
    retryNow: () => {
      way.learned().searchNotBeforeMs = 0
    },
    verify: function* (destination, terminalId) {
      const backlog = reads.backlog(destination, terminalId)
      if (backlog === undefined) return
      const asked = askedNow(context)
      const { learned } = asked
      const sinceMs = context.awake.nowMs()
      const window = { terminalId, ...daysSince(context, backlog.oldestAtMs) }
      const began = instantOf(clock)
      const read = yield* wait(service.searchAll(window))
      if (read === 'notSignedIn') return
      if (read.error === null) {
        learned.emptySearch = NOTHING_SAID
        const generation = service.answeredTo()
        // A second reading may have stayed silent for a minute after the first one's answers.
        if (generation !== null) learned.gate.open(generation, began)
      }
      const isSaidEmpty =
        read.error !== null &&
        mayMeanNothing(read.error) &&
        read.pagesRead === 0 &&
        (yield* saidEmpty.learn(learned, destination, window, read.error))
      // Found records count even if the reading is incomplete; only absence needs all of it.
      yield* observeRecords(context, destination, read.rows, asked)
      const key = keyOf(destination, terminalId)
      noteListed(key, read)
      // Other errors are about the search itself, and must not delay the sales behind it.
      if (read.error !== null && isOfHost(read.error) && !isGivenUpAt(key)) breaker.failed(read.error)
      // Rows that cannot be read may hide the sales of their references, or any.
      const isWhole = read.error === null && isWholeBut(read, ({ transactionId }) => transactionId === null)
      if (!isSaidEmpty && !isWhole) {
        log('warn', 'worker.verifyIncomplete', {
          reason: read.incompleteReason,
          delayMs: failed(learned, key),
        })
        return
      }
      breaker.succeeded()
      learned.searchFailureCount = 0
      failingSince.set(key, null)
      // If not, the next step asks for the right ones.
      if (wereRightDays(context, backlog.oldestAtMs, window)) {
        const { newestSequence: sequence, oldestAtMs: fromMs } = backlog
        const mayHide = new Set(
          read.unreadable.flatMap(({ transactionId }) => transactionId?.toUpperCase() ?? []),
        )
        learned.covered.set(key, { sequence, fromMs, sinceMs, readAt: instantOf(clock), mayHide })
      }
    },
  }
}

/**
 * The answer to an empty search is undocumented (docs/service.md 4.8); some services say no. It is learned like "not
 * found": a day before the service existed must get the same words, and as many days as were asked for, with a known sale
 * of ours, must not. A bank that refuses each search, or too many days, gives those the same words too. This takes some
 * minutes, since a busy service has words of its own.
 */
export interface SaidEmpty {
  /** Asks whether this answer to a search means an empty list. */
  learn(learned: Learned, destination: Destination, window: SearchWindow, said: GatewayError): Effect<boolean>
}

const LONG_AGO = '2000-01-01'
/** One "no", or even two in a row, may mean "busy": the same words must come this often, this far apart. */
const SAID_COUNT_MIN = 3
const SAID_APART_MS = 60_000

export function createSaidEmpty({ service, reads, awake }: DeliveryContext): SaidEmpty {
  function* provesEmpty(
    learned: Learned,
    destination: Destination,
    { terminalId, dateFrom, dateTo }: SearchWindow,
    said: GatewayError,
  ): Effect<boolean> {
    const longAgo = yield* wait(service.searchOne({ terminalId, ...daysToAsk(LONG_AGO, LONG_AGO) }))
    if (longAgo === 'notSignedIn' || longAgo.result.ok) return false
    const words = JSON.stringify(said)
    if (JSON.stringify(longAgo.result.error) !== words || !isSaidAgain(learned, words)) return false
    const known = reads.knownAtBank(destination)
    if (known?.record == null) return false
    const day = dayOf(known.record.timeReceived)
    if (day === undefined || service.clientId() !== destination.clientId) return false
    // As the bank knows it: the row may have been changed in the file.
    const { terminalId: knownTerminalId } = known.record
    const near = daysToAsk(day, day)
    const asWide = addDays(near.dateTo, -daysBetween(dateFrom, dateTo))
    const control = yield* wait(
      service.searchOne({
        terminalId: knownTerminalId,
        dateFrom: asWide < near.dateFrom ? asWide : near.dateFrom,
        dateTo: near.dateTo,
      }),
    )
    return control !== 'notSignedIn' && control.result.ok && control.result.value.rows.length > 0
  }

  function isSaidAgain(learned: Learned, words: string): boolean {
    const nowMs = awake.nowMs()
    const heard = learned.emptySearch
    if (words !== heard.words) learned.emptySearch = { words, count: 1, atMs: nowMs, isProven: false }
    else if (nowMs - heard.atMs >= SAID_APART_MS)
      learned.emptySearch = { ...heard, count: heard.count + 1, atMs: nowMs }
    return learned.emptySearch.count >= SAID_COUNT_MIN
  }

  return {
    learn: function* (learned, destination, window, said) {
      const isProven = yield* provesEmpty(learned, destination, window, said)
      // Earlier belief ends if the control gets the same words.
      const heard = learned.emptySearch
      if (JSON.stringify(said) === heard.words) learned.emptySearch = { ...heard, isProven }
      return isProven
    },
  }
}

/** Whether an error has the words that were learned to mean an empty list. */
export function isSaidEmpty({ emptySearch }: Learned, error: GatewayError): boolean {
  return mayMeanNothing(error) && JSON.stringify(error) === emptySearch.words && emptySearch.isProven
}
