import type { PayoutChange, PayoutWatchView } from '../../../shared/payout.ts'
import type { DoubleFacts } from '../../../renderer/testing/bridgeDouble.ts'
import { changedPayout, FIXED_NOW_MS, terminalListOf } from '../../../renderer/testing/fixtures.ts'
import { recordButton } from '../../pages/sale.ts'
import { show } from '../../pages/shell.ts'
import { type Scene } from '../scene.ts'
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
    name: 'todo-payouts-changed',
    place: 'To do',
    situation: 'data',
    facts: factsOf([moved, every]),
    reach: ({ page }) => show(page, 'To do'),
    shows: (page) => page.getByRole('region', { name: 'Needs you: terminals' }),
    primary: (page) => page.getByRole('main').getByRole('button', { name: 'Look at it' }).first(),
  },
]
