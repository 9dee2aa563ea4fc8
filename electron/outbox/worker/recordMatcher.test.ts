import { expect, test } from 'vitest'
import { createServiceZone } from '../../../shared/serviceZone.ts'
import type { TransactionRecord } from '../../gateway/answer.ts'
import { paidDateOf, judgeFor } from './acceptance.ts'
import { factsOf } from '../store/factsStore.ts'
import type { SaleRow } from '../rules/saleRow.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** When the sale was truly recorded, and a minute before the bank received it. */
const TRUE_MS = Date.UTC(2026, 10, 20, 9, 0, 0)
const LAGOS_MINUTES = 60

const record = {
  transactionId: 'S1',
  amount: '50.00',
  terminalId: '2TLS0001',
  timeReceived: '2026-11-20T10:01:00',
} as TransactionRecord

/** @param aheadMs of this computer's clock when the sale was recorded, and now; null: the service gives no time */
function judged(recordedAheadMs: number, nowAheadMs: number, knownAheadMs: number | null): string {
  const sale = {
    transactionId: 'S1',
    amountKobo: 5_000,
    terminalId: '2TLS0001',
    recordedAtMs: TRUE_MS + recordedAheadMs,
  } as SaleRow
  return judgeFor(
    {
      store: { compareFacts: (row) => ({ kind: 'same', facts: factsOf(row) }) },
      zone: { day: () => '', offsetMinutes: () => LAGOS_MINUTES },
      now: () => ({ wallMs: TRUE_MS + 2 * 60_000 + nowAheadMs, awakeMs: 0 }),
      clockAheadMs: () => knownAheadMs,
    },
    sale,
    record,
  )
}

test.each([
  ['right', 0, 0, 0],
  ['two days ahead', 2 * DAY_MS, 2 * DAY_MS, 2 * DAY_MS],
  ['two days ahead then, put right since', 2 * DAY_MS, 0, 0],
  ['two days ahead then, put right since, at a service that gives no time', 2 * DAY_MS, 0, null],
  ['a year behind', -365 * DAY_MS, -365 * DAY_MS, -365 * DAY_MS],
])(
  'with a clock that is %s, a record does not look like one of an older sale',
  (_clock, recorded, now, known) => {
    expect(judged(recorded, now, known)).toBe('foundAtBank')
  },
)

test('with a correct clock, a record from more than a day before the sale belongs to an older sale', () => {
  expect(judged(2 * DAY_MS, 2 * DAY_MS, 0)).toBe('foundDifferent')
})

test.each([
  ['2026-11-20T10:01:00', 0, '2026-11-20T10:01:00'],
  ['2026-11-21T23:59:59', 0, '2026-11-21T23:59:59'],
  ['2026-11-22T00:00:00', 0, null],
  ['2027-11-20T10:01:00', 0, null],
  ['0001-01-01T00:00:00', 0, null],
  // Long before it was received: a placeholder. One day earlier may be a matter of zones.
  ['1900-01-01T00:00:00', 0, null],
  ['2026-11-18T23:59:59', 0, null],
  ['2026-11-19T00:00:00', 0, '2026-11-19T00:00:00'],
  // This computer's clock is days behind; the service's own clock counts.
  ['2026-11-20T10:01:00', -9 * DAY_MS, '2026-11-20T10:01:00'],
  ['2026-11-22T00:00:00', 9 * DAY_MS, null],
])('a paid date of %s, by a clock that is %i ms ahead of the service: %s', (datePaid, aheadMs, expected) => {
  const context = {
    zone: createServiceZone('Africa/Lagos'),
    now: () => ({ wallMs: TRUE_MS + aheadMs, awakeMs: 0 }),
    clockAheadMs: () => aheadMs,
  }
  const timeReceived = '2026-11-20T10:00:00'
  expect(paidDateOf(context, { isPaid: true, datePaid, timeReceived }, 0)).toBe(expected)
  expect(paidDateOf(context, { isPaid: false, datePaid, timeReceived }, 0)).toBe(null)
})
