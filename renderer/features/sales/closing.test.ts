import { expect, test } from 'vitest'
import { callError } from '../../../shared/callError.ts'
import { ok } from '../../../shared/result.ts'
import { closeFacts } from '../../testing/fixtures.ts'
import { openApp, settled } from '../../testing/openApp.ts'
import { closedDays, closeRows, earlierRows } from './closeWords.ts'

test('a close is counted when it is asked for, kept, and then printed as the first of its kind', async () => {
  const { double, store } = await openApp()
  store.getState().openClosing(true)
  await settled()
  expect(store.getState().closing.view?.next.number).toBe(214)
  const closing = store.getState().closeDay()
  await settled()
  expect(store.getState().paper.paper).toMatchObject({ kind: 'close', isReprint: false, width: '80' })
  store.getState().paperDrawn(200, [])
  await closing
  const printed = double.asked.filter(({ name }) => name === 'paper.print').map(({ request }) => request)
  expect(printed).toEqual([{ width: '80', lengthMm: 200, receiptOf: null }])
})

test('a day that was closed meanwhile is counted anew, and nothing is printed', async () => {
  const { double, store } = await openApp()
  store.getState().openClosing(true)
  await settled()
  double.answerNext('dayClose.make', callError('notAllowed', { reason: 'dayIsClosed' }))
  double.answerNext('dayClose.view', ok({ next: closeFacts, refused: 'dayIsClosed', earlier: [] }))
  await store.getState().closeDay()
  await settled()
  expect(store.getState().closing).toMatchObject({ view: { refused: 'dayIsClosed' }, problem: null })
  expect(double.asked.map(({ name }) => name)).not.toContain('paper.print')
})

test('an earlier close is printed as a reprint', async () => {
  const { store } = await openApp()
  store.getState().openClosing(true)
  const printing = store.getState().reprintClose(213)
  await settled()
  expect(store.getState().paper.paper).toMatchObject({ kind: 'close', isReprint: true })
  store.getState().paperDrawn(200, [])
  await printing
})

test('all terminals of a close together: what was recorded is the sum of its parts', () => {
  const [recorded, ...parts] = closeRows({ terminals: [...closeFacts.terminals, ...closeFacts.terminals] })
  expect(recorded).toMatchObject({ name: 'Recorded', count: 38, kobo: 54_540_000 })
  expect(parts.reduce((all, { kobo }) => all + kobo, 0)).toBe(54_540_000)
})

test('a forgotten close is named by its first and its last day; the money of earlier days has its sign', () => {
  const day = (name: string) => ({ day: name, recorded: { count: 1, kobo: 1 }, paid: { count: 0, kobo: 0 } })
  expect(closedDays(closeFacts)).toBe('20 Nov 2026')
  expect(closedDays({ day: '2026-11-18', days: [day('2026-11-18'), day('2026-11-20')] })).toBe(
    '18 Nov 2026 to 20 Nov 2026',
  )
  expect(earlierRows(closeFacts)).toEqual([{ name: 'Of earlier days, paid since', count: 1, kobo: 450_000 }])
  expect(earlierRows({ cameIn: { count: 0, kobo: 0 }, takenBack: { count: 2, kobo: 9 } })).toEqual([
    { name: 'Of earlier days, no longer paid', count: 2, kobo: -9 },
  ])
})
