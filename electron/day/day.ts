import { callError, type CallError } from '../../shared/callError.ts'
import type { Request } from '../../shared/contract.ts'
import { DAY_LINES_MAX, type DayView } from '../../shared/day.ts'
import type { Span } from '../../shared/days.ts'
import { ok, type Result } from '../../shared/result.ts'
import { believedPaidTime, dayOf, parseServiceTime, serviceTimeToMs } from '../../shared/serviceTime.ts'
import type { ServiceZone } from '../../shared/serviceZone.ts'
import type { Destination } from '../gateway/destination.ts'
import type { LateLimits } from '../outbox/rules/saleQuery.ts'
import type { DayStore, SaleOfDay } from '../outbox/store/dayStore.ts'
import { SALES_AT_ONCE } from '../outbox/store/dayStore.ts'
import { daysToAsk } from '../outbox/worker/searchDays.ts'
import type { Clock } from '../ports.ts'
import type { KeptRecord, TerminalDay } from '../records/keptRecord.ts'
import type { RecordKeeper } from '../records/recordKeeper.ts'
import { KEPT_PAGE_MAX, type RecordReadStore } from '../records/recordReadStore.ts'
import { createReadByDays } from '../session/readByDays.ts'
import type { SignedInApi } from '../session/signedInApi.ts'
import type { Observer } from '../settlements/recordLookUp.ts'
import { inSlices, inBreaths, type Breathe } from '../work/slices.ts'
import { compareDay, looksFirst, together, type Compared, type RecordOfDay } from './compareDay.ts'

type Asked = Pick<Request<'day.view'>, 'terminalId' | 'day'>

/** A day of a terminal, or of all of this counter, compared with what the bank has said of it. */
export interface Day {
  /** With `isRead` the bank's list of the day is read first, which may take a while and yields to sending. */
  view(request: Request<'day.view'>): Promise<Result<DayView, CallError>>
  /** The same as last read, with every line, for a file. */
  whole(asked: Asked): Promise<Result<DayView, CallError>>
  /** A list is being read: another reading would end it. */
  isReading(): boolean
  /** Ends a reading, as a time-out would. */
  stop(): void
}

export interface DayOptions {
  readonly bank: Pick<SignedInApi, 'clientId' | 'generation' | 'pages' | 'searchTransactions'>
  readonly observer: Observer
  readonly keeper: Pick<RecordKeeper, 'idle'>
  readonly kept: RecordReadStore
  readonly store: DayStore
  readonly destination: () => Destination | null
  readonly chosenTerminalId: () => string | null
  readonly zone: ServiceZone
  readonly clockAheadMs: () => number | null
  readonly today: () => string
  /** When an unpaid sale is late. */
  readonly late: () => LateLimits
  readonly pageSize: number
  readonly clock: Clock
  readonly breathe: Breathe
}

/** A day has up to 25 hours, and the clocks of both sides may differ a little. */
const MARGIN_MS = 26 * 60 * 60_000

export function createDay(options: DayOptions): Day {
  const { bank, observer, keeper, kept, store, destination, zone, clock, breathe } = options
  const readByDays = createReadByDays(bank, options.today)
  let running: AbortController | null = null

  const aheadMs = (): number => options.clockAheadMs() ?? 0

  async function read(terminalId: string, day: string): Promise<DayView['notRead'] | 'notSignedIn'> {
    running?.abort()
    const own = new AbortController()
    running = own
    const answer = await readByDays(daysToAsk(day, day), {
      ask: async (days, page) => {
        const observe = observer()
        const asked = await bank.searchTransactions({ terminalId, ...days, ...page }, { signal: own.signal })
        if (asked !== 'notSignedIn' && asked.result.ok) await observe(asked.result.value.rows)
        return asked
      },
      pageSize: options.pageSize,
      signal: own.signal,
    })
    if (running === own) running = null
    await keeper.idle()
    if (answer === 'notSignedIn') return answer
    if (answer.error !== null && answer.pagesRead === 0) return 'unreachable'
    return answer.incompleteReason === null ? null : 'incomplete'
  }

  /** The bank's day of a sale, or by its zone the day of the recording. */
  function dayOfSale({ receivedAt, recordedAtMs }: SaleOfDay): string {
    return (receivedAt === null ? undefined : dayOf(receivedAt)) ?? zone.day(recordedAtMs - aheadMs())
  }

  /** At every terminal. */
  async function salesOf(owner: Destination, day: string): Promise<SaleOfDay[]> {
    const span = spanOf(day)
    const sales: SaleOfDay[] = []
    for (let after: SaleOfDay | null = null; ;) {
      const part: readonly SaleOfDay[] = store.salesOf(owner, span, after)
      sales.push(...part.filter((sale) => dayOfSale(sale) === day))
      after = part.at(-1) ?? null
      if (after === null || part.length < SALES_AT_ONCE) return sales
      await breathe()
    }
  }

  function spanOf(day: string): Span {
    const midnight = parseServiceTime(`${day}T00:00:00`)
    const utcMs = midnight === undefined ? 0 : serviceTimeToMs(midnight, 0)
    const fromMs = utcMs - zone.offsetMinutes(utcMs) * 60_000 + aheadMs()
    return { fromMs: fromMs - MARGIN_MS, untilMs: fromMs + 2 * MARGIN_MS }
  }

  /** Null: the file of records cannot be read now. */
  async function recordsOf(
    owner: Destination,
    terminalId: string,
    day: string,
  ): Promise<RecordOfDay[] | null> {
    const records: RecordOfDay[] = []
    for (let after = 0; ;) {
      const page = kept.ofDay(owner, { terminalId, day }, after)
      if (page === null) return null
      records.push(...page.map(recordOfDay))
      after = page.at(-1)?.row ?? after
      if (page.length < KEPT_PAGE_MAX) return records
      await breathe()
    }
  }

  function recordOfDay({ row, newest: { view }, versionCount, lackedAtMs }: KeptRecord): RecordOfDay {
    const mayBePaidBack = versionCount > 1 && !view.isPaid
    const wasPaid =
      mayBePaidBack &&
      (kept.versions(row) ?? []).some((each) => believedPaidTime(each.view, options.today()) !== undefined)
    return { view, isLacked: lackedAtMs !== null, wasPaid }
  }

  /** Own sales of records that no sale of the day has: of another terminal, or recorded long before. */
  async function othersOf(
    owner: Destination,
    sales: readonly SaleOfDay[],
    records: readonly RecordOfDay[],
  ): Promise<readonly SaleOfDay[]> {
    const known = new Set<string>()
    await inSlices(sales, breathe, ({ transactionId }) => void known.add(transactionId.toUpperCase()))
    const others: SaleOfDay[] = []
    await inSlices(records, breathe, ({ view: { transactionId } }) => {
      if (known.has(transactionId.toUpperCase())) return
      const sale = store.byReference(owner, transactionId)
      if (sale !== undefined) others.push(sale)
    })
    return others
  }

  async function ofTerminal(
    owner: Destination,
    { terminalId, day }: TerminalDay,
    sales: readonly SaleOfDay[],
  ): Promise<Compared & Pick<DayView, 'asOfMs' | 'notRead'>> {
    const own: SaleOfDay[] = []
    await inSlices(sales, breathe, (sale) => void (sale.terminalId === terminalId && own.push(sale)))
    const records = await recordsOf(owner, terminalId, day)
    const others = await othersOf(owner, own, records ?? [])
    const isHere = (sale: SaleOfDay): boolean => sale.terminalId === terminalId
    const work = compareDay(
      [...own, ...others.filter(isHere)],
      records ?? [],
      { today: options.today(), late: options.late() },
      others.filter((each) => !isHere(each)),
    )
    return {
      ...(await inBreaths(work, breathe, clock)),
      asOfMs: records === null ? null : (kept.coverage(owner, { terminalId, day })?.completeAsOfMs ?? null),
      notRead: records === null ? 'notKept' : null,
    }
  }

  /** The terminals of this counter on the day. */
  function terminalsOf(sales: readonly SaleOfDay[]): string[] {
    const chosen = options.chosenTerminalId()
    const used = new Set(sales.map(({ terminalId }) => terminalId))
    return [...new Set([...(chosen === null ? [] : [chosen]), ...[...used].toSorted()])]
  }

  async function viewOf({ terminalId, day }: Asked, isRead: boolean): Promise<Result<DayView, CallError>> {
    const owner = destination()
    if (owner === null) return callError('notSignedIn')
    const isSame = (): boolean => destination()?.clientId === owner.clientId
    let notRead: DayView['notRead'] = null
    if (isRead) {
      for (const each of terminalId === null ? terminalsOf(await salesOf(owner, day)) : [terminalId]) {
        const answer = await read(each, day)
        if (answer === 'notSignedIn' || !isSame()) return callError('notSignedIn')
        notRead ??= answer
      }
    }
    const sales = await salesOf(owner, day)
    const terminals = terminalsOf(sales)
    const parts: Awaited<ReturnType<typeof ofTerminal>>[] = []
    for (const each of terminalId === null ? terminals : [terminalId])
      parts.push(await ofTerminal(owner, { terminalId: each, day }, sales))
    const asOf = parts.map(({ asOfMs }) => asOfMs)
    return ok({
      terminalId,
      terminals,
      day,
      ...together(parts),
      asOfMs: asOf.length === 0 || asOf.includes(null) ? null : Math.min(...asOf.map((atMs) => atMs ?? 0)),
      notRead: parts.find((part) => part.notRead !== null)?.notRead ?? notRead,
    })
  }

  return {
    view: async ({ isRead, ...asked }) => {
      const whole = await viewOf(asked, isRead)
      if (!whole.ok) return whole
      return ok({ ...whole.value, lines: looksFirst(whole.value.lines).slice(0, DAY_LINES_MAX) })
    },
    whole: (asked) => viewOf(asked, false),
    isReading: () => running !== null,
    stop: () => running?.abort(),
  }
}
