import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appendAudit } from '../../storage/audit.ts'
import { openDatabase, salesFile, type Database } from '../../storage/database.ts'
import { migrate } from '../../storage/migrations.ts'
import { QUARTER_MS } from '../../storage/saleTotals.ts'
import { createSeededRandom } from '../../testing/virtualTime.ts'
import { SaleStore } from './saleStore.ts'
import { TotalsStore } from './totalsStore.ts'

const DESTINATION = { environment: 'live', partnerUrl: 'https://bank.invalid', clientId: 'merchant' } as const
const SINCE_MS = 80_000 * QUARTER_MS
const TODAY = { fromMs: SINCE_MS, untilMs: SINCE_MS + 96 * QUARTER_MS }

let dir = ''
let database: Database
let store: SaleStore
let totals: TotalsStore
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-net-'))
  database = openDatabase(salesFile(dir))
  migrate(database)
  store = new SaleStore(database)
  totals = new TotalsStore(database)
})
afterEach(() => {
  database.close()
  rmSync(dir, { recursive: true, force: true })
})

/** @returns the number of a new sale, which the bank has paid if `record` is given */
function record(kobo: number, paidBy: unknown, atMs = SINCE_MS): number {
  const sale = store.insert(
    {
      transactionId: `S-${Math.random()}`,
      destination: DESTINATION,
      terminalId: 'T1',
      amountKobo: kobo,
      amountWire: '1.00',
      note: '',
      recordedAtMs: atMs,
      recordedBoot: 'boot',
      recordedAwakeMs: 0,
      corrects: null,
    },
    { wallMs: atMs, awakeMs: 0 },
  )
  if (!sale.ok) throw new Error(sale.error)
  if (paidBy !== undefined) pay(sale.value.sequence, paidBy)
  return sale.value.sequence
}

function pay(sequence: number, paidBy: unknown, differs = 0): void {
  database.transaction(() => {
    database.run(
      `UPDATE sale SET state = 'accepted', date_paid = '2026-11-20T13:41:07', accepted_at_ms = 1, record_json = ?,
         differing_open = ?, version = version + 1 WHERE sequence = ?`,
      typeof paidBy === 'string' ? paidBy : JSON.stringify(paidBy),
      differs,
      sequence,
    )
    appendAudit(database, {
      saleSequence: sequence,
      atMs: 1,
      kind: 'paid',
      fromState: null,
      toState: 'accepted',
      detail: null,
    })
  })
}

const settled = (amount: string, amountSettled: string) => ({ amount, amountSettled })
const net = (): string | null =>
  totals.paidNet(DESTINATION, TODAY, totals.todayParts(DESTINATION, TODAY).paid)

test('the sum after fees is exact, also where a record is finer than a kobo', () => {
  expect(net()).toBeNull()
  record(500_000, settled('5000', '4975.00'))
  expect(net()).toBe('4975')
  for (let each = 0; each < 10; each += 1) record(10, settled('0.1', '0.0333'))
  expect(net()).toBe('4975.333')
  record(500_000, settled('5000', '4975'), SINCE_MS - 1)
  record(500_000, undefined)
  expect(net()).toBe('4975.333')
})

test('what one record does not tell is not told of all', () => {
  const records = [
    settled('5000', '0'),
    settled('5000', '5000.01'),
    settled('5000', '-1'),
    { amount: '5000' },
    { amount: '5000', amountSettled: 4975 },
    'no JSON',
  ]
  for (const wrong of records) {
    const known = record(500_000, settled('5000', '4975'))
    expect(net(), JSON.stringify(wrong)).not.toBeNull()
    pay(known, wrong)
    expect(net(), JSON.stringify(wrong)).toBeNull()
    pay(known, settled('5000', '4975'))
  }
})

test('what changes later changes the sum: a payment, a record taken instead, a difference, another day', () => {
  const first = record(500_000, settled('5000', '4975'))
  const second = record(10_000, undefined)
  expect(net()).toBe('4975')
  pay(second, settled('100', '99.5'))
  expect(net()).toBe('5074.5')
  pay(first, settled('5000', '4900'))
  expect(net()).toBe('4999.5')
  pay(first, settled('5000', '4900'), 1)
  expect(net()).toBe('99.5')
  const tomorrow = { fromMs: TODAY.untilMs, untilMs: TODAY.untilMs + 96 * QUARTER_MS }
  expect(totals.paidNet(DESTINATION, tomorrow, { count: 1, kobo: 10_000 })).toBeNull()
  expect(net()).toBe('99.5')
})

test('a count that the file does not bear out gives no sum, and many changes at once are all read', () => {
  record(500_000, settled('5000', '4975'))
  expect(totals.paidNet(DESTINATION, TODAY, { count: 1, kobo: 1 })).toBeNull()
  expect(totals.paidNet(DESTINATION, TODAY, { count: 2, kobo: 500_000 })).toBeNull()
  expect(net()).toBe('4975')
  for (let each = 0; each < 120; each += 1) record(100, settled('1', '0.99'))
  expect(net()).toBe('5093.8')
})

test('however often payments change, the followed sum is that of a store that reads the day anew', () => {
  const random = createSeededRandom(60)
  const sequences = Array.from({ length: 40 }, () => record(10_000, settled('100', '99.5')))
  const answers = [
    settled('100', '99.5'),
    settled('100', '0.005'),
    settled('33.333', '33'),
    { amount: '100' },
  ]
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random.next() * items.length)] as Item
  for (let each = 0; each < 300; each += 1) {
    pay(pick(sequences), pick(answers), random.next() < 0.2 ? 1 : 0)
    const counted = totals.todayParts(DESTINATION, TODAY).paid
    expect(net()).toBe(new TotalsStore(database).paidNet(DESTINATION, TODAY, counted))
  }
  for (const sequence of sequences) pay(sequence, answers[2])
  expect(net()).toBe('1320')
})
