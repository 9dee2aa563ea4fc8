import { afterEach, expect, test } from 'vitest'
import type { Rehearsal } from '../../shared/practiceCard.ts'
import type { SaleView } from '../../shared/sale.ts'
import { openCounter, type Counter } from '../testing/counter.ts'

const STEP_MS = 10_000
const STEPS_MAX = 6 * 45

let shop: Counter
afterEach(() => shop.close())

/**
 * How long a sale of a special amount takes until it is no longer Checking, as the screen's words about Practice say it.
 * @param others when another sale is recorded that the bank accepts
 */
async function checked(does: Rehearsal, others: 'none' | 'before' | 'after') {
  shop = await openCounter({ rehearses: true })
  const { amounts } = shop.bank.practiceCard()
  const amountText = String((amounts.find((each) => each.does === does)?.kobo ?? 0) / 100)
  if (others === 'before') {
    await shop.record('500')
    await shop.time.pass(60_000)
  }
  const { transactionId } = await shop.record(amountText)
  await shop.time.pass(STEP_MS)
  if (others === 'after') await shop.record('600')
  const stateNow = async (): Promise<SaleView['state']> => (await shop.sale(transactionId)).sale.state
  expect(await stateNow()).toBe('unknown')
  let steps = 1
  while ((await stateNow()) === 'unknown' && steps < STEPS_MAX) {
    await shop.time.pass(STEP_MS)
    steps += 1
  }
  return { state: await stateNow(), minutes: Math.round((steps * STEP_MS) / 6_000) / 10 }
}

/** The times that practiceStrings.ts names: about half a minute, about 12 minutes, half an hour. */
const about = (minutes: number) => (measured: number) =>
  Math.abs(measured - minutes) <= Math.max(0.3, minutes / 10)

test.each([
  ['answerLost', 'none', 'accepted', 0.5],
  ['refused', 'before', 'refused', 12],
  ['refused', 'none', 'review', 30],
  ['neverArrives', 'after', 'review', 12],
  ['neverArrives', 'before', 'review', 30],
  ['neverArrives', 'none', 'review', 30],
] as const)('%s, other sales: %s: %s after about %s minutes', async (does, others, state, minutes) => {
  const found = await checked(does, others)
  expect(found.state).toBe(state)
  expect(found.minutes).toSatisfy(about(minutes))
})
