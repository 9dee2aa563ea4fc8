import type { SaleView } from '../../../shared/sale.ts'
import { FIXED_NOW_MS, saleOf } from '../../../renderer/testing/fixtures.ts'
import { row, saleDetail } from '../../pages/lists.ts'
import { question, show } from '../../pages/shell.ts'
import { type Scene, type Stage, never } from '../scene.ts'
import { fails, offline, sales } from './known.ts'

const unsent = saleOf({
  transactionId: 'TXN-0015',
  sequence: 15,
  waitingReason: 'offline',
  recordedAtMs: FIXED_NOW_MS - 3 * 60_000,
  note: 'Two bags of rice, one carton of tomato paste, and the balance of last Friday',
})

async function openDetail({ page }: Stage, reference: string): Promise<void> {
  await show(page, 'Sales')
  await row(page, 'Sales', reference).click()
}

/** The detail of one sale, in each state that a cashier has to understand. */
export const detailStates: readonly (readonly [name: string, reference: string, shows: string])[] = [
  ['paid', 'TXN-0001', 'was paid into'],
  ['late', 'TXN-0002', 'but the money is late'],
  ['conflict', 'TXN-0003', 'another sale under this reference'],
  ['review', 'TXN-0004', 'has still not told us'],
  ['removed', 'TXN-0005', 'was removed before it was sent'],
  ['bank-said-no', '01JD3N8Q7ZK4V5W6X7Y8Z9ABCD', 'The bank said no'],
  ['unknown', 'TXN-0007', 'did not get the bank’s answer'],
  ['differs', 'TXN-0016', 'now shows something else'],
  ['accepted', 'TXN-0008', 'has not been paid into account'],
  ['waiting', 'TXN-0015', 'The bank does not have it yet'],
  ['sending', 'TXN-0010', 'Sending to the bank…'],
  ['refused', 'TXN-0011', 'The bank refused this sale'],
  ['held', 'TXN-0012', 'This sale was not sent because'],
  ['written-off', 'TXN-0013', 'wrote this sale off'],
]

const differs = saleOf({
  transactionId: 'TXN-0016',
  sequence: 16,
  state: 'accepted',
  settlement: 'differs',
  sendCount: 1,
  recordedAtMs: FIXED_NOW_MS - 40 * 60_000,
  acceptedAtMs: FIXED_NOW_MS - 40 * 60_000,
})

export const withUnsent: readonly SaleView[] = [...sales, unsent, differs]

function stateScene([name, reference, text]: (typeof detailStates)[number]): Scene {
  return {
    name: `detail-${name}`,
    place: 'Sales',
    situation: 'hard',
    facts: { sales: withUnsent },
    reach: (stage) => openDetail(stage, reference),
    shows: (page) => saleDetail(page).getByText(text).first(),
    primary: (page) => saleDetail(page).getByRole('button', { name: 'Copy for support' }),
    ...(name === 'conflict' ? { hasForcedColors: true } : {}),
  }
}

export const detailScenes: readonly Scene[] = [
  ...detailStates.map(stateScene),
  {
    name: 'detail-loading',
    place: 'Sales',
    situation: 'loading',
    facts: { sales: withUnsent },
    answers: { 'sales.get': never() },
    reach: (stage) => openDetail(stage, 'TXN-0001'),
    shows: (page) => saleDetail(page).getByText('was paid into'),
  },
  {
    name: 'detail-not-loaded',
    place: 'Sales',
    situation: 'error',
    facts: { sales: withUnsent },
    answers: { 'sales.get': fails('internal') },
    reach: (stage) => openDetail(stage, 'TXN-0001'),
    shows: (page) => saleDetail(page).getByText('We could not load the rest'),
  },
  {
    name: 'detail-check-in-vain',
    place: 'Sales',
    situation: 'error',
    facts: { sales: withUnsent, ...offline },
    answers: { 'sales.checkNow': fails('unreachable') },
    reach: async (stage) => {
      await openDetail(stage, 'TXN-0007')
      await saleDetail(stage.page).getByRole('button', { name: 'Check now' }).click()
    },
    shows: (page) => saleDetail(page).getByRole('alert'),
  },
  {
    name: 'detail-copied-by-hand',
    place: 'Sales',
    situation: 'hard',
    facts: { sales: withUnsent },
    reach: async (stage) => {
      await openDetail(stage, 'TXN-0001')
      await saleDetail(stage.page).getByRole('button', { name: 'Copy for support' }).click()
    },
    shows: (page) => saleDetail(page).getByRole('textbox', { name: 'Text for support' }),
  },
  {
    name: 'detail-remove',
    place: 'Sales',
    situation: 'question',
    facts: { sales: withUnsent },
    reach: async (stage) => {
      await openDetail(stage, 'TXN-0015')
      await saleDetail(stage.page).getByRole('button', { name: 'Remove' }).click()
    },
    shows: question,
    primary: (page) => question(page).getByRole('button', { name: 'Remove sale' }),
  },
]
