import { afterEach, expect, test } from 'vitest'
import { createCloseGuard, type WhenClosed } from './closeGuard.ts'
import { openCounter, type Counter } from '../testing/counter.ts'
import { cutNetwork } from '../testing/troubles.ts'

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

function bench(count = 3, whenClosed: WhenClosed = 'end') {
  const state = { count, isBroken: false, asked: 0, left: 0, hidden: 0 }
  const guard = createCloseGuard({
    waiting: () => {
      if (state.isBroken) throw new Error('the file cannot be read')
      return { count: state.count, totalKobo: state.count * 100 }
    },
    whenClosed: () => whenClosed,
    hide: () => {
      state.hidden += 1
    },
    ask: () => {
      state.asked += 1
    },
    leave: () => {
      state.left += 1
    },
  })
  return { guard, state }
}

test('with nothing waiting the window closes without a question', () => {
  const { guard, state } = bench(0)
  expect([guard.mayClose(), state.asked]).toEqual([true, 0])
})

test('a screen that does not answer cannot hold its window: the second request closes it', () => {
  const { guard, state } = bench()
  expect([guard.mayClose(), guard.mayClose(), guard.mayClose()]).toEqual([false, true, true])
  expect(state.asked).toBe(1)
})

test('keep open: it stays, and the next request asks again', () => {
  const { guard, state } = bench()
  expect(guard.mayClose()).toBe(false)
  guard.answer('keepOpen')
  expect(guard.mayClose()).toBe(false)
  expect([state.asked, state.left]).toEqual([2, 0])
})

test('close: the app leaves once, and every closing window may go', () => {
  const { guard, state } = bench()
  guard.mayClose()
  guard.answer('close')
  guard.answer('close')
  guard.answer('keepOpen')
  expect([state.left, guard.mayClose(), state.asked]).toEqual([1, true, 1])
})

test('a shutdown of the computer asks no question', () => {
  const { guard, state } = bench()
  guard.systemEnds()
  expect([guard.mayClose(), state.asked]).toEqual([true, 0])
})

test('an unreadable sales file stops no window from closing', () => {
  const { guard, state } = bench()
  state.isBroken = true
  expect(guard.mayClose()).toBe(true)
})

test('with a tray icon the close button asks once, and asks again after a choice to keep running', () => {
  const { guard, state } = bench(0, 'ask')
  expect(guard.mayClose()).toBe(false)
  guard.answer('keepRunning')
  expect([state.hidden, state.left]).toEqual([1, 0])
  expect(guard.mayClose()).toBe(false)
  expect([state.asked, guard.mayClose()]).toEqual([2, true])
})

test('kept running: the close button always hides the window without asking; quitting still asks about waiting sales', () => {
  const { guard, state } = bench(3, 'keepRunning')
  expect([guard.mayClose(), guard.mayClose(), state.asked, state.hidden]).toEqual([false, false, 0, 2])
  expect([guard.mayQuit(), state.asked]).toEqual([false, 1])
  guard.answer('close')
  expect([state.left, guard.mayClose()]).toEqual([1, true])
})

test('kept running: with nothing waiting it quits without asking, hidden window or not', () => {
  const { guard, state } = bench(0, 'keepRunning')
  expect([guard.mayQuit(), guard.mayClose(), state.hidden]).toEqual([true, true, 0])
})

test('the choice at the close button is remembered without a manager, and the tray shows it if asked to', async () => {
  counter = await openCounter()
  const shop = counter
  await shop.becomeManager()
  const { handlers, closeGuard } = shop.backend()
  await handlers['settings.change']({ tray: true })
  expect(shop.desk.shown()).toMatchObject({ hasTray: true, todoCount: 0 })
  await handlers['access.lock']({})
  expect(closeGuard.mayClose()).toBe(false)
  expect(shop.events.at(-1)).toMatchObject({ payload: { count: 0, mayKeepRunning: true } })
  await handlers['app.close']({ how: 'keepRunning', remember: true })
  expect(await handlers['settings.get']({})).toMatchObject({ value: { whenClosed: 'keepRunning' } })
  expect([closeGuard.mayClose(), shop.desk.timesHidden()]).toEqual([false, 2])
  cutNetwork(shop)
  await shop.record('150')
  // A waiting sale needs no action.
  await shop.time.pass(5 * 60_000)
  expect(shop.desk.shown()).toMatchObject({ hasTray: true, todoCount: 0 })
  await shop.becomeManager()
  await handlers['settings.change']({ tray: false, startAtLogin: true })
  expect(shop.desk.shown()).toEqual({ hasTray: false, todoCount: 0, startsAtLogin: true })
  // Without a tray icon a hidden window could not be reopened, even if the choice was remembered.
  expect(closeGuard.mayClose()).toBe(false)
  expect(shop.events.at(-1)).toMatchObject({ payload: { count: 1, mayKeepRunning: false } })
  expect(shop.desk.timesHidden()).toBe(2)
})

test('a whole counter: the screen learns how many sales wait and their sum, and they are there after the next start', async () => {
  counter = await openCounter()
  const shop = counter
  cutNetwork(shop)
  await shop.record('150', { transactionId: 'ONE-1' })
  await shop.record('35.50', { transactionId: 'TWO-1' })
  expect(shop.backend().closeGuard.mayClose()).toBe(false)
  expect(shop.events.at(-1)).toEqual({
    name: 'app.closeAsked',
    payload: { count: 2, totalKobo: 18_550, mayKeepRunning: false },
  })
  await shop.backend().handlers['app.close']({ how: 'close', remember: false })
  expect(shop.desk.timesLeft()).toBe(1)
  expect(shop.backend().closeGuard.mayClose()).toBe(true)
  await shop.restart()
  expect(await shop.backend().handlers['queue.get']({})).toMatchObject({ value: { waitingCount: 2 } })
})

test('a sale that is being checked counts before closing as well', async () => {
  counter = await openCounter()
  const shop = counter
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: true } })
  shop.bank.faults.add({
    on: 'settlementStatus',
    times: 'always',
    fault: { kind: 'declined', message: 'Not now', committed: false },
  })
  const { transactionId } = await shop.record('150')
  await shop.time.pass(5_000)
  expect((await shop.sale(transactionId)).sale.state).toBe('unknown')
  expect(shop.backend().closeGuard.mayClose()).toBe(false)
  expect(shop.events.at(-1)).toEqual({
    name: 'app.closeAsked',
    payload: { count: 1, totalKobo: 15_000, mayKeepRunning: false },
  })
})
