import { afterEach, expect, test } from 'vitest'
import { createCloseGuard } from './closeGuard.ts'
import { openCounter, type Counter } from './testing/counter.ts'
import { cutNetwork } from './testing/troubles.ts'

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

function bench(count = 3) {
  const state = { count, isBroken: false, asked: 0, left: 0 }
  const guard = createCloseGuard({
    waiting: () => {
      if (state.isBroken) throw new Error('the file cannot be read')
      return { count: state.count, totalKobo: state.count * 100 }
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

test('the screen that is asked and says nothing does not hold its window: the second wish closes it', () => {
  const { guard, state } = bench()
  expect([guard.mayClose(), guard.mayClose(), guard.mayClose()]).toEqual([false, true, true])
  expect(state.asked).toBe(1)
})

test('keep open: it stays, and is asked about the next time as at first', () => {
  const { guard, state } = bench()
  expect(guard.mayClose()).toBe(false)
  guard.answer('keepOpen')
  expect(guard.mayClose()).toBe(false)
  expect([state.asked, state.left]).toEqual([2, 0])
})

test('close: the app leaves once, and every window on its way may go', () => {
  const { guard, state } = bench()
  guard.mayClose()
  guard.answer('close')
  guard.answer('close')
  guard.answer('keepOpen')
  expect([state.left, guard.mayClose(), state.asked]).toEqual([1, true, 1])
})

test('a shutdown of the computer is never asked about', () => {
  const { guard, state } = bench()
  guard.systemEnds()
  expect([guard.mayClose(), state.asked]).toEqual([true, 0])
})

test('a sales file that cannot be read holds nobody', () => {
  const { guard, state } = bench()
  state.isBroken = true
  expect(guard.mayClose()).toBe(true)
})

test('a whole counter: the screen is told how many wait and how much, and they are there after the next start', async () => {
  counter = await openCounter()
  const shop = counter
  cutNetwork(shop)
  await shop.record('150', { transactionId: 'ONE-1' })
  await shop.record('35.50', { transactionId: 'TWO-1' })
  expect(shop.backend().closeGuard.mayClose()).toBe(false)
  expect(shop.events.at(-1)).toEqual({ name: 'app.closeAsked', payload: { count: 2, totalKobo: 18_550 } })
  await shop.backend().handlers['app.close']({ how: 'close' })
  expect(shop.desk.timesLeft()).toBe(1)
  expect(shop.backend().closeGuard.mayClose()).toBe(true)
  await shop.restart()
  expect(await shop.backend().handlers['queue.get']({})).toMatchObject({ value: { waitingCount: 2 } })
})

test('a sale that is being checked is told before closing as well', async () => {
  counter = await openCounter()
  const shop = counter
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: true } })
  shop.bank.faults.add({
    on: 'settlementStatus',
    times: 'always',
    fault: { kind: 'declined', message: 'Not now', committed: false },
  })
  await shop.record('150', { transactionId: 'LOST-1' })
  await shop.time.pass(5_000)
  expect((await shop.sale('LOST-1')).sale.state).toBe('unknown')
  expect(shop.backend().closeGuard.mayClose()).toBe(false)
  expect(shop.events.at(-1)).toEqual({ name: 'app.closeAsked', payload: { count: 1, totalKobo: 15_000 } })
})
