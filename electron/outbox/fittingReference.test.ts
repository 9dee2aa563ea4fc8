import { afterEach, expect, test } from 'vitest'
import type { ReferenceForm } from '../../shared/transactionId.ts'
import { openCounter, type Counter } from '../testing/counter.ts'

/* The profile says what a bank keeps of a reference: what Tillside makes fits it, and a slip that does not is refused. */

const MINUTE_MS = 60_000

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

let form: ReferenceForm
async function openAt(deviation: string, reference: ReferenceForm): Promise<Counter> {
  form = reference
  counter = await openCounter({
    bankOptions: { deviation, tokenLifeMs: 24 * 60 * MINUTE_MS },
    profile: (standard) => ({ ...standard, reference: form }),
  })
  return counter
}

const asksAbout = ({ wire }: Counter, transactionId: string): number =>
  wire.filter(({ method, url }) => method === 'GET' && url.includes(transactionId)).length

test.each([
  ['reference-first-20', { maxLength: 20, characters: 'any' }],
  ['reference-first-12', { maxLength: 12, characters: 'capitalsAndDigits' }],
  ['reference-digits', { maxLength: 24, characters: 'digits' }],
  ['reference-no-leading-zeros', { maxLength: 19, characters: 'digits' }],
] as const)('%s: the answer is lost, and the sale is found by its own reference', async (bank, reference) => {
  const shop = await openAt(bank, reference)
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: true } })
  const { transactionId, isMade } = await shop.record('5000')
  expect([transactionId.length, isMade]).toEqual([reference.maxLength, true])
  await shop.time.pass(1_000)
  // Made for this sale, it is at no other counter: nothing is asked about it before it is sent.
  expect([shop.bank.settlementCount(transactionId), asksAbout(shop, transactionId)]).toEqual([1, 0])
  await shop.time.pass(10 * MINUTE_MS)
  expect((await shop.sale(transactionId)).sale).toMatchObject({ state: 'accepted', underOther: null })
  expect(shop.bank.settlementCount(transactionId)).toBe(1)
})

test('a made reference of another form stays made after a restart, and may be the trial of a stop', async () => {
  const shop = await openAt('', { maxLength: 20, characters: 'any' })
  shop.setOnline(false)
  const { transactionId } = await shop.record('5000')
  await shop.restart()
  expect((await shop.sale(transactionId)).sale.isMade).toBe(true)
  const typed = await shop.record('700', { transactionId: transactionId.toLowerCase().slice(1) })
  expect(typed.isMade).toBe(false)
})

test.each([
  ['9'.repeat(21), 'tooLong'],
  ['TXN-1', 'characters'],
])('a typed slip that the bank would not keep whole is refused at its field: %s', async (slip, problem) => {
  const shop = await openAt('', { maxLength: 20, characters: 'capitalsAndDigits' })
  const recorded = await shop.backend().handlers['sales.record']({
    amountText: '5000',
    transactionId: slip,
    note: '',
    confirmedAmount: false,
    confirmedSecondSale: true,
  })
  expect(recorded).toMatchObject({ error: { fields: [{ field: 'transactionId', problem }] } })
})

test('the profile comes while sales wait: a made one goes, a typed one that could be another slip is held', async () => {
  const shop = await openAt('', { maxLength: 64, characters: 'any' })
  shop.setOnline(false)
  const made = await shop.record('5000')
  const long = await shop.record('600', { transactionId: 'SLIP-0000000000000000004471' })
  const short = await shop.record('700', { transactionId: '4471' })
  form = { maxLength: 20, characters: 'any' }
  await shop.restart()
  shop.setOnline(true)
  await shop.time.pass(20 * MINUTE_MS)
  const stateOf = async ({ transactionId }: { transactionId: string }) =>
    (await shop.sale(transactionId)).sale.state
  expect([await stateOf(made), await stateOf(long), await stateOf(short)]).toEqual([
    'accepted',
    'held',
    'accepted',
  ])
  expect(shop.bank.settlementCount(long.transactionId)).toBe(0)
})

test('too short for a reference that is random enough: each must be typed', async () => {
  const shop = await openAt('', { maxLength: 18, characters: 'digits' })
  await expect(shop.record('5000')).rejects.toThrow('transactionId')
  expect(await shop.record('5000', { transactionId: '4471' })).toMatchObject({ state: 'queued' })
})
