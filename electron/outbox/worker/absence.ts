import type { AnswerShape } from '../../gateway/answer.ts'
import { missShape } from '../rules/absenceProof.ts'
import type { DeliveryContext } from './context.ts'
import { type Learned, noteFound } from './learned.ts'
import { wait, type Effect } from '../../work/effect.ts'
import { instantOf, passedMs, type Instant } from '../../clock/instant.ts'
import { fits, learnTemplate, type Said } from '../rules/missTemplate.ts'
import type { Destination } from '../../gateway/destination.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { isSameReference, isAsDemanding, kindOf, madeUpLike } from '../rules/references.ts'
import { mayBeRecordOf } from '../rules/responseClassifier.ts'
import { noteUnaccounted } from './unaccounted.ts'
import { observeRecords } from './shownRecords.ts'
import { DAY_MS, daysSince } from './searchDays.ts'
import { asRecorded } from '../store/factsStore.ts'
import { isWholeBut } from '../../gateway/pagedReader.ts'
import { isSaidEmpty } from './verification.ts'

/** A look-up without a record, in the shape of a "not found". */
export interface Miss extends Said {
  readonly destination: Destination
  /** When it was answered: a long time in between, from a slow disk too, makes the control too late. */
  readonly at: Instant
}

/**
 * Learns what "not found" looks like at this service, since that is undocumented: two references of the same kind that
 * cannot exist give the structure, and a sale that the bank is known to have shows that the same call still finds records.
 */
export interface NotFoundShape {
  /** Whether a miss counts towards the absence of a sale that was sent: only with a control by the same call. */
  isBelieved(learned: Learned, miss: Miss): Effect<boolean>
  /**
   * Whether a miss releases a sale that was never sent. Any record that a read showed is a control, once the same call
   * has found one; if the bank has no record of this client at all, its complete lists count instead.
   */
  isBelievedBeforeSend(learned: Learned, miss: Miss, sale: Pick<SaleRow, 'terminalId'>): Effect<boolean>
}

/** Largest distance between the positive control and the miss, ms. */
const CONTROL_WITHIN_MS = 60_000
/** A control lost in the network is tried again within that minute. */
const CONTROL_TRIES_MAX = 5
/** Short ones may be slips by chance. */
const MADE_UP_TRIES_MAX = 4

export function createNotFoundShape(context: DeliveryContext): NotFoundShape {
  const { service, store, reads, clock, random } = context
  const newCounter = createNewCounter(context)

  /** The shape of a miss; `isFound` if the bank has the reference; neither if the answer says nothing. */
  function* ask(
    learned: Learned,
    transactionId: string,
    destination: Destination,
  ): Effect<{ readonly isFound: boolean; readonly shape: AnswerShape | null }> {
    // Another client's answers say nothing about this one's sales.
    if (service.clientId() !== destination.clientId) return { isFound: false, shape: null }
    const answer = yield* wait(service.status(transactionId))
    if (answer === 'notSignedIn') return { isFound: false, shape: null }
    const { result } = answer
    const isFound = result.ok && isSameReference(result.value.transactionId, transactionId)
    if (isFound) noteFound(learned, clock, destination, transactionId)
    return { isFound, shape: missShape(answer) }
  }

  const keyOf = ({ destination, transactionId }: Miss): string =>
    `${destination.clientId} ${kindOf(transactionId)}`

  function* learn(learned: Learned, miss: Miss): Effect<void> {
    learned.notFound.delete(keyOf(miss))
    const first = yield* askMadeUp(learned, miss)
    const second = first === null ? null : yield* askMadeUp(learned, miss)
    const template = first === null || second === null ? null : learnTemplate(first, second)
    if (template !== null) learned.notFound.set(keyOf(miss), { template, confirmedAt: null })
  }

  function* askMadeUp(learned: Learned, miss: Miss): Effect<Said | null> {
    for (let tries = 0; tries < MADE_UP_TRIES_MAX; tries += 1) {
      const transactionId = madeUpLike(miss.transactionId, () => random.next())
      const { isFound, shape } = yield* ask(learned, transactionId, miss.destination)
      if (!isFound) return shape === null ? null : { transactionId, shape }
    }
    return null
  }

  function isLearned({ notFound }: Learned, miss: Miss): boolean {
    const words = notFound.get(keyOf(miss))
    return words !== undefined && fits(words.template, miss)
  }

  /** Whether the answer has the structure for references that cannot exist. */
  function* hasShape(learned: Learned, miss: Miss): Effect<boolean> {
    if (!isLearned(learned, miss)) yield* learn(learned, miss)
    return isLearned(learned, miss)
  }

  /** Whether the same call finds a known record within the minute. */
  function* findsStill(learned: Learned, transactionId: string, { destination, at }: Miss): Effect<boolean> {
    for (let tries = 0; tries < CONTROL_TRIES_MAX; tries += 1) {
      const control = yield* ask(learned, transactionId, destination)
      if (passedMs(clock, at) > CONTROL_WITHIN_MS) return false
      if (control.isFound) return true
      // This call no longer finds a record that the bank has, so its "not found" proves nothing.
      if (control.shape !== null) return false
    }
    return false
  }

  return {
    isBelieved: function* (learned, miss) {
      if (!(yield* hasShape(learned, miss))) return false
      const suits = (reference: string): boolean => isAsDemanding(reference, miss.transactionId)
      const known = reads.knownAtBank(miss.destination, suits)
      if (known === undefined) return false
      if (!(yield* findsStill(learned, referenceOf(known), miss))) return false
      return store.byTransactionId(known.transactionId)?.state === 'accepted'
    },
    isBelievedBeforeSend: function* (learned, miss, sale) {
      if (!(yield* hasShape(learned, miss))) return false
      const known = reads.knownAtBank(miss.destination)
      if (learned.seen.last(miss.destination) === null && known === undefined) {
        const isNew = yield* newCounter.hasNoRecord(learned, miss.destination, sale.terminalId)
        if (isNew) return passedMs(clock, miss.at) <= CONTROL_WITHIN_MS
      }
      const last = learned.seen.last(miss.destination)
      // The bank has shown this very sale: missing it now is no absence.
      if (last !== null && isSameReference(last.transactionId, miss.transactionId)) return false
      const isYoung = last !== null && passedMs(clock, last.at) <= CONTROL_WITHIN_MS
      const confirmedAt = learned.notFound.get(keyOf(miss))?.confirmedAt ?? null
      const isConfirmed = confirmedAt !== null && passedMs(clock, confirmedAt) <= CONTROL_WITHIN_MS
      if (isYoung && isConfirmed) return passedMs(clock, miss.at) <= CONTROL_WITHIN_MS
      const control = last?.transactionId ?? (known === undefined ? undefined : referenceOf(known))
      return control !== undefined && (yield* findsStill(learned, control, miss))
    },
  }
}

/** As the bank knows it: the row may have been changed in the file. */
function referenceOf(known: SaleRow): string {
  return known.record?.transactionId ?? known.transactionId
}

/** A client without any record at the bank, as on a first day, has nothing that a control could ask for. */
export interface NewCounter {
  /** Whether complete lists of all its terminals over the last week have no record. */
  hasNoRecord(learned: Learned, destination: Destination, terminalId: string): Effect<boolean>
}

/** A client with more terminals is not new. */
const NEW_COUNTER_TERMINALS_MAX = 25
/** How long empty lists count, as a control does: another counter may be paid for the slip meanwhile. */
const COUNTS_FOR_MS = 60_000
/**
 * Lists with a record, or that cannot be read, are not read again for so many times as long as that took: lists that a
 * bank refuses slowly, read for each waiting sale, would keep all of them waiting.
 */
const REST_AFTER_FAILURE = 3

export function createNewCounter(context: DeliveryContext): NewCounter {
  const { service, clock } = context

  /** @returns the terminals whose lists must be empty, or null if that cannot be known */
  function* terminalsOf(destination: Destination, own: string): Effect<readonly string[] | null> {
    if (service.clientId() !== destination.clientId) return null
    const listed = yield* wait(service.terminalIds(NEW_COUNTER_TERMINALS_MAX))
    return typeof listed === 'string' ? null : [...new Set([own, ...listed])]
  }

  function* areEmpty(learned: Learned, destination: Destination, terminalId: string): Effect<boolean> {
    const terminals = yield* terminalsOf(destination, terminalId)
    if (terminals === null) return false
    for (const each of terminals) {
      if (service.clientId() !== destination.clientId) return false
      const asked = { learned, at: context.now() }
      const read = yield* wait(
        service.searchAll({
          terminalId: each,
          ...daysSince(context, clock.wallNowMs() - DAYS_BACK * DAY_MS),
        }),
      )
      if (read === 'notSignedIn') return false
      yield* observeRecords(context, destination, read.rows, asked)
      if (read.rows.length > 0 || read.incompleteReason !== null) return false
    }
    return learned.seen.last(destination) === null
  }

  return {
    hasNoRecord: function* (learned, destination, terminalId) {
      if (learned.seen.last(destination) !== null) return false
      const { clientId } = destination
      const read = learned.lists
      const isOfThese = read?.clientId === clientId && read.terminalId === terminalId
      if (isOfThese && passedMs(clock, read.at) <= read.forMs) return read.areEmpty
      const begunAt = instantOf(clock)
      const isNew = yield* areEmpty(learned, destination, terminalId)
      const forMs = isNew
        ? COUNTS_FOR_MS
        : Math.min(COUNTS_FOR_MS, REST_AFTER_FAILURE * passedMs(clock, begunAt))
      // Counted from the end of the reading: on a slow line reading takes longer than the minute, and would never end.
      learned.lists = { clientId, terminalId, areEmpty: isNew, at: instantOf(clock), forMs }
      return isNew
    },
  }
}

/** A paid sale was paid at about the time of its recording. */
const DAYS_BACK = 7
/** A longer reading proves nothing: the first list may have changed before the last is read. */
const READ_FOR_MS_MAX = 2 * 60_000
/** A minute's reading at two requests a second. For a client with more, only the sale's own terminal is read. */
const TERMINALS_MAX = 50

export interface ListParts {
  readonly context: DeliveryContext
}

/** What complete lists of its terminal, and of the client's others if those are few, say about a sale. */
export type SaidByLists =
  | 'shown'
  | 'lacking'
  | 'unknown'
  /** It may be a record under another reference, which a person now has. */
  | 'unaccounted'

export function* askLists({ context }: ListParts, sale: SaleRow): Effect<SaidByLists> {
  const { service, clock, awake } = context
  const learned = context.way.learned()
  const isClient = (): boolean => service.clientId() === sale.destination.clientId
  if (!isClient()) return 'unknown'
  const { recordedAtMs, transactionId, terminalId: own } = asRecorded(context.store, sale)
  const fromMs = Math.min(recordedAtMs, clock.wallNowMs())
  const begunAwakeMs = awake.nowMs()
  const listed = yield* wait(service.terminalIds(TERMINALS_MAX))
  if (listed === 'unread') return 'unknown'
  const others = listed === 'tooMany' ? [] : listed
  for (const terminalId of new Set([own, ...others])) {
    // Another client's empty list would wrongly show absence.
    if (!isClient()) return 'unknown'
    const asked = { learned, at: context.now() }
    const read = yield* wait(
      service.searchAll({
        terminalId,
        ...daysSince(context, fromMs - DAYS_BACK * DAY_MS),
      }),
    )
    if (read === 'notSignedIn') return 'unknown'
    yield* observeRecords(context, sale.destination, read.rows, asked)
    if (read.rows.some((record) => isSameReference(record.transactionId, transactionId))) return 'shown'
    if (terminalId === own && (yield* noteUnaccounted(context, sale, read.rows))) return 'unaccounted'
    const isEmpty = read.error !== null && read.pagesRead === 0 && isSaidEmpty(learned, read.error)
    if (!isEmpty && !isWholeBut(read, (row) => mayBeRecordOf(transactionId, row))) return 'unknown'
  }
  const isYoung = awake.nowMs() - begunAwakeMs <= READ_FOR_MS_MAX && begunAwakeMs > awake.wokeAtMs()
  return isYoung ? 'lacking' : 'unknown'
}

/** This many queries of the file take a few milliseconds. */
export const LOOKED_AT_ONCE = 250

type LaterContext = Pick<DeliveryContext, 'store' | 'breathe'>

/**
 * The first row of a list that is of a later sale and at least as demanding a reference. The search lets other work run in between, so a caller that relies
 * on the row checks it again with {@link isLaterSale}: the sale and the row may have changed.
 */
export function* laterSaleIn(
  context: LaterContext,
  sale: SaleRow,
  rows: readonly { readonly transactionId: string }[],
): Effect<string | undefined> {
  for (let from = 0; from < rows.length; from += LOOKED_AT_ONCE) {
    if (from > 0) yield* wait(context.breathe())
    const found = rows
      .slice(from, from + LOOKED_AT_ONCE)
      .find(({ transactionId }) => isLaterSale(context, sale, transactionId))
    if (found !== undefined) return found.transactionId
  }
  return undefined
}

/** Whether a record is of a sale of ours on the same terminal that was sent after the last byte of this one. */
export function isLaterSale(
  { store }: Pick<DeliveryContext, 'store'>,
  sale: SaleRow,
  transactionId: string,
): boolean {
  const other = store.byTransactionId(transactionId)
  const recorded = asRecorded(store, sale)
  return (
    other !== undefined &&
    other.state === 'accepted' &&
    other.terminalId === recorded.terminalId &&
    isAsDemanding(transactionId, recorded.transactionId) &&
    other.sentAwakeMs !== null &&
    sale.unknownSinceAwakeMs !== null &&
    other.sentAwakeMs > sale.unknownSinceAwakeMs
  )
}
