import { expect, test } from 'vitest'
import type { SaleState } from '../../../shared/sale.ts'
import { type Standing, standings, standingWords } from '../../../shared/standing.ts'
import { strings } from '../../strings/strings.ts'
import { saleOf } from '../../testing/fixtures.ts'
import { headlineFor } from './headlines.ts'
import { chipFor } from './saleWords.ts'
import { factsText, marksOf } from './facts.ts'

const STATE_OF: Readonly<Record<Standing, SaleState>> = {
  paid: 'accepted',
  onItsWay: 'accepted',
  paidBack: 'accepted',
  checking: 'unknown',
  waiting: 'queued',
  needsYou: 'review',
  refused: 'refused',
  removed: 'cancelled',
  writtenOff: 'writtenOff',
}

const PAID_ON = '2026-11-20T13:41:07.1234567'
const facts = standings.map((standing) => ({
  standing,
  state: STATE_OF[standing],
  datePaid: standing === 'paid' || standing === 'paidBack' ? PAID_ON : null,
}))

test('the chip, the headline and the marks say paid exactly where the sale stands as paid', () => {
  for (const each of facts) {
    const sale = saleOf({ transactionId: 'T', sequence: 1, amountSettled: '4975', fee: '25', ...each })
    const isPaid = each.standing === 'paid'
    expect(chipFor(sale) === 'paid', each.standing).toBe(isPaid)
    expect(headlineFor(sale, '1234').title.includes('was paid into')).toBe(isPaid)
    expect(factsText(sale).includes('paid to you'), each.standing).toBe(isPaid)
  }
})

test('a late sale that is not paid is late, never paid', () => {
  const sale = saleOf({ transactionId: 'T', sequence: 1, state: 'accepted', isLate: true })
  expect(strings.chip[chipFor(sale)]).toBe('Payment late')
})

test('each standing has words of its own on its chip, unless the sale says why more closely', () => {
  for (const { standing, state } of facts.filter(({ state }) => state !== 'held')) {
    const chip = strings.chip[chipFor(saleOf({ transactionId: 'T', sequence: 1, standing, state }))]
    expect(chip).toBe(standingWords[standing])
  }
})

test('a mark is filled exactly for what is known, and what never comes is never called "not yet"', () => {
  for (const each of facts) {
    const sale = saleOf({ transactionId: 'T', sequence: 1, ...each })
    const [saved, accepted, paid] = marksOf(sale)
    expect([saved, accepted === 'done', paid === 'done']).toEqual([
      'done',
      each.state === 'accepted',
      each.standing === 'paid',
    ])
    const isOver = each.standing === 'refused' || each.standing === 'removed'
    expect(factsText(sale).includes('yet') && isOver, each.standing).toBe(false)
    expect(accepted === 'never', each.standing).toBe(isOver)
  }
})

test('waiting, checking, refused, accepted and paid have five different pictures', () => {
  const waiting = saleOf({ transactionId: 'T', sequence: 1, waitingReason: 'next' })
  const accepted = { ...waiting, state: 'accepted', standing: 'onItsWay' } as const
  const paid = { ...accepted, standing: 'paid', datePaid: PAID_ON } as const
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
