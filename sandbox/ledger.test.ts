import { expect, test } from 'vitest'
import { openLedger } from './ledger.ts'
import { seedLedger } from './seed.ts'
import { feeKobo, koboOfWire } from './naira.ts'
import { NOON_MS, TODAY } from './testing/bankClient.ts'

const terms = { settleAfterMs: 15_000, visibleAfterMs: 1_000 }
const books = () => openLedger(seedLedger(1, NOON_MS))
const sale = { terminalId: '2TLS0001', amountKobo: 150_050, transactionId: 'S1' }

test('the same sale logged twice settles twice, and both are counted', () => {
  const ledger = books()
  ledger.logSale(sale, NOON_MS, terms)
  ledger.logSale({ ...sale, amountKobo: 1 }, NOON_MS + 5, terms)
  expect(ledger.settlementCount('S1')).toBe(2)
  expect(ledger.commits()).toEqual([
    { ...sale, receivedAtMs: NOON_MS },
    { ...sale, amountKobo: 1, receivedAtMs: NOON_MS + 5 },
  ])
})

test('a sale stays hidden until the visibility lag has passed', () => {
  const ledger = books()
  ledger.logSale(sale, NOON_MS, terms)
  expect(ledger.recordByTransactionId('S1', NOON_MS + 999)).toBeUndefined()
  expect(
    ledger.recordsOf('2TLS0001', TODAY, TODAY, NOON_MS + 999).map((row) => row.transactionId),
  ).not.toContain('S1')
  expect(ledger.recordByTransactionId('S1', NOON_MS + 1_000)?.amountKobo).toBe(150_050)
  expect(
    ledger.recordsOf('2TLS0001', TODAY, TODAY, NOON_MS + 1_000).map((row) => row.transactionId),
  ).toContain('S1')
})

test('a late commit is counted at once and visible only after its receipt', () => {
  const ledger = books()
  ledger.logSale(sale, NOON_MS + 60_000, terms)
  expect(ledger.settlementCount('S1')).toBe(1)
  expect(ledger.recordByTransactionId('S1', NOON_MS + 60_000)).toBeUndefined()
  expect(ledger.recordByTransactionId('S1', NOON_MS + 61_000)).toBeDefined()
})

test('an inactive or unknown terminal settles nothing, one that receives no payment is never paid', () => {
  const ledger = books()
  expect(ledger.logSale({ ...sale, terminalId: '2TLS0005' }, NOON_MS, terms)).toBe('terminalInactive')
  expect(ledger.logSale({ ...sale, terminalId: 'nowhere' }, NOON_MS, terms)).toBe('terminalNotFound')
  expect(ledger.settlementCount('S1')).toBe(0)
  ledger.logSale({ ...sale, terminalId: '2TLS0009' }, NOON_MS, terms)
  expect(ledger.recordByTransactionId('S1', NOON_MS + 1e9)?.paidAtMs).toBeNull()
})

test('a token ends with its life, and all end at once when expired', () => {
  const ledger = books()
  const token = ledger.issueToken(NOON_MS, 1_000)
  expect(ledger.tokenIsValid(token, NOON_MS + 999)).toBe(true)
  expect(ledger.tokenIsValid(token, NOON_MS + 1_000)).toBe(false)
  const second = ledger.issueToken(NOON_MS, 1_000)
  ledger.expireTokens()
  expect(ledger.tokenIsValid(second, NOON_MS)).toBe(false)
})

test.each([
  [150_050, '0.50', 750],
  [150_100, '0.50', 751],
  [99, '0.5', 0],
  [100, '0.5', 1],
  [999_999_999_999, '1.125', 11_250_000_000],
  [12_345, '0', 0],
])('the fee on %d kobo at %s %% is %d kobo, half a kobo rounded up', (amount, percentage, fee) => {
  expect(feeKobo(amount, percentage)).toBe(fee)
})

test.each([
  ['1500', 150_000],
  ['1500.5', 150_050],
  ['0.01', 1],
])('the amount %s is accepted', (text, kobo) => {
  expect(koboOfWire(text)).toBe(kobo)
})

test.each(['0', '0.00', '-5', '1e6', '1,500', '1500.555', '.5', '5.', '01', ' 5', '٥', '9'.repeat(13), ''])(
  'the amount %j is refused',
  (text) => {
    expect(koboOfWire(text)).toBeUndefined()
  },
)
