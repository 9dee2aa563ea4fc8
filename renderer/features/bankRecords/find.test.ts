import { expect, test } from 'vitest'
import { callError } from '../../../shared/callError.ts'
import { refusedConnection } from '../../testing/callErrors.ts'
import { ok } from '../../../shared/result.ts'
import { strings } from '../../strings/strings.ts'
import type { BridgeDouble } from '../../testing/bridgeDouble.ts'
import { FIXED_NOW_MS, recordOf, recordSearchOf, saleOf } from '../../testing/fixtures.ts'
import type { AppStore } from '../../core/types.ts'
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
  await store.getState().exportShown(false)
  double.answerNext('records.search', ok(recordSearchOf({ incompleteReason: 'rowsMissing' })))
  await store.getState().search()
  await store.getState().exportShown(false)
  expect(asked(double, 'reports.records')).toEqual([])
  await store.getState().search()
  await store.getState().exportShown(true)
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
    await store.getState().exportShown(false)
    expect(store.getState().exporting).toEqual({ isBusy: false, said, isProblem: true })
  }
  double.answerNext('reports.sales', ok({ file: null, rowCount: 0 }))
  await store.getState().exportShown(false)
  expect(store.getState().exporting.said).toBeNull()
})

test('ux 25: a slow page of an earlier filter never replaces the page of a later one', async () => {
  const { double, store } = await openApp()
  await store.getState().search()
  const slow = Promise.withResolvers<unknown>()
  const page = { searchId: find(store).result?.searchId ?? '', offset: 0, totals: recordSearchOf().totals }
  double.answerNext('records.page', slow.promise)
  const first = store.getState().filterRecords({ amountText: '1' })
  double.answerNext(
    'records.page',
    ok({ ...page, records: [recordOf({ recordId: 2, transactionId: 'LATER' })] }),
  )
  await store.getState().filterRecords({ amountText: '15' })
  slow.resolve(ok({ ...page, records: [recordOf({ recordId: 1, transactionId: 'EARLIER' })] }))
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

test('ux 20: a scanned code opens Find with the results of this computer and of the bank', async () => {
  const { double, store } = await openApp({ sales: [saleOf({ transactionId: 'TXN-000123', sequence: 1 })] })
  store.getState().takeScan('TXN-000123')
  await settled()
  const { screen, findMode, lookUpState } = store.getState()
  expect([screen, findMode, lookUpState.asked]).toEqual(['find', 'reference', 'TXN-000123'])
  expect(lookUpState.localIds).toEqual(['TXN-000123'])
  expect(lookUpState.atBank?.record?.transactionId).toBe('TXN-000123')
  expect(asked(double, 'sales.record')).toEqual([])
})

test('ux 25: a late answer of the bank about an earlier reference is not shown under a later one', async () => {
  const { double, store } = await openApp()
  const slow = Promise.withResolvers<unknown>()
  double.answerNext('records.byReference', slow.promise)
  const first = store.getState().lookUp('FIRST-1')
  await settled()
  expect(asked(double, 'records.byReference')).toHaveLength(1)
  await store.getState().lookUp('SECOND-2')
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
  await store.getState().lookUp('slip-4472')
  expect(asked(double, 'records.byReference').map(({ request }) => request)).toEqual([
    { transactionId: 'SLIP-4472' },
  ])
  expect(store.getState().lookUpState).toMatchObject({ exactId: 'SLIP-4472', bankAsked: 'SLIP-4472' })
})

test('a reference with the spaces that the screen shows finds the sale', async () => {
  const { double, store } = await openApp({ sales: [paid('01M804G0GEFNX9VNHPFY6FP7SJ', 1)] })
  await store.getState().lookUp('01M8 04G0 GEFN X9VN HPFY 6FP7 SJ')
  expect(store.getState().lookUpState.localIds).toEqual(['01M804G0GEFNX9VNHPFY6FP7SJ'])
  expect(asked(double, 'records.byReference')).toMatchObject([
    { request: { transactionId: '01M804G0GEFNX9VNHPFY6FP7SJ' } },
  ])
})

test('an amount or the start of a reference shows sales, and asks the bank only if the person wants it', async () => {
  const { double, store } = await openApp({ sales: [paid('SLIP-4472', 1), paid('SLIP-4473', 2)] })
  double.answerNext(
    'sales.page',
    ok({ sales: [paid('SLIP-4473', 2)], totalCount: 1, totalKobo: 730_000, revision: 1 }),
  )
  for (const text of ['7300', 'SLIP-44']) {
    await store.getState().lookUp(text)
    expect(store.getState().lookUpState).toMatchObject({ exactId: null, bankAsked: null, atBank: null })
    expect(store.getState().lookUpState.localIds?.length).toBeGreaterThan(0)
  }
  expect(asked(double, 'records.byReference')).toEqual([])
  await store.getState().askBank()
  expect(store.getState().lookUpState).toMatchObject({ bankAsked: 'SLIP-44', isAskingBank: false })
  expect(asked(double, 'records.byReference')).toHaveLength(1)
})

test('the exact match comes first, before any newer sales with the same beginning', async () => {
  const many = Array.from({ length: 12 }, (_, place) => paid(`SLIP-1${place}`, place + 2))
  const { double, store } = await openApp({ sales: [paid('SLIP-1', 1), ...many] })
  await store.getState().lookUp('SLIP-1')
  expect(store.getState().lookUpState.localIds?.[0]).toBe('SLIP-1')
  expect(store.getState().lookUpState.localIds).toHaveLength(10)
  expect(asked(double, 'records.byReference')).toMatchObject([{ request: { transactionId: 'SLIP-1' } }])
})

test('an amount with a comma is searched here, and the bank is not asked about it', async () => {
  const { double, store } = await openApp()
  await store.getState().lookUp('1,500.50')
  expect(asked(double, 'records.byReference')).toEqual([])
  expect(asked(double, 'sales.page').at(-1)?.request).toMatchObject({ search: '1,500.50' })
})

test('when the bank is unreachable Find says so, and still shows this computer’s results', async () => {
  const { double, store } = await openApp({ sales: [saleOf({ transactionId: 'HERE-1', sequence: 1 })] })
  double.answerNext('records.byReference', callError('unreachable', { fault: refusedConnection }))
  await store.getState().lookUp('HERE-1')
  const { localIds, atBank, bankProblem } = store.getState().lookUpState
  expect([localIds, atBank, bankProblem?.code]).toEqual([['HERE-1'], null, 'unreachable'])
})

test('when the last page of a list is empty, the page before it is shown', async () => {
  const sales = Array.from({ length: 51 }, (_, place) =>
    saleOf({ transactionId: `Q${place}`, sequence: place + 1 }),
  )
  const { double, store } = await openApp({ sales })
  store.getState().show('todo')
  await settled()
  store.getState().turnPage('todo', 50)
  await settled()
  expect(store.getState().lists.todo.ids).toEqual(['Q50'])
  double.change({ sales: sales.slice(0, 50) })
  await settled()
  expect(store.getState().lists.todo).toMatchObject({ offset: 0, totalCount: 50 })
  expect(store.getState().lists.todo.ids).toHaveLength(50)
})
