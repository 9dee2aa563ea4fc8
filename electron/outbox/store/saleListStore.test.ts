import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, salesFile, type Database } from '../../storage/database.ts'
import { migrate } from '../../storage/migrations.ts'
import { SaleListStore } from './saleListStore.ts'

const OWN = { environment: 'live', partnerUrl: 'https://bank.invalid', clientId: 'merchant' } as const
const COUNT = 240
/** By sale number: some are another client's, some have a reference that starts like the typed amount. */
const clientOf = (n: number): string => (n % 7 === 0 ? 'other' : OWN.clientId)
const koboOf = (n: number): number => (n % 3 === 0 ? 70_000 : 50_000)
const referenceOf = (n: number): string => (n % 5 === 0 ? `500-${n}` : `SALE-${n}`)
const terminalOf = (n: number): string => ['', 'T1', 'T2'][n % 4] ?? 'T9'

const stateOf = (n: number): string => (n % 2 === 0 ? 'accepted' : 'queued')

let dir = ''
let database: Database
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-search-'))
  database = openDatabase(salesFile(dir))
  migrate(database)
  database.transaction(() => {
    for (let n = 1; n <= COUNT; n += 1)
      database.run(
        `INSERT INTO sale (sequence, transaction_id, environment, partner_url, client_id, terminal_id, amount_kobo,
           amount_wire, note, state, version, recorded_at_ms, recorded_boot, recorded_awake_ms, due_awake_ms)
         VALUES (?, ?, 'live', 'https://bank.invalid', ?, ?, ?, '1.00', '', ?, 1, 0, 'boot', 0, 0)`,
        n,
        referenceOf(n),
        clientOf(n),
        terminalOf(n),
        koboOf(n),
        stateOf(n),
      )
  })
})
afterAll(() => {
  database.close()
  rmSync(dir, { recursive: true, force: true })
})

const LIMITS = { lateBeforeMs: 1, lateAfterMs: 1, nowMs: 1 }
const SEARCH = { ...LIMITS, span: null, filter: 'all', reference: '500', amountKobo: 50_000 } as const

/** Computed from the rule, row by row. */
function expected(order: 'newest' | 'oldest', before = Infinity): readonly number[] {
  const isFound = (n: number): boolean =>
    clientOf(n) === OWN.clientId && (koboOf(n) === 50_000 || referenceOf(n).startsWith('500'))
  const found = Array.from({ length: COUNT }, (_, each) => each + 1).filter((n) => n < before && isFound(n))
  return order === 'newest' ? found.toReversed() : found
}

test.each(['newest', 'oldest'] as const)(
  'pages of what is found by amount or reference, on every terminal, have no gap between them: %s',
  (order) => {
    const lists = new SaleListStore(database)
    const all = expected(order)
    expect(all.length).toBeGreaterThan(100)
    for (const limit of [1, 7, 1_000])
      for (const offset of [0, 1, 6, 50, all.length - 1, all.length]) {
        const { sales } = lists.page(OWN, { ...SEARCH, order, offset, limit })
        expect(sales.map(({ sequence }) => sequence)).toEqual(all.slice(offset, offset + limit))
      }
  },
)

test('slices of it start below a sale, from the newest back', () => {
  const lists = new SaleListStore(database)
  for (const before of [null, COUNT, 101, 1]) {
    const from = before === null ? null : { recordedAtMs: 0, sequence: before }
    const found = lists.slice(OWN, { ...SEARCH, limit: 9 }, from).map(({ sequence }) => sequence)
    expect(found).toEqual(expected('newest', before ?? Infinity).slice(0, 9))
  }
})

test('its count and total cover all its pages', () => {
  const { all } = new SaleListStore(database).page(OWN, { ...SEARCH, offset: 0, limit: 1 })
  const kobo = expected('newest').reduce((sum, n) => sum + koboOf(n), 0)
  expect(all).toEqual({ count: expected('newest').length, kobo })
})

test.each([
  ['all', 'newest'],
  ['all', 'oldest'],
  ['accepted', 'newest'],
  ['accepted', 'oldest'],
] as const)(
  'pages of a list are the same from either end, and none reads more than half of it: %s, %s',
  (filter, order) => {
    const skipped: unknown[] = []
    const lists = new SaleListStore({
      ...database,
      all: (sql, ...parameters) => {
        if (sql.includes('OFFSET')) skipped.push(parameters.at(-1))
        return database.all(sql, ...parameters)
      },
    })
    const numbers = Array.from({ length: COUNT }, (_, each) => each + 1)
    const own = numbers.filter(
      (n) => clientOf(n) === OWN.clientId && (filter === 'all' || stateOf(n) === filter),
    )
    const whole = order === 'newest' ? own.toReversed() : own
    for (const limit of [1, 7, 1_000])
      for (let offset = 0; offset < whole.length; offset += 3) {
        const query = { ...LIMITS, span: null, filter, order, reference: '', amountKobo: null, offset, limit }
        const { sales } = lists.page(OWN, query)
        expect(sales.map(({ sequence }) => sequence)).toEqual(whole.slice(offset, offset + limit))
      }
    expect(Math.max(...skipped.map(Number))).toBeLessThanOrEqual(whole.length / 2)
    const behindAll = {
      ...LIMITS,
      span: null,
      filter,
      order,
      reference: '',
      amountKobo: null,
      offset: whole.length,
      limit: 7,
    }
    expect(lists.page(OWN, behindAll).sales).toEqual([])
  },
)
