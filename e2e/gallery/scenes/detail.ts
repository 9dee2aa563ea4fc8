import type { SaleView } from '../../../shared/sale.ts'
import { FIXED_NOW_MS, saleOf } from '../../../renderer/testing/fixtures.ts'
import { row, saleDetail } from '../../pages/lists.ts'
import { question, show } from '../../pages/shell.ts'
import { type Scene, type Stage } from '../scene.ts'
import { fails, sales } from './known.ts'

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

/** The detail of one sale in the states that say most. */
const detailStates: readonly (readonly [name: string, reference: string, shows: string])[] = [
  ['late', 'TXN-0002', 'but the money is late'],
  ['conflict', 'TXN-0003', 'another sale under this reference'],
  ['review', 'TXN-0004', 'has still not told us'],
  ['unknown', 'TXN-0007', 'did not get the bank’s answer'],
]

const differs = saleOf({
  transactionId: 'TXN-0016',
  sequence: 16,
  state: 'accepted',
  standing: 'needsYou',
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
    name: 'detail-not-loaded',
    place: 'Sales',
    situation: 'error',
    facts: { sales: withUnsent },
    answers: { 'sales.get': fails('internal') },
    reach: (stage) => openDetail(stage, 'TXN-0001'),
    shows: (page) => saleDetail(page).getByText('We could not load the rest'),
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
