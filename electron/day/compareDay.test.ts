import { expect, test } from 'vitest'
import type { DayReason } from '../../shared/day.ts'
import { noRecordTexts, type RecordView } from '../../shared/record.ts'
import type { SaleOfDay } from '../outbox/store/dayStore.ts'
import { atOnce } from '../slices.ts'
import { compareDay, type RecordOfDay } from './compareDay.ts'

const NO_DATE = '0001-01-01T00:00:00'
const PAID_AT = '2026-11-20T13:41:07'

function saleOf(n: number, more: Partial<SaleOfDay> = {}): SaleOfDay {
  return {
    sequence: n,
    transactionId: `S${n}`,
    terminalId: 'T1',
    amountKobo: 100_000 + n,
    state: 'accepted',
    recordedAtMs: 1_000 + n,
    isPaid: 1,
    receivedAt: '2026-11-20T12:00:00',
    ...more,
  }
}

const naira = (kobo: number): string => `${Math.floor(kobo / 100)}.${String(kobo % 100).padStart(2, '0')}`

/** The record of a sale, paid less half a percent. */
function recordOf(
  sale: SaleOfDay,
  more: Partial<RecordView> = {},
  odd: Partial<RecordOfDay> = {},
): RecordOfDay {
  const fee = Math.round(sale.amountKobo / 200)
  const view: RecordView = {
    recordId: String(sale.sequence),
    terminalRecordId: '1',
    terminalId: 'T1',
    accountEnding: '1234',
    amount: naira(sale.amountKobo),
    amountSettled: naira(sale.amountKobo - fee),
    feePercentage: '0.5',
    isPaid: true,
    datePaid: PAID_AT,
    transactionId: sale.transactionId,
    serviceReference: '',
    timeReceived: '2026-11-20T12:00:00',
    ...noRecordTexts,
    ...more,
  }
  return { view, isLacked: false, wasPaid: false, ...odd }
}

const unpaid = { isPaid: false, datePaid: NO_DATE, amountSettled: '0' } as const

/** Each kind of difference, as a sale and what the bank has of it; null for no sale here. */
const kinds: Readonly<Record<DayReason, (n: number) => { sale: SaleOfDay | null; records: RecordOfDay[] }>> =
  {
    onlyHere: (n) => ({ sale: saleOf(n, { state: 'unknown', isPaid: 0, receivedAt: null }), records: [] }),
    elsewhere: (n) => ({ sale: null, records: [recordOf(saleOf(n))] }),
    otherTerminal: (n) => ({ sale: saleOf(n, { terminalId: 'T2' }), records: [recordOf(saleOf(n))] }),
    amount: (n) => ({ sale: saleOf(n), records: [recordOf(saleOf(n), { amount: '1.0025', ...unpaid })] }),
    twoRecords: (n) => ({
      sale: saleOf(n),
      records: [recordOf(saleOf(n)), recordOf(saleOf(n), { recordId: `second ${n}` })],
    }),
    closedHere: (n) => ({
      sale: saleOf(n, { state: 'writtenOff', isPaid: 0 }),
      records: [recordOf(saleOf(n))],
    }),
    vanished: (n) => ({ sale: saleOf(n), records: [recordOf(saleOf(n), {}, { isLacked: true })] }),
    paidLess: (n) => ({ sale: saleOf(n), records: [recordOf(saleOf(n), { amountSettled: '900' })] }),
    paidMore: (n) => ({
      sale: saleOf(n),
      records: [recordOf(saleOf(n), { amountSettled: naira(saleOf(n).amountKobo - 10 - (n % 40)) })],
    }),
    paidWithoutDate: (n) => ({
      sale: saleOf(n, { isPaid: 0 }),
      records: [recordOf(saleOf(n), { datePaid: NO_DATE })],
    }),
    dateWithoutPaid: (n) => ({
      sale: saleOf(n, { isPaid: 0 }),
      records: [recordOf(saleOf(n), { isPaid: false })],
    }),
    paidBack: (n) => ({ sale: saleOf(n), records: [recordOf(saleOf(n), unpaid, { wasPaid: true })] }),
  }

function planted(count: number, each: number) {
  const sales: SaleOfDay[] = []
  const records: RecordOfDay[] = []
  const others: SaleOfDay[] = []
  for (let n = 1; n <= count; n += 1) {
    sales.push(saleOf(n))
    records.push(recordOf(saleOf(n)))
  }
  let next = count
  for (const kind of Object.values(kinds)) {
    for (let times = 0; times < each; times += 1) {
      next += 1
      const { sale, records: own } = kind(next)
      if (sale !== null) (sale.terminalId === 'T1' ? sales : others).push(sale)
      records.push(...own)
    }
  }
  return atOnce(compareDay(sales, records.toReversed(), others))
}

test('a day that agrees has no line, and its sums are those of the sales', () => {
  const { here, bank, difference, unexplained, lines, paidOut, fees } = planted(3, 0)
  expect(here).toEqual({ count: 3, amount: '3000.06' })
  expect(bank).toEqual(here)
  expect([difference, unexplained, lines]).toEqual(['0', '0', []])
  expect([paidOut, fees]).toEqual(['2985.06', '15'])
})

test('each kind of difference is found among twenty thousand sales, exactly, and the lines explain the whole', () => {
  const found = planted(20_000, 4)
  const counts = new Map<DayReason, number>()
  for (const { reason } of found.lines) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  expect(Object.fromEntries(counts)).toEqual(Object.fromEntries(Object.keys(kinds).map((kind) => [kind, 4])))
  expect(found.lineCount).toBe(4 * Object.keys(kinds).length)
  expect(found.unexplained).toBe('0')
  expect(found.difference).not.toBe('0')
})

test('amounts finer than a kobo stay exact', () => {
  const { difference, lines } = atOnce(
    compareDay([saleOf(1)], [recordOf(saleOf(1), { amount: '1000.0125' })]),
  )
  expect(difference).toBe('0.0025')
  expect(lines[0]).toMatchObject({
    reason: 'amount',
    here: '1000.01',
    bank: '1000.0125',
    difference: '0.0025',
  })
})

test('a fee within a kobo of its percentage is right; one that many larger sales share looks like the highest', () => {
  const within = recordOf(saleOf(1), { amountSettled: '995' })
  const capped = [2, 3, 4].map((n) => {
    const sale = saleOf(n, { amountKobo: n * 10_000_000 })
    return { sale, record: recordOf(sale, { amountSettled: naira(sale.amountKobo - 10_000) }) }
  })
  const found = atOnce(
    compareDay(
      [saleOf(1), ...capped.map(({ sale }) => sale)],
      [within, ...capped.map(({ record }) => record)],
    ),
  )
  expect(found.lines).toEqual([])
  expect(found.cappedFee).toBe('100')
})

test('what is closed here and unknown at the bank is no difference', () => {
  const { here, lines } = atOnce(compareDay([saleOf(1, { state: 'cancelled', isPaid: 0 })], []))
  expect([here.count, lines]).toEqual([0, []])
})

test('references match in any letters, and every line is there', () => {
  const { lines } = atOnce(compareDay([saleOf(1)], [recordOf(saleOf(1), { transactionId: 's1' })]))
  expect(lines).toEqual([])
  const many = planted(0, 40)
  expect([many.lines.length, many.lineCount, many.unexplained]).toEqual([480, 480, '0'])
})
