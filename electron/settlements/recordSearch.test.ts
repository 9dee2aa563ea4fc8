import { expect, test } from 'vitest'
import { parseUnknown } from '../../shared/parse.ts'
import { RecordSearchView } from '../../shared/record.ts'
import { err, ok } from '../../shared/result.ts'
import type { Answer, Page, SettlementApi, TransactionRecord } from '../gateway/answer.ts'
import type { Session } from '../session/session.ts'
import { answerOf, failureOf, FakeClock, http, pageOf, record, unsent } from '../session/testing/fakes.ts'
import { createRecordSearch, queryProblems, SEARCH_DAYS_MAX } from './recordSearch.ts'

type Query = Parameters<SettlementApi['searchTransactions']>[1]

const query = { terminalId: '2070A001', dateFrom: '2026-11-20', dateTo: '2026-11-20' }

function bench(answer: (query: Query) => Answer<Page<TransactionRecord>>, token: string | null = 'token-1') {
  const asked: Query[] = []
  const observed: TransactionRecord[] = []
  const session: Pick<Session, 'token' | 'renew' | 'clientId'> = {
    token: () => token,
    clientId: () => (token === null ? null : 'ADA-CLIENT'),
    renew: () => Promise.resolve(token === null ? err({ kind: 'notSignedIn' }) : ok(token)),
  }
  const search = createRecordSearch({
    api: {
      searchTransactions: (_token, sent) => {
        asked.push(sent)
        return Promise.resolve(answer(sent))
      },
    },
    session,
    clock: new FakeClock(),
    pageSize: 2,
    observe: (records) => void observed.push(...records),
  })
  return { search, asked, observed }
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
      amountTotal: '10000000000.29',
      settledTotal: '0.285',
      readAtMs: 1_795_000_000_000,
    },
  })
  expect(result.ok && result.value.records.map((row) => row.transactionId)).toEqual(['T-1', 'T-2', 'T-3'])
  expect(result.ok && parseUnknown(RecordSearchView, result.value).ok).toBe(true)
  expect(JSON.stringify(result)).not.toContain('0123456789')
  expect(asked[0]).toEqual({ ...query, pageNumber: 1, pageSize: 2 })
})

test('an empty day is a complete answer with totals of zero', async () => {
  const { search } = bench((sent) => answerOf(pageOf<TransactionRecord>([], sent)))
  expect(await search.search(query)).toMatchObject({
    ok: true,
    value: { records: [], totalCount: 0, incompleteReason: null, amountTotal: '0', settledTotal: '0' },
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

test('a later page that fails leaves what was read and says that it is not all', async () => {
  const rows = [record(1), record(2), record(3)]
  const { search } = bench((sent) =>
    sent.pageNumber === 1 ? answerOf(pageOf(rows, sent)) : failureOf(unsent),
  )
  expect(await search.search(query)).toMatchObject({
    ok: true,
    value: { totalCount: 3, incompleteReason: 'readFailed', amountTotal: '3001' },
  })
})

test('signed out, nothing is asked', async () => {
  const { search, asked } = bench((sent) => answerOf(pageOf<TransactionRecord>([], sent)), null)
  expect(await search.search(query)).toMatchObject({ ok: false, error: { code: 'notSignedIn' } })
  expect(asked).toEqual([])
})

test('a query with problems asks nothing of the service', async () => {
  const { search, asked } = bench((sent) => answerOf(pageOf<TransactionRecord>([], sent)))
  const result = await search.search({ terminalId: ' ', dateFrom: '2026-02-29', dateTo: '2026-13-01' })
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

test.each([
  ['2026-11-20', '2026-11-20', []],
  ['2024-02-29', '2024-02-29', []],
  ['2026-08-21', '2026-11-20', []],
  ['2026-08-20', '2026-11-20', ['dateTo tooManyDays']],
  ['2026-11-21', '2026-11-20', ['dateTo beforeFrom']],
  ['0000-01-01', '0001-01-01', ['dateFrom notADay']],
  ['20261120', '2026-11-20', ['dateFrom notADay']],
  ['2026-11-20T00:00:00', '2026-11-20', ['dateFrom notADay']],
  ['٢٠٢٦-١١-٢٠', '2026-11-20', ['dateFrom notADay']],
  ['2026-04-31', '2026-05-01', ['dateFrom notADay']],
  ['1900-02-29', '2026-11-20', ['dateFrom notADay']],
])('from %s to %s has the problems %j', (dateFrom, dateTo, problems) => {
  expect(SEARCH_DAYS_MAX).toBe(92)
  const found = queryProblems({ terminalId: 'X', dateFrom, dateTo })
  expect(found.map(({ field, problem }) => `${field} ${problem}`)).toEqual(problems)
})
