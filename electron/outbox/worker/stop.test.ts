import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SaleState } from '../../../shared/sale.ts'
import { makeTransactionId } from '../../../shared/transactionId.ts'
import { openDatabase, salesFile, type Database } from '../../storage/database.ts'
import { migrate } from '../../storage/migrations.ts'
import { nextSale } from './saleOrder.ts'
import { SaleReadStore } from '../store/saleReadStore.ts'
import { SaleStore } from '../store/saleStore.ts'
import { CLEAN_READS_APART_MS, createCleanReads } from './learned.ts'
import { mayBeTrial, stopOf, trialDelayMs } from './stop.ts'

const DESTINATION = { environment: 'live', partnerUrl: 'https://bank.invalid', clientId: 'merchant' } as const
const MINUTE_MS = 60_000

let dir = ''
let database: Database
let reads: SaleReadStore
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-stop-'))
  database = openDatabase(salesFile(dir))
  migrate(database)
  reads = new SaleReadStore(database)
})
afterEach(() => {
  database.close()
  rmSync(dir, { recursive: true, force: true })
})

let made = 0
/** A reference in the program's form, each later than the last. */
const madeReference = (): string => makeTransactionId(1_000 * (made += 1), new Uint8Array(10).fill(7))

interface Put {
  readonly transactionId?: string
  readonly terminalId?: string
  readonly state?: SaleState
  /** When it was last sent; null: never. */
  readonly sentAwakeMs?: number | null
  readonly unknownSinceAwakeMs?: number | null
  readonly resendCount?: number
  readonly trialNumber?: number
  readonly clientId?: string
}

/** Puts a sale into a state without the machine. @returns its reference */
function put(sale: Put = {}): string {
  const { transactionId = madeReference(), sentAwakeMs = null } = sale
  const inserted = new SaleStore(database).insert(
    {
      transactionId,
      destination: { ...DESTINATION, clientId: sale.clientId ?? DESTINATION.clientId },
      terminalId: sale.terminalId ?? 'T1',
      amountKobo: 150_000,
      amountWire: '1500.00',
      note: '',
      recordedAtMs: 0,
      recordedBoot: 'boot',
      recordedAwakeMs: 0,
      corrects: null,
    },
    { wallMs: 0, awakeMs: 0 },
  )
  if (!inserted.ok) throw new Error(inserted.error)
  database.run(
    `UPDATE sale SET state = ?, send_count = ?, sent_awake_ms = ?, unknown_since_awake_ms = ?, resend_count = ?,
       trial_number = ? WHERE transaction_id = ?`,
    sale.state ?? 'queued',
    sentAwakeMs === null ? 0 : 1,
    sentAwakeMs,
    sale.unknownSinceAwakeMs ?? null,
    sale.resendCount ?? 0,
    sale.trialNumber ?? 0,
    transactionId,
  )
  return transactionId
}

const lost = (sentAwakeMs: number, more: Put = {}): string =>
  put({ state: 'unknown', sentAwakeMs, unknownSinceAwakeMs: sentAwakeMs + 500, ...more })

const stop = () => stopOf(reads, DESTINATION)

test('three in a row on a terminal stop it; two, or three on two terminals, stop nothing', () => {
  lost(1_000)
  lost(2_000)
  expect(stop()).toBeNull()
  lost(3_000, { terminalId: 'T2' })
  expect(stop()).toBeNull()
  lost(4_000)
  expect(stop()).toEqual({ kind: 'terminal', terminalId: 'T1', trialCount: 0, trialFromMs: 4_500 })
})

test('the row is by time of sending and not of recording: an older sale that is accepted breaks it', () => {
  const older = put()
  for (const sentMs of [1_000, 2_000, 3_000]) lost(sentMs)
  expect(stop()).not.toBeNull()
  database.run(
    "UPDATE sale SET state = 'accepted', send_count = 1, sent_awake_ms = 9000 WHERE transaction_id = ?",
    older,
  )
  expect(stop()).toBeNull()
})

test.each(['queued', 'sending', 'held'] as const)(
  'one that is %s after a try that never left does not break a row; one that went to a person does',
  (state) => {
    for (const sentMs of [1_000, 2_000, 3_000]) lost(sentMs)
    put({ state, sentAwakeMs: 4_000 })
    expect(stop()?.kind).toBe('terminal')
    put({ state: 'review', sentAwakeMs: 5_000 })
    expect(stop()).toBeNull()
  },
)

test('five open ones stop every terminal, whichever sales are between them; those of another client do not count', () => {
  for (let index = 0; index < 4; index += 1) {
    lost(1_000 + index, { terminalId: `T${index % 2}` })
    put({ state: 'accepted', sentAwakeMs: 1_100 + index, terminalId: `T${index % 2}` })
  }
  lost(3_000, { clientId: 'other' })
  expect(stop()).toBeNull()
  lost(4_000, { terminalId: 'T9' })
  expect(stop()).toEqual({ kind: 'all' })
})

test('the delay of the next trial counts from the newest one, and doubles up to a quarter of an hour', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 60].map((count) => trialDelayMs(count) / MINUTE_MS)).toEqual([
    0, 1, 2, 4, 8, 16, 16, 16,
  ])
  for (const sentMs of [1_000, 2_000, 3_000]) lost(sentMs)
  lost(9_000, { trialNumber: 1 })
  expect(stop()).toMatchObject({ trialCount: 1, trialFromMs: 9_500 + MINUTE_MS })
})

test('a trial has a made reference and never left: the query finds exactly the sales that the rule allows', () => {
  const never = { unknownSinceAwakeMs: null, resendCount: 0 }
  const reference = madeReference()
  const sales: readonly (readonly [Put, boolean])[] = [
    [{ transactionId: 'SLIP-1' }, false],
    [{ transactionId: reference.toLowerCase() }, false],
    [{ transactionId: `${reference}0` }, false],
    [{ transactionId: `8${reference.slice(1)}` }, false],
    [{ transactionId: `${reference.slice(0, 10)}D${reference.slice(11)}` }, false],
    [{ transactionId: `${reference.slice(0, 25)}U` }, false],
    [{ unknownSinceAwakeMs: 500 }, false],
    [{ resendCount: 1 }, false],
    [{ sentAwakeMs: 500 }, true],
    [{}, true],
  ]
  for (const [index, [sale, isAllowed]] of sales.entries()) {
    const terminalId = `T${index}`
    const transactionId = put({ ...sale, terminalId })
    const row = new SaleStore(database).byTransactionId(transactionId)
    if (row === undefined) throw new Error('it is not there')
    expect(mayBeTrial({ ...never, ...sale }, reads.isTyped(row))).toBe(isAllowed)
    expect(reads.nextTrial(DESTINATION, terminalId, 0)?.transactionId).toBe(
      isAllowed ? transactionId : undefined,
    )
  }
})

test('next is the first sale that may be sent, of another terminal or as the trial, by local order', () => {
  for (const sentMs of [1_000, 2_000, 3_000]) lost(sentMs)
  const held = stop()
  const next = (isReady: boolean): unknown => {
    const found = nextSale(reads, DESTINATION, held, 0, isReady)
    return found && [found.sale.transactionId, found.isHeldBack ? 'held' : found.isTrial ? 'trial' : 'free']
  }
  expect(next(true)).toBeUndefined()
  put({ transactionId: 'SLIP-1' })
  expect(next(true)).toEqual(['SLIP-1', 'held'])
  const trial = put()
  put()
  expect(next(false)).toEqual([trial, 'trial'])
  put({ transactionId: 'SLIP-2', terminalId: 'T2' })
  expect(next(true)).toEqual([trial, 'trial'])
  expect(next(false)).toEqual(['SLIP-2', 'free'])
  lost(4_000, { terminalId: 'T2' })
  lost(5_000, { terminalId: 'T2' })
  expect(nextSale(reads, DESTINATION, stop(), 0, true)).toMatchObject({ isHeldBack: true, isTrial: false })
})

test('clean reads are two, far enough apart, and earlier ones stop counting after a failure', () => {
  const clean = createCleanReads()
  expect(clean.nextInMs(0)).toBe(0)
  clean.answered(0)
  clean.answered(CLEAN_READS_APART_MS - 1)
  expect(clean.nextInMs(CLEAN_READS_APART_MS - 1)).toBe(1)
  clean.answered(CLEAN_READS_APART_MS)
  expect(clean.nextInMs(CLEAN_READS_APART_MS)).toBeNull()
  clean.forget()
  expect(clean.nextInMs(CLEAN_READS_APART_MS)).toBe(0)
})

test('a stop marks every unknown sale of its destination, and no other', () => {
  const ours = [lost(1_000), lost(2_000, { terminalId: 'T2' })]
  const others = [lost(3_000, { clientId: 'other' }), put(), put({ state: 'review', sentAwakeMs: 4_000 })]
  const store = new SaleStore(database)
  expect(reads.unmarkedUnknownCount(DESTINATION)).toBe(2)
  store.markStop(DESTINATION)
  expect(reads.unmarkedUnknownCount(DESTINATION)).toBe(0)
  const isMarked = (transactionId: string): boolean | undefined =>
    store.byTransactionId(transactionId)?.inStop
  expect(ours.map(isMarked)).toEqual([true, true])
  expect(others.map(isMarked)).toEqual([false, false, false])
})
