import type { Page } from '@playwright/test'
import type { PayoutChange, PayoutWatchView } from '../../../shared/payout.ts'
import type { DoubleFacts } from '../../../renderer/testing/bridgeDouble.ts'
import { changedPayout, FIXED_NOW_MS, terminalListOf } from '../../../renderer/testing/fixtures.ts'
import { row } from '../../pages/lists.ts'
import { recordButton } from '../../pages/sale.ts'
import { show } from '../../pages/shell.ts'
import { type Scene, type Stage } from '../scene.ts'
import { sales } from './known.ts'

const DAY_MS = 86_400_000
const own = terminalListOf().chosenTerminalId ?? ''

const moved = changedPayout().payouts.terminals[0]?.change as PayoutChange
/** Everything that can change. */
const every: PayoutChange = {
  ...moved,
  version: 'two',
  shownBy: 'list',
  merchant: { from: '2044LAPR0000017', to: 'MERCHANT-OF-THE-LONGEST-KIND/BRANCH-0042' },
  isActive: { from: true, to: false },
  isReceivingPayment: { from: true, to: false },
}

function factsOf(changes: readonly PayoutChange[], isExact = true): Partial<DoubleFacts> {
  const terminals: PayoutWatchView['terminals'] = changes.map((change, place) => ({
    terminalId: place === 0 ? own : `2TLS000${place + 1}`,
    sinceMs: FIXED_NOW_MS - 30 * DAY_MS,
    missingSinceMs: null,
    change,
  }))
  return { sales, terminals: terminalListOf({ payouts: { isExact, openCount: changes.length, terminals } }) }
}

/** A form is no alert. */
const dialog = (page: Page) => page.getByRole('dialog')

const lookAtIt = async ({ page }: Stage): Promise<void> => {
  await show(page, 'To do')
  await page.getByRole('main').getByRole('button', { name: 'Look at it' }).first().click()
}

export const payoutScenes: readonly Scene[] = [
  {
    name: 'sale-payout-changed',
    place: 'Sell',
    situation: 'data',
    facts: factsOf([moved]),
    shows: (page) => page.getByText('now ••••••5678, before ••••••1234'),
    primary: recordButton,
    hasForcedColors: true,
  },
  {
    name: 'sale-other-account',
    place: 'Sell',
    situation: 'data',
    facts: { sales, terminals: terminalListOf({ askedAccountEnding: '9012' }) },
    shows: (page) => page.getByText('Here ••••••9012 was asked for.'),
    primary: recordButton,
  },
  {
    name: 'todo-payouts-changed',
    place: 'To do',
    situation: 'data',
    facts: factsOf([moved, every]),
    reach: ({ page }) => show(page, 'To do'),
    shows: (page) => page.getByRole('region', { name: 'Needs you: terminals' }),
    primary: (page) => page.getByRole('main').getByRole('button', { name: 'Look at it' }).first(),
  },
  {
    name: 'todo-payout-alone',
    place: 'To do',
    situation: 'data',
    facts: { ...factsOf([{ ...moved, isBack: true }]), sales: [] },
    reach: ({ page }) => show(page, 'To do'),
    shows: (page) => page.getByText('shows it as expected again'),
    primary: (page) => page.getByRole('main').getByRole('button', { name: 'Look at it' }),
  },
  {
    name: 'terminal-payout-changed',
    place: 'Terminal',
    situation: 'data',
    facts: factsOf([moved], false),
    reach: async ({ page }) => {
      await show(page, 'Terminal')
      await row(page, 'All terminals', own).click()
    },
    shows: (page) =>
      page
        .getByRole('complementary', { name: 'Terminal details' })
        .getByText('now ••••••5678, before ••••••1234'),
  },
  {
    name: 'terminal-payout-question',
    place: 'Terminal',
    situation: 'question',
    facts: factsOf([moved]),
    reach: lookAtIt,
    shows: dialog,
    primary: (page) => dialog(page).getByRole('button', { name: 'Leave it open' }),
  },
  {
    name: 'terminal-payout-question-every',
    place: 'Terminal',
    situation: 'hard',
    facts: factsOf([every]),
    reach: lookAtIt,
    shows: dialog,
    primary: (page) => dialog(page).getByRole('button', { name: 'Leave it open' }),
  },
]
