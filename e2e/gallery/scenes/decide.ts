import type { Page } from '@playwright/test'
import { row, saleDetail } from '../../pages/lists.ts'
import { pinDialog } from '../../pages/manager.ts'
import { question, show } from '../../pages/shell.ts'
import { cashier, FIXED_NOW_MS, saleOf } from '../../../renderer/testing/fixtures.ts'
import { type Scene, type Stage, never } from '../scene.ts'
import { withUnsent } from './detail.ts'
import { fails, manager, offline, sales } from './known.ts'

const needy = saleOf({
  transactionId: 'TXN-0014',
  sequence: 14,
  state: 'review',
  reviewReason: 'absenceProven',
  recordedAtMs: FIXED_NOW_MS - 26 * 3_600_000,
  amountKobo: 4_200_050,
  sendCount: 1,
  checkCount: 14,
  lastCheckAtMs: FIXED_NOW_MS - 60_000,
  nextTryAtMs: FIXED_NOW_MS + 240_000,
})

/** Its row was changed in the file by another program. */
const changed = saleOf({
  transactionId: 'TXN-0016',
  sequence: 16,
  state: 'held',
  heldReason: 'factsChanged',
  recordedAtMs: FIXED_NOW_MS - 3 * 3_600_000,
  amountKobo: 12_500_000,
})

/** Opens a sale's detail among those that need a person, and there the question about the decision. */
async function decide({ page }: Stage, reference: string): Promise<void> {
  await show(page, 'To do')
  await row(page, 'To do', reference).click()
  await saleDetail(page).getByRole('button', { name: 'Decide now…' }).click()
}

const leave = (page: Page) => question(page).getByRole('button', { name: 'Leave it waiting' })

/** The question about one sale, where leaving it alone is the main button. */
export function deciding(
  name: string,
  reference: string,
  shows: Scene['shows'],
  more: Pick<Scene, 'facts'> & Partial<Scene>,
): Scene {
  return {
    name,
    place: 'To do',
    situation: 'question',
    reach: (stage) => decide(stage, reference),
    shows,
    primary: leave,
    ...more,
    facts: { ...manager, ...more.facts },
  }
}
const says =
  (text: string): Scene['shows'] =>
  (page) =>
    question(page).getByText(text)

export const decideScenes: readonly Scene[] = [
  deciding('decide-review', 'TXN-0014', says('The bank was asked a moment ago.'), {
    facts: { sales: [...sales, needy] },
    hasForcedColors: true,
  }),
  deciding('decide-conflict', 'TXN-0003', says('Take the bank’s record'), { facts: { sales } }),
  deciding('decide-differs', 'TXN-0016', says('The bank’s record is right'), {
    facts: { sales: withUnsent },
  }),
  {
    name: 'todo-facts-changed',
    place: 'To do',
    situation: 'hard',
    facts: { sales: [...sales, changed] },
    reach: async ({ page }) => {
      await show(page, 'To do')
      await row(page, 'To do', 'TXN-0016').click()
    },
    shows: (page) => saleDetail(page).getByText('In the file now'),
    primary: (page) => saleDetail(page).getByRole('button', { name: 'Decide now…' }),
  },
  deciding('decide-facts-changed', 'TXN-0016', says('Put back what was recorded'), {
    facts: { sales: [...sales, changed] },
  }),
  deciding('decide-asking', 'TXN-0004', says('Asking the bank once more'), {
    situation: 'loading',
    facts: { sales },
    answers: { 'sales.checkNow': never() },
  }),
  deciding('decide-not-reached', 'TXN-0004', (page) => question(page).getByRole('alert'), {
    situation: 'error',
    facts: { sales, ...offline },
    answers: { 'sales.checkNow': fails('unreachable') },
  }),
  deciding('decide-problems', 'TXN-0004', says('Choose what should happen.'), {
    situation: 'error',
    facts: { sales },
    reach: async (stage) => {
      await decide(stage, 'TXN-0004')
      await question(stage.page).getByRole('button', { name: 'Decide', exact: true }).click()
    },
  }),
  deciding('decide-asks-for-pin', 'TXN-0004', (page) => pinDialog(page, 'Manager PIN'), {
    facts: { sales, access: cashier },
    reach: async (stage) => {
      await decide(stage, 'TXN-0004')
      const asked = question(stage.page)
      await asked.getByRole('radio', { name: /^Write it off/u }).check()
      await asked.getByLabel('Reason').fill('The customer paid in cash')
      await asked.getByRole('button', { name: 'Decide', exact: true }).click()
    },
    primary: (page) => pinDialog(page, 'Manager PIN').getByRole('button', { name: 'Open' }),
  }),
]
