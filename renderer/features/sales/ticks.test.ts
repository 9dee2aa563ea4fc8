import { expect, test } from 'vitest'
import { SaleState, SettlementFacet } from '../../../shared/sale.ts'
import { strings } from '../../strings/strings.ts'
import { saleOf } from '../../testing/fixtures.ts'
import { headlineFor } from './headlines.ts'
import { chipFor } from './saleWords.ts'
import { factsText, marksOf } from './facts.ts'
import { ticksFor } from './ticks.ts'

const dates = [
  null,
  '',
  '0001-01-01T00:00:00',
  '0001-01-01T00:00:00.0000000Z',
  'yesterday',
  '2026-13-40T00:00:00',
  '2026-11-20T13:41:07.1234567',
] as const
const realDate = dates.at(-1)

const combinations = SaleState.options.flatMap((state) =>
  [null, ...SettlementFacet.options].flatMap((settlement) =>
    dates.map((datePaid) => ({ state, settlement, datePaid })),
  ),
)

test('ux 5: one tick only for an accepted sale, two only for a paid one with a real date, over every combination', () => {
  expect(combinations).toHaveLength(10 * 5 * 7)
  for (const sale of combinations) {
    const isPaid = sale.state === 'accepted' && sale.settlement === 'paid' && sale.datePaid === realDate
    const expected = isPaid ? 2 : sale.state === 'accepted' ? 1 : 0
    expect(ticksFor(sale), JSON.stringify(sale)).toBe(expected)
  }
})

test('the chip and the headline say Paid exactly where there are two ticks', () => {
  for (const facts of combinations) {
    const sale = saleOf({ transactionId: 'T', sequence: 1, amountSettled: '4975', fee: '25', ...facts })
    const saysPaid = chipFor(sale) === 'paid'
    expect(saysPaid, JSON.stringify(facts)).toBe(ticksFor(sale) === 2)
    expect(headlineFor(sale, '1234').title.includes('was paid into')).toBe(saysPaid)
    expect(JSON.stringify(headlineFor(sale, '1234'))).not.toContain('0001')
  }
})

test('a late sale that is not paid is late, never paid', () => {
  const sale = saleOf({ transactionId: 'T', sequence: 1, state: 'accepted', settlement: 'late' })
  expect(strings.chip[chipFor(sale)]).toBe('Payment late')
})

test('ux 5: the small marks of a row say accepted and paid exactly where the ticks do, over every combination', () => {
  for (const facts of combinations) {
    const sale = saleOf({ transactionId: 'T', sequence: 1, ...facts })
    const said = factsText(sale).split(', ')
    const ticks = ticksFor(sale)
    expect(said[0]).toBe('saved on this computer')
    expect(said.includes('bank accepted'), JSON.stringify(facts)).toBe(ticks >= 1)
    expect(said.includes('paid to you'), JSON.stringify(facts)).toBe(ticks === 2)
  }
})

test('a mark is filled exactly where a tick is, and what never comes is never called "not yet", over every combination', () => {
  for (const facts of combinations) {
    const sale = saleOf({ transactionId: 'T', sequence: 1, ...facts })
    const ticks = ticksFor(sale)
    const [saved, accepted, paid] = marksOf(sale)
    expect([saved, accepted === 'done', paid === 'done']).toEqual(['done', ticks >= 1, ticks === 2])
    const isOver = facts.state === 'refused' || facts.state === 'cancelled'
    expect(factsText(sale).includes('yet') && isOver, JSON.stringify(facts)).toBe(false)
    expect(accepted === 'never', JSON.stringify(facts)).toBe(isOver)
  }
})

test('waiting, checking, refused, accepted and paid have five different pictures', () => {
  const waiting = saleOf({ transactionId: 'T', sequence: 1, waitingReason: 'next' })
  const accepted = { ...waiting, state: 'accepted', settlement: 'unpaid' } as const
  const paid = { ...accepted, settlement: 'paid', datePaid: realDate ?? null } as const
  const pictures = [
    waiting,
    { ...waiting, state: 'unknown' } as const,
    { ...waiting, state: 'refused' } as const,
    accepted,
    paid,
  ].map((sale) => marksOf(sale).join(' '))
  expect(new Set(pictures).size).toBe(5)
  expect(marksOf({ ...waiting, waitingReason: 'checkingFirst' })[1]).toBe('notKnown')
})

test('a sale with an unknown answer is not marked as not accepted', () => {
  for (const state of ['unknown', 'review', 'conflict', 'writtenOff'] as const) {
    expect(factsText(saleOf({ transactionId: 'T', sequence: 1, state }))).toContain('acceptance not known')
  }
  const sending = factsText(saleOf({ transactionId: 'T', sequence: 1, state: 'sending' }))
  expect(sending).toBe('saved on this computer, waiting for the bank’s answer, payment not known')
})
