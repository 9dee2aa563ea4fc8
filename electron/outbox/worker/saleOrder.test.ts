import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fc } from '../../testing/fuzz.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTransactionId } from '../../../shared/transactionId.ts'
import { openDatabase, salesFile, type Database } from '../../storage/database.ts'
import { migrate } from '../../storage/migrations.ts'
import { nextSale, createTurns, createYoung, YOUNG_MS } from './saleOrder.ts'
import { SaleReadStore } from '../store/saleReadStore.ts'
import type { Destination } from '../../gateway/destination.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { SaleStore } from '../store/saleStore.ts'
import type { Stop } from './stop.ts'

/* Which of two lines goes next, with the real statements; turnsOfSending.test.ts adds a bank. */

const NOW_MS = 1_000_000
const RUNS = 100

let dir = ''
let database: Database
let reads: SaleReadStore
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-turns-'))
  database = openDatabase(salesFile(dir))
  migrate(database)
  reads = new SaleReadStore(database)
})
afterAll(() => {
  database.close()
  rmSync(dir, { recursive: true, force: true })
})

interface Put {
  readonly ageMs: number
  readonly boot: 'boot' | 'earlier'
  readonly terminalId: 'T1' | 'T2'
  readonly isTyped: boolean
  readonly isDue: boolean
  readonly wasInDoubt: boolean
}

let made = 0
let merchants = 0

/** Fills a destination in the order of recording: the oldest first, by sequence. */
function lineOf(sales: readonly Put[]): Destination {
  merchants += 1
  const destination = {
    environment: 'live',
    partnerUrl: 'https://bank.invalid',
    clientId: `merchant ${merchants}`,
  } as const
  // Sales of an earlier run have the lower sequences.
  const recorded = sales.toSorted(
    (left, right) => Number(left.boot === 'boot') - Number(right.boot === 'boot') || right.ageMs - left.ageMs,
  )
  for (const sale of recorded) {
    made += 1
    const transactionId = sale.isTyped
      ? `SLIP-${made}`
      : makeTransactionId(1_000 * made, new Uint8Array(10).fill(7))
    const inserted = new SaleStore(database).insert(
      {
        transactionId,
        destination,
        terminalId: sale.terminalId,
        amountKobo: 150_000,
        amountWire: '1500.00',
        note: '',
        recordedAtMs: 0,
        recordedBoot: sale.boot,
        recordedAwakeMs: NOW_MS - sale.ageMs,
        corrects: null,
      },
      { wallMs: 0, awakeMs: 0 },
    )
    if (!inserted.ok) throw new Error(inserted.error)
    database.run(
      'UPDATE sale SET due_awake_ms = ?, unknown_since_awake_ms = ? WHERE transaction_id = ?',
      sale.isDue ? 0 : NOW_MS + 1,
      sale.wasInDoubt ? 1 : null,
      transactionId,
    )
  }
  return destination
}

const put = fc.record<Put>({
  ageMs: fc.oneof(
    fc.constantFrom(0, YOUNG_MS - 1, YOUNG_MS, YOUNG_MS + 1),
    fc.integer({ min: 0, max: 3 * YOUNG_MS }),
  ),
  boot: fc.constantFrom('boot', 'boot', 'earlier'),
  terminalId: fc.constantFrom('T1', 'T2'),
  isTyped: fc.boolean(),
  isDue: fc.boolean(),
  wasInDoubt: fc.boolean(),
})
const stop = fc.constantFrom<Stop | null>(
  null,
  null,
  { kind: 'all' },
  { kind: 'terminal', terminalId: 'T1', trialCount: 0, trialFromMs: 0 },
)

const isYoungSince =
  (wokeAtMs: number) =>
  ({ recordedBoot, recordedAwakeMs }: SaleRow): boolean =>
    recordedBoot === 'boot' && NOW_MS - recordedAwakeMs < YOUNG_MS && recordedAwakeMs >= wokeAtMs

function queuedOf(destination: Destination): readonly SaleRow[] {
  return reads
    .notYetAnswered()
    .filter((sale) => sale.destination.clientId === destination.clientId && sale.dueAwakeMs <= NOW_MS)
}

test('the backlog has every second turn, both lines keep their order, and no stop is loosened', () => {
  fc.assert(
    fc.property(
      fc.array(put, { maxLength: 12 }),
      stop,
      fc.boolean(),
      fc.infiniteStream(fc.boolean()),
      fc.boolean(),
      // What was recorded before a sleep is not young any more.
      fc.constantFrom(0, NOW_MS - YOUNG_MS / 2),
      (sales, stopped, isReady, leaves, isPutOff, wokeAtMs) => {
        const destination = lineOf(sales)
        const isYoung = isYoungSince(wokeAtMs)
        const young = createYoung({ awake: { nowMs: () => NOW_MS, wokeAtMs: () => wokeAtMs }, boot: 'boot' })
        const turns = createTurns({ reads, boot: 'boot', young, isSearchPutOff: () => isPutOff })
        let wasPast = false
        for (let each = 0; each <= sales.length; each += 1) {
          const inOrder = nextSale(reads, destination, stopped, NOW_MS, isReady)
          const next = nextSale(reads, destination, stopped, NOW_MS, isReady, turns)
          if (next === undefined || inOrder === undefined) {
            expect(next).toBe(inOrder)
            return
          }
          const { sale, isPastEarlier, ...how } = next
          expect(how).toEqual({
            isHeldBack: inOrder.isHeldBack,
            isTrial: inOrder.isTrial,
            trialNumber: inOrder.trialNumber,
          })
          const mayGo = queuedOf(destination).filter(
            ({ terminalId }) => stopped?.kind !== 'terminal' || terminalId !== stopped.terminalId,
          )
          if (isPastEarlier) {
            expect((wasPast && !isPutOff) || next.isHeldBack || next.isTrial).toBe(false)
            expect(isYoung(sale) && sale.unknownSinceAwakeMs === null).toBe(true)
            expect(sale.sequence).toBe(mayGo.find(isYoung)?.sequence)
            expect(mayGo.some((other) => other.sequence < sale.sequence)).toBe(true)
          } else expect(sale.sequence).toBe(inOrder.sale.sequence)
          // Whose turn it was: if a young one might pass, it does.
          const first = mayGo.find(isYoung)
          const mightPass = first?.unknownSinceAwakeMs === null && !isYoung(inOrder.sale)
          if (!wasPast && mightPass && !next.isHeldBack && !next.isTrial) expect(isPastEarlier).toBe(true)
          if (next.isHeldBack) return
          turns.taken(isPastEarlier)
          wasPast = isPastEarlier
          // It is sent, or it is delayed.
          database.run(
            leaves.next().value === true
              ? "UPDATE sale SET state = 'accepted' WHERE sequence = ?"
              : `UPDATE sale SET due_awake_ms = ${NOW_MS + 1} WHERE sequence = ?`,
            sale.sequence,
          )
        }
      },
    ),
    { numRuns: RUNS, seed: 13 },
  )
})
