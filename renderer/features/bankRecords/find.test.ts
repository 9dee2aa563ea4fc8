import { expect, test } from 'vitest'
import { callError } from '../../../shared/callError.ts'
import { refusedConnection } from '../../testing/callErrors.ts'
import { ok } from '../../../shared/result.ts'
import { strings } from '../../strings/strings.ts'
import type { BridgeDouble } from '../../testing/bridgeDouble.ts'
import { FIXED_NOW_MS, recordOf, recordSearchOf, saleOf } from '../../testing/fixtures.ts'
import type { AppStore } from '../../core/types.ts'
import { isOtherSearch } from '../../core/serviceDay.ts'
import type { FoundGroup } from '../../core/findTypes.ts'
import { askedSale, bankCandidate } from './lookUpSlice.ts'
import { openApp, settled } from '../../testing/openApp.ts'

const asked = (double: BridgeDouble, name: string) => double.asked.filter((call) => call.name === name)
const find = (store: AppStore) => store.getState().find

test('progress is shown only for the current search, and Stop names that search', async () => {
  const { double, store } = await openApp()
  const slow = Promise.withResolvers<unknown>()
  double.answerNext('records.search', slow.promise)
  const searching = store.getState().search()
  const searchId = find(store).searchId ?? ''
  double.emit('records.progress', { searchId: 'older', rowsRead: 9, totalCount: 9, pagesRead: 1 })
  expect(find(store).progress).toBeNull()
  double.emit('records.progress', { searchId, rowsRead: 100, totalCount: 400, pagesRead: 1 })
  expect(find(store).progress?.rowsRead).toBe(100)
  store.getState().cancelSearch()
  await settled()
  expect(asked(double, 'records.cancel').map(({ request }) => request)).toEqual([{ searchId }])
  slow.resolve(ok(recordSearchOf({ searchId, incompleteReason: 'cancelled' })))
  await searching
  expect(find(store)).toMatchObject({ isReading: false, progress: null, searchId: null })
  expect(find(store).result?.incompleteReason).toBe('cancelled')
})

test('ux 27: nothing is exported from a list that is Incomplete, loading or missing', async () => {
  const { double, store } = await openApp()
  store.getState().show('find')
  await store.getState().exportShown()
  double.answerNext('records.search', ok(recordSearchOf({ incompleteReason: 'rowsMissing' })))
  await store.getState().search()
  await store.getState().exportShown()
  expect(asked(double, 'reports.records')).toEqual([])
  await store.getState().search()
  await store.getState().exportShown('csv')
  expect(asked(double, 'reports.records')).toHaveLength(1)
  expect(store.getState().exporting.said).toContain('24 rows written to')
})

test('a file that was not written says why; a cancelled dialog says nothing', async () => {
  const { double, store } = await openApp()
  store.getState().show('transactions')
  for (const [detail, said] of [
    ['full', strings.exporting.full],
    ['noAccess', strings.exporting.noAccess],
    ['other', strings.exporting.other],
  ] as const) {
    double.answerNext('reports.sales', callError('fileNotWritten', { reason: detail }))
    await store.getState().exportShown()
    expect(store.getState().exporting).toEqual({ isBusy: false, rowCount: 0, said, isProblem: true })
  }
  double.answerNext('reports.sales', ok({ file: null, rowCount: 0 }))
  await store.getState().exportShown()
  expect(store.getState().exporting.said).toBeNull()
})

test('ux 25: a slow page of an earlier filter never replaces the page of a later one', async () => {
  const { double, store } = await openApp()
  await store.getState().search()
  const slow = Promise.withResolvers<unknown>()
  const page = {
    searchId: find(store).result?.searchId ?? '',
    elsewhere: [],
    offset: 0,
    totals: recordSearchOf().totals,
  }
  double.answerNext('records.page', slow.promise)
  const first = store.getState().filterRecords({ amountText: '1' })
  double.answerNext(
    'records.page',
    ok({ ...page, records: [recordOf({ recordId: '2', transactionId: 'LATER' })] }),
  )
  await store.getState().filterRecords({ amountText: '15' })
  slow.resolve(ok({ ...page, records: [recordOf({ recordId: '1', transactionId: 'EARLIER' })] }))
  await first
  expect(find(store).shown?.records.map(({ transactionId }) => transactionId)).toEqual(['LATER'])
})

test('a filter that cannot be read keeps the rows and says so', async () => {
  const { double, store } = await openApp()
  await store.getState().search()
  const before = find(store).shown
  double.answerNext(
    'records.page',
    callError('invalid', { fields: [{ field: 'amountText', problem: 'notANumber' }] }),
  )
  await store.getState().filterRecords({ amountText: 'many' })
  expect(find(store).shown).toBe(before)
  expect(find(store).filterProblem).toBe(strings.find.badAmount)
})

const found = (store: AppStore) =>
  store.getState().lookUpState.groups?.map(({ by, ids }) => `${by}: ${ids.join(' ')}`)

test('results carry the search that made them: another form dims them, and Export waits until it is searched', async () => {
  const { double, store } = await openApp()
  store.getState().show('find')
  await store.getState().search()
  expect(isOtherSearch(store.getState())).toBe(false)
  const { dateFrom, terminalId } = find(store).result ?? {}
  for (const part of [
    { basis: 'paidDate' },
    { dateTo: '2026-12-24' },
    { dateFrom: '2026-01-01' },
    { terminalId: 'OTHER' },
  ] as const) {
    store.getState().setFind(part)
    expect(isOtherSearch(store.getState()), JSON.stringify(part)).toBe(true)
    await store.getState().exportShown()
    expect(find(store).result).toMatchObject({ dateFrom, terminalId, basis: 'saleDate' })
    store.getState().setFind({ basis: 'saleDate', dateFrom: null, dateTo: null, terminalId: null })
    expect(isOtherSearch(store.getState())).toBe(false)
  }
  expect(asked(double, 'reports.records')).toEqual([])
  await store.getState().exportShown()
  expect(asked(double, 'reports.records')).toHaveLength(1)
})

test('ux 20: a scanned code opens Find with the results of this computer and of the bank', async () => {
  const { double, store } = await openApp({ sales: [saleOf({ transactionId: 'TXN-000123', sequence: 1 })] })
  store.getState().takeScan('TXN-000123')
  await settled()
  const { screen, findMode, lookUpState } = store.getState()
  expect([screen, findMode, lookUpState.asked]).toEqual(['find', 'reference', 'TXN-000123'])
  expect(found(store)).toEqual(['reference: TXN-000123'])
  expect(lookUpState.atBank?.record?.transactionId).toBe('TXN-000123')
  expect(asked(double, 'sales.record')).toEqual([])
})

test('what is typed is searched here only: the bank is asked on a press', async () => {
  const { double, store } = await openApp({ sales: [paid('SLIP-4472', 1)] })
  for (const text of ['SLIP-4472', 'NOT-HERE-1', '7300', 'two words']) await store.getState().lookUp(text)
  expect(asked(double, 'records.byReference')).toEqual([])
  expect(asked(double, 'sales.find').map(({ request }) => request)).toMatchObject([
    { search: 'SLIP-4472', before: null },
    { search: 'NOT-HERE-1' },
    { search: '7300' },
    { search: 'two words' },
  ])
})

test('the bank is never asked about a name, a note or an amount', async () => {
  const sales = [
    saleOf({ transactionId: 'A-1', sequence: 1, note: 'Ẹ̀gúsí' }),
    saleOf({ transactionId: 'A-2', sequence: 2, note: 'table7' }),
  ]
  const { double, store } = await openApp({ sales })
  for (const text of [
    'egusi',
    'table7',
    'Adebayo',
    '1,500.50',
    '15,000',
    '₦15000',
    'N 15 000',
    'rice 2 bags',
  ]) {
    await store.getState().lookUp(text)
    await store.getState().askBank()
  }
  store.getState().takeScan('egusi')
  await settled()
  expect(asked(double, 'records.byReference')).toEqual([])
})

test('a number can be asked about, unless it is written or found as an amount', () => {
  const candidate = (asked: string, groups: readonly FoundGroup[] = []) =>
    bankCandidate({ asked, groups, exactId: null }, '[A-Za-z0-9-]+')
  expect(['628911002233', '6289 1100 2233', '004312', 'S0042'].map((text) => candidate(text))).toEqual([
    '628911002233',
    '628911002233',
    '004312',
    'S0042',
  ])
  expect(candidate('417393')).toBe('417393')
  expect(candidate('417393', [{ by: 'amount', ids: ['S-1'], hasMore: false }])).toBeNull()
  expect(['15,000', '₦15000', '1500.5', 'rice 2 bags', 'Adebayo'].map((text) => candidate(text))).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
})

test('ux 25: a late answer of the bank about an earlier reference is not shown under a later one', async () => {
  const { double, store } = await openApp()
  const slow = Promise.withResolvers<unknown>()
  double.answerNext('records.byReference', slow.promise)
  await store.getState().lookUp('FIRST-1')
  const first = store.getState().askBank()
  await settled()
  expect(asked(double, 'records.byReference')).toHaveLength(1)
  await store.getState().lookUp('SECOND-2')
  await store.getState().askBank()
  slow.resolve(
    ok({ transactionId: 'FIRST-1', record: null, bankMessage: 'no such sale', readAtMs: FIXED_NOW_MS }),
  )
  await first
  expect(store.getState().lookUpState.atBank?.transactionId).toBe('SECOND-2')
})

const paid = (transactionId: string, sequence: number) =>
  saleOf({ transactionId, sequence, state: 'accepted', amountKobo: 730_000 })

test('a reference in another letter case: the bank is asked about the sale’s own reference', async () => {
  const { double, store } = await openApp({ sales: [paid('SLIP-4472', 1)] })
  store.getState().takeScan('slip-4472')
  await settled()
  expect(asked(double, 'records.byReference').map(({ request }) => request)).toEqual([
    { transactionId: 'SLIP-4472' },
  ])
  expect(store.getState().lookUpState).toMatchObject({ exactId: 'SLIP-4472', bankAsked: 'SLIP-4472' })
  expect(askedSale(store.getState())?.sequence).toBe(1)
})

test('a reference with the spaces that the screen shows finds the sale', async () => {
  const { double, store } = await openApp({ sales: [paid('01M804G0GEFNX9VNHPFY6FP7SJ', 1)] })
  await store.getState().lookUp('01M8 04G0 GEFN X9VN HPFY 6FP7 SJ')
  expect(found(store)).toEqual(['reference: 01M804G0GEFNX9VNHPFY6FP7SJ'])
  await store.getState().askBank()
  expect(asked(double, 'records.byReference')).toMatchObject([
    { request: { transactionId: '01M804G0GEFNX9VNHPFY6FP7SJ' } },
  ])
  expect(askedSale(store.getState())?.sequence).toBe(1)
})

test('the end of a reference names one sale, and the bank is asked about that one', async () => {
  const { double, store } = await openApp({ sales: [paid('01M804G0GEFNX9VNHPFY6FP7A7V', 1)] })
  await store.getState().lookUp('…7A7V')
  expect(found(store)).toEqual(['referenceEnd: 01M804G0GEFNX9VNHPFY6FP7A7V'])
  await store.getState().askBank()
  expect(asked(double, 'records.byReference')).toMatchObject([
    { request: { transactionId: '01M804G0GEFNX9VNHPFY6FP7A7V' } },
  ])
  expect(askedSale(store.getState())?.sequence).toBe(1)
})

test('a scan that only begins like sales shows them, and asks the bank only if the person wants it', async () => {
  const { double, store } = await openApp({ sales: [paid('SLIP-4472', 1), paid('SLIP-4473', 2)] })
  store.getState().takeScan('SLIP-44')
  await settled()
  expect(found(store)).toEqual(['reference: SLIP-4473 SLIP-4472'])
  expect(asked(double, 'records.byReference')).toEqual([])
  await store.getState().askBank()
  expect(store.getState().lookUpState).toMatchObject({ bankAsked: 'SLIP-44', isAskingBank: false })
})

test('older sales are added to what was found, each sale once', async () => {
  const { double, store } = await openApp()
  const answer = (ids: readonly string[], next: number | null) =>
    ok({
      groups: [
        {
          by: 'note',
          sales: ids.map((id, at) => saleOf({ transactionId: id, sequence: at + 1 })),
          hasMore: false,
        },
      ],
      searched: ['note'],
      readThrough: { count: 50_000, oldestAtMs: FIXED_NOW_MS, next },
    })
  double.answerNext('sales.find', answer(['N-1', 'N-2'], 700))
  await store.getState().lookUp('rice')
  double.answerNext('sales.find', answer(['N-2', 'N-3'], null))
  await store.getState().searchOlder()
  expect(asked(double, 'sales.find').at(-1)?.request).toEqual({ search: 'rice', before: 700 })
  expect(found(store)).toEqual(['note: N-1 N-2 N-3'])
  expect(store.getState().lookUpState.readThrough).toMatchObject({ count: 100_000, next: null })
  await store.getState().searchOlder()
  expect(asked(double, 'sales.find')).toHaveLength(2)
})

test('a search of this computer that did not work says so', async () => {
  const { double, store } = await openApp()
  double.answerNext('sales.find', callError('notSignedIn'))
  await store.getState().lookUp('rice')
  expect(store.getState().lookUpState).toMatchObject({ groups: null, localProblem: { code: 'notSignedIn' } })
})

test('when the bank is unreachable Find says so, and still shows this computer’s results', async () => {
  const { double, store } = await openApp({ sales: [saleOf({ transactionId: 'HERE-1', sequence: 1 })] })
  double.answerNext('records.byReference', callError('unreachable', { fault: refusedConnection }))
  await store.getState().lookUp('HERE-1')
  await store.getState().askBank()
  const { atBank, bankProblem } = store.getState().lookUpState
  expect([found(store), atBank, bankProblem?.code]).toEqual([['reference: HERE-1'], null, 'unreachable'])
})

test('when the last page of a list is empty, the page before it is shown', async () => {
  const sales = Array.from({ length: 51 }, (_, place) =>
    saleOf({ transactionId: `Q${place}`, sequence: place + 1 }),
  )
  const { double, store } = await openApp({ sales })
  store.getState().show('todo')
  await settled()
  store.setState({ todoShown: ['notSent'] })
  store.getState().turnPage('todo', 50)
  await settled()
  expect(store.getState().lists.todo.ids).toEqual(['Q50'])
  double.change({ sales: sales.slice(0, 50) })
  await settled()
  expect(store.getState().lists.todo).toMatchObject({ offset: 0, totalCount: 50 })
  expect(store.getState().lists.todo.ids).toHaveLength(50)
})
