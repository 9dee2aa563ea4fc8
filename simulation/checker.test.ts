import { beforeEach, expect, test } from 'vitest'
import type { SaleRow } from '../electron/outbox/saleRow.ts'
import { createChecker, type Checker } from './checker.ts'
import { OWN_CLIENT, OWN_DESTINATION } from './destinations.ts'
import { invariants, type Invariant } from './invariants.ts'
import { ACCOUNT_NUMBER, createModelBank, type ModelBank } from './modelBank.ts'
import { newRow, type Written } from './modelStore.ts'
import { createProofLedger, type ProofLedger } from './proofLedger.ts'

/** A checker that cannot fail is worth nothing: here every invariant is broken by hand, and one right course is not. */

const MINUTE_MS = 60_000
const TERMINAL = '2TLS0001'
let nowMs = 0
let bank: ModelBank
let ledger: ProofLedger
let checker: Checker

const recorded: SaleRow = newRow(
  {
    transactionId: 'S1',
    destination: OWN_DESTINATION,
    terminalId: TERMINAL,
    amountKobo: 5_000,
    amountWire: '50.00',
    note: '',
    recordedAtMs: 0,
    recordedBoot: 'boot 1',
    recordedAwakeMs: 0,
    corrects: null,
  },
  1,
)

beforeEach(() => {
  nowMs = 0
  bank = createModelBank()
  ledger = createProofLedger({
    nowMs: () => nowMs,
    trulyAwakeMs: () => nowMs,
    sleepCount: () => 0,
    stalledMs: () => 0,
    quietMs: 10 * MINUTE_MS,
  })
  checker = createChecker({ bank, ledger, nowMs: () => nowMs, worldHolds: true })
})

function write(before: SaleRow | null, after: SaleRow, event: Written['event']): SaleRow {
  checker.written({ before, after, event, atMs: nowMs })
  return after
}

/** The next row, as the store would write it. */
function next(row: SaleRow, change: Partial<SaleRow>): SaleRow {
  return { ...row, ...change, version: row.version + 1 }
}

const record = (): SaleRow => write(null, recorded, 'recorded')
const claim = (row: SaleRow): SaleRow =>
  write(row, next(row, { state: 'sending', sendCount: row.sendCount + 1 }), 'claimed')

function send(row: SaleRow): void {
  checker.gateOpened()
  checker.sending(row, row.transactionId, OWN_CLIENT)
}

function commit(change: { amountKobo?: number; by?: 'till' | 'other'; paidAtMs?: number } = {}): void {
  bank.commit({
    transactionId: 'S1',
    terminalId: TERMINAL,
    amountKobo: 5_000,
    by: 'till',
    atMs: nowMs,
    visibleAtMs: nowMs,
    paidAtMs: nowMs + MINUTE_MS,
    ...change,
  })
}

function unknown(): SaleRow {
  const sending = claim(record())
  send(sending)
  checker.sendEnded('S1')
  return write(sending, next(sending, { state: 'unknown' }), 'outcomeUnknown')
}

const seen = (): readonly Invariant[] => checker.violations.map(({ invariant }) => invariant)

test('a sale that goes its right way violates nothing', () => {
  const sending = claim(record())
  send(sending)
  commit()
  nowMs += 500
  checker.sendEnded('S1')
  const accepted = write(sending, next(sending, { state: 'accepted' }), 'acceptedByAnswer')
  nowMs += 2 * MINUTE_MS
  const paid = write(accepted, next(accepted, { datePaid: '2026-11-20T10:00:00' }), 'noted')
  checker.rested([paid])
  checker.finish([paid])
  expect(checker.violations).toEqual([])
})

const breaches: readonly (readonly [Invariant, string, () => void])[] = [
  ['lost', 'a row is gone after a restart', () => [record(), checker.found([])]],
  [
    'lost',
    'a row went back to an older state',
    () => {
      claim(record())
      checker.found([recorded])
    },
  ],
  [
    'duplicated',
    'the bank settled it twice',
    () => {
      commit()
      commit()
      checker.finish([record()])
    },
  ],
  [
    'duplicated',
    'it is sent although the bank has it',
    () => {
      commit()
      send(claim(record()))
    },
  ],
  ['sentWithoutClaim', 'bytes leave while it is queued', () => send(record())],
  ['sentWithoutClaim', 'the claim never reached the disk', () => send(next(record(), { state: 'sending' }))],
  [
    'sentWithoutClaim',
    'it leaves under another merchant',
    () => {
      checker.gateOpened()
      checker.sending(claim(record()), 'S1', 'somebody else')
    },
  ],
  [
    'falselyAccepted',
    'the bank has nothing',
    () => {
      const sending = claim(record())
      write(sending, next(sending, { state: 'accepted' }), 'acceptedByAnswer')
    },
  ],
  [
    'falselyAccepted',
    'the bank has another amount',
    () => {
      const sending = claim(record())
      commit({ amountKobo: 5_001 })
      write(sending, next(sending, { state: 'accepted' }), 'acceptedByAnswer')
    },
  ],
  [
    'twoInFlight',
    'a second send begins before the first has ended',
    () => {
      const sending = claim(record())
      send(sending)
      send(sending)
    },
  ],
  [
    'sentThroughClosedGate',
    'nothing was answered yet',
    () => checker.sending(claim(record()), 'S1', OWN_CLIENT),
  ],
  [
    'sentThroughClosedGate',
    'the last good answer is older than half a minute',
    () => {
      checker.gateOpened()
      nowMs += 30_001
      checker.sending(claim(record()), 'S1', OWN_CLIENT)
    },
  ],
  [
    'resentWithoutProof',
    'nobody looked',
    () => {
      const row = unknown()
      write(row, next(row, { state: 'queued', resendCount: 1 }), 'absentResend')
    },
  ],
  [
    'stepNotAllowed',
    'a conflict goes back to the queue',
    () => {
      const row = unknown()
      const conflict = write(row, next(row, { state: 'conflict' }), 'foundDifferent')
      write(conflict, next(conflict, { state: 'queued' }), 'managerSendsAgain')
    },
  ],
  [
    'stepNotAllowed',
    'a step starts from a row that was overwritten',
    () => {
      const queued = record()
      claim(queued)
      claim(queued)
    },
  ],
  [
    'stepNotAllowed',
    'a note changes the state',
    () => {
      const row = record()
      write(row, next(row, { state: 'held' }), 'noted')
    },
  ],
  ['stuck', 'it is still unknown long after the faults', () => checker.rested([unknown()])],
  ['broken', 'the rules threw', () => checker.broken('Error')],
  [
    'booksDiffer',
    'a written-off sale is at the bank, for all to see',
    () => {
      const row = unknown()
      commit()
      checker.finish([write(row, next(row, { state: 'review' }), 'leftUnsettled')])
    },
  ],
  [
    'falselyRefused',
    'a refused sale is at the bank',
    () => {
      const row = unknown()
      commit()
      checker.finish([write(row, next(row, { state: 'refused' }), 'absentAfterNo')])
    },
  ],
  [
    'claimedTooMuch',
    'it is shown as paid before the bank has paid',
    () => {
      const sending = claim(record())
      commit()
      const accepted = write(sending, next(sending, { state: 'accepted' }), 'acceptedByAnswer')
      write(accepted, next(accepted, { datePaid: '2026-11-20T10:00:00' }), 'noted')
    },
  ],
  ['secretKept', 'the token is in the log', () => checker.logged('courier.sent {"token":"bearer-1"}')],
  [
    'secretKept',
    'a row keeps the whole account number',
    () => {
      const row = record()
      checker.finish([write(row, next(row, { bankMessage: `to ${ACCOUNT_NUMBER}` }), 'noted')])
    },
  ],
  [
    'rowChanged',
    'the amount changes',
    () => {
      const row = record()
      write(row, next(row, { amountWire: '51.00' }), 'noted')
    },
  ],
]

test.each(breaches)('%s is seen when %s', (invariant, _what, breach) => {
  breach()
  expect(seen()).toContain(invariant)
})

test('every invariant has a breach that shows that the checker sees it', () => {
  expect([...new Set(breaches.map(([invariant]) => invariant))].toSorted()).toEqual(
    Object.keys(invariants).toSorted(),
  )
})

test('what another device settles under the same reference is no duplicate of this till', () => {
  commit()
  commit({ by: 'other' })
  checker.finish([record()])
  expect(seen()).not.toContain('duplicated')
})

test('a person may decide to send again, and what comes of it is his', () => {
  record()
  checker.overridden('S1')
  commit()
  commit()
  checker.finish([recorded])
  expect(seen()).not.toContain('duplicated')
})
