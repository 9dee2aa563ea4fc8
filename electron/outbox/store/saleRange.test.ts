import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayOf, dayStartMs, type Span, spanOf } from '../../../shared/days.ts'
import { SaleFilter, SaleOrder, SaleState } from '../../../shared/sale.ts'
import { BAR_DAYS, type TakeOf } from '../../../shared/saleDays.ts'
import { TAKE_PARTS } from '../../../shared/standing.ts'
import { openDatabase, salesFile, type Database } from '../../storage/database.ts'
import { migrate } from '../../storage/migrations.ts'
import { createSeededRandom } from '../../testing/virtualTime.ts'
import type { SaleQuery } from '../rules/saleQuery.ts'
import { checkedWithinMs } from '../rules/delays.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { createSaleDays } from '../saleDays.ts'
import { RangeTotalsStore } from './rangeTotalsStore.ts'
import { SaleListStore, SORTED_MAX } from './saleListStore.ts'

const OWN = { environment: 'live', partnerUrl: 'https://bank.invalid', clientId: 'merchant' } as const
const NOW_MS = new Date(2026, 10, 20, 14, 5).getTime()
const DAY_MS = 86_400_000
const isSilent = ({
  acceptedAtMs,
  answeredAtMs,
}: Pick<SaleRow, 'acceptedAtMs' | 'answeredAtMs'>): boolean => {
  const acceptedMs = acceptedAtMs ?? 0
  return NOW_MS - Math.max(acceptedMs, answeredAtMs ?? 0) > checkedWithinMs(NOW_MS - acceptedMs)
}
const LIMITS = { lateBeforeMs: NOW_MS - DAY_MS, lateAfterMs: 1, nowMs: NOW_MS }

interface Row {
  readonly sequence: number
  readonly clientId: string
  readonly state: SaleState
  readonly datePaid: string | null
  readonly differs: boolean
  readonly isSeen: boolean
  readonly recordedAtMs: number
  readonly amountKobo: number
  readonly acceptedAtMs: number | null
  readonly answeredAtMs: number | null
}

let dir = ''
let database: Database
let rows: Row[] = []

/** The clock is set back and forth, and amounts and times are often equal. */
function rowOf(sequence: number, random: () => number): Row {
  const pick = <Value>(...values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value
  const state = pick(...SaleState.options, 'accepted', 'accepted', 'accepted')
  const isAccepted = state === 'accepted'
  const recordedAtMs = NOW_MS - Math.floor(random() * 20 * 48) * 1_800_000 + pick(0, 60_000)
  const acceptedAtMs = isAccepted ? recordedAtMs + 1_000 : null
  return {
    sequence,
    clientId: pick('merchant', 'merchant', 'merchant', 'other'),
    state,
    datePaid: isAccepted ? pick('2026-11-20T10:00:00', null) : null,
    differs: isAccepted && random() < 0.1,
    isSeen: pick(true, false),
    recordedAtMs,
    amountKobo: pick(100, 50_000, 70_000, 123_456),
    acceptedAtMs,
    answeredAtMs: acceptedAtMs === null ? null : pick(acceptedAtMs, acceptedAtMs + 5_000),
  }
}

function insert(row: Row): void {
  database.run(
    `INSERT INTO sale (sequence, transaction_id, environment, partner_url, client_id, terminal_id, amount_kobo,
       amount_wire, note, state, version, recorded_at_ms, recorded_boot, recorded_awake_ms, due_awake_ms, date_paid,
       differing_open, refusal_seen, accepted_at_ms, answered_at_ms)
     VALUES (?, ?, 'live', 'https://bank.invalid', ?, 'T1', ?, '1.00', '', ?, 1, ?, 'boot', 0, 0, ?, ?, ?, ?, ?)`,
    row.sequence,
    `SALE-${row.sequence}`,
    row.clientId,
    row.amountKobo,
    row.state,
    row.recordedAtMs,
    row.datePaid,
    row.differs ? 1 : 0,
    row.isSeen ? 1 : 0,
    row.acceptedAtMs,
    row.answeredAtMs,
  )
}

beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-range-'))
  database = openDatabase(salesFile(dir))
  migrate(database)
  const random = createSeededRandom(7)
  rows = Array.from({ length: 900 }, (_, each) => rowOf(each + 1, () => random.next()))
  database.transaction(() => rows.forEach(insert))
})
afterAll(() => {
  database.close()
  rmSync(dir, { recursive: true, force: true })
})

const isPerson = ({ state }: Row): boolean => ['review', 'conflict', 'held'].includes(state)
const isPaid = ({ datePaid, differs }: Row): boolean => datePaid !== null && !differs
const isUnpaid = (row: Row): boolean => row.state === 'accepted' && row.datePaid === null && !row.differs
const isDue = (row: Row): boolean => isUnpaid(row) && (row.acceptedAtMs ?? 0) < LIMITS.lateBeforeMs
const isLate = (row: Row): boolean =>
  isDue(row) && (row.answeredAtMs ?? 0) - (row.acceptedAtMs ?? 0) >= LIMITS.lateAfterMs
const belongs: Readonly<Record<SaleFilter, (row: Row) => boolean>> = {
  all: () => true,
  waiting: (row) => isPerson(row) || ['queued', 'sending', 'unknown'].includes(row.state),
  notSent: ({ state }) => ['queued', 'sending'].includes(state),
  checking: ({ state }) => state === 'unknown',
  needsPerson: (row) => isPerson(row) || row.differs || (row.state === 'refused' && !row.isSeen),
  accepted: ({ state }) => state === 'accepted',
  unpaid: isUnpaid,
  paid: isPaid,
  refused: ({ state }) => state === 'refused',
  late: isLate,
  notChecked: (row) => isDue(row) && !isLate(row) && isSilent(row),
}

const isIn = (span: Span | null, { recordedAtMs }: Row): boolean =>
  span === null || (recordedAtMs >= span.fromMs && recordedAtMs < span.untilMs)

const PLACES: Readonly<Partial<Record<SaleState, number>>> = {
  unknown: 1,
  sending: 2,
  queued: 3,
  refused: 4,
  writtenOff: 7,
  cancelled: 8,
}
function placeOf(row: Row): number {
  if (isPerson(row) || row.differs) return 0
  return PLACES[row.state] ?? (row.datePaid === null ? 5 : 6)
}

const newest = (a: Row, b: Row): number => b.recordedAtMs - a.recordedAtMs || b.sequence - a.sequence
const ORDERS: Readonly<Record<SaleOrder, (a: Row, b: Row) => number>> = {
  newest,
  oldest: (a, b) => newest(b, a),
  largest: (a, b) => b.amountKobo - a.amountKobo || newest(a, b),
  smallest: (a, b) => a.amountKobo - b.amountKobo || newest(a, b),
  openFirst: (a, b) => placeOf(a) - placeOf(b) || newest(a, b),
  doneFirst: (a, b) => placeOf(b) - placeOf(a) || newest(a, b),
}

const ranges = [
  'today',
  'yesterday',
  'week',
  'all',
  { fromMs: NOW_MS - 5 * DAY_MS, toMs: NOW_MS - 3 * DAY_MS },
] as const

const NO_MONEY: readonly Row['state'][] = ['refused', 'cancelled', 'writtenOff']
const sumOf = (list: readonly Row[]) => ({
  count: list.length,
  kobo: list.reduce((sum, { amountKobo }) => sum + amountKobo, 0),
})

function wholeList(filter: SaleFilter, span: Span | null, order: SaleOrder): readonly Row[] {
  return rows
    .filter((row) => row.clientId === OWN.clientId && belongs[filter](row) && isIn(span, row))
    .toSorted(ORDERS[order])
}

const asked = (part: Partial<SaleQuery>): SaleQuery => ({
  ...LIMITS,
  filter: 'all',
  reference: '',
  amountKobo: null,
  span: null,
  offset: 0,
  limit: 7,
  ...part,
})
const numbers = (list: readonly { readonly sequence: number }[]): readonly number[] =>
  list.map(({ sequence }) => sequence)

test.each(ranges)(
  'every filter and order of a range: its pages, count, sum and slices are those of the rows: %j',
  (range) => {
    const lists = new SaleListStore(database)
    const span = spanOf(range, NOW_MS)
    for (const filter of SaleFilter.options)
      for (const order of SaleOrder.options) {
        const whole = wholeList(filter, span, order)
        for (const offset of [0, 7, Math.max(0, whole.length - 5)]) {
          const page = lists.page(OWN, asked({ filter, order, span, offset }))
          expect([filter, order, numbers(page.sales)]).toEqual([
            filter,
            order,
            numbers(whole.slice(offset, offset + 7)),
          ])
          expect(page).toMatchObject({
            order,
            all: sumOf(whole),
            // The foot of the list leaves out what the heads of its days do.
            none: filter === 'all' ? sumOf(whole.filter(({ state }) => NO_MONEY.includes(state))) : null,
          })
        }
        if (order !== 'newest') continue
        const read: number[] = []
        for (let before = null as Row | null; ;) {
          const slice = numbers(lists.slice(OWN, asked({ filter, span }), before))
          read.push(...slice)
          before = rows[(slice.at(-1) ?? 0) - 1] ?? null
          if (slice.length < 7) break
        }
        expect(read).toEqual(numbers(whole))
      }
  },
)

test('the parts of a day, of its hours, and of all days add up to its sales, each in one part', () => {
  const days = createSaleDays({
    totals: new RangeTotalsStore(database),
    destination: () => OWN,
    nowMs: () => NOW_MS,
    revision: () => 3,
  })
  const old = rows.map(({ recordedAtMs }) => recordedAtMs).filter((atMs) => atMs < dayStartMs(NOW_MS, -14))
  const found = days({ alsoOf: old.slice(0, 50), hoursOf: NOW_MS - DAY_MS })
  expect(found.days.map(({ fromMs }) => fromMs)).toEqual(
    Array.from({ length: BAR_DAYS }, (_, each) => dayStartMs(NOW_MS, each + 1 - BAR_DAYS)),
  )
  expect(found.others.length).toBeGreaterThan(2)
  const parts: Readonly<Record<(typeof TAKE_PARTS)[number], (row: Row) => boolean>> = {
    paid: isPaid,
    unpaid: (row) => isUnpaid(row) || ['queued', 'sending', 'unknown'].includes(row.state),
    attention: (row) => isPerson(row) || row.differs,
    none: ({ state }) => ['refused', 'cancelled', 'writtenOff'].includes(state),
  }
  for (const take of [...found.days, ...found.others, ...(found.hours ?? [])])
    for (const part of TAKE_PARTS) {
      const own = rows.filter((row) => row.clientId === OWN.clientId && isIn(take, row) && parts[part](row))
      expect([take.fromMs, part, take[part]]).toEqual([
        take.fromMs,
        part,
        { count: own.length, kobo: own.reduce((sum, { amountKobo }) => sum + amountKobo, 0) },
      ])
    }
  const sum = (takes: readonly TakeOf[]): number =>
    takes.flatMap((take) => TAKE_PARTS.map((part) => take[part].kobo)).reduce((a, b) => a + b, 0)
  const yesterday = found.days.at(-2)
  expect(sum(found.hours ?? [])).toBe(sum(yesterday === undefined ? [] : [yesterday]))
  const span = { fromMs: dayStartMs(NOW_MS, -13), untilMs: dayOf(NOW_MS).untilMs }
  expect(sum(found.days)).toBe(
    wholeList('all', span, 'newest').reduce((all, { amountKobo }) => all + amountKobo, 0),
  )
})

test('signed out: the days are there, and nothing is in them', () => {
  const days = createSaleDays({
    totals: new RangeTotalsStore(database),
    destination: () => null,
    nowMs: () => NOW_MS,
    revision: () => 0,
  })
  const { days: bars } = days({ alsoOf: [], hoursOf: null })
  expect(bars.length).toBe(BAR_DAYS)
  expect(bars.every(({ paid, unpaid }) => paid.count + unpaid.count === 0)).toBe(true)
})

test('more sales than can be sorted at once stay in the order of time, and the answer says so', () => {
  const other = { ...OWN, clientId: 'crowd' }
  database.transaction(() => {
    for (let each = 1; each <= SORTED_MAX + 1; each += 1)
      insert({
        ...(rows[0] as Row),
        sequence: rows.length + each,
        clientId: other.clientId,
        state: 'accepted',
        datePaid: '2026-11-20T10:00:00',
        differs: false,
        recordedAtMs: NOW_MS - (each % 2 === 0 ? each : -each),
        amountKobo: each,
      })
  })
  const lists = new SaleListStore(database)
  const { sales, order } = lists.page(other, asked({ order: 'largest', limit: 3 }))
  expect(order).toBe('newest')
  expect(sales.map(({ recordedAtMs }) => recordedAtMs - NOW_MS)).toEqual([10_001, 9_999, 9_997])
})
