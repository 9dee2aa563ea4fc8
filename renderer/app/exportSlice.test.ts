import { expect, test } from 'vitest'
import { ok } from '../../shared/result.ts'
import { openApp, settled } from '../testing/openApp.ts'

test('while a file is written its rows are told, and the person can cancel; afterwards neither is left', async () => {
  const { double, store } = await openApp()
  store.getState().show('transactions')
  const slow = Promise.withResolvers<unknown>()
  double.answerNext('reports.sales', slow.promise)
  const saving = store.getState().exportShown('jsonl')
  double.emit('reports.progress', { rowCount: 500 })
  expect(store.getState().exporting).toMatchObject({ isBusy: true, rowCount: 500 })
  store.getState().cancelExport()
  await settled()
  expect(double.asked.map(({ name }) => name)).toContain('reports.cancel')
  slow.resolve(ok({ file: null, rowCount: 0 }))
  await saving
  // A late event of the cancelled file says nothing.
  double.emit('reports.progress', { rowCount: 750 })
  expect(store.getState().exporting).toEqual({ isBusy: false, rowCount: 0, said: null, isProblem: false })
})

test('Day exports the day and the terminal that it shows', async () => {
  const { double, store } = await openApp()
  store.getState().show('day')
  store.getState().turnDay(-1)
  await settled()
  await store.getState().exportShown('csv')
  const { view } = store.getState().day
  expect(double.asked.filter(({ name }) => name === 'reports.day').map(({ request }) => request)).toEqual([
    { terminalId: view?.terminalId, day: '2026-11-19', format: 'csv' },
  ])
})
