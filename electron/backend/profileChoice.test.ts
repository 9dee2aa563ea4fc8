import { afterEach, expect, test } from 'vitest'
import type { CallName } from '../../shared/contract.ts'
import { openCounter, type Counter, type CounterSetup } from '../testing/counter.ts'
import { cutNetwork } from '../testing/troubles.ts'

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function open(setup: CounterSetup = {}): Promise<Counter> {
  counter = await openCounter(setup)
  return counter
}

const ask = async (shop: Counter, name: CallName): Promise<unknown> =>
  (shop.backend().handlers[name] as (request: object) => unknown)({})

const live = JSON.stringify({ name: 'Shop', environment: 'live', partnerUrl: 'https://bank.example/partner' })

test('a good file is shown first, and put in its place only on a yes', async () => {
  const shop = await open()
  shop.desk.pickProfile(live)
  expect(await ask(shop, 'profile.choose')).toMatchObject({
    ok: true,
    value: { kind: 'right', name: 'Shop', environment: 'live', serviceHost: 'bank.example', leftWaiting: 0 },
  })
  expect(shop.desk.placed).toEqual([])
  expect(await ask(shop, 'profile.place')).toMatchObject({ ok: true, value: { keptAs: null } })
  expect(shop.desk.placed).toEqual([{ file: `${shop.dataDir}/profile.json`, text: live }])
  // Said once: a second yes has nothing to be about.
  expect(await ask(shop, 'profile.place')).toMatchObject({ error: { code: 'notFound' } })
})

test.each([
  ['{"name": "Shop", "enviroment": "live"}', 'enviroment'],
  ['{"environment": "live"}', 'partnerUrl'],
  ['{"name": ', 'line 1, column 10'],
])('a faulty file, %s, is named by its key, and nothing can be put in place', async (text, key) => {
  const shop = await open()
  shop.desk.pickProfile(live)
  await ask(shop, 'profile.choose')
  shop.desk.pickProfile(text)
  expect(await ask(shop, 'profile.choose')).toMatchObject({
    value: { kind: 'wrong', file: '/usb/shop.json', faults: [expect.objectContaining({ key })] },
  })
  expect(await ask(shop, 'profile.place')).toMatchObject({ error: { code: 'notFound' } })
  expect(shop.desk.placed).toEqual([])
})

test('a closed dialog, and a file that cannot be written, change nothing', async () => {
  const shop = await open()
  expect(await ask(shop, 'profile.choose')).toMatchObject({ value: { kind: 'none' } })
  shop.desk.pickProfile(live)
  await ask(shop, 'profile.choose')
  shop.desk.answerSaving('noAccess')
  expect(await ask(shop, 'profile.place')).toMatchObject({
    error: { code: 'fileNotWritten', reason: 'noAccess' },
  })
  expect(await ask(shop, 'profile.restart')).toMatchObject({ error: { code: 'notFound' } })
  expect(shop.desk.updates.steps).toEqual([])
})

test('sales that another profile leaves behind are counted; the same bank takes them along', async () => {
  const shop = await open()
  cutNetwork(shop)
  await shop.record('100')
  await shop.record('200')
  shop.desk.pickProfile(live)
  expect(await ask(shop, 'profile.choose')).toMatchObject({ value: { leftWaiting: 2 } })
  shop.desk.pickProfile('{"name": "The same bank"}')
  expect(await ask(shop, 'profile.choose')).toMatchObject({ value: { leftWaiting: 0 } })
})

test('a restart stops cleanly first', async () => {
  const shop = await open()
  shop.desk.pickProfile(live)
  await ask(shop, 'profile.choose')
  await ask(shop, 'profile.place')
  expect(await ask(shop, 'profile.restart')).toMatchObject({ ok: true })
  expect(shop.desk.updates.steps).toEqual(['stop stopped', 'restart'])
})

test('once a manager’s PIN is set, only a manager chooses where money goes', async () => {
  const shop = await open()
  shop.desk.pickProfile(live)
  await shop.becomeManager()
  expect(await ask(shop, 'profile.choose')).toMatchObject({ ok: true })
  await ask(shop, 'access.lock')
  for (const name of ['profile.choose', 'profile.place'] as const) {
    expect(await ask(shop, name)).toMatchObject({ error: { code: 'needsManager', needs: 'enterPin' } })
  }
  expect(shop.desk.placed).toEqual([])
})
