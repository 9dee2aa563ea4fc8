import { dayOf } from '../../shared/serviceTime.ts'
import { isHostFailure } from '../outbox/worker/service.ts'
import type { DeliveryContext } from '../outbox/worker/context.ts'
import { checkOf, followAccepted } from '../outbox/worker/followAccepted.ts'
import type { SaleRow } from '../outbox/rules/saleRow.ts'
import { askedNow } from '../outbox/worker/learned.ts'
import { daysSince, daysToAsk, type SearchDays } from '../outbox/worker/searchDays.ts'
import { observeRecords } from '../outbox/worker/shownRecords.ts'
import { type Effect, wait } from '../work/effect.ts'

/** Follows accepted sales until they are paid, one step at a time. It only reads. */
export interface FollowUp {
  /** Returns the sleep after it in ms, 0 for none. */
  step(): Effect<number>
}

const SLEEP_MS_MAX = 60_000
/** With nothing to follow: an accepted sale wakes the loop. */
const IDLE_SLEEP_MS = 6 * 60_000
/** A list answers for every sale of its day at once. After one of so many pages, the next waits so long for each page. */
const GAP_A_PAGE_MS = 10_000
/** A sale that is due soon is asked about with the one that is due now: after this part of its wait. */
const SOON_SHARE = 1 / 2
/** A bank that does not answer lists is asked about each sale for so long. */
const WITHOUT_LIST_MS = 10 * 60_000
const DAYS_REMEMBERED_MAX = 100
/** A transaction of so many notes takes a few milliseconds. */
const NOTED_AT_ONCE = 50

/** What is known of the list of a terminal's day. */
interface DayList {
  readonly pages: number
  /** Not asked for before then, awake ms. */
  readonly nextAtMs: number
  /** Until then the sales of the day are asked about one by one, awake ms. */
  readonly withoutUntilMs: number
  /** References of unpaid sales that the list lacked: each is asked about by itself. */
  readonly lacked: ReadonlySet<string>
}

const UNKNOWN_LIST: DayList = { pages: 1, nextAtMs: 0, withoutUntilMs: 0, lacked: new Set() }

export function createFollowUp(context: DeliveryContext): FollowUp {
  const { service, reads, store, breaker, clock, awake, zone } = context
  const lists = new Map<string, DayList>()

  function* step(): Effect<number> {
    const destination = context.destination()
    if (destination === null || service.generation() === null) return IDLE_SLEEP_MS
    const holdMs = breaker.notBeforeMs() - clock.monotonicNowMs()
    if (holdMs > 0) return Math.min(holdMs, SLEEP_MS_MAX)
    const nowAwakeMs = awake.nowMs()
    const sale = reads.nextFollowUp(destination, nowAwakeMs)
    if (sale === undefined) {
      const dueMs = reads.earliestFollowUpDueMs(destination)
      return dueMs === null ? IDLE_SLEEP_MS : Math.min(Math.max(dueMs - nowAwakeMs, 1), SLEEP_MS_MAX)
    }
    const day = dayOfSale(sale)
    const key = JSON.stringify([destination, sale.terminalId, day])
    const list = lists.get(key) ?? UNKNOWN_LIST
    const isByItself = list.withoutUntilMs > nowAwakeMs || list.lacked.has(sale.transactionId)
    const group = isByItself ? [] : groupOf(sale, day, list, nowAwakeMs)
    if (group.length <= list.pages) {
      yield* followAccepted(context, sale)
    } else if (list.nextAtMs > nowAwakeMs) {
      putOff(group, list.nextAtMs)
    } else {
      yield* readList(key, sale, group)
    }
    return 0
  }

  /** The bank's day of the sale, or this computer's until the bank has shown a record. */
  function dayOfSale({ record, acceptedAtMs, recordedAtMs }: SaleRow): string {
    const received = record === null ? undefined : dayOf(record.timeReceived)
    return received ?? zone.day((acceptedAtMs ?? recordedAtMs) - Math.max(context.clockAheadMs() ?? 0, 0), 0)
  }

  /** The sales of one terminal and day that are due now or soon. */
  function groupOf(sale: SaleRow, day: string, list: DayList, nowAwakeMs: number): readonly SaleRow[] {
    const waitedMs = awakeSinceCheck(sale, nowAwakeMs)
    const soonMs = Math.max(GAP_A_PAGE_MS * list.pages, waitedMs * SOON_SHARE)
    return reads
      .followUpsUntil(sale.destination, sale.terminalId, nowAwakeMs + soonMs)
      .filter((each) => dayOfSale(each) === day && !list.lacked.has(each.transactionId))
  }

  /** How long the sale has waited for this question, by this computer's clock, ms. */
  function awakeSinceCheck({ lastCheckAtMs, acceptedAtMs }: SaleRow, nowAwakeMs: number): number {
    const sinceMs = lastCheckAtMs ?? acceptedAtMs
    if (sinceMs === null) return 0
    return Math.min(Math.max(0, clock.wallNowMs() - sinceMs), nowAwakeMs)
  }

  function putOff(group: readonly SaleRow[], untilMs: number): void {
    const early = group.filter(({ dueAwakeMs }) => dueAwakeMs < untilMs)
    noteEach(early, () => ({ dueAwakeMs: untilMs }))
  }

  /** One list for all of them. Records that it shows are compared like those of every other read. */
  function* readList(
    key: string,
    { terminalId, destination }: SaleRow,
    group: readonly SaleRow[],
  ): Effect<void> {
    const asked = askedNow(context)
    const read = yield* wait(service.followUpAll({ terminalId, ...daysOf(group) }))
    if (read === 'notSignedIn') return
    yield* observeRecords(context, destination, read.rows, asked)
    const nowAwakeMs = awake.nowMs()
    const pages = Math.max(1, read.pagesRead)
    const isAnswered = read.error === null || read.pagesRead > 0
    if (read.error === null) breaker.succeeded()
    else if (isHostFailure(read.error)) breaker.failed(read.error)
    const shown = new Set(read.rows.map(({ transactionId }) => transactionId.toUpperCase()))
    const lacking = group.filter(({ transactionId }) => !shown.has(transactionId.toUpperCase()))
    remember(key, {
      pages,
      nextAtMs: nowAwakeMs + pages * GAP_A_PAGE_MS,
      withoutUntilMs: isAnswered ? 0 : nowAwakeMs + WITHOUT_LIST_MS,
      lacked: new Set(isAnswered ? lacking.map(({ transactionId }) => transactionId) : []),
    })
    const current = group.flatMap(({ transactionId }) => store.byTransactionId(transactionId) ?? [])
    const isStillUnpaid = ({ state, datePaid }: SaleRow): boolean => state === 'accepted' && datePaid === null
    const isShown = ({ transactionId }: SaleRow): boolean => shown.has(transactionId.toUpperCase())
    noteEach(
      current.filter((each) => isStillUnpaid(each) && isShown(each)),
      (each) => checkOf(context, each),
    )
  }

  function daysOf(group: readonly SaleRow[]): SearchDays {
    const days = group.map(({ record }) => (record === null ? undefined : dayOf(record.timeReceived)))
    const [first] = days
    if (first !== undefined && days.every((day) => day === first)) return daysToAsk(first, first)
    return daysSince(
      context,
      Math.min(...group.map(({ acceptedAtMs, recordedAtMs }) => acceptedAtMs ?? recordedAtMs)),
    )
  }

  function remember(key: string, list: DayList): void {
    lists.delete(key)
    lists.set(key, list)
    for (const oldest of lists.keys()) {
      if (lists.size <= DAYS_REMEMBERED_MAX) return
      lists.delete(oldest)
    }
  }

  function noteEach(
    sales: readonly SaleRow[],
    patchOf: (sale: SaleRow) => Parameters<typeof store.note>[1],
  ): void {
    for (let from = 0; from < sales.length; from += NOTED_AT_ONCE) {
      const part = sales.slice(from, from + NOTED_AT_ONCE)
      store.together(part, (each) => {
        store.note(each, patchOf(each), context.now())
      })
      for (const { transactionId } of part) context.onSaleChanged(transactionId)
    }
  }

  return { step }
}
