import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { err } from '../../../shared/result.ts'
import { createServiceZone } from '../../../shared/serviceZone.ts'
import type { Answer, TransactionRecord } from '../../gateway/answer.ts'
import { practiceProfile } from '../../gateway/profile.ts'
import { openDatabase, salesFile, type Database } from '../../storage/database.ts'
import { migrate } from '../../storage/migrations.ts'
import { createWay } from './learned.ts'
import type { DeliveryContext } from './context.ts'
import { wait, type Effect } from '../../work/effect.ts'
import { lookUp, type StatusQueryParts } from './statusQuery.ts'
import { createOwedRecords } from './owedRecords.ts'
import { SaleReadStore } from '../store/saleReadStore.ts'
import type { Destination } from '../../gateway/destination.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { createSales, type Sales, type SalesOptions } from '../sales.ts'
import { SaleStore } from '../store/saleStore.ts'
import { recordNumbered } from '../testing/numberedSales.ts'

/* Records that an answer shows of a sale are processed before a person's decision about it and before a "not found". */

const OURS: Destination = { environment: 'live', partnerUrl: 'https://bank.invalid', clientId: 'merchant' }
const WALL_MS = Date.UTC(2026, 10, 20, 9)
const MINUTE_MS = 60_000
const NOW = { wallMs: WALL_MS, awakeMs: 1_000 }
const shown = recordNumbered(1)

let dir = ''
let database: Database
let store: SaleStore
let context: DeliveryContext
let sales: Sales
let kept: Map<string, unknown>
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-owed-'))
  database = openDatabase(salesFile(dir))
  migrate(database)
  store = new SaleStore(database)
  kept = new Map<string, unknown>([['notSaved', ['S1']]])
  const clock = { monotonicNowMs: () => 0, wallNowMs: () => WALL_MS }
  context = {
    store,
    reads: new SaleReadStore(database),
    owed: createOwedRecords(),
    clock,
    way: createWay(clock),
    awake: { nowMs: () => NOW.awakeMs, wokeAtMs: () => 0 },
    now: () => NOW,
    zone: createServiceZone('Africa/Lagos'),
    clockAheadMs: () => 0,
    destination: () => OURS,
    onSaleChanged: () => undefined,
    log: () => undefined,
    boot: 'boot',
  } as unknown as DeliveryContext
  sales = createSales({
    cashier: () => null,
    context,
    store,
    reads: new SaleReadStore(database),
    profile: practiceProfile(),
    random: { next: () => 0.5, bytes: (count: number) => new Uint8Array(count) },
    terminals: { chosen: () => ({ terminalId: 'T1' }) },
    worker: { wake: () => undefined },
    heldBecause: () => null,
    storage: { isReadOnly: () => false, reopenNow: () => true },
    revision: () => 1,
    settings: {
      get: (key: string) => kept.get(key),
      set: (key: string, value: unknown) => kept.set(key, value),
    },
  } as unknown as SalesOptions)
  const inserted = store.insert(
    {
      transactionId: 'S1',
      destination: OURS,
      terminalId: 'T1',
      amountKobo: 100,
      amountWire: '1.00',
      note: '',
      recordedAtMs: WALL_MS,
      recordedBoot: 'boot',
      recordedAwakeMs: 0,
      corrects: null,
    },
    NOW,
  )
  if (!inserted.ok) throw new Error(inserted.error)
})
afterEach(() => {
  database.close()
  rmSync(dir, { recursive: true, force: true })
})

const sale = (): SaleRow => {
  const found = store.byTransactionId('S1')
  if (found === undefined) throw new Error('not there')
  return found
}
/** An answer with the sale was read, and is processed up to a record before the sale's. */
const showIt = (): void => context.owed.add([{ destination: OURS, record: shown, at: NOW, askedAt: NOW }])

function moveToUnknown(bankMessage: string | null = null): void {
  const claimed = store.claim(sale(), 'boot', NOW)
  if (!claimed.ok) throw new Error('not claimed')
  const since = { unknownSinceAwakeMs: 1, lookedUpAwakeMs: NOW.awakeMs, bankMessage }
  expect(store.apply(claimed.value.sale, 'outcomeUnknown', since, NOW).ok).toBe(true)
}

function moveTo(state: 'review' | 'refused'): void {
  moveToUnknown(state === 'refused' ? 'no' : null)
  const event = state === 'refused' ? 'absentAfterNo' : 'leftUnsettled'
  expect(store.apply(sale(), event, {}, NOW).ok).toBe(true)
  expect(sale().state).toBe(state)
}

test('a sale that an answer shows is not removed while the answer is processed', () => {
  showIt()
  expect(sales.cancel('S1', 'typed twice')).toMatchObject({ error: { code: 'notAllowed' } })
  expect(sale().state).toBe('accepted')
})

test.each(['sendAgain', 'writeOff'] as const)('nor decided: %s', (decision) => {
  moveTo('review')
  const got = sales.get('S1')
  const seen = got.ok ? (got.value.decision?.seen ?? '') : ''
  showIt()
  const resolved = sales.resolve({ transactionId: 'S1', decision, reason: 'asked the bank', seen })
  expect(resolved).toMatchObject({ error: { code: 'notAllowed' } })
  expect(sale().state).toBe('accepted')
})

test('nor corrected as one that was refused: the bank would pay it twice', () => {
  moveTo('refused')
  showIt()
  const recorded = sales.record({
    amountText: '1',
    transactionId: '',
    note: '',
    confirmedAmount: true,
    confirmedSecondSale: true,
    corrects: 'S1',
  })
  expect(recorded).toMatchObject({ error: { code: 'notAllowed' } })
  expect(sale().state).toBe('accepted')
})

test('nor removed as one that was reported as unsaved', () => {
  showIt()
  sales.salesChecked()
  expect(sale().state).toBe('accepted')
})

test('nor counted as not found', () => {
  moveToUnknown()
  const answer: Answer<TransactionRecord> = {
    result: err({ kind: 'declined', message: 'Transaction not found' }),
    shape: { httpStatus: 200, places: [] },
    evidence: {
      httpStatus: 200,
      phase: 'response',
      elapsedMs: 0,
      bodySha256: null,
      bodyExcerpt: null,
      serverDate: null,
    },
  }
  const service = { clientId: () => OURS.clientId, status: () => answer }
  const breaker = { succeeded: () => undefined, failed: () => undefined }
  const profile = practiceProfile()
  const later = { ...NOW, awakeMs: profile.outbox.quietPeriodMinutes * MINUTE_MS }
  const asking = { ...context, service, breaker, profile, now: () => later }
  const notFound = {
    // Meanwhile a person's search is read.
    isBelieved: function* (): Effect<boolean> {
      yield* wait(Promise.resolve())
      showIt()
      return true
    },
  }
  const parts = { context: asking, notFound, verifier: { isSaidEmpty: () => false } }
  const effect = lookUp(parts as unknown as StatusQueryParts, sale(), false)
  expect(effect.next().done).toBe(false)
  expect(effect.next(answer).done).toBe(false)
  expect(effect.next().done).toBe(true)
  expect(sale()).toMatchObject({ state: 'accepted', notFoundCount: 0 })
})
