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

export const decideScenes: readonly Scene[] = [
  {
    name: 'decide-review',
    place: 'To do',
    situation: 'question',
    facts: { sales: [...sales, needy], ...manager },
    reach: (stage) => decide(stage, 'TXN-0014'),
    shows: (page) => question(page).getByText('The bank was asked a moment ago.'),
    primary: leave,
    hasForcedColors: true,
  },
  {
    name: 'decide-conflict',
    place: 'To do',
    situation: 'question',
    facts: { sales, ...manager },
    reach: (stage) => decide(stage, 'TXN-0003'),
    shows: (page) => question(page).getByText('Take the bank’s record'),
    primary: leave,
  },
  {
    name: 'decide-differs',
    place: 'To do',
    situation: 'question',
    facts: { sales: withUnsent, ...manager },
    reach: (stage) => decide(stage, 'TXN-0016'),
    shows: (page) => question(page).getByText('The bank’s record is right'),
    primary: leave,
  },
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
  {
    name: 'decide-facts-changed',
    place: 'To do',
    situation: 'question',
    facts: { sales: [...sales, changed], ...manager },
    reach: (stage) => decide(stage, 'TXN-0016'),
    shows: (page) => question(page).getByText('Put back what was recorded'),
    primary: leave,
  },
  {
    name: 'decide-asking',
    place: 'To do',
    situation: 'loading',
    facts: { sales, ...manager },
    answers: { 'sales.checkNow': never() },
    reach: (stage) => decide(stage, 'TXN-0004'),
    shows: (page) => question(page).getByText('Asking the bank once more'),
    primary: leave,
  },
  {
    name: 'decide-not-reached',
    place: 'To do',
    situation: 'error',
    facts: { sales, ...manager, ...offline },
    answers: { 'sales.checkNow': fails('unreachable') },
    reach: (stage) => decide(stage, 'TXN-0004'),
    shows: (page) => question(page).getByRole('alert'),
    primary: leave,
  },
  {
    name: 'decide-problems',
    place: 'To do',
    situation: 'error',
    facts: { sales, ...manager },
    reach: async (stage) => {
      await decide(stage, 'TXN-0004')
      await question(stage.page).getByRole('button', { name: 'Decide', exact: true }).click()
    },
    shows: (page) => question(page).getByText('Choose what should happen.'),
    primary: leave,
  },
  {
    name: 'decide-asks-for-pin',
    place: 'To do',
    situation: 'question',
    facts: { sales, access: cashier },
    reach: async (stage) => {
      await decide(stage, 'TXN-0004')
      const asked = question(stage.page)
      await asked.getByRole('radio', { name: /^Write it off/u }).check()
      await asked.getByLabel('Reason').fill('The customer paid in cash')
      await asked.getByRole('button', { name: 'Decide', exact: true }).click()
    },
    shows: (page) => pinDialog(page, 'Manager PIN'),
    primary: (page) => pinDialog(page, 'Manager PIN').getByRole('button', { name: 'Open' }),
  },
]
