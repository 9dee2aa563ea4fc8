import { afterEach, expect, test } from 'vitest'
import type { CallError } from '../../shared/contract.ts'
import { openCounter, type Counter, type CounterSetup } from '../testing/counter.ts'

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function open(setup: CounterSetup = {}): Promise<Counter> {
  counter = await openCounter(setup)
  return counter
}

const entry = {
  amountText: '1500',
  transactionId: '',
  note: '',
  confirmedAmount: false,
  confirmedSecondSale: false,
}

async function refusalOf(shop: Counter, change: Partial<typeof entry>): Promise<CallError> {
  const result = await shop.backend().handlers['sales.record']({ ...entry, ...change })
  if (result.ok) throw new Error('the sale was recorded')
  return result.error
}

async function countOf(shop: Counter): Promise<number> {
  const page = await shop
    .backend()
    .handlers['sales.page']({ filter: 'all', search: '', offset: 0, limit: 10 })
  return page.ok ? page.value.totalCount : -1
}

test.for([
  ['0', 'zero'],
  ['-5', 'negative'],
  ['1e6', 'notANumber'],
  ['1500.555', 'tooFine'],
  ['١٥٠٠', 'otherDigits'],
  ['1500,50', 'badGrouping'],
  ['9'.repeat(1_000_000), 'tooLarge'],
  ['', 'empty'],
] as const)(
  'the amount %s is refused at its field and nothing is recorded',
  async ([amountText, problem]) => {
    const shop = await open()
    expect((await refusalOf(shop, { amountText })).fields).toEqual([{ field: 'amount', problem }])
    expect(await countOf(shop)).toBe(0)
  },
)

test.for([
  ['two words', 'characters'],
  ['🐐-1', 'characters'],
  ['A'.repeat(10_000), 'tooLong'],
] as const)(
  'the reference %s is refused at its field and nothing is recorded',
  async ([transactionId, problem]) => {
    const shop = await open()
    expect((await refusalOf(shop, { transactionId })).fields).toEqual([{ field: 'transactionId', problem }])
    expect(await countOf(shop)).toBe(0)
  },
)

test('all that is wrong is named at once', async () => {
  const shop = await open()
  const { fields } = await refusalOf(shop, { amountText: '0', transactionId: 'a b', note: 'n'.repeat(201) })
  expect(fields.map(({ field }) => field)).toEqual(['amount', 'transactionId', 'note'])
})

test('a reference is taken once and for ever, also after its sale was removed', async () => {
  const shop = await open()
  shop.setOnline(false)
  shop.bank.faults.add({ on: 'any', times: 'always', fault: { kind: 'nameNotFound' } })
  await shop.record('100', { transactionId: 'ONCE-1' })
  await shop.becomeManager()
  await shop.backend().handlers['sales.cancel']({ transactionId: 'ONCE-1', reason: 'typed twice' })
  const { fields } = await refusalOf(shop, { transactionId: 'ONCE-1', amountText: '200' })
  expect(fields).toEqual([{ field: 'transactionId', problem: 'used' }])
})

test('references that are made are all different and pass the rule for typed ones', async () => {
  const shop = await open()
  const made = new Set<string>()
  for (let sale = 1; sale <= 20; sale += 1) made.add((await shop.record(String(sale))).transactionId)
  expect(made.size).toBe(20)
  for (const transactionId of made) expect(transactionId).toMatch(/^[0-9A-Z]{26}$/u)
})

test('an amount at the limit asks first, and is recorded once it is confirmed', async () => {
  const shop = await open()
  expect((await refusalOf(shop, { amountText: '1000000' })).code).toBe('needsAmountConfirmation')
  expect((await shop.record('1000000', { confirmedAmount: true })).amountKobo).toBe(100_000_000)
})

test('the same amount within two minutes asks first; after that, or with another amount, it does not', async () => {
  const shop = await open()
  await shop.record('1500')
  expect((await refusalOf(shop, {})).code).toBe('needsSecondSaleConfirmation')
  await shop.record('1501', { confirmedSecondSale: false })
  await shop.time.pass(2 * 60_000)
  await shop.record('1500', { confirmedSecondSale: false })
})

test('a clock that was set does not switch the question off', async () => {
  const shop = await open()
  await shop.record('1500')
  shop.time.jumpWall(-365 * 24 * 60 * 60_000)
  expect((await refusalOf(shop, {})).code).toBe('needsSecondSaleConfirmation')
})

test('with nobody signed in nothing is recorded, and the answer says so', async () => {
  const shop = await open()
  await shop.signOut()
  expect((await refusalOf(shop, {})).code).toBe('notSignedIn')
})

test('a disk that refuses: the answer is that nothing was saved, and nothing is shown as saved', async () => {
  const shop = await open()
  shop.breakDisk()
  expect((await refusalOf(shop, {})).code).toBe('notSaved')
  shop.mendDisk()
  expect(await countOf(shop)).toBe(0)
})

test('a window that is gone stops neither the recording nor the delivery', async () => {
  const shop = await open()
  shop.breakEvents()
  const recorded = await shop.backend().handlers['sales.record'](entry)
  expect(recorded).toMatchObject({ ok: true, value: { state: 'queued' } })
  await shop.time.pass(5_000)
  expect(shop.bank.commits()).toHaveLength(1)
  expect(shop.logLines.join()).toContain('backend.notTold')
})
