import { afterEach, expect, test } from 'vitest'
import { openCounter, type Counter, type CounterSetup } from '../../testing/counter.ts'
import { editFile } from '../../testing/editedFile.ts'
import { personsCheck } from '../../testing/personsCheck.ts'
import { cutNetwork, restoreNetwork } from '../../testing/troubles.ts'

/** A stop because of unknown outcomes: what ends it, and what happens to its sales. */

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function open(setup: CounterSetup = {}): Promise<Counter> {
  counter = await openCounter(setup)
  return counter
}

const auto: CounterSetup['profile'] = (standard) => ({
  ...standard,
  outbox: { ...standard.outbox, resendAfterAbsence: 'auto' },
})

const state = async (of: Counter, transactionId: string): Promise<string> =>
  (await of.sale(transactionId)).sale.state

const sends = (of: Counter): number => of.bank.requestCount('logTransaction')

/** Records a paid sale first, so that the call is known to find records. */
async function recordKnown(shop: Counter): Promise<void> {
  await shop.record('100')
  await shop.time.pass(MINUTE_MS)
}

/** Makes `count` sends in a row that get no answer and never reach the bank. */
async function lose(shop: Counter, count: number): Promise<string[]> {
  shop.bank.faults.add({ on: 'logTransaction', times: count, fault: { kind: 'drop', committed: false } })
  const lost: string[] = []
  for (let index = 0; index < count; index += 1) {
    lost.push((await shop.record(String(5_000 + index))).transactionId)
    await shop.time.pass(3 * SECOND_MS)
  }
  for (const transactionId of lost) expect(await state(shop, transactionId)).toBe('unknown')
  return lost
}

test('three sends fail and the bank recovers: the next sale is sent within a minute, and the rest at once', async () => {
  const shop = await open()
  await recordKnown(shop)
  await lose(shop, 3)
  const next = await shop.record('200')
  const behind = await shop.record('300')
  await shop.time.pass(55 * SECOND_MS)
  expect(await state(shop, next.transactionId)).toBe('accepted')
  expect(await state(shop, behind.transactionId)).toBe('accepted')
  expect(sends(shop)).toBe(6)
})

test('auto: a stop does not starve the proof that ends it, and none of its sales is resent', async () => {
  const shop = await open({ profile: auto })
  await recordKnown(shop)
  const lost = await lose(shop, 3)
  await shop.record('200')
  await shop.time.pass(20 * MINUTE_MS)
  for (const transactionId of lost) {
    expect((await shop.sale(transactionId)).sale).toMatchObject({
      state: 'review',
      reviewReason: 'partOfStop',
      sendCount: 1,
    })
  }
  await shop.time.pass(60 * MINUTE_MS)
  expect(sends(shop)).toBe(5)
})

test.each([
  ['terminal', "terminal_id = '2TLS0003'"],
  ['client', "client_id = 'OTHER'"],
])('auto: an unmarked stop that a row of another %s hides at the start still counts', async (_of, change) => {
  const shop = await open({ profile: auto })
  await recordKnown(shop)
  const [changed = '', ...lost] = await lose(shop, 3)
  await shop.restart(() => {
    editFile(shop, 'UPDATE sale SET in_stop = 0')
    editFile(shop, `UPDATE sale SET ${change} WHERE transaction_id = '${changed}'`)
  })
  await shop.time.pass(MINUTE_MS)
  await shop.record('200')
  await shop.time.pass(20 * MINUTE_MS)
  for (const transactionId of lost) {
    expect((await shop.sale(transactionId)).sale).toMatchObject({
      state: 'review',
      reviewReason: 'partOfStop',
    })
  }
  expect(sends(shop)).toBe(5)
})

test('no trial is sent before two clean answers of the gate at least 15 s apart', async () => {
  const shop = await open()
  await recordKnown(shop)
  await lose(shop, 2)
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: false } })
  await shop.record('5003')
  await shop.record('200')
  await shop.time.pass(16 * SECOND_MS)
  expect(sends(shop)).toBe(4)
  await shop.time.pass(8 * SECOND_MS)
  expect(sends(shop)).toBe(5)
})

test('a read fails between the two clean ones: both are needed again', async () => {
  const shop = await open()
  await recordKnown(shop)
  await lose(shop, 3)
  await shop.record('200')
  await shop.time.pass(8 * SECOND_MS)
  shop.bank.faults.add({
    on: 'searchTransactions',
    fault: { kind: 'htmlPage', committed: false },
  })
  await shop.time.pass(16 * SECOND_MS)
  expect(shop.bank.faults.pendingCount()).toBe(0)
  expect(sends(shop)).toBe(4)
  await shop.time.pass(30 * SECOND_MS)
  expect(sends(shop)).toBe(5)
})

test('an unknown trial: the next one a minute later, and with five open none, until one of them is settled', async () => {
  const shop = await open()
  await recordKnown(shop)
  await lose(shop, 3)
  shop.bank.faults.add({ on: 'logTransaction', times: 2, fault: { kind: 'drop', committed: false } })
  for (const amount of ['200', '300', '400']) await shop.record(amount)
  await shop.time.pass(40 * SECOND_MS)
  expect(sends(shop)).toBe(5)
  await shop.time.pass(30 * SECOND_MS)
  expect(sends(shop)).toBe(5)
  await shop.time.pass(40 * SECOND_MS)
  expect(sends(shop)).toBe(6)
  await shop.time.pass(20 * MINUTE_MS)
  expect(sends(shop)).toBe(6)
})

/** Lets time pass until `count` sends have arrived. @returns when, ms */
async function sendArrives(shop: Counter, count: number): Promise<number> {
  for (let second = 0; second < 600 && sends(shop) < count; second += 1) await shop.time.pass(SECOND_MS)
  expect(sends(shop)).toBe(count)
  return shop.time.clock.monotonicNowMs()
}

test('the times between trials double, and a restart in between shortens none of them', async () => {
  const shop = await open({ bankOptions: { visibleAfterMs: 150 * SECOND_MS } })
  await recordKnown(shop)
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: true } })
  shop.bank.faults.add({ on: 'logTransaction', times: 'always', fault: { kind: 'drop', committed: false } })
  const shown = await shop.record('5000')
  await shop.time.pass(70 * SECOND_MS)
  for (const amount of ['5001', '5002', '200', '300', '400']) await shop.record(amount)
  const firstTrialMs = await sendArrives(shop, 5)
  const secondTrialMs = await sendArrives(shop, 6)
  expect(secondTrialMs - firstTrialMs).toBeGreaterThan(MINUTE_MS)
  expect(secondTrialMs - firstTrialMs).toBeLessThan(90 * SECOND_MS)
  await shop.restart()
  // One of the five is shown after all; the newest three are still unknown, and two trials have failed.
  const thirdTrialMs = await sendArrives(shop, 7)
  expect(await state(shop, shown.transactionId)).toBe('accepted')
  expect(thirdTrialMs - secondTrialMs).toBeGreaterThan(2 * MINUTE_MS)
  expect(thirdTrialMs - secondTrialMs).toBeLessThan(2.5 * MINUTE_MS)
})

test('a typed slip is no trial: a later sale with a made reference goes before it', async () => {
  const shop = await open()
  await recordKnown(shop)
  await lose(shop, 3)
  await shop.record('200', { transactionId: 'SLIP-1' })
  await shop.time.pass(5 * MINUTE_MS)
  expect(await state(shop, 'SLIP-1')).toBe('queued')
  const made = await shop.record('300')
  await shop.time.pass(2 * MINUTE_MS)
  expect(await state(shop, made.transactionId)).toBe('accepted')
  expect(await state(shop, 'SLIP-1')).toBe('accepted')
  const bodies = shop.wire.filter(({ url }) => url.endsWith('/logtransaction')).map(({ body }) => body ?? '')
  expect(bodies.at(-2)).toContain(made.transactionId)
  expect(bodies.at(-1)).toContain('SLIP-1')
})

test('a sale that a manager resends is no trial: it is sent once a sale that never left before is accepted', async () => {
  const shop = await open()
  await recordKnown(shop)
  const [again = ''] = await lose(shop, 1)
  await shop.record('200')
  await shop.time.pass(15 * MINUTE_MS)
  expect(await state(shop, again)).toBe('review')
  await lose(shop, 3)
  await shop.becomeManager()
  await personsCheck(shop, again)
  const { decision } = await shop.sale(again)
  const taken = await shop.backend().handlers['sales.resolve']({
    transactionId: again,
    decision: 'sendAgain',
    reason: 'the bank says that it has none',
    seen: decision?.seen ?? '',
  })
  expect(taken).toMatchObject({ ok: true, value: { sale: { state: 'queued' } } })
  await shop.time.pass(5 * MINUTE_MS)
  expect((await shop.sale(again)).sale).toMatchObject({ state: 'queued', sendCount: 1 })
  const { transactionId } = await shop.record('300')
  await shop.time.pass(MINUTE_MS)
  expect(await state(shop, transactionId)).toBe('accepted')
  expect((await shop.sale(again)).sale).toMatchObject({ state: 'accepted', sendCount: 2 })
})

test('a trial that never left shows nothing: the stop goes on', async () => {
  const shop = await open()
  await recordKnown(shop)
  await lose(shop, 3)
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'refused' } })
  await shop.record('200', {})
  await shop.record('300', { transactionId: 'SLIP-1' })
  await shop.time.pass(25 * SECOND_MS)
  expect(shop.bank.faults.pendingCount()).toBe(0)
  expect(await state(shop, 'SLIP-1')).toBe('queued')
  await shop.time.pass(MINUTE_MS)
  expect(await state(shop, 'SLIP-1')).toBe('accepted')
})

test('a stop of one terminal does not block the sales of another', async () => {
  const shop = await open()
  await shop.becomeManager()
  await recordKnown(shop)
  await lose(shop, 3)
  await shop.record('200', { transactionId: 'SLIP-1' })
  const [, other] = shop.bank.terminals()
  await shop.backend().handlers['terminals.choose']({ terminalId: other?.terminalId ?? '' })
  const elsewhere = await shop.record('300')
  await shop.time.pass(8 * SECOND_MS)
  expect(await state(shop, elsewhere.transactionId)).toBe('accepted')
  expect(await state(shop, 'SLIP-1')).toBe('queued')
})

test('stuck, then committed late together after the proofs of absence: a bank without idempotency has each of them once', async () => {
  const shop = await open({ profile: auto })
  await recordKnown(shop)
  shop.bank.faults.add({
    on: 'logTransaction',
    times: 3,
    fault: { kind: 'lateCommit', commitAfterMs: 25 * MINUTE_MS },
  })
  const stuck: string[] = []
  for (const amount of ['5000', '6000', '7000']) stuck.push((await shop.record(amount)).transactionId)
  await shop.record('200')
  await shop.time.pass(20 * MINUTE_MS)
  for (const transactionId of stuck) expect(await state(shop, transactionId)).toBe('review')
  await shop.time.pass(30 * MINUTE_MS)
  for (const transactionId of stuck) {
    expect(await state(shop, transactionId)).toBe('accepted')
    expect(shop.bank.settlementCount(transactionId)).toBe(1)
  }
})

test('a power cut during a stop: after the restart its sales still belong to a stop', async () => {
  const shop = await open({ profile: auto })
  await recordKnown(shop)
  const lost = await lose(shop, 3)
  await shop.restart()
  cutNetwork(shop)
  await shop.time.pass(MINUTE_MS)
  restoreNetwork(shop)
  await shop.record('200')
  await shop.time.pass(20 * MINUTE_MS)
  for (const transactionId of lost) {
    expect((await shop.sale(transactionId)).sale).toMatchObject({ state: 'review', sendCount: 1 })
  }
})
