import { fc } from '../../../electron/testing/fuzz.ts'
import { expect, test } from 'vitest'
import type { Request } from '../../../shared/contract.ts'
import { SaleFilter, SaleOrder, SaleState, type SaleView, SettlementFacet } from '../../../shared/sale.ts'
import type { ListTotals } from '../../../shared/salesNews.ts'
import { FIXED_NOW_MS, saleOf } from '../../testing/fixtures.ts'
import { listAfter, type ListRows } from './listNews.ts'

/** A sale as main stores it. Only main knows whether a refusal was seen; no row says so. */
interface Stored {
  readonly sale: SaleView
  readonly isSeen: boolean
}

type Asked = Request<'sales.page'>

const isForPerson = ({ state }: SaleView): boolean => ['review', 'conflict', 'held'].includes(state)
const belongs: Readonly<Record<SaleFilter, (stored: Stored) => boolean>> = {
  all: () => true,
  waiting: ({ sale }) => isForPerson(sale) || ['queued', 'sending', 'unknown'].includes(sale.state),
  notSent: ({ sale }) => ['queued', 'sending'].includes(sale.state),
  checking: ({ sale }) => sale.state === 'unknown',
  needsPerson: ({ sale, isSeen }) =>
    isForPerson(sale) || sale.settlement === 'differs' || (sale.state === 'refused' && !isSeen),
  accepted: ({ sale }) => sale.state === 'accepted',
  unpaid: ({ sale }) => sale.settlement === 'unpaid' || sale.settlement === 'late',
  paid: ({ sale }) => sale.settlement === 'paid',
  refused: ({ sale }) => sale.state === 'refused',
  late: ({ sale }) => sale.settlement === 'late',
  notChecked: ({ sale }) => sale.notCheckedSinceMs !== null,
}

const newest = (a: SaleView, b: SaleView): number =>
  b.recordedAtMs - a.recordedAtMs || b.sequence - a.sequence
const place = (sale: SaleView): number =>
  isForPerson(sale) ? 0 : sale.state === 'queued' ? 1 : sale.state === 'accepted' ? 2 : 3
const ORDERS: Readonly<Record<SaleOrder, (a: SaleView, b: SaleView) => number>> = {
  newest,
  oldest: (a, b) => newest(b, a),
  largest: (a, b) => b.amountKobo - a.amountKobo,
  smallest: (a, b) => a.amountKobo - b.amountKobo,
  openFirst: (a, b) => place(a) - place(b),
  doneFirst: (a, b) => place(b) - place(a),
}

function found(all: readonly Stored[], { filter, order, search }: Asked): readonly SaleView[] {
  const isTakenUp = order === undefined && (filter === 'waiting' || filter === 'needsPerson')
  const rank = (sale: SaleView): number => Number(!isForPerson(sale) && sale.settlement !== 'differs')
  return all
    .filter((stored) => belongs[filter](stored) && stored.sale.transactionId.startsWith(search))
    .map(({ sale }) => sale)
    .toSorted((a, b) => {
      if (isTakenUp) return rank(a) - rank(b) || a.sequence - b.sequence
      return (order === undefined ? 0 : ORDERS[order](a, b)) || newest(a, b)
    })
}

const koboOf = (sales: readonly SaleView[]): number =>
  sales.reduce((sum, { amountKobo }) => sum + amountKobo, 0)

function pageOf(all: readonly Stored[], asked: Asked): ListRows {
  const sales = found(all, asked)
  const shown = sales.slice(asked.offset, asked.offset + asked.limit)
  return {
    ids: shown.map(({ transactionId }) => transactionId),
    totalCount: sales.length,
    totalKobo: koboOf(sales),
  }
}

function totalsOf(all: readonly Stored[]): ListTotals {
  const each = SaleFilter.options.map((filter) => {
    const sales = found(all, { filter, search: '', offset: 0, limit: 1 })
    return [filter, { count: sales.length, kobo: koboOf(sales) }] as const
  })
  return Object.fromEntries(each) as ListTotals
}

const knownOf = (all: readonly Stored[]) =>
  Object.fromEntries(all.map(({ sale }) => [sale.transactionId, { sale, ticket: 1 }]))

/** What can change about a sale; its reference, its number and its amount cannot. */
interface Moment {
  readonly state: SaleState
  readonly facet: SettlementFacet
  readonly isNotChecked: boolean
  readonly isSeen: boolean
}

const moment: fc.Arbitrary<Moment> = fc.record({
  state: fc.constantFrom(...SaleState.options),
  facet: fc.constantFrom(...SettlementFacet.options),
  isNotChecked: fc.boolean(),
  isSeen: fc.boolean(),
})

function storedOf(place: number, { state, facet, isNotChecked, isSeen }: Moment): Stored {
  const isUnpaid = state === 'accepted' && (facet === 'unpaid' || facet === 'late')
  const sale = saleOf({
    transactionId: `${place % 3 === 0 ? 'A' : 'B'}-${place}`,
    sequence: place + 1,
    amountKobo: 100 + (place % 4),
    // The clock was set back in between.
    recordedAtMs: FIXED_NOW_MS + (place % 3) * 1_000 + (place % 2),
    state,
    settlement: state === 'accepted' ? facet : null,
    notCheckedSinceMs: isUnpaid && isNotChecked ? 1 : null,
  })
  return { sale, isSeen }
}

const asking = fc.record(
  {
    filter: fc.constantFrom(...SaleFilter.options),
    order: fc.constantFrom(...SaleOrder.options),
    /** All sales are of these days; the event has no totals of them. */
    range: fc.constantFrom('today' as const, 'all' as const),
    search: fc.constantFrom('', '', '', 'A'),
    offset: fc.constantFrom(0, 0, 3),
    limit: fc.constantFrom(3, 6),
  },
  { requiredKeys: ['filter', 'search', 'offset', 'limit'] },
)

interface Scene {
  readonly asked: Asked
  readonly before: readonly Moment[]
  readonly changes: readonly (readonly [number, Moment])[]
  readonly recorded: readonly Moment[]
  readonly isRowKnownBefore: boolean
}

const of = (state: SaleState, isSeen = false): Moment => ({
  state,
  facet: 'unpaid',
  isNotChecked: false,
  isSeen,
})
const openPage = { search: '', offset: 0, limit: 3 } as const
/** Cases that random scenes seldom reach. */
const seldom: readonly Scene[] = [
  {
    // The last row of the page moves behind rows that are not on the page.
    asked: { ...openPage, filter: 'waiting' },
    before: [of('review'), of('review'), of('review'), of('review')],
    changes: [[2, of('queued')]],
    recorded: [],
    isRowKnownBefore: false,
  },
  {
    // A refusal was marked as seen, which its row does not show.
    asked: { ...openPage, filter: 'needsPerson' },
    before: [of('refused'), of('refused'), of('refused'), of('refused')],
    changes: [[1, of('refused', true)]],
    recorded: [],
    isRowKnownBefore: false,
  },
]

test('after any change, a list equals the page that main would give, or main is asked for it', () => {
  const scene: fc.Arbitrary<Scene> = fc.record({
    asked: asking,
    before: fc.array(moment, { maxLength: 12 }),
    changes: fc.array(fc.tuple(fc.nat(11), moment), { maxLength: 4 }),
    recorded: fc.array(moment, { maxLength: 2 }),
    isRowKnownBefore: fc.boolean(),
  })
  fc.assert(
    fc.property(scene, ({ asked, before, changes, recorded, isRowKnownBefore }) => {
      const was = before.map((facts, place) => storedOf(place, facts))
      const moved = new Map(changes.map(([place, facts]) => [place, storedOf(place, facts)]))
      const is = [
        ...was.map((stored, place) => moved.get(place) ?? stored),
        ...recorded.map((facts, place) => storedOf(was.length + place, facts)),
      ]
      const changed = is.filter((stored) => !was.includes(stored))
      const after = listAfter(
        pageOf(was, asked),
        asked,
        {
          revision: 2,
          since: 1,
          sales: changed.map(({ sale }) => sale),
          areOthersChanged: false,
          queue: null,
          totals: totalsOf(is),
        },
        // The answer to the screen’s own call may arrive before main’s event.
        knownOf(isRowKnownBefore ? [...was, ...changed] : was),
      )
      if (after !== null) expect(after).toEqual(pageOf(is, asked))
    }),
    {
      numRuns: 3_000,
      examples: seldom.map((example) => [example]),
    },
  )
})

test('nothing is updated in place where other rows may have changed, or where the totals are missing', () => {
  const was = [storedOf(0, { state: 'queued', facet: 'unpaid', isNotChecked: false, isSeen: false })]
  const asked = { filter: 'all', search: '', offset: 0, limit: 6 } as const
  const news = {
    revision: 2,
    since: 1,
    sales: [],
    areOthersChanged: false,
    queue: null,
    totals: totalsOf(was),
  }
  const after = (part: object) => listAfter(pageOf(was, asked), asked, { ...news, ...part }, knownOf(was))
  expect(after({})).toEqual(pageOf(was, asked))
  expect([after({ areOthersChanged: true }), after({ totals: null }), after({ sales: null })]).toEqual([
    null,
    null,
    null,
  ])
})
