import type { DayReason } from '../../../shared/day.ts'
import { noRecordTexts, type RecordView } from '../../../shared/record.ts'
import type { SaleOfDay } from '../../outbox/store/dayStore.ts'
import type { RecordOfDay } from '../compareDay.ts'

const NO_DATE = '0001-01-01T00:00:00'
/** The service's day of the planted one, and a moment long after which an unpaid sale is late. */
export const PLANTED = {
  today: '2026-11-20',
  late: { lateBeforeMs: 10_000_000, lateAfterMs: 60_000, nowMs: 20_000_000 },
} as const
const PAID_AT = '2026-11-20T13:41:07'

export function saleOf(n: number, more: Partial<SaleOfDay> = {}): SaleOfDay {
  const amountKobo = more.amountKobo ?? 100_000 + n
  return {
    sequence: n,
    transactionId: `S${n}`,
    terminalId: 'T1',
    amountKobo,
    state: 'accepted',
    standing: 'paid',
    recordedAtMs: 1_000 + n,
    acceptedAtMs: 1_000 + n,
    answeredAtMs: 1_000 + n,
    settled: naira(amountKobo - Math.round(amountKobo / 200)),
    accepted: naira(amountKobo),
    receivedAt: '2026-11-20T12:00:00',
    ...more,
  }
}

export const naira = (kobo: number): string =>
  `${Math.floor(kobo / 100)}.${String(kobo % 100).padStart(2, '0')}`

/** The record of a sale, paid less half a percent. */
export function recordOf(
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
export const kinds: Readonly<
  Record<DayReason, (n: number) => { sale: SaleOfDay | null; records: RecordOfDay[] }>
> = {
  onlyHere: (n) => ({
    sale: saleOf(n, { state: 'unknown', standing: 'checking', receivedAt: null }),
    records: [],
  }),
  elsewhere: (n) => ({ sale: null, records: [recordOf(saleOf(n))] }),
  otherTerminal: (n) => ({ sale: saleOf(n, { terminalId: 'T2' }), records: [recordOf(saleOf(n))] }),
  amount: (n) => ({ sale: saleOf(n), records: [recordOf(saleOf(n), { amount: '1.0025', ...unpaid })] }),
  tookBanks: (n) => ({
    sale: saleOf(n, { accepted: '1.0025', settled: '1', standing: 'onItsWay' }),
    records: [recordOf(saleOf(n), { amount: '1.0025', ...unpaid })],
  }),
  twoRecords: (n) => ({
    sale: saleOf(n),
    records: [recordOf(saleOf(n)), recordOf(saleOf(n), { recordId: `second ${n}` })],
  }),
  closedHere: (n) => ({
    sale: saleOf(n, { state: 'writtenOff', standing: 'writtenOff' }),
    records: [recordOf(saleOf(n))],
  }),
  vanished: (n) => ({ sale: saleOf(n), records: [recordOf(saleOf(n), {}, { isLacked: true })] }),
  account: (n) => ({ sale: saleOf(n), records: [recordOf(saleOf(n), { accountEnding: '9876' })] }),
  paidLess: (n) => ({ sale: saleOf(n), records: [recordOf(saleOf(n), { amountSettled: '900' })] }),
  paidMore: (n) => ({
    sale: saleOf(n),
    records: [recordOf(saleOf(n), { amountSettled: naira(saleOf(n).amountKobo - 10 - (n % 40)) })],
  }),
  paidWithoutDate: (n) => ({
    sale: saleOf(n, { standing: 'onItsWay' }),
    records: [recordOf(saleOf(n), { datePaid: NO_DATE })],
  }),
  paidOddDate: (n) => ({
    sale: saleOf(n, { standing: 'onItsWay' }),
    records: [recordOf(saleOf(n), { datePaid: '9999-11-20T13:41:07' })],
  }),
  dateWithoutPaid: (n) => ({
    sale: saleOf(n, { standing: 'onItsWay' }),
    records: [recordOf(saleOf(n), { isPaid: false })],
  }),
  late: (n) => ({
    sale: saleOf(n, { standing: 'onItsWay', answeredAtMs: 9_000_000 }),
    records: [recordOf(saleOf(n), unpaid)],
  }),
  paidBack: (n) => ({ sale: saleOf(n), records: [recordOf(saleOf(n), unpaid, { wasPaid: true })] }),
}

/** A day of so many sales that agree, and each kind of difference so often. */
export function plantedDay(count: number, each: number) {
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
  return { sales, records: records.toReversed(), others }
}
