import { expect, test } from 'vitest'
import { parseUnknown } from '../../shared/parse.ts'
import { type RecordFilter, RecordPage, RecordSearchView, type RecordProgress } from '../../shared/record.ts'
import type { Answer, Page, SettlementApi, TransactionRecord } from '../gateway/answer.ts'
import type { Clock } from '../ports.ts'
import { answerOf, failureOf, FakeClock, http, pageOf, record, unsent } from '../session/testing/fakes.ts'
import { SLICE_SIZE } from '../work/slices.ts'
import { createRecordSearch } from './recordSearch.ts'
import type { RecordQuery } from './recordQuery.ts'

type Query = Parameters<SettlementApi['searchTransactions']>[1]

const days = { terminalId: '2070A001', dateFrom: '2026-11-20', dateTo: '2026-11-20' }
/** The days asked for, so that the answer has the day even if it excludes the ends. */
const dayAround = { dateFrom: '2026-11-19', dateTo: '2026-11-21' }
const query: RecordQuery = { searchId: 'one', ...days, basis: 'saleDate' }
const anything = { show: 'all', amountText: '' } as const

function bench(
  answer: (query: Query) => Answer<Page<TransactionRecord>>,
  isSignedOut = false,
  clock: Clock = new FakeClock(),
) {
  const asked: Query[] = []
  const observed: TransactionRecord[] = []
  const progress: RecordProgress[] = []
  const state = {
    clientId: isSignedOut ? null : 'ADA-CLIENT',
    turns: 0,
    elsewhere: [] as string[],
    onTurn: (): void => undefined,
  }
  const search = createRecordSearch({
    bank: {
      pages: { firstPage: 1 },
      clientId: () => state.clientId,
      generation: () => (isSignedOut ? null : 1),
      searchTransactions: (sent) => {
        asked.push(sent)
        return Promise.resolve(answer(sent))
      },
    },
    clock,
    today: () => '2026-11-20',
    pageSize: 2,
    observer: () => async (records) => void observed.push(...records),
    onProgress: (each) => void progress.push(each),
    isOwn: ({ transactionId }) => !state.elsewhere.includes(transactionId),
    breathe: () => {
      state.turns += 1
      state.onTurn()
      return Promise.resolve()
    },
  })
  return { search, asked, observed, progress, state }
}

test('a day is read to its last page and summed exactly', async () => {
  const rows = [
    record(1, { amount: '0.1', amountSettled: '0.095' }),
    record(2, { amount: '0.2', amountSettled: '0.1905' }),
    record(3, { amount: '9999999999.99', amountSettled: '-0.0005' }),
  ]
  const { search, asked, observed } = bench((sent) => answerOf(pageOf(rows, sent)))
  const result = await search.search(query)
  expect(observed).toEqual(rows)
  expect(result).toMatchObject({
    ok: true,
    value: {
      totalCount: 3,
      incompleteReason: null,
      rowsRead: 3,
      pagesRead: 2,
      totals: {
        count: 3,
        gross: '10000000000.29',
        paidCount: 3,
        paidGross: '10000000000.29',
        net: '0.285',
        fee: '10000000000.005',
        unpaidCount: 0,
        unpaidGross: '0',
        isFinerThanKobo: true,
      },
      readAtMs: 1_795_000_000_000,
    },
  })
  expect(result.ok && result.value.records.map((row) => row.transactionId)).toEqual(['T-3', 'T-2', 'T-1'])
  expect(result.ok && parseUnknown(RecordSearchView, result.value).ok).toBe(true)
  expect(JSON.stringify(result)).not.toContain('0123456789')
  expect(asked[0]).toEqual({ ...days, ...dayAround, pageNumber: 1, pageSize: 2 })
})

test('other work runs while a long list is sorted', async () => {
  const rows = Array.from({ length: 4 * SLICE_SIZE }, (_, at) => record(at + 1))
  const inOnePage = (sent: Query) => answerOf(pageOf(rows, { ...sent, pageSize: rows.length }))
  const quick = bench(inOnePage)
  await quick.search.search(query)
  let nowMs = 0
  const slowed = {
    wallNowMs: () => 0,
    monotonicNowMs: () => {
      nowMs += 20
      return nowMs
    },
  }
  const slow = bench(inOnePage, false, slowed)
  const result = await slow.search.search(query)
  expect(result.ok && result.value.records.slice(0, 2).map(({ recordId }) => recordId)).toEqual([
    String(rows.length),
    String(rows.length - 1),
  ])
  expect(slow.state.turns - quick.state.turns).toBeGreaterThan(rows.length / SLICE_SIZE)
})

test('an empty day is a complete answer with totals of zero', async () => {
  const { search } = bench((sent) => answerOf(pageOf<TransactionRecord>([], sent)))
  expect(await search.search(query)).toMatchObject({
    ok: true,
    value: { records: [], totalCount: 0, incompleteReason: null, totals: { count: 0, gross: '0', net: '0' } },
  })
})

test.each([
  [unsent, 'unreachable'],
  [http(500), 'noAnswer'],
  [http(401), 'notSignedIn'],
  [{ kind: 'malformed', path: 'totalCount', problem: 'must be int' }, 'badAnswer'],
  [{ kind: 'declined', message: 'No such terminal' }, 'declined'],
] as const)('a first page that fails with %j is an error: %s', async (error, code) => {
  const { search } = bench(() => failureOf(error))
  expect(await search.search(query)).toMatchObject({ ok: false, error: { code } })
})

test('a later page that fails keeps what was read, and reports that it is not all', async () => {
  const rows = [record(1), record(2), record(3)]
  const { search } = bench((sent) =>
    sent.pageNumber === 1 ? answerOf(pageOf(rows, sent)) : failureOf(unsent),
  )
  expect(await search.search(query)).toMatchObject({
    ok: true,
    value: { totalCount: 3, incompleteReason: 'readFailed', rowsRead: 2, totals: { gross: '3001' } },
  })
})

test('signed out, nothing is asked', async () => {
  const { search, asked } = bench((sent) => answerOf(pageOf<TransactionRecord>([], sent)), true)
  expect(await search.search(query)).toMatchObject({ ok: false, error: { code: 'notSignedIn' } })
  expect(asked).toEqual([])
})

test('a query with problems is not sent to the service', async () => {
  const { search, asked } = bench((sent) => answerOf(pageOf<TransactionRecord>([], sent)))
  const result = await search.search({
    ...query,
    terminalId: ' ',
    dateFrom: '2026-02-29',
    dateTo: '2026-13-01',
  })
  expect(result).toMatchObject({
    ok: false,
    error: {
      code: 'invalid',
      fields: [
        { field: 'terminalId', problem: 'empty' },
        { field: 'dateFrom', problem: 'notADay' },
        { field: 'dateTo', problem: 'notADay' },
      ],
    },
  })
  expect(asked).toEqual([])
})

test('each page is reported as it comes, and shown to the outbox at once', async () => {
  const rows = [record(1), record(2), record(3)]
  const { search, progress, observed } = bench((sent) => {
    if (sent.pageNumber === 2) expect(observed).toHaveLength(2)
    return answerOf(pageOf(rows, sent))
  })
  await search.search(query)
  expect(progress).toEqual([
    { searchId: 'one', rowsRead: 2, totalCount: 3, pagesRead: 1 },
    { searchId: 'one', rowsRead: 3, totalCount: 3, pagesRead: 2 },
  ])
})

test('a search that is stopped keeps what it has, as Incomplete, and requests no more', async () => {
  const rows = Array.from({ length: 9 }, (_, place) => record(place + 1))
  const { search, asked } = bench((sent) => {
    if (sent.pageNumber === 2) search.cancel('one')
    return answerOf(pageOf(rows, sent))
  })
  expect(await search.search(query)).toMatchObject({
    ok: true,
    value: { incompleteReason: 'cancelled', rowsRead: 4, totalCount: 9 },
  })
  expect(asked).toHaveLength(2)
})

test('another search ends the one before it; stopping a finished or another one does nothing', async () => {
  const rows = [record(1), record(2), record(3)]
  const { search, asked } = bench((sent) => answerOf(pageOf(rows, sent)))
  const first = search.search(query)
  const second = search.search({ ...query, searchId: 'two' })
  expect(await first).toMatchObject({ ok: true, value: { searchId: 'one', incompleteReason: 'cancelled' } })
  search.cancel('one')
  search.cancel('unknown')
  expect(await second).toMatchObject({ ok: true, value: { searchId: 'two', incompleteReason: null } })
  expect(asked.length).toBeLessThanOrEqual(3)
})

test('fifty thousand records never go through one message, and their sums are exact', async () => {
  const rows = Array.from({ length: 50_000 }, (_, place) =>
    record(place + 1, { amount: '999999.99', amountSettled: place % 2 === 0 ? '0.005' : '999999.99' }),
  )
  const { search, state } = bench((sent) => answerOf(pageOf(rows, { ...sent, pageSize: 500 })))
  const result = await search.search(query)
  expect(result.ok && result.value.records).toHaveLength(200)
  expect(result.ok && parseUnknown(RecordSearchView, result.value).ok).toBe(true)
  expect(result).toMatchObject({
    value: {
      rowsRead: 50_000,
      totals: { count: 50_000, gross: '49999999500', net: '24999999875', fee: '24999999625' },
    },
  })
  // Other work runs while they are processed.
  expect(state.turns).toBeGreaterThanOrEqual(49)
  const last = await search.page({ searchId: 'one', filter: anything, offset: 49_900, limit: 200 })
  expect(last.ok && last.value.records).toHaveLength(100)
  expect(last.ok && parseUnknown(RecordPage, last.value).ok).toBe(true)
})

test('a page and its sums cover what passes the filter', async () => {
  const unpaid = { isPaid: false, datePaid: '0001-01-01T00:00:00', amountSettled: '0' }
  const rows = [
    record(1, { amount: '1500' }),
    record(2, { amount: '1500.00', ...unpaid }),
    record(3, { amount: '20', isPaid: true, datePaid: '0001-01-01T00:00:00.0000000' }),
    record(4, { amount: '1500.004', ...unpaid }),
  ]
  const { search, state } = bench((sent) => answerOf(pageOf(rows, sent)))
  state.elsewhere.push('T-2', 'T-4')
  await search.search(query)
  const found = async (show: RecordFilter['show'], amountText = '') => {
    const page = await search.page({ searchId: 'one', filter: { show, amountText }, offset: 0, limit: 200 })
    return page.ok ? page.value.records.map(({ recordId }) => recordId) : page.error
  }
  expect(await found('all')).toEqual(['4', '3', '2', '1'])
  expect(await found('paid')).toEqual(['1'])
  // Paid needs a real date, regardless of the flag.
  expect(await found('unpaid')).toEqual(['4', '3', '2'])
  expect(await found('all', '₦1,500')).toEqual(['2', '1'])
  expect(await found('elsewhere')).toEqual(['4', '2'])
  expect(await found('elsewhere', '1500')).toEqual(['2'])
  expect(await found('all', 'a lot')).toMatchObject({
    fields: [{ field: 'amountText', problem: 'notANumber' }],
  })
  const page = await search.page({
    searchId: 'one',
    filter: { show: 'unpaid', amountText: '' },
    offset: 0,
    limit: 1,
  })
  expect(page).toMatchObject({
    value: {
      records: [{ recordId: '4' }],
      elsewhere: ['4'],
      totals: { count: 3, gross: '3020.004', paidCount: 0, net: '0', fee: '0', unpaidGross: '3020.004' },
    },
  })
})

test('by paid date it reads a week more, and keeps what was paid in the requested days', async () => {
  const paid = (recordId: number, datePaid: string) => record(recordId, { datePaid, isPaid: true })
  const rows = [
    paid(1, '2026-11-19T23:59:59.9999999'),
    paid(2, '2026-11-20T00:00:00'),
    paid(3, '2026-11-20T23:59:59'),
    paid(4, '2026-11-21T00:00:00'),
    record(5, { isPaid: false, datePaid: '0001-01-01T00:00:00' }),
  ]
  const { search, asked } = bench((sent) => answerOf(pageOf(rows, sent)))
  const result = await search.search({ ...query, basis: 'paidDate' })
  expect(asked[0]).toMatchObject({ dateFrom: '2026-11-12', dateTo: '2026-11-21' })
  expect(result.ok && result.value.records.map(({ recordId }) => recordId)).toEqual(['3', '2'])
  expect(result).toMatchObject({
    value: { readFrom: '2026-11-13', dateFrom: '2026-11-20', rowsRead: 5, totals: { count: 2 } },
  })
})

const at = (recordId: number, timeReceived: string) => record(recordId, { timeReceived })

test.each([
  ['both ends', false, false],
  ['no last day', false, true],
  ['no first day', true, false],
  ['neither end', true, true],
])(
  'a service that gives %s of a search: the day is complete, and the days beside it are left out',
  async (...row) => {
    const [, noFirst, noLast] = row
    const rows = [
      at(1, '2026-11-19T23:59:59.9999999'),
      at(2, '2026-11-20T00:00:00'),
      at(3, '2026-11-20T23:59:59.9'),
      at(4, '2026-11-21T00:00:00'),
    ]
    const { search, observed } = bench((sent) => {
      const given = rows.filter(({ timeReceived }) => {
        const day = timeReceived.slice(0, 10)
        if (noFirst && day === sent.dateFrom) return false
        return day >= sent.dateFrom && (noLast ? day < sent.dateTo : day <= sent.dateTo)
      })
      return answerOf(pageOf(given, sent))
    })
    const result = await search.search(query)
    expect(result.ok && result.value.records.map(({ recordId }) => recordId)).toEqual(['3', '2'])
    const read = 4 - Number(noFirst) - Number(noLast)
    expect(result).toMatchObject({
      value: {
        incompleteReason: null,
        rowsRead: read,
        totalCount: read,
        strayCount: 0,
        totals: { count: 2 },
      },
    })
    // Every record read may be evidence, also those of other days.
    expect(observed).toHaveLength(read)
  },
)

test('a record with an unreadable time is in the list and in its sums, and reported', async () => {
  const rows = [at(1, '20/11/2026'), at(2, '0001-01-01T00:00:00'), at(3, ''), at(4, '2026-11-20T08:00:00')]
  const { search } = bench((sent) => answerOf(pageOf(rows, sent)))
  expect(await search.search(query)).toMatchObject({
    value: { undatedCount: 3, incompleteReason: null, totals: { count: 4, oddCount: 3, gross: '6002' } },
  })
})

test('by paid date, a record marked paid without a readable date is reported and counted as unpaid, not dropped', async () => {
  const rows = [
    record(1, { isPaid: true, datePaid: 'yesterday' }),
    record(2, { isPaid: true, datePaid: '2026-11-20T08:00:00' }),
  ]
  const { search } = bench((sent) => answerOf(pageOf(rows, sent)))
  expect(await search.search({ ...query, basis: 'paidDate' })).toMatchObject({
    value: { undatedCount: 1, totals: { count: 2, paidCount: 1, unpaidCount: 1, oddCount: 1 } },
  })
})

test('records of days that were not requested: the service uses another date, which is reported', async () => {
  const rows = [at(1, '2026-11-20T08:00:00'), at(2, '2026-11-02T08:00:00')]
  const { search } = bench((sent) => answerOf(pageOf(rows, sent)))
  expect(await search.search(query)).toMatchObject({
    value: { strayCount: 1, rowsRead: 2, totals: { count: 1 } },
  })
})

test('a paid date after tomorrow is no payment, in the sums and in the filter, and is odd', async () => {
  const rows = [
    record(1, { datePaid: '2026-11-21T23:59:59' }),
    record(2, { datePaid: '2026-11-22T00:00:00' }),
    record(3, { amountSettled: '-1' }),
    record(4, { amountSettled: '1500.501' }),
  ]
  const { search } = bench((sent) => answerOf(pageOf(rows, sent)))
  expect(await search.search(query)).toMatchObject({
    value: { totals: { count: 4, paidCount: 3, unpaidCount: 1, oddCount: 3 } },
  })
  const unpaid = await search.page({
    searchId: 'one',
    filter: { show: 'unpaid', amountText: '' },
    offset: 0,
    limit: 9,
  })
  expect(unpaid.ok && unpaid.value.records.map(({ recordId }) => recordId)).toEqual(['2'])
})

test('a list that is sorted while another client signs in is not shown', async () => {
  const rows = Array.from({ length: 4 * SLICE_SIZE }, (_, at) => record(at + 1))
  const { search, state } = bench((sent) => answerOf(pageOf(rows, { ...sent, pageSize: rows.length })))
  state.onTurn = () => {
    state.clientId = 'OTHER-CLIENT'
  }
  expect(await search.search(query)).toEqual({
    ok: false,
    error: { code: 'notSignedIn', reason: 'overtaken' },
  })
})

test('main remembers the last two searches, of any client', async () => {
  const { search, state } = bench((sent) => answerOf(pageOf([record(1)], sent)))
  for (const searchId of ['one', 'two', 'three']) await search.search({ ...query, searchId })
  const codeOf = async (searchId: string) => {
    const page = await search.page({ searchId, filter: anything, offset: 0, limit: 1 })
    return page.ok ? 'found' : page.error.code
  }
  expect(await Promise.all(['one', 'two', 'three'].map(codeOf))).toEqual(['notFound', 'found', 'found'])
  state.clientId = 'OTHER-CLIENT'
  expect(await codeOf('three')).toBe('notFound')
})
