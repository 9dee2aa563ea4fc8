import { expect, test } from 'vitest'
import { recordOf } from '../../../renderer/testing/fixtures.ts'
import { SaleState } from '../../../shared/sale.ts'
import { PART_OF, standings } from '../../../shared/standing.ts'
import { standingOfSale, withStanding } from './standing.ts'

const dates = [
  null,
  '',
  '0001-01-01T00:00:00',
  '0001-01-01T00:00:00.0000000Z',
  'yesterday',
  '2026-13-40T00:00:00',
  '2026-11-20T13:41:07.1234567',
] as const
const REAL = dates.at(-1)

const ours = recordOf({ recordId: '7', transactionId: 'S-1' })
const unpaid = { ...ours, isPaid: false, datePaid: '0001-01-01T00:00:00' }
const differences = [
  { differing: null, differingOpen: false },
  { differing: unpaid, differingOpen: false },
  { differing: { ...ours, amount: '1' }, differingOpen: true },
  { differing: { ...unpaid, recordId: '8' }, differingOpen: true },
  { differing: unpaid, differingOpen: true },
] as const

const sales = SaleState.options.flatMap((state) =>
  dates.flatMap((datePaid) =>
    differences.map((difference) => ({ state, datePaid, record: ours, ...difference })),
  ),
)

test('a sale is paid only where it is accepted, on a real date, and no difference is open', () => {
  const seen = new Set<string>()
  for (const sale of sales) {
    const standing = standingOfSale(sale)
    seen.add(standing)
    const isPaid = sale.state === 'accepted' && sale.datePaid === REAL && !sale.differingOpen
    expect(standing === 'paid', JSON.stringify(sale)).toBe(isPaid)
    const isOpen = sale.state === 'accepted' && sale.differingOpen
    if (isOpen) expect(PART_OF[standing]).toBe('attention')
    expect(standing === 'paidBack').toBe(isOpen && sale.datePaid === REAL && sale.differing === unpaid)
  }
  expect([...seen].toSorted()).toEqual([...standings].toSorted())
})

test('the stores read the same of a row', () => {
  for (const { state, datePaid, record, differing, differingOpen } of sales) {
    const evidence = differingOpen
      ? JSON.stringify([record, differing].map((one) => JSON.stringify(one)))
      : null
    const read = withStanding({ state, datePaid, evidence, more: 1 })
    expect(read).toEqual({
      state,
      more: 1,
      standing: standingOfSale({ state, datePaid, record, differing, differingOpen }),
    })
  }
  const damaged = { state: 'accepted', datePaid: REAL ?? null, evidence: '["{", null]' } as const
  expect(withStanding(damaged).standing).toBe('needsYou')
})
