import { afterEach, expect, test } from 'vitest'
import { openCounter, type Counter, type CounterSetup } from '../testing/counter.ts'

type Vault = {
  -readonly [Name in keyof NonNullable<CounterSetup['vault']>]: NonNullable<CounterSetup['vault']>[Name]
}

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

const keptAs = async (shop: Counter): Promise<unknown> => {
  const view = await shop.backend().handlers['session.get']({})
  return view.ok ? view.value.keptAs : view.error
}

test('a counter opens although the key store never answers, and keeps its sign-in when it does', async () => {
  const answer = Promise.withResolvers<boolean>()
  const shop = (counter = await openCounter({ vault: { isProtected: () => answer.promise } }))
  expect(await keptAs(shop)).toBe('thisRunSoFar')
  // The list of terminals waits for a key of its own.
  await shop.time.pass(5_000)
  const sale = await shop.record('100')
  await shop.time.pass(60_000)
  expect((await shop.sale(sale.transactionId)).sale.state).toBe('accepted')
  answer.resolve(true)
  await shop.time.pass(0)
  expect(await keptAs(shop)).toBe('sealed')
  expect(shop.events.at(-1)).toMatchObject({ name: 'session.changed', payload: { keptAs: 'sealed' } })
})

test('a day is closed although the key store never answers, and the close names no key', async () => {
  const shop = (counter = await openCounter({ vault: { isProtected: () => new Promise(() => undefined) } }))
  // The list of terminals waits for a key of its own.
  await shop.time.pass(5_000)
  await shop.record('100', { transactionId: 'SLIP-1' })
  const closing = shop.backend().handlers['dayClose.make']({})
  await shop.time.pass(10_000)
  expect(await closing).toMatchObject({ ok: true, value: { number: 1, key: '' } })
})

test('a counter closed while it waits for the key store does not reopen its file', async () => {
  const vault: Vault = {}
  const shop = (counter = await openCounter({ vault }))
  await shop.time.pass(60_000)
  const linesBefore = shop.logLines.length
  vault.isProtected = () => new Promise(() => undefined)
  const restarting = shop.restart()
  await shop.backend().stop()
  await restarting
  expect(shop.logLines.slice(linesBefore).join()).not.toContain('"error"')
})
