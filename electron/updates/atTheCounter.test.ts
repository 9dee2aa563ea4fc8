import { afterEach, expect, test } from 'vitest'
import { openCounter, type Counter } from '../testing/counter.ts'

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

const FEED = 'https://feed.invalid'

async function openWithFeed(feed: string | null = FEED): Promise<Counter> {
  counter = await openCounter({
    profile: (standard) => ({ ...standard, updates: { ...standard.updates, feed } }),
  })
  return counter
}

async function untilReady(shop: Counter): Promise<void> {
  const { handlers } = shop.backend()
  await handlers['updates.check']({})
  await shop.becomeManager()
  await handlers['updates.download']({})
  await shop.time.pass(1_000)
  expect(await handlers['updates.get']({})).toMatchObject({ value: { status: 'ready' } })
}

test('a sale is being sent when a manager installs: it is answered first, the others wait, none is sent twice', async () => {
  const shop = await openWithFeed()
  await untilReady(shop)
  const { updates } = shop.desk
  updates.onStop = () =>
    shop
      .backend()
      .stop()
      .then(() => 'stopped' as const)
  shop.bank.faults.add({
    on: 'logTransaction',
    fault: { kind: 'slow', delayMs: 30_000, commit: 'beforeAnswer' },
  })
  const { transactionId: sending } = await shop.record('100')
  await shop.time.pass(5_000)
  const { transactionId: waiting } = await shop.record('200')
  expect((await shop.sale(sending)).sale.state).toBe('sending')
  expect(await shop.backend().handlers['updates.install']({})).toMatchObject({
    value: { status: 'installing' },
  })
  await shop.time.pass(20_000)
  expect((await shop.sale(sending)).sale.state).toBe('sending')
  expect(updates.steps).not.toContain('install')
  await shop.time.pass(20_000)
  expect(updates.steps.slice(-2)).toEqual(['stop stopped', 'install'])
  // As the new version would find it.
  await shop.restart()
  expect((await shop.sale(sending)).sale.state).toBe('accepted')
  await shop.time.pass(120_000)
  expect((await shop.sale(waiting)).sale.state).toBe('accepted')
  for (const id of [sending, waiting]) expect(shop.bank.settlementCount(id)).toBe(1)
})

test('the installation fails: the same version opens again, records sales, and reports it', async () => {
  const shop = await openWithFeed()
  await untilReady(shop)
  const { updates } = shop.desk
  updates.onStop = () =>
    shop
      .backend()
      .stop()
      .then(() => 'stopped' as const)
  updates.onInstall = (onFailed) => onFailed()
  await shop.backend().handlers['updates.install']({})
  await shop.time.pass(10_000)
  expect(updates.steps.slice(-2)).toEqual(['install', 'restart'])
  await shop.restart()
  expect(await shop.backend().handlers['updates.get']({})).toMatchObject({
    value: { status: 'failed', failure: 'notInstalled', version: '9.9.9' },
  })
  const { transactionId } = await shop.record('100')
  await shop.time.pass(20_000)
  expect((await shop.sale(transactionId)).sale.state).toBe('accepted')
})

test('every user may check; the result is reported; downloading needs a manager', async () => {
  const shop = await openWithFeed()
  const { handlers } = shop.backend()
  await handlers['updates.check']({})
  expect(shop.events.filter(({ name }) => name === 'updates.changed').at(-1)?.payload).toMatchObject({
    status: 'available',
    version: '9.9.9',
  })
  expect(await handlers['updates.download']({})).toMatchObject({ error: { code: 'needsManager' } })
  expect(shop.desk.updates.steps).toEqual(['check'])
})

test('without a feed a counter sends no request in three days, even if a person asks', async () => {
  const shop = await openWithFeed(null)
  expect(await shop.backend().handlers['updates.check']({})).toMatchObject({ value: { status: 'off' } })
  await shop.time.pass(3 * 24 * 60 * 60_000)
  expect(shop.desk.updates.steps).toEqual([])
})

test('with one it is asked within the first hour and not in the first ten minutes', async () => {
  const shop = await openWithFeed()
  await shop.time.pass(9 * 60_000)
  expect(shop.desk.updates.steps).toEqual([])
  await shop.time.pass(51 * 60_000)
  expect(shop.desk.updates.steps).toEqual(['check'])
})
