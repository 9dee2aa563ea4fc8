import { expect, test } from 'vitest'
import { DayReason } from '../../../shared/day.ts'
import { ok } from '../../../shared/result.ts'
import { dayViewOf } from '../../testing/fixtures.ts'
import { openApp, settled } from '../../testing/openApp.ts'
import { knownText } from './dayWords.ts'
import { shownDayOf } from './daySlice.ts'

const asked = (double: Awaited<ReturnType<typeof openApp>>['double']) =>
  double.asked.filter(({ name }) => name === 'day.view').map(({ request }) => request)

test('opened, the day shows what is known at once, and reads the bank only where that is old', async () => {
  const { double, store } = await openApp()
  double.answerNext('day.view', ok(dayViewOf({ asOfMs: null })))
  store.getState().show('day')
  await settled()
  expect(asked(double)).toMatchObject([{ isRead: false }, { isRead: true }])
  store.getState().show('sale')
  store.getState().show('day')
  await settled()
  expect(asked(double).slice(2)).toMatchObject([{ isRead: false }])
})

test('a slow answer about an earlier day never replaces a later one', async () => {
  const { double, store } = await openApp()
  const slow = Promise.withResolvers<unknown>()
  double.answerNext('day.view', slow.promise)
  store.getState().show('day')
  store.getState().turnDay(-1)
  await settled()
  slow.resolve(ok(dayViewOf({ lineCount: 99 })))
  await settled()
  expect(store.getState().day.view).toMatchObject({ day: '2026-11-19', lineCount: 3 })
})

test('no day is after the bank’s today, and coming back to it is today again', async () => {
  const { store } = await openApp()
  store.getState().show('day')
  const today = shownDayOf(store.getState())
  store.getState().turnDay(1)
  expect(shownDayOf(store.getState())).toBe(today)
  store.getState().turnDay(-1)
  store.getState().turnDay(1)
  expect(store.getState().day.day).toBeNull()
})

test('what could not be answered is a problem, and the day before it stays', async () => {
  const { double, store } = await openApp()
  store.getState().show('day')
  await settled()
  double.answerNext('day.view', { ok: false, error: { code: 'notSignedIn' } })
  store.getState().readDay()
  await settled()
  expect(store.getState().day).toMatchObject({
    problem: { code: 'notSignedIn' },
    isReading: false,
    view: { lineCount: 3 },
  })
})

test('every reason says what is known, and one that is only here says how far it came', () => {
  const [line] = dayViewOf().lines
  if (line === undefined) throw new Error('no line')
  for (const reason of DayReason.options) {
    expect(knownText({ ...line, reason, expected: '10', settled: '9', bank: '5' })).toMatch(/\.$/u)
  }
  const texts = (['waiting', 'checking', 'needsYou', 'onItsWay'] as const).map((standing) =>
    knownText({ ...line, reason: 'onlyHere', standing }),
  )
  expect(new Set(texts).size).toBe(4)
})
