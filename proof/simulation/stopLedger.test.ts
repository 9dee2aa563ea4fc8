import { beforeEach, expect, test } from 'vitest'
import type { SaleRow } from '../../electron/outbox/rules/saleRow.ts'
import { OWN_CLIENT, OWN_DESTINATION } from './destinations.ts'
import { newRow } from './modelStore.ts'
import { madeReference, MAIN_TERMINAL, MINUTE_MS, TERMINALS } from './plan.ts'
import { createStopLedger, type StopLedger } from './stopLedger.ts'

/** The ledger of stops alone: what it forbids, what it allows, and what it reports as overdue. */

let nowMs = 0
let isFree = true
let isSearchPutOff = false
let rows: SaleRow[] = []
let ledger: StopLedger

beforeEach(() => {
  nowMs = 10_000
  isFree = true
  isSearchPutOff = false
  rows = []
  ledger = createStopLedger({
    nowMs: () => nowMs,
    trulyAwakeMs: () => nowMs,
    awakeMs: () => nowMs,
    creditMs: () => 0,
    rows: () => rows,
    clientId: OWN_CLIENT,
    listMsMax: 0,
    isFree: () => isFree,
    isSearchPutOff: () => isSearchPutOff,
  })
})

function put(change: Partial<SaleRow> = {}): SaleRow {
  const sequence = rows.length + 1
  const sale = newRow(
    {
      transactionId: madeReference(String(sequence)),
      destination: OWN_DESTINATION,
      terminalId: MAIN_TERMINAL,
      amountKobo: 5_000,
      amountWire: '50.00',
      note: '',
      recordedAtMs: 0,
      recordedBoot: 'boot 1',
      recordedAwakeMs: 0,
      corrects: null,
    },
    sequence,
  )
  const row = { ...sale, ...change }
  rows.push(row)
  return row
}

/** A send without an answer. */
function lose(change: Partial<SaleRow> = {}): SaleRow {
  nowMs += 1_000
  const row = put({
    state: 'unknown',
    sendCount: 1,
    sentAwakeMs: nowMs,
    unknownSinceAwakeMs: nowMs,
    ...change,
  })
  ledger.written({ after: row, event: 'outcomeUnknown' })
  return row
}

function loseThree(): void {
  for (let count = 0; count < 3; count += 1) lose()
}

function readTwice(): void {
  ledger.gateOpened()
  nowMs += 15_000
  ledger.gateOpened()
}

/** A trial that is sent without an answer. @returns the reason why it was forbidden */
function tryAndLose(): string | null {
  const why = ledger.forbids({ ...put(), state: 'sending', sentAwakeMs: nowMs })
  rows.pop()
  lose()
  return why
}

test('after two unknown outcomes, or three on two terminals, any sale may be sent', () => {
  lose()
  lose()
  expect(ledger.forbids(put({ transactionId: 'SLIP-1' }))).toBeNull()
  lose({ terminalId: TERMINALS[1] })
  expect(ledger.forbids(put({ transactionId: 'SLIP-2' }))).toBeNull()
})

test('after three, a trial after two clean reads may be sent, and any sale from another terminal', () => {
  loseThree()
  expect(ledger.forbids(put({ transactionId: 'SLIP-1', terminalId: TERMINALS[1] }))).toBeNull()
  readTwice()
  expect(ledger.forbids(put())).toBeNull()
})

test.each([
  ['no clean read', 'no two clean', () => put()],
  ['reads that are close together', 'no two clean', () => (ledger.gateOpened(), ledger.gateOpened(), put())],
  ['a typed reference', 'typed', () => (readTwice(), put({ transactionId: 'SLIP-1' }))],
  ['a second try', 'left before', () => (readTwice(), put({ resendCount: 1 }))],
  ['five open', 'open', () => (lose(), lose(), readTwice(), put())],
] as const)('a send in a stop is forbidden: %s', (_what, words, row) => {
  loseThree()
  expect(ledger.forbids(row())).toContain(words)
})

test('a sale that was unknown and waits again may not be the trial', () => {
  const again = lose()
  rows[again.sequence - 1] = { ...again, state: 'queued' }
  loseThree()
  readTwice()
  expect(ledger.forbids({ ...again, state: 'sending' })).toContain('left before')
})

test('the second trial comes a minute after the first, the third two minutes after that', () => {
  loseThree()
  readTwice()
  expect(tryAndLose()).toBeNull()
  rows[0] = { ...put(), sequence: 1, state: 'accepted' }
  rows.pop()
  readTwice()
  nowMs += MINUTE_MS - 15_000 - 1_000
  expect(tryAndLose()).toContain('after trial 1')
  readTwice()
  nowMs += MINUTE_MS
  expect(tryAndLose()).toContain('after trial 2')
})

test('a sale that could be sent is overdue after a minute and a quarter at a healthy bank, and not before', () => {
  loseThree()
  put()
  expect(ledger.answered()).toBeNull()
  nowMs += 70_000
  expect(ledger.answered()).toBeNull()
  ledger.unwell()
  nowMs += 70_000
  expect(ledger.answered()).toBeNull()
  nowMs += 76_000
  expect(ledger.answered()).toContain('too long')
})

test.each([
  ['a slip that was typed', () => put({ transactionId: 'SLIP-1' })],
  ['one behind five open', () => [lose(), lose(), put()]],
  ['one that is not due', () => put({ dueAwakeMs: 60 * MINUTE_MS })],
  ['one at a computer that is not free to send', () => [put(), (isFree = false)]],
] as const)('not overdue: %s', (_what, arrange) => {
  loseThree()
  arrange()
  expect(ledger.answered()).toBeNull()
  nowMs += 5 * MINUTE_MS
  expect(ledger.answered()).toBeNull()
})

const searchedInVain = (delayMs: number): void =>
  ledger.logged(`worker.verifyIncomplete {"reason":"rowsMissing","delayMs":${delayMs}}`)

test('an incomplete search delays a sale for at most five minutes, and then it is overdue', () => {
  loseThree()
  put()
  isSearchPutOff = true
  searchedInVain(0)
  expect(ledger.answered()).toBeNull()
  nowMs += 5 * MINUTE_MS
  expect(ledger.answered()).toBeNull()
  nowMs += 1_000
  expect(ledger.answered()).toBeNull()
  nowMs += 76_000
  expect(ledger.answered()).toContain('too long')
})

test('a program that only says that it waits to search is still overdue, and so is one whose search never ends', () => {
  loseThree()
  put()
  isSearchPutOff = true
  expect(ledger.answered()).toBeNull()
  nowMs += 76_000
  expect(ledger.answered()).toContain('too long')
  isSearchPutOff = false
  searchedInVain(0)
  nowMs += 76_000
  expect(ledger.answered()).toContain('too long')
})

test('the delay after an incomplete search counts also where no answer came meanwhile', () => {
  loseThree()
  put()
  expect(ledger.answered()).toBeNull()
  searchedInVain(60_000)
  nowMs += 77_000
  expect(ledger.answered()).toBeNull()
  nowMs += 60_000
  expect(ledger.answered()).toContain('too long')
  // No program may say that it waits for an hour.
  searchedInVain(60 * MINUTE_MS)
  nowMs += 7 * MINUTE_MS
  expect(ledger.answered()).toContain('too long')
})

test('while another sale is being sent the program does nothing else: a sale is overdue from its end', () => {
  loseThree()
  put()
  expect(ledger.answered()).toBeNull()
  const other = put({ state: 'sending', terminalId: TERMINALS[1] })
  ledger.forbids(other)
  nowMs += 60_000
  ledger.written({ after: { ...other, state: 'accepted' }, event: 'acceptedByAnswer' })
  nowMs += 70_000
  expect(ledger.answered()).toBeNull()
  nowMs += 6_000
  expect(ledger.answered()).toContain('too long')
})

test('every sale that was unknown in a stop was part of it, including earlier ones', () => {
  const before = lose({ terminalId: TERMINALS[1] })
  const alone = lose()
  expect([before, alone].map(({ transactionId }) => ledger.wasInStop(transactionId))).toEqual([false, false])
  lose()
  lose()
  expect([before, alone].map(({ transactionId }) => ledger.wasInStop(transactionId))).toEqual([true, true])
})
