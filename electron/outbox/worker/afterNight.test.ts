import { afterEach, expect, test } from 'vitest'
import { openCounter, type Counter } from '../../testing/counter.ts'
import { personsCheck } from '../../testing/personsCheck.ts'
import { cutNetwork, logAtBank, restoreNetwork } from '../../testing/troubles.ts'
import { answered, createGarbling } from '../../testing/unreadable.ts'

/* Awake time stops while a computer sleeps or is off; a manager's evidence must not look fresh after that. */

const MINUTE_MS = 60_000
const NIGHT_MS = 14 * 60 * MINUTE_MS
const SLIP = 'SLIP-1'

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

/** A slip held for a person because the bank's answers say nothing about it. */
async function heldSlip() {
  const garbling = createGarbling()
  counter = await openCounter({ garble: garbling.garble })
  const shop = counter
  garbling.about(SLIP, () => answered(200, '<html>', { 'content-type': 'text/html' }))
  await shop.record('5000', { transactionId: SLIP })
  await shop.time.pass(12 * MINUTE_MS)
  expect((await shop.sale(SLIP)).sale.state).toBe('held')
  await shop.becomeManager()
  return shop
}

async function decide(shop: Counter) {
  const { decision } = await shop.sale(SLIP)
  const request = { transactionId: SLIP, decision: 'sendUnclear' as const, reason: 'asked at counter 2' }
  return shop.backend().handlers['sales.resolve']({ ...request, seen: decision?.seen ?? '' })
}

const nights: readonly (readonly [string, (shop: Counter) => Promise<void> | void])[] = [
  ['asleep', (shop) => shop.sleep(NIGHT_MS)],
  [
    'asleep, with a resume event',
    (shop) => {
      shop.sleep(NIGHT_MS)
      shop.setOnline(true)
    },
  ],
  ['switched off', (shop) => shop.restart(() => shop.sleep(NIGHT_MS))],
]

test.each(nights)("a manager's permission does not cover a send after a night: %s", async (_how, night) => {
  const shop = await heldSlip()
  await personsCheck(shop, SLIP)
  cutNetwork(shop)
  expect(await decide(shop)).toMatchObject({ ok: true })
  await shop.time.pass(MINUTE_MS)
  // During the night another counter is paid for the slip, at a terminal whose list is not read before a send.
  restoreNetwork(shop)
  cutNetwork(shop)
  await logAtBank(shop, '5000.00', SLIP, shop.bank.terminals()[1]?.terminalId)
  await night(shop)
  restoreNetwork(shop)
  await shop.time.pass(5 * MINUTE_MS)
  expect(shop.bank.settlementCount(SLIP)).toBe(1)
})

test.each(nights)('lists read before a night are no basis for a decision: %s', async (_how, night) => {
  const shop = await heldSlip()
  await personsCheck(shop, SLIP)
  cutNetwork(shop)
  await logAtBank(shop, '5000.00', SLIP, shop.bank.terminals()[1]?.terminalId)
  await night(shop)
  await shop.becomeManager()
  expect(await decide(shop)).toMatchObject({ error: { code: 'needsLookUp' } })
})
