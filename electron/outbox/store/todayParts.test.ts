import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SaleState } from '../../../shared/sale.ts'
import { standings } from '../../../shared/standing.ts'
import { sumOfParts, TodayParts, todayTotal } from '../../../shared/today.ts'
import { openDatabase, salesFile, type Database } from '../../storage/database.ts'
import { migrate } from '../../storage/migrations.ts'
import { QUARTER_MS } from '../../storage/saleTotals.ts'
import { fc } from '../../testing/fuzz.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { standingOfSale } from '../rules/standing.ts'
import { ON_ITS_WAY, PAID } from './saleConditions.ts'
import { SaleStore } from './saleStore.ts'
import { RangeTotalsStore, sumOf } from './rangeTotalsStore.ts'
import { TotalsStore } from './totalsStore.ts'

const DESTINATION = { environment: 'live', partnerUrl: 'https://bank.invalid', clientId: 'merchant' } as const
const OTHER = { ...DESTINATION, clientId: 'another' } as const
const SINCE_MS = 80_000 * QUARTER_MS
const TODAY = { fromMs: SINCE_MS, untilMs: SINCE_MS + 96 * QUARTER_MS }
const NOW_MS = SINCE_MS + 10 * 60 * 60_000
const PAID_ON = '2026-11-20T13:41:07'
/** Facts of a sale that put it into a part. */
const facts = fc.record({
  state: fc.constantFrom(...SaleState.options),
  isPaid: fc.boolean(),
  differs: fc.boolean(),
  isLate: fc.boolean(),
})
/** Half a minute before midnight, noon, and the first moment of the next day: recorded while the clock was ahead. */
const AT = { before: -30_000, today: 48 * QUARTER_MS, after: 96 * QUARTER_MS } as const
const written = fc.record({
  kobo: fc.integer({ min: 1, max: 999_999_999_999 }),
  day: fc.constantFrom('today', 'today', 'before', 'after'),
  isOthers: fc.boolean(),
  /** Every state it goes through; the last one counts. */
  changes: fc.array(facts, { minLength: 1, maxLength: 4 }),
})

let dir = ''
let database: Database
let store: SaleStore
let totals: TotalsStore
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-today-'))
  database = openDatabase(salesFile(dir))
  migrate(database)
  recorded = 0
  store = new SaleStore(database)
  totals = new TotalsStore(database)
})
afterEach(() => {
  database.close()
  rmSync(dir, { recursive: true, force: true })
})

let recorded = 0
function record(
  kobo: number,
  recordedAtMs: number,
  destination: SaleRow['destination'] = DESTINATION,
): number {
  recorded += 1
  const sale = store.insert(
    {
      transactionId: `S-${recorded}`,
      destination,
      terminalId: 'T1',
      amountKobo: kobo,
      amountWire: '1.00',
      note: '',
      recordedAtMs,
      recordedBoot: 'boot',
      recordedAwakeMs: 0,
      corrects: null,
    },
    { wallMs: recordedAtMs, awakeMs: 0 },
  )
  if (!sale.ok) throw new Error(sale.error)
  return sale.value.sequence
}

/** Moves it by SQL, so that also combinations appear that no rule makes. */
function become(
  sequence: number,
  {
    state,
    isPaid,
    differs,
    isLate,
  }: Readonly<Record<'isPaid' | 'differs' | 'isLate', boolean>> & { state: SaleState },
): void {
  const isAccepted = state === 'accepted'
  const acceptedAtMs = isAccepted ? (isLate ? SINCE_MS : NOW_MS - 1_000) : null
  database.run(
    `UPDATE sale SET state = ?, date_paid = ?, differing_open = ?, accepted_at_ms = ?, answered_at_ms = ?,
       version = version + 1 WHERE sequence = ?`,
    state,
    isAccepted && isPaid ? PAID_ON : null,
    isAccepted && differs ? 1 : 0,
    acceptedAtMs,
    isAccepted ? NOW_MS : null,
    sequence,
  )
}

test('each sale of today is in the part that its own row shows, and the parts make up the total at any time', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(fc.array(written, { maxLength: 12 }), (sales) => {
      // The file is never emptied, so each round has a day of its own.
      const dayMs = SINCE_MS + (recorded + 1) * 200 * QUARTER_MS
      const today = { fromMs: dayMs, untilMs: dayMs + 96 * QUARTER_MS }
      const own = sales.flatMap(({ kobo, day, isOthers, changes }) => {
        const sequence = record(kobo, dayMs + AT[day], isOthers ? OTHER : DESTINATION)
        for (const change of changes) become(sequence, change)
        return day === 'today' && !isOthers ? [store.byTransactionId(`S-${sequence}`)] : []
      })
      const expected = Object.fromEntries(standings.map((part) => [part, { count: 0, kobo: 0 }])) as Record<
        keyof TodayParts,
        { count: number; kobo: number }
      >
      for (const sale of own) {
        if (sale === undefined) continue
        const part = standingOfSale(sale)
        seen.add(part)
        expected[part].count += 1
        expected[part].kobo += sale.amountKobo
      }
      const parts = totals.todayParts(DESTINATION, today)
      expect(parts).toEqual(expected)
      // Sales, with its days and bars, counts the same sales as of that day.
      const bars = new RangeTotalsStore(database).quarters(DESTINATION, today)
      const { kobo } = sumOf(bars)
      const apart = sumOfParts(parts, ['refused', 'removed', 'writtenOff'])
      expect(todayTotal(parts).count + apart.count).toBe(own.length)
      expect(todayTotal(parts).kobo + apart.kobo).toBe(
        own.reduce((sum, sale) => sum + (sale?.amountKobo ?? 0), 0),
      )
      expect(kobo).toBe(todayTotal(parts).kobo + apart.kobo)
    }),
    { numRuns: 100 },
  )
  expect([...seen].toSorted()).toEqual(standings.filter((each) => each !== 'paidBack').toSorted())
})

test('the conditions of lists say of each sale what its standing says', () => {
  fc.assert(
    fc.property(facts, (to) => {
      const sequence = record(500, SINCE_MS)
      become(sequence, to)
      const sale = store.byTransactionId(`S-${sequence}`)
      const is = database.get(
        `SELECT ${PAID} AS paid, ${ON_ITS_WAY} AS onItsWay FROM sale WHERE sequence = ?`,
        sequence,
      )
      const standing = sale === undefined ? null : standingOfSale(sale)
      expect(is).toEqual({
        paid: Number(standing === 'paid'),
        onItsWay: Number(standing === 'onItsWay'),
      })
    }),
  )
})

test('a paid sale whose record differs is not said to be paid to you', () => {
  const sequence = record(500, SINCE_MS)
  become(sequence, { state: 'accepted', isPaid: true, differs: true, isLate: false })
  expect(totals.todayParts(DESTINATION, TODAY)).toMatchObject({
    paid: { count: 0, kobo: 0 },
    needsYou: { count: 1, kobo: 500 },
  })
})

test('a stored total that is missing is no number of sales', () => {
  record(500, SINCE_MS)
  database.run('UPDATE sale_quarter SET count = NULL, kobo = NULL')
  expect(TodayParts.parse(totals.todayParts(DESTINATION, TODAY))).toMatchObject({
    waiting: { count: 0, kobo: 0 },
  })
})

/** Accepted at a time, and seen paid that much later; null: not paid. */
function payments(after: readonly (number | null)[]): void {
  after.forEach((paidAfterMs, place) => {
    const at = (ms: number) => ({ wallMs: SINCE_MS + place * 1_000 + ms, awakeMs: 1 })
    const sequence = record(100, at(0).wallMs)
    const read = (): SaleRow => {
      const sale = store.byTransactionId(`S-${sequence}`)
      if (sale === undefined) throw new Error('no sale')
      return sale
    }
    store.claim(read(), 'boot', at(0))
    store.apply(read(), 'acceptedByAnswer', { acceptedAtMs: at(0).wallMs }, at(0))
    if (paidAfterMs === null) return
    store.note(read(), { datePaid: PAID_ON }, at(paidAfterMs))
    database.run(`UPDATE sale SET record_json = '{}' WHERE sequence = ?`, sequence)
  })
}

test('the usual time of payment comes from what this computer saw, and from five payments on', () => {
  payments([9_000, 12_000, 8_000, 10_000])
  expect(totals.usualPayMs(DESTINATION, NOW_MS)).toBeNull()
  payments([11_000])
  expect(totals.usualPayMs(DESTINATION, NOW_MS)).toBe(12_000)
  expect(totals.usualPayMs(OTHER, NOW_MS)).toBeNull()
})

test('sales that the bank has not paid for longer than that speak against it', () => {
  payments([9_000, 12_000, 8_000, 10_000, 11_000, null, null])
  expect(totals.usualPayMs(DESTINATION, SINCE_MS + 10_000)).toBe(12_000)
  expect(totals.usualPayMs(DESTINATION, NOW_MS)).toBeNull()
})

test('a sale that was found at the bank already paid has measured nothing', () => {
  payments([9_000, 12_000, 8_000, 10_000, 0])
  expect(totals.usualPayMs(DESTINATION, NOW_MS)).toBeNull()
})
