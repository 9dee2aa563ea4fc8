import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createServiceZone } from '../../../shared/serviceZone.ts'
import type { TransactionRecord } from '../../gateway/answer.ts'
import { appendAudit } from '../../storage/audit.ts'
import { openDatabase, salesFile, type Database } from '../../storage/database.ts'
import { migrate } from '../../storage/migrations.ts'
import type { DeliveryContext } from './context.ts'
import type { Effect } from '../../work/effect.ts'
import { observeOwed, observeRecords } from './shownRecords.ts'
import { createOwedRecords } from './owedRecords.ts'
import { askedNow, createWay } from './learned.ts'
import { SaleReadStore } from '../store/saleReadStore.ts'
import type { Destination } from '../../gateway/destination.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { SaleStore } from '../store/saleStore.ts'
import { recordNumbered, saleNumbered } from '../testing/numberedSales.ts'

/* A list may have two hundred thousand rows (pagedReader.ts), so work on each row must let other work run in between. */

const OURS: Destination = { environment: 'live', partnerUrl: 'https://bank.invalid', clientId: 'merchant' }
const WALL_MS = Date.UTC(2026, 10, 20, 9)
const NOW = { wallMs: WALL_MS, awakeMs: 1_000 }
const SALES = 23
const AT_ONCE = 4
const SORTED_AT_ONCE = 5

let dir = ''
let database: Database
let store: SaleStore
let context: DeliveryContext
/** How often references of records were read. All work on a record reads its reference. */
let readCount = 0
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-many-'))
  database = openDatabase(salesFile(dir))
  migrate(database)
  store = new SaleStore(database)
  readCount = 0
  const clock = { monotonicNowMs: () => 0, wallNowMs: () => WALL_MS }
  context = {
    store,
    reads: new SaleReadStore(database),
    way: createWay(clock),
    owed: createOwedRecords(SORTED_AT_ONCE),
    clock,
    now: () => NOW,
    zone: createServiceZone('Africa/Lagos'),
    clockAheadMs: () => 0,
    onSaleChanged: () => undefined,
    breathe: () => Promise.resolve(),
    recordsAtOnceMax: AT_ONCE,
  } as unknown as DeliveryContext
  database.transaction(() => {
    for (let n = 1; n <= SALES; n += 1) insert(n)
  })
})
afterEach(() => {
  database.close()
  rmSync(dir, { recursive: true, force: true })
})

function insert(n: number): void {
  database.run(
    `INSERT INTO sale (sequence, transaction_id, environment, partner_url, client_id, terminal_id, amount_kobo,
       amount_wire, note, state, version, recorded_at_ms, recorded_boot, recorded_awake_ms, due_awake_ms)
     VALUES (?, ?, 'live', 'https://bank.invalid', 'merchant', 'T1', ?, ?, '', 'queued', 1, ?, 'boot', 1, 1)`,
    n,
    `S${n}`,
    100 * n,
    `${n}.00`,
    WALL_MS,
  )
  const entry = { saleSequence: n, atMs: WALL_MS, kind: 'recorded', fromState: null, toState: 'queued' }
  appendAudit(database, { ...entry, detail: null })
}

const sale = (n: number): SaleRow => saleNumbered(store, n)
/** A record that counts how often its reference is read. */
const record = (n: number, more: Partial<TransactionRecord> = {}): TransactionRecord => {
  const { transactionId, ...others } = recordNumbered(n, more)
  return {
    ...others,
    get transactionId() {
      readCount += 1
      return transactionId
    },
  }
}
const records = Array.from({ length: SALES }, (_, index) => record(index + 1))
const observing = (shown: readonly TransactionRecord[] = records): Effect<void> =>
  observeRecords(context, OURS, shown, askedNow(context))
const taken = (): number[] =>
  (
    database.all("SELECT sale_sequence AS n FROM audit WHERE kind = 'foundAtBank' ORDER BY id") as {
      n: number
    }[]
  ).map(({ n }) => n)
const all = records.map(({ recordId }) => Number(recordId))

/** For each step of an effect, how often it read a reference. */
function readsOf(effect: Effect<void>): readonly number[] {
  const counts: number[] = []
  for (let isDone = false; !isDone;) {
    readCount = 0
    isDone = effect.next().done === true
    counts.push(readCount)
  }
  return counts
}

test('each step adds, indexes, processes or drops a bounded part of a long list', () => {
  const ofFew = Math.max(...readsOf(observing(records.slice(0, SORTED_AT_ONCE))))
  const counts = readsOf(observing())
  expect(taken()).toEqual(all)
  expect(Math.max(...counts)).toBeLessThanOrEqual(ofFew)
  expect(observeOwed(context, 'S1')).toBe(false)
})

test('the unsorted records of a sale about to be sent are processed at once, and then not again', () => {
  const effect = observing()
  effect.next()
  expect(taken()).toEqual([])
  expect(observeOwed(context, 's20')).toBe(true)
  expect(sale(20).state).toBe('accepted')
  expect(observeOwed(context, 'S20')).toBe(false)
  while (effect.next().done !== true);
  expect(taken()).toEqual([20, ...all.filter((n) => n !== 20)])
})

test('a look-up during the sorting of a list is processed at once, after the list’s records of its sale', () => {
  const effect = observing()
  effect.next()
  const paid = { isPaid: true, datePaid: '2026-11-20T10:30:00' }
  expect(observing([record(20, paid)]).next().done).toBe(true)
  expect(sale(20)).toMatchObject({ datePaid: paid.datePaid, differing: null })
  while (effect.next().done !== true);
  expect(sale(20)).toMatchObject({ datePaid: paid.datePaid, differing: null })
  expect(taken().filter((n) => n === 20)).toEqual([20])
})

test('a list that comes while another one is sorted is processed after it', () => {
  const early = observing()
  early.next()
  const paid = { isPaid: true, datePaid: '2026-11-20T10:30:00' }
  const late = observing(all.map((n) => record(n, paid)).toReversed())
  expect(late.next().done).toBe(false)
  expect(taken()).toEqual([])
  while (late.next().done !== true);
  while (early.next().done !== true);
  expect(taken().toSorted((left, right) => left - right)).toEqual(all)
  for (const n of all) expect(sale(n)).toMatchObject({ datePaid: paid.datePaid, differing: null })
})

test('an abandoned list leaves no records owed', () => {
  const effect = observing()
  effect.next()
  effect.return()
  expect(observeOwed(context, 'S1')).toBe(false)
  expect(observeOwed(context, `S${SALES}`)).toBe(false)
  expect(taken()).toEqual([])
})

test('two records of one sale in an unsorted list are both processed, in their order', () => {
  const effect = observing([...records, record(20, { recordId: '99' })])
  effect.next()
  expect(observeOwed(context, 'S20')).toBe(true)
  expect(sale(20)).toMatchObject({
    state: 'accepted',
    record: { recordId: '20' },
    differing: { recordId: '99' },
  })
  const { version } = sale(20)
  while (effect.next().done !== true);
  expect(sale(20).version).toBe(version)
})
