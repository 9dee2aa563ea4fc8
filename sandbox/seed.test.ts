import { expect, test } from 'vitest'
import { bankDay, bankMidnightMs, bankTimestamp, isCalendarDay } from './bankTime.ts'
import { seedLedger } from './seed.ts'
import { NOON_MS, YESTERDAY } from './testing/bankClient.ts'

test('the same seed and time give the same ledger, another seed gives another', () => {
  expect(seedLedger(5, NOON_MS)).toEqual(seedLedger(5, NOON_MS))
  expect(seedLedger(5, NOON_MS)).not.toEqual(seedLedger(6, NOON_MS))
})

test('a later hour of the same day only adds sales', () => {
  const before = seedLedger(5, NOON_MS).records.map(({ transactionId, amountKobo }) => ({
    transactionId,
    amountKobo,
  }))
  const after = seedLedger(5, NOON_MS + 4 * 3_600_000).records
  expect(after.length).toBeGreaterThan(before.length)
  expect(after.map(({ transactionId, amountKobo }) => ({ transactionId, amountKobo }))).toEqual(
    expect.arrayContaining(before),
  )
})

test.each([0, 6, 12, 23])(
  'at %d o’clock the ledger has several days of a market, none of them in the future',
  (hour) => {
    const nowMs = bankMidnightMs(NOON_MS, 0) + hour * 3_600_000
    const books = seedLedger(3, nowMs)
    expect(books.terminals).toHaveLength(12)
    expect(books.terminals[0]?.terminalId).toBe('2TLS0001')
    expect(new Set(books.accounts.map(({ number }) => number)).size).toBe(books.accounts.length)
    for (const { number } of books.accounts) expect(number).toMatch(/^[0-9]{10}$/u)
    expect(books.records.length).toBeGreaterThan(300)
    expect(new Set(books.records.map(({ transactionId }) => transactionId)).size).toBe(books.records.length)
    expect(Math.max(...books.records.map(({ receivedAtMs }) => receivedAtMs))).toBeLessThan(nowMs)
    const marketDay = books.records.filter(
      (record) => record.terminalId === '2TLS0001' && bankDay(record.receivedAtMs) === YESTERDAY,
    )
    expect(marketDay).toHaveLength(128)
  },
)

test('the terminals cover what the screens must show', () => {
  const { terminals, records } = seedLedger(1, NOON_MS)
  expect(terminals.some(({ serialNumber }) => serialNumber === '')).toBe(true)
  expect(terminals.some(({ isActive }) => !isActive)).toBe(true)
  expect(terminals.some(({ isReceivingPayment }) => !isReceivingPayment)).toBe(true)
  expect(terminals.map(({ accountName }) => accountName).join('')).toMatch(/ọ̀.*Ṣ.*ụ.*Ɓ.*Ɗ/u)
  expect(records.some(({ paidAtMs, terminalId }) => paidAtMs === null && terminalId !== '2TLS0009')).toBe(
    true,
  )
})

test('timestamps are Lagos time with seven digits and no zone', () => {
  expect(bankTimestamp(Date.UTC(2026, 0, 31, 23, 30, 5, 7), 0)).toBe('2026-02-01T00:30:05.0071234')
  expect(bankDay(Date.UTC(2026, 0, 31, 23, 30))).toBe('2026-02-01')
})

test.each(['2026-2-01', '2026-02-30', '01-02-2026', '2026-02-01T00:00', '2026-13-01', ''])(
  '%j is not a day',
  (text) => {
    expect(isCalendarDay(text)).toBe(false)
  },
)
