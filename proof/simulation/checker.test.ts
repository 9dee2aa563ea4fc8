import { beforeEach, expect, test } from 'vitest'
import type { SaleRow } from '../../electron/outbox/rules/saleRow.ts'
import { toRecordView } from '../../electron/gateway/recordView.ts'
import { createChecker, type Checker } from './checker.ts'
import { OWN_CLIENT, OWN_DESTINATION } from './destinations.ts'
import { invariants, type Invariant } from './invariants.ts'
import { ACCOUNT_NUMBER, createModelBank, type ModelBank } from './modelBank.ts'
import { newRow, type Written } from './modelStore.ts'
import { createListLedger, type ListLedger } from './listLedger.ts'
import { createProofLedger, type ProofLedger } from './proofLedger.ts'
import { createStopLedger } from './stopLedger.ts'

/** Proves that the checker can fail: each invariant is broken by hand, and one correct sequence passes. */

const MINUTE_MS = 60_000
const TERMINAL = '2TLS0001'
let nowMs = 0
let bank: ModelBank
let ledger: ProofLedger
let lists: ListLedger
let checker: Checker
let isFree = true

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
    isOfNobody: (transactionId) => transactionId.startsWith('N'),
    nowMs: () => nowMs,
    trulyAwakeMs: () => nowMs,
    sleepCount: () => 0,
    stalledMs: () => 0,
    quietMs: 10 * MINUTE_MS,
  })
  lists = createListLedger(
    () => nowMs,
    () => nowMs,
    10 * MINUTE_MS,
  )
  isFree = true
  checker = createChecker({
    bank,
    ledger,
    lists,
    hasLists: true,
    nowMs: () => nowMs,
    today: () => '2026-11-20',
    worldHolds: true,
    hasLied: () => false,
    stops: (rows) =>
      createStopLedger({
        nowMs: () => nowMs,
        trulyAwakeMs: () => nowMs,
        awakeMs: () => nowMs,
        creditMs: () => 0,
        rows,
        clientId: OWN_CLIENT,
        listMsMax: 0,
        isFree: () => isFree,
        isSearchPutOff: () => false,
      }),
  })
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
/** Accepted by the record that the bank shows, which it has not paid yet. */
function acceptedOnRecord(): SaleRow {
  const sending = claim(record())
  commit({ paidAtMs: MINUTE_MS })
  const [found] = bank.shown('S1', nowMs)
  if (found === undefined) throw new Error('the bank shows nothing')
  const change = { state: 'accepted', record: toRecordView(found) } as const
  return write(sending, next(sending, change), 'acceptedByAnswer')
}
const claim = (row: SaleRow): SaleRow =>
  write(row, next(row, { state: 'sending', sendCount: row.sendCount + 1 }), 'claimed')

/**
 * Everything that releases a slip: two references that cannot exist, its own answer like theirs, a record that was
 * shown, and a list.
 */
function letGo(): void {
  for (const id of ['N1', 'N2', 'S1']) ledger.answered(id, { missedAs: 'notFound' })
  ledger.shown()
  lists.searched(TERMINAL, true, [])
}

function send(row: SaleRow): void {
  letGo()
  sendUnasked(row)
}

function sendUnasked(row: SaleRow): void {
  checker.gateOpened()
  checker.sending(row, row, OWN_CLIENT)
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

test('a sale without faults violates nothing', () => {
  const sending = claim(record())
  send(sending)
  commit()
  nowMs += 500
  checker.sendEnded('S1')
  const accepted = write(sending, next(sending, { state: 'accepted' }), 'acceptedByAnswer')
  nowMs += 2 * MINUTE_MS
  const paid = write(accepted, next(accepted, { datePaid: '2026-11-20T10:00:00' }), 'noted')
  checker.rested([paid], new Map())
  checker.finish([paid])
  expect(checker.violations).toEqual([])
})

const breaches: readonly (readonly [Invariant, string, () => void])[] = [
  ['lost', 'a row is gone after a restart', () => [record(), checker.found([])]],
  ['lost', 'a sale is acknowledged, and no row has it', () => checker.acknowledged('S1', undefined)],
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
      checker.sending(claim(record()), recorded, 'someone else')
    },
  ],
  [
    'sentUnasked',
    'the bank was asked about nothing',
    () => {
      sendUnasked(claim(record()))
    },
  ],
  [
    'sentUnasked',
    'no list was read, and the bank has shown no reference of its kind',
    () => {
      letGo()
      nowMs = 5 * MINUTE_MS
      for (const id of ['N1', 'N2', 'S1']) ledger.answered(id, { missedAs: 'notFound' })
      ledger.shown()
      sendUnasked(claim(record()))
    },
  ],
  [
    'sentUnasked',
    'another counter was paid for the slip, and its record could not be read',
    () => {
      commit({ by: 'other' })
      letGo()
      ledger.answered('S1', { missedAs: 'malformedRecord' })
      sendUnasked(claim(record()))
    },
  ],
  [
    'stuck',
    'a slip waits for a readable answer and no person is told',
    () => {
      const row = record()
      write(row, next(row, { failureCount: 1, askSinceAwakeMs: 1_000, dueAwakeMs: 11 * MINUTE_MS }), 'noted')
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
    'sentOtherwise',
    'another amount leaves than was recorded',
    () => {
      checker.gateOpened()
      checker.sending(claim(record()), { ...recorded, amountWire: '70.00' }, OWN_CLIENT)
    },
  ],
  [
    'sentOtherwise',
    'other hands changed the terminal, and it is sent at that one',
    () => {
      const edited = { ...record(), terminalId: '2TLS0002' }
      checker.edited(edited)
      send(claim(edited))
    },
  ],
  [
    'sentThroughClosedGate',
    'nothing was answered yet',
    () => checker.sending(claim(record()), recorded, OWN_CLIENT),
  ],
  [
    'sentThroughClosedGate',
    'the last good answer is older than half a minute',
    () => {
      checker.gateOpened()
      nowMs += 30_001
      checker.sending(claim(record()), recorded, OWN_CLIENT)
    },
  ],
  [
    'resentWithoutProof',
    'no look-up was made',
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
  ['sentInStop', 'a sale leaves with five open', () => [stopSending(5), sendBeside(8)]],
  [
    'starved',
    'a sale waits for minutes in a stop at a well bank',
    () => {
      stopSending(3)
      other(8, { dueAwakeMs: 0 })
      checker.answered()
      nowMs += 2 * MINUTE_MS
      checker.answered()
    },
  ],
  [
    'leftWaiting',
    'it waits in the queue too long',
    () => checker.rested([], new Map([['S1', 'checkingFirst']])),
  ],
  ['stuck', 'it is still unknown long after the faults', () => checker.rested([unknown()], new Map())],
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
  [
    'paidPassedOver',
    'a read shows an accepted sale paid and the row does not say so',
    () => {
      const accepted = acceptedOnRecord()
      nowMs = 2 * MINUTE_MS
      checker.read([accepted], bank.shown('S1', nowMs))
    },
  ],
  [
    'paidPassedOver',
    'a read shows another amount of an accepted sale and no person is told',
    () => {
      const accepted = acceptedOnRecord()
      bank.correct('S1', 'otherAmount', nowMs)
      checker.read([accepted], bank.shown('S1', nowMs))
    },
  ],
  [
    'takenBackFalsely',
    'a person is told that a payment is taken back, and the bank shows it paid',
    () => {
      const accepted = acceptedOnRecord()
      nowMs = 2 * MINUTE_MS
      const [shown] = bank.shown('S1', nowMs)
      if (shown === undefined || accepted.record === null) throw new Error('no record')
      const record = { ...accepted.record, isPaid: true }
      const paid = write(accepted, next(accepted, { record, datePaid: shown.datePaid }), 'noted')
      const differing = { ...accepted.record, isPaid: false }
      write(paid, next(paid, { differing, differingOpen: true }), 'foundDiffering')
    },
  ],
  [
    'wrongTurn',
    'two in a row go past an earlier sale',
    () => {
      record()
      claimBeside(2, 0)
      claimBeside(3, 0)
    },
  ],
  [
    'wrongTurn',
    'one that was not recorded just now goes past an earlier sale',
    () => {
      record()
      claimBeside(2, 2 * MINUTE_MS)
    },
  ],
  [
    'wrongTurn',
    'two earlier ones in a row go before a sale recorded just now',
    () => {
      recordNew(4)
      claimBeside(2, 2 * MINUTE_MS)
      claimBeside(3, 2 * MINUTE_MS)
    },
  ],
  ['tokenLeftDead', 'reads go on being refused for one token', () => checker.tokenLeftDead()],
  ['secretKept', 'the token is in the log', () => checker.logged('worker.sent {"token":"bearer-1"}')],
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

/** Adds another sale of the same terminal to the file. */
function other(index: number, change: Partial<SaleRow>): SaleRow {
  const transactionId = `0000000000E${String(index).padStart(15, '0')}`
  const row: SaleRow = { ...recorded, transactionId, sequence: index, ...change }
  checker.known(row)
  return row
}

/** Makes `count` sends in a row without an answer. */
function stopSending(count: number): void {
  for (let index = 2; index < 2 + count; index += 1)
    other(index, {
      state: 'unknown',
      sendCount: 1,
      sentAwakeMs: nowMs + index,
      unknownSinceAwakeMs: nowMs + index,
    })
  checker.found([])
  nowMs += 1_000
}

function claimBeside(index: number, ageMs: number): void {
  const row = other(index, {})
  const sentAwakeMs = row.recordedAwakeMs + ageMs
  write(row, next(row, { state: 'sending', sendCount: 1, sentAwakeMs }), 'claimed')
}

/** Recorded two minutes after the others. */
function recordNew(index: number, change: Partial<SaleRow> = {}): SaleRow {
  const transactionId = `0000000000E${String(index).padStart(15, '0')}`
  const recordedAwakeMs = 2 * MINUTE_MS
  const row = {
    ...recorded,
    transactionId,
    sequence: index,
    recordedAwakeMs,
    dueAwakeMs: recordedAwakeMs,
    ...change,
  }
  return write(null, row, 'recorded')
}

test.each<readonly [string, () => void]>([
  ['typed', () => void recordNew(4, { transactionId: 'S4' })],
  ['behind a typed one', () => [recordNew(4, { transactionId: 'S4' }), recordNew(5)]],
  ['not due yet', () => void recordNew(4, { dueAwakeMs: 3 * MINUTE_MS })],
  [
    'recorded in an earlier run',
    () => [recordNew(4), recordNew(5, { recordedBoot: 'boot 2', dueAwakeMs: 3 * MINUTE_MS })],
  ],
  ['recorded before a fault', () => [recordNew(4), checker.unwell()]],
  ['recorded before another token', () => [recordNew(4), checker.logged('session.renewed {}')]],
  ['recorded as the file is opened again', () => [checker.logged('storage.reopened {}'), recordNew(4)]],
])('two earlier ones may go before a sale that is %s', (_, recordIt) => {
  recordIt()
  claimBeside(2, 2 * MINUTE_MS)
  claimBeside(3, 2 * MINUTE_MS)
  expect(seen()).toEqual([])
})

test('one recorded as the file is opened again may go as a new one, and then one of the backlog', () => {
  checker.logged('storage.reopened {}')
  const first = recordNew(4)
  recordNew(5, { recordedAwakeMs: 2 * MINUTE_MS + 1 })
  write(first, next(first, { state: 'sending', sendCount: 1, sentAwakeMs: 2 * MINUTE_MS + 2 }), 'claimed')
  claimBeside(3, 2 * MINUTE_MS + 2)
  expect(seen()).toEqual([])
})

test('of a backlog and new sales each has its turn', () => {
  const waits = recordNew(5)
  claimBeside(2, 2 * MINUTE_MS)
  write(waits, next(waits, { state: 'sending', sendCount: 1, sentAwakeMs: 2 * MINUTE_MS }), 'claimed')
  claimBeside(3, 2 * MINUTE_MS)
  expect(seen()).toEqual([])
})

test('a sale recorded just now may pass an earlier one', () => {
  record()
  claimBeside(2, 0)
  expect(seen()).toEqual([])
})

function sendBeside(index: number, change: Partial<SaleRow> = {}): void {
  send(other(index, { state: 'sending', sendCount: 1, sentAwakeMs: nowMs, ...change }))
}

test.each(breaches)('%s is detected when %s', (invariant, _what, breach) => {
  breach()
  expect(seen()).toContain(invariant)
})

test('a difference that was reported breaks no invariant, nor does an equal record', () => {
  const accepted = acceptedOnRecord()
  checker.read([accepted], bank.shown('S1', nowMs))
  bank.correct('S1', 'otherAccount', nowMs)
  const told = write(accepted, next(accepted, { differingOpen: true }), 'foundDiffering')
  checker.read([told], bank.shown('S1', nowMs))
  expect(seen()).toEqual([])
})

test('every invariant has a breach that proves that the checker detects it', () => {
  expect([...new Set(breaches.map(([invariant]) => invariant))].toSorted()).toEqual(
    Object.keys(invariants).toSorted(),
  )
})

test('a settlement by another device under the same reference is no duplicate of this till', () => {
  commit()
  commit({ by: 'other' })
  checker.finish([record()])
  expect(seen()).not.toContain('duplicated')
})

test('a person may decide to resend, and is responsible for the result', () => {
  record()
  checker.overridden('S1')
  commit()
  commit()
  checker.finish([recorded])
  expect(seen()).not.toContain('duplicated')
})

test('a manager lets a slip be sent once without an answer, and its next send needs one', () => {
  const row = record()
  const held = write(row, next(row, { state: 'held', heldReason: 'bankUnclear' }), 'leftUnclear')
  const queued = write(held, next(held, { state: 'queued', askWaived: true }), 'managerSendsUnclear')
  const sending = claim(queued)
  checker.gateOpened()
  checker.sending(sending, sending, OWN_CLIENT)
  expect(seen()).not.toContain('sentUnasked')
  checker.sendEnded('S1')
  checker.sending(sending, sending, OWN_CLIENT)
  expect(seen()).toContain('sentUnasked')
})
