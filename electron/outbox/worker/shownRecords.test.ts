import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createServiceZone } from '../../../shared/serviceZone.ts'
import type { TransactionRecord } from '../../gateway/answer.ts'
import { openDatabase, salesFile, type Database } from '../../storage/database.ts'
import { migrate } from '../../storage/migrations.ts'
import type { DeliveryContext } from './context.ts'
import { observeOwed, observeRecords } from './shownRecords.ts'
import { createOwedRecords } from './owedRecords.ts'
import { askedNow, createWay } from './learned.ts'
import { SaleReadStore } from '../store/saleReadStore.ts'
import type { Destination } from '../../gateway/destination.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { SaleStore } from '../store/saleStore.ts'
import { send } from './send.ts'
import { recordNumbered, saleNumbered } from '../testing/numberedSales.ts'

const OURS: Destination = { environment: 'live', partnerUrl: 'https://bank.invalid', clientId: 'merchant' }
const WALL_MS = Date.UTC(2026, 10, 20, 9)
const NOW = { wallMs: WALL_MS, awakeMs: 1_000 }
const SALES = 23
const AT_ONCE = 4

let dir = ''
let database: Database
let store: SaleStore
let turns = 0
let told: string[] = []
let context: DeliveryContext
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-observed-'))
  database = openDatabase(salesFile(dir))
  migrate(database)
  start()
  for (let n = 1; n <= SALES; n += 1) insert(n)
})
afterEach(() => {
  database.close()
  rmSync(dir, { recursive: true, force: true })
})

/** The state of a run. */
function start(): void {
  store = new SaleStore(database)
  turns = 0
  told = []
  const clock = { monotonicNowMs: () => 0, wallNowMs: () => WALL_MS }
  context = {
    store,
    reads: new SaleReadStore(database),
    way: createWay(clock),
    owed: createOwedRecords(),
    clock,
    now: () => NOW,
    zone: createServiceZone('Africa/Lagos'),
    clockAheadMs: () => 0,
    onSaleChanged: (transactionId: string) => void told.push(transactionId),
    breathe: () => {
      turns += 1
      return Promise.resolve()
    },
    recordsAtOnceMax: AT_ONCE,
  } as unknown as DeliveryContext
}

function insert(n: number, destination: Destination = OURS): void {
  const inserted = store.insert(
    {
      transactionId: `S${n}`,
      destination,
      terminalId: 'T1',
      amountKobo: 100 * n,
      amountWire: `${n}.00`,
      note: '',
      recordedAtMs: WALL_MS,
      recordedBoot: 'boot',
      recordedAwakeMs: 0,
      corrects: null,
    },
    NOW,
  )
  if (!inserted.ok) throw new Error(inserted.error)
}

const sale = (n: number): SaleRow => saleNumbered(store, n)
const records = Array.from({ length: SALES }, (_, index) => recordNumbered(index + 1))
const observing = (shown: readonly TransactionRecord[] = records) =>
  observeRecords(context, OURS, shown, askedNow(context))
const accepted = (): number[] =>
  records.flatMap(({ recordId }) => (sale(Number(recordId)).state === 'accepted' ? [Number(recordId)] : []))
const takenInOrder = (): unknown[] =>
  database.all("SELECT sale_sequence AS n FROM audit WHERE kind = 'foundAtBank' ORDER BY id")
const upTo = (count: number): { n: number }[] =>
  Array.from({ length: count }, (_, index) => ({ n: index + 1 }))

test('a long answer is processed in slices, each record once and in the order of the answer', () => {
  const effect = observing()
  effect.next()
  expect(accepted()).toHaveLength(AT_ONCE)
  while (effect.next().done !== true);
  expect(takenInOrder()).toEqual(upTo(SALES))
  expect(turns).toBe(Math.ceil(SALES / AT_ONCE) - 1)
  expect(told).toEqual(records.map(({ transactionId }) => transactionId))
  expect(context.way.learned().seen.last(OURS)?.transactionId).toBe(`S${SALES}`)
})

test('the sales of a slice are one transaction', () => {
  let transactions = 0
  const counted: Database = {
    ...database,
    transaction: (work) => {
      transactions += 1
      return database.transaction(work)
    },
  }
  context = { ...context, store: new SaleStore(counted) }
  observing().next()
  expect([transactions, accepted().length]).toEqual([1, AT_ONCE])
})

test('two records of one sale are two transactions: no commit holds two steps of it', () => {
  const twice = [
    recordNumbered(1),
    recordNumbered(2),
    recordNumbered(1, { recordId: '99', amount: '5.00' }),
    recordNumbered(3),
  ]
  const committed: number[][] = []
  const watched: Database = {
    ...database,
    transaction: (work) => {
      const value = database.transaction(work)
      committed.push([1, 2, 3].map((n) => sale(n).version))
      return value
    },
  }
  context = { ...context, store: new SaleStore(watched) }
  expect(observing(twice).next().done).toBe(true)
  expect(committed).toEqual([
    [2, 2, 1],
    [3, 2, 2],
  ])
})

test('the program is killed between two slices: processed records are on the disk, and the next answer has the rest', () => {
  const effect = observing()
  effect.next()
  effect.next()
  database.close()
  database = openDatabase(salesFile(dir))
  start()
  expect(accepted()).toHaveLength(2 * AT_ONCE)
  const again = observing()
  while (again.next().done !== true);
  expect(takenInOrder()).toEqual(upTo(SALES))
})

test('a sale that changes between two slices is judged in its new state', () => {
  const effect = observing()
  effect.next()
  expect(store.apply(sale(SALES), 'cancelled', {}, NOW, 'typed twice').ok).toBe(true)
  while (effect.next().done !== true);
  expect(sale(SALES).state).toBe('conflict')
  expect(accepted()).toHaveLength(SALES - 1)
})

test('the computer sleeps between two slices: the records have the age of their answer', () => {
  const [asleep, taken] = [SALES - 1, SALES - 2]
  expect(store.apply(sale(taken), 'foundAtBank', {}, NOW).ok).toBe(true)
  const effect = observing(
    records.map((each) => ({ ...each, amount: each.recordId === String(asleep) ? '9.99' : each.amount })),
  )
  effect.next()
  const morning = { wallMs: WALL_MS + 8 * 3_600_000, awakeMs: 31_000, wokeAtMs: 30_000 }
  context = Object.assign(context, { now: () => morning })
  while (effect.next().done !== true);
  const answer = { recordAtMs: WALL_MS, answeredAtMs: WALL_MS }
  expect(sale(asleep)).toMatchObject({ state: 'conflict', ...answer, lookedUpAwakeMs: NOW.awakeMs })
  expect(sale(taken)).toMatchObject({ state: 'accepted', ...answer })
})

test('the records are compared with the sales of the answer’s client, even after another sign-in', () => {
  const other = { ...OURS, clientId: 'other' }
  insert(SALES + 1, other)
  const effect = observing([...records, recordNumbered(SALES + 1)])
  while (effect.next().done !== true);
  expect(sale(SALES + 1).state).toBe('queued')
  expect(accepted()).toHaveLength(SALES)
})

test('the unprocessed records of a sale about to be sent are processed at once, and then not again', () => {
  const effect = observing()
  effect.next()
  expect(observeOwed(context, 's20')).toBe(true)
  expect(sale(20).state).toBe('accepted')
  expect(observeOwed(context, 'S20')).toBe(false)
  while (effect.next().done !== true);
  expect(accepted()).toHaveLength(SALES)
  expect(takenInOrder()).toHaveLength(SALES)
  expect(observeOwed(context, 'S21')).toBe(false)
})

test('a sale that an answer shows is not sent while the answer is processed', () => {
  let sent = 0
  const service = {
    generation: () => 1,
    clientId: () => OURS.clientId,
    send: () => {
      sent += 1
    },
  }
  const effect = observing()
  effect.next()
  // All conditions of a send are met, so without this check it would reach the service.
  const complete = { ...context, service, boot: 'boot' } as unknown as DeliveryContext
  const sending = send(complete, sale(20), () => true)
  expect(sending.next()).toEqual({ done: true, value: 'notSent' })
  expect([sent, sale(20).state, sale(20).sendCount]).toEqual([0, 'accepted', 0])
})

test('an earlier, unprocessed answer comes before a later one about the same sale', () => {
  const early = observing()
  early.next()
  const paid = { isPaid: true, datePaid: '2026-11-20T10:30:00' }
  const late = observing([recordNumbered(20, paid)])
  expect(late.next().done).toBe(true)
  expect(sale(20)).toMatchObject({ datePaid: paid.datePaid, differing: null })
  while (early.next().done !== true);
  expect(sale(20)).toMatchObject({ datePaid: paid.datePaid, differing: null })
})

test('if a record cannot be stored, those before it are, and none stays owed', () => {
  const broken = AT_ONCE + 3
  const failing: Database = {
    ...database,
    run: (sql, ...parameters) => {
      if (sql.startsWith('INSERT INTO audit') && parameters[0] === broken) throw new Error('refused')
      return database.run(sql, ...parameters)
    },
  }
  store = new SaleStore(failing)
  context = { ...context, store }
  const effect = observing()
  effect.next()
  expect(() => effect.next()).toThrow('refused')
  expect(takenInOrder()).toEqual(upTo(broken - 1))
  expect(sale(broken)).toMatchObject({ state: 'queued', version: 1 })
  expect(observeOwed(context, `S${SALES}`)).toBe(false)
})

test('if not even one of them can be written, the error is reported', () => {
  const full: Database = {
    ...database,
    transaction: () => {
      throw new Error('the disk is full')
    },
  }
  context = { ...context, store: new SaleStore(full) }
  expect(() => observing().next()).toThrow('the disk is full')
  expect(accepted()).toEqual([])
})

test.each([-30, 30])(
  'the clock is set by %i minutes while the answer is under way: it is as old as before',
  (minutes) => {
    const unpaid = recordNumbered(1)
    const paid = { ...unpaid, isPaid: true, datePaid: unpaid.timeReceived }
    const show = (record: TransactionRecord, asked: ReturnType<typeof askedNow>): void => {
      while (observeRecords(context, OURS, [record], asked).next().done !== true);
    }
    const asked = askedNow(context)
    const later = {
      ...asked.at,
      wallMs: asked.at.wallMs + minutes * 60_000,
      awakeMs: asked.at.awakeMs + 2_000,
    }
    context = { ...context, now: () => later, clock: { ...context.clock, wallNowMs: () => later.wallMs } }
    show(paid, askedNow(context))
    show(unpaid, { ...asked, at: { ...asked.at, awakeMs: asked.at.awakeMs + 1_000 } })
    expect(sale(1)).toMatchObject({ datePaid: paid.datePaid, differingOpen: false })
  },
)

test('an answer that was asked for before the payment was shown says nothing against it; a later one does', () => {
  const unpaid = recordNumbered(1)
  const paid = { ...unpaid, isPaid: true, datePaid: unpaid.timeReceived }
  const shown = (record: TransactionRecord, askedMs: number): void => {
    const asked = { ...askedNow(context), at: { ...context.now(), wallMs: askedMs } }
    while (observeRecords(context, OURS, [record], asked).next().done !== true);
  }
  shown(paid, WALL_MS - 1_000)
  expect(sale(1)).toMatchObject({ state: 'accepted', datePaid: paid.datePaid, differingOpen: false })
  shown(unpaid, WALL_MS - 2_000)
  expect(sale(1)).toMatchObject({ datePaid: paid.datePaid, differingOpen: false })
  // Another amount is no question of time.
  shown({ ...unpaid, amount: '7.00' }, WALL_MS - 2_000)
  expect(sale(1).differingOpen).toBe(true)
  shown({ ...recordNumbered(2), isPaid: true, datePaid: unpaid.timeReceived }, WALL_MS)
  shown(recordNumbered(2), WALL_MS)
  expect(sale(2).differingOpen).toBe(true)
})
