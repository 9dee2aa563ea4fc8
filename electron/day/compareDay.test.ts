import { expect, test } from 'vitest'
import { extent } from '../../scripts/extent.ts'
import { atStake, type DayReason } from '../../shared/day.ts'
import { fc } from '../testing/fuzz.ts'
import { atOnce } from '../work/slices.ts'
import type { SaleOfDay } from '../outbox/store/dayStore.ts'
import { compareDay, type Compared } from './compareDay.ts'
import { kinds, naira, PLANTED, plantedDay, recordOf, saleOf } from './testing/plantedDay.ts'

const KINDS = Object.keys(kinds).length

function planted(count: number, each: number): Compared {
  const { sales, records, others } = plantedDay(count, each)
  return atOnce(compareDay(sales, records, PLANTED, others))
}

test('a day that agrees has no line, and its sums are those of the sales', () => {
  const { here, bank, difference, unexplained, lines, paidOut, fees } = planted(3, 0)
  expect(here).toEqual({ count: 3, amount: '3000.06' })
  expect(bank).toEqual(here)
  expect([difference, unexplained, lines]).toEqual(['0', '0', []])
  expect([paidOut, fees]).toEqual(['2985.06', '15'])
})

test('each kind of difference is found among tens of thousands of sales, exactly, and the lines explain the whole', () => {
  const found = planted(extent(100_000, 20_000), 4)
  const counts = new Map<DayReason, number>()
  for (const { reason } of found.lines) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  expect(Object.fromEntries(counts)).toEqual(Object.fromEntries(Object.keys(kinds).map((kind) => [kind, 4])))
  expect(found.lineCount).toBe(4 * KINDS)
  expect(found.unexplained).toBe('0')
  expect(found.difference).not.toBe('0')
})

test('amounts finer than a kobo stay exact', () => {
  const { difference, lines } = atOnce(
    compareDay([saleOf(1)], [recordOf(saleOf(1), { amount: '1000.0125' })], PLANTED),
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
      PLANTED,
    ),
  )
  expect(found.lines).toEqual([])
  expect(found.cappedFees).toEqual([{ terminalId: 'T1', fee: '100' }])
})

test('what is closed here and unknown at the bank is no difference', () => {
  const { here, besides, lines } = atOnce(
    compareDay([saleOf(1, { state: 'cancelled', standing: 'removed' })], [], PLANTED),
  )
  expect([here.count, besides, lines]).toEqual([0, { count: 1, amount: '1000.01' }, []])
})

test('references match in any letters, and every line is there', () => {
  const { lines } = atOnce(compareDay([saleOf(1)], [recordOf(saleOf(1), { transactionId: 's1' })], PLANTED))
  expect(lines).toEqual([])
  const many = planted(0, 40)
  expect([many.lines.length, many.lineCount, many.unexplained]).toEqual([40 * KINDS, 40 * KINDS, '0'])
})

test('for any amounts the sums are those of whole ten-thousandths, and the lines explain the difference', () => {
  const kobo = fc.integer({ min: 1, max: 9_000_000_000 })
  const units = fc.bigInt({ min: 1n, max: 90_000_000_000_000n })
  const decimalOf = (each: bigint): string => `${each / 10_000n}.${String(each % 10_000n).padStart(4, '0')}`
  const unitsOf = (decimal: string): bigint => {
    const [whole = '', part = ''] = decimal.replace('-', '').split('.')
    const size = BigInt(whole) * 10_000n + BigInt(part.padEnd(4, '0'))
    return decimal.startsWith('-') ? -size : size
  }
  fc.assert(
    fc.property(
      fc.array(fc.record({ kobo, at: fc.option(units), isHere: fc.boolean() }), { maxLength: 40 }),
      (rows) => {
        const here = rows.flatMap((row, n) => (row.isHere ? [saleOf(n, { amountKobo: row.kobo })] : []))
        const there = rows.flatMap(({ at }, n) =>
          at === null ? [] : [recordOf(saleOf(n), { amount: decimalOf(at), isPaid: false, datePaid: '' })],
        )
        const found = atOnce(compareDay(here, there, PLANTED))
        const ours = rows.reduce((all, row) => (row.isHere ? all + BigInt(row.kobo) * 100n : all), 0n)
        const theirs = rows.reduce((all, { at }) => all + (at ?? 0n), 0n)
        expect(unitsOf(found.here.amount)).toBe(ours)
        expect(unitsOf(found.bank.amount)).toBe(theirs)
        expect(unitsOf(found.difference)).toBe(theirs - ours)
        expect(found.lines.reduce((all, line) => all + unitsOf(line.difference), 0n)).toBe(theirs - ours)
        expect(found.unexplained).toBe('0')
      },
    ),
  )
})

test('what other tills of the terminal were paid is apart from this counter’s money and sales', () => {
  const own = [saleOf(1), saleOf(2, { standing: 'onItsWay' })]
  const records = [
    recordOf(saleOf(1)),
    recordOf(saleOf(2), { isPaid: false, datePaid: '0001-01-01T00:00:00' }),
    recordOf(saleOf(8)),
    recordOf(saleOf(9)),
  ]
  const found = atOnce(compareDay(own, records, PLANTED))
  expect(found).toMatchObject({ paidOut: '995.01', paidCount: 1, fees: '5' })
  expect(found.paidElsewhere).toEqual({ count: 2, amount: '1990.17' })
  expect(atOnce(compareDay([], records, PLANTED))).toMatchObject({
    paidOut: '0',
    paidCount: 0,
    fees: '0',
  })
})

test.each(['9999-11-20T13:41:07', '2024-02-29T10:00:00', '1448-06-10T09:00:00', '1900-01-01T00:00:00'])(
  'a payment of %s is none: it is in no sum, and is named',
  (datePaid) => {
    const found = atOnce(
      compareDay([saleOf(1, { standing: 'onItsWay' })], [recordOf(saleOf(1), { datePaid })], PLANTED),
    )
    expect(found).toMatchObject({ paidOut: '0', paidCount: 0, lines: [{ reason: 'paidOddDate' }] })
  },
)

test('a sale whose record differs is neither paid nor agreed', () => {
  const found = atOnce(compareDay([saleOf(1, { standing: 'needsYou' })], [recordOf(saleOf(1))], PLANTED))
  expect(found.rows.filter(({ here }) => here.count > 0).map(({ part }) => part)).toEqual(['needsYou'])
  expect(found).toMatchObject({ paidOut: '0', paidCount: 0 })
})

test('a fee that some sales share is no cap where one was charged more, or where all have one amount', () => {
  const charged = (n: number, kobo: number, fee: number) => {
    const sale = saleOf(n, { amountKobo: kobo })
    return { sale, record: recordOf(sale, { amountSettled: naira(kobo - fee) }) }
  }
  const compared = (all: readonly ReturnType<typeof charged>[]) =>
    atOnce(
      compareDay(
        all.map(({ sale }) => sale),
        all.map(({ record }) => record),
        PLANTED,
      ),
    )
  const shared = [2, 3, 4].map((n) => charged(n, n * 10_000_000, 10_000))
  const more = compared([...shared, charged(5, 50_000_000, 250_000)])
  expect([more.cappedFees, more.lines.map(({ reason }) => reason)]).toEqual([
    [],
    ['paidMore', 'paidMore', 'paidMore'],
  ])
  const same = compared([2, 3, 4].map((n) => charged(n, 10_000_000, 10_000)))
  expect([same.cappedFees, same.lineCount]).toEqual([[], 3])
})

test('a record of another till that vanished is named, and changes no sum', () => {
  const found = atOnce(compareDay([], [recordOf(saleOf(1), {}, { isLacked: true })], PLANTED))
  expect(found).toMatchObject({ difference: '0', unexplained: '0', bank: { count: 0 } })
  expect(found.lines).toMatchObject([{ reason: 'vanished', standing: null, transactionId: 'S1' }])
})

test('what was paid and is not any more stands apart until a person takes the bank’s word for it', () => {
  const unpaid = recordOf(saleOf(1), { isPaid: false, datePaid: '0001-01-01T00:00:00' }, { wasPaid: true })
  const of = (standing: SaleOfDay['standing']) => {
    const { rows, lines, lookCount, paidOut } = atOnce(
      compareDay([saleOf(1, { standing })], [unpaid], PLANTED),
    )
    const parts = rows.filter(({ here }) => here.count > 0).map(({ part }) => part)
    return [parts, lines.map(({ reason }) => reason), lookCount, paidOut]
  }
  expect(of('paidBack')).toEqual([['paidBack'], ['paidBack'], 1, '0'])
  expect(of('onItsWay')).toEqual([['onItsWay'], [], 0, '0'])
})

test('a late sale has a line, though nothing differs', () => {
  const late = saleOf(1, { standing: 'onItsWay', answeredAtMs: 9_000_000 })
  const unpaid = { isPaid: false, datePaid: '0001-01-01T00:00:00' }
  const found = atOnce(compareDay([late], [recordOf(late, unpaid)], PLANTED))
  expect(found).toMatchObject({
    difference: '0',
    lookCount: 1,
    lines: [{ reason: 'late', transactionId: 'S1' }],
  })
})

test('at stake is what differs of an amount or of what was settled, else the whole sale', () => {
  const line = { here: '100', bank: '90', difference: '-10', expected: null, settled: null } as const
  const stakeOf = (part: object) => atStake({ ...line, ...part } as Parameters<typeof atStake>[0])
  expect(stakeOf({ reason: 'amount' })).toBe('10')
  expect(stakeOf({ reason: 'paidLess', expected: '99.5', settled: '90' })).toBe('9.5')
  expect(stakeOf({ reason: 'paidMore', expected: '90', settled: '99.5' })).toBe('9.5')
  expect(stakeOf({ reason: 'paidLess', expected: null, settled: '90' })).toBeNull()
  expect(stakeOf({ reason: 'late' })).toBe('100')
  expect(stakeOf({ reason: 'twoRecords', here: null })).toBe('90')
})
