import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Fault } from '../../../sandbox/faults.ts'
import { openDatabase, salesFile, type Database } from '../../storage/database.ts'
import { migrate } from '../../storage/migrations.ts'
import { openCounter, type Counter } from '../../testing/counter.ts'
import { moved, type SalePatch } from '../rules/change.ts'
import { transitions, type SaleEvent } from '../rules/machine.ts'
import { SaleReadStore } from '../store/saleReadStore.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { SaleStore } from '../store/saleStore.ts'

const SECOND_MS = 1_000
const DESTINATION = { environment: 'live', partnerUrl: 'https://bank.invalid', clientId: 'merchant' } as const

let counter: Counter | undefined
let dir = ''
let database: Database
let store: SaleStore
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-never-left-'))
  database = openDatabase(salesFile(dir))
  migrate(database)
  store = new SaleStore(database)
})
afterEach(async () => {
  database.close()
  rmSync(dir, { recursive: true, force: true })
  await counter?.close()
  counter = undefined
})

const sale = {
  destination: DESTINATION,
  terminalId: 'T1',
  amountKobo: 150_000,
  amountWire: '1500.00',
  note: '',
  recordedAtMs: 0,
  recordedBoot: 'boot',
  recordedAwakeMs: 0,
  corrects: null,
}

function insert(transactionId: string, awakeMs: number): SaleRow {
  const inserted = store.insert({ ...sale, transactionId }, { wallMs: awakeMs, awakeMs })
  if (!inserted.ok) throw new Error(inserted.error)
  return inserted.value
}

/** A row, and whether on its path bytes of it may have reached the bank. */
interface Walked {
  readonly row: SaleRow
  readonly mayHaveLeft: boolean
}

const EVENTS = [...new Set(transitions.map(({ event }) => event))]
/** Any field that a guard reads may be written with a change; no caller has to report that bytes left. */
const PATCHES: readonly SalePatch[] = [null, 'reference', 'bankUnclear', 'factsChanged'].map(
  (heldReason) => ({ heldReason, bankMessage: 'no', lookedUpAwakeMs: 5, differingOpen: true }) as SalePatch,
)

function leaves({ row, mayHaveLeft }: Walked, event: SaleEvent): boolean {
  const isInDoubt = event === 'salvaged' || (event === 'foundChanged' && row.state !== 'queued')
  return mayHaveLeft || isInDoubt || (row.state === 'sending' && event !== 'provenUnsent')
}

/** Visits every row that any sequence of changes reaches, one of each kind that guards distinguish. */
function walkAll(see: (from: Walked, event: SaleEvent, to: SaleRow | undefined) => void): void {
  const seen = new Set<string>()
  let front: readonly Walked[] = [{ row: insert('ONE-1', 0), mayHaveLeft: false }]
  while (front.length > 0) {
    const next: Walked[] = []
    for (const from of front) {
      for (const event of EVENTS) {
        for (const patch of PATCHES) {
          const result = moved(from.row, event, patch, { wallMs: 5, awakeMs: 5 })
          see(from, event, result.ok ? result.value : undefined)
          if (!result.ok) continue
          const { state, sendCount, resendCount, heldReason, unknownSinceAwakeMs } = result.value
          const mayHaveLeft = leaves(from, event)
          const facts = [state, Math.min(sendCount, 2), Math.min(resendCount, 2), heldReason]
          const key = [...facts, unknownSinceAwakeMs === null, mayHaveLeft].join(' ')
          if (seen.has(key)) continue
          seen.add(key)
          next.push({ row: result.value, mayHaveLeft })
        }
      }
    }
    front = next
  }
}

test('no sequence of changes lets a sale be removed that may have left', () => {
  const removed: string[] = []
  walkAll(({ row, mayHaveLeft }, event, to) => {
    if (event === 'cancelled' && to !== undefined && mayHaveLeft)
      removed.push(`${row.state} ${row.heldReason}`)
  })
  expect(removed).toEqual([])
})

test('a waiting sale that certainly never left can be removed, even after a claim', () => {
  const kept = new Set<string>()
  let claimed = 0
  walkAll(({ row, mayHaveLeft }, event, to) => {
    const { state, sendCount, heldReason } = row
    if (event !== 'cancelled' || mayHaveLeft || (state !== 'queued' && state !== 'held')) return
    if (to === undefined) kept.add(`${state} ${heldReason} ${sendCount > 0}`)
    else if (sendCount > 0) claimed += 1
  })
  // A row that was changed from outside is trusted only if it was never claimed.
  expect([...kept].toSorted()).toEqual(['held factsChanged true', 'queued factsChanged true'])
  expect(claimed).toBeGreaterThan(0)
})

const status = { kind: 'httpStatus', retryAfter: null, body: 'envelope' } as const
const sent: readonly (readonly [name: string, fault: Fault])[] = [true, false].flatMap((committed) =>
  (
    [
      ['dropped', { kind: 'drop', committed }],
      ['silent until the time-out', { kind: 'silence', committed }],
      ['500', { ...status, status: 500, committed }],
      ['401', { ...status, status: 401, committed }],
      ['429', { ...status, status: 429, committed }],
      ['redirected', { kind: 'redirect', status: 307, location: '/x', committed }],
      ['a page', { kind: 'htmlPage', committed }],
      ['truncated', { kind: 'truncated', committed }],
      ['half JSON', { kind: 'halfJson', committed }],
      ['declined', { kind: 'declined', message: 'no', committed }],
    ] as const satisfies readonly (readonly [string, Fault])[]
  ).map(([name, fault]) => [`${name}, committed: ${committed}`, fault] as const),
)

/** Records a sale, makes its first send fail, and from then on keeps trying to remove it. */
async function removedAfter(fault: Fault) {
  const shop = await openCounter()
  counter = shop
  await shop.becomeManager()
  shop.bank.faults.add({ on: 'logTransaction', times: 'always', fault })
  const { transactionId } = await shop.record('1500')
  const triedAt: string[] = []
  for (let tries = 0; tries < 120; tries += 1) {
    await shop.time.pass(SECOND_MS)
    const { state, sendCount, mayRemove } = (await shop.sale(transactionId)).sale
    if (sendCount === 0 || state === 'sending') continue
    triedAt.push(state)
    const { ok } = await shop.backend().handlers['sales.cancel']({ transactionId, reason: 'x' })
    expect(ok).toBe(mayRemove)
    if (ok) return { isRemoved: true, triedAt, shop }
  }
  return { isRemoved: false, triedAt, shop }
}

test.each(sent)('a send of which any byte left is never removed: %s', async (_name, fault) => {
  const { isRemoved, triedAt } = await removedAfter(fault)
  expect(isRemoved).toBe(false)
  expect(triedAt).toContain('unknown')
})

test.each(['refused', 'nameNotFound', 'tlsFailed', 'connectTimeout'] as const)(
  'a claimed sale of which no byte left is removed, and never sent: %s',
  async (kind) => {
    const { isRemoved, shop } = await removedAfter({ kind })
    expect(isRemoved).toBe(true)
    shop.bank.faults.clear()
    await shop.time.pass(600 * SECOND_MS)
    expect(shop.bank.commits()).toEqual([])
  },
)

test('a power cut during a send leaves nothing to remove', async () => {
  const shop = await openCounter()
  counter = shop
  await shop.becomeManager()
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'silence', committed: false } })
  const { transactionId } = await shop.record('1500')
  await shop.time.pass(3 * SECOND_MS)
  expect((await shop.sale(transactionId)).sale.state).toBe('sending')
  await shop.restart()
  await shop.becomeManager()
  const cancelled = await shop.backend().handlers['sales.cancel']({ transactionId, reason: 'x' })
  expect(cancelled).toMatchObject({ error: { code: 'notAllowed' } })
})

test('a claimed sale that was removed does not count as sent: it does not break a row of unknown ones', () => {
  const claim = (transactionId: string, awakeMs: number): SaleRow => {
    const claimed = store.claim(insert(transactionId, awakeMs), 'boot', { wallMs: awakeMs, awakeMs })
    if (!claimed.ok) throw new Error(claimed.error)
    return claimed.value.sale
  }
  const now = { wallMs: 9, awakeMs: 9 }
  store.apply(claim('LEFT-1', 1), 'outcomeUnknown', { unknownSinceAwakeMs: 1 }, now)
  const unsent = store.apply(claim('UNSENT-1', 2), 'provenUnsent', {}, now)
  if (!unsent.ok) throw new Error(unsent.error)
  expect(store.apply(unsent.value, 'cancelled', {}, now).ok).toBe(true)
  const newest = new SaleReadStore(database).newestSent(DESTINATION, 'T1', 3)
  expect(newest.map(({ transactionId }) => transactionId)).toEqual(['LEFT-1'])
})
