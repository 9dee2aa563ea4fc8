import { FIXED_NOW_MS, saleOf } from '../../../renderer/testing/fixtures.ts'
import { row, saleDetail, type Grid } from '../../pages/lists.ts'
import { show, type Screen } from '../../pages/shell.ts'
import type { Scene, Stage } from '../scene.ts'

/** A slip that is looked up before it is sent, with unreadable answers. */
const slip = saleOf({
  transactionId: 'SLIP-77-000123',
  sequence: 31,
  recordedAtMs: FIXED_NOW_MS - 6 * 60_000,
  amountKobo: 1_850_050,
  waitingReason: 'bankUnclear',
  askProblem: 'malformed:data.amount',
  checkCount: 4,
  lastCheckAtMs: FIXED_NOW_MS - 40_000,
  nextTryAtMs: FIXED_NOW_MS + 80_000,
})
/** Ten minutes later it waits for a person's decision. */
const held = saleOf({
  ...slip,
  transactionId: 'SLIP-77-000124',
  sequence: 32,
  state: 'held',
  heldReason: 'bankUnclear',
  waitingReason: null,
  recordedAtMs: FIXED_NOW_MS - 34 * 60_000,
})
const asked = saleOf({
  ...slip,
  transactionId: 'SLIP-77-000125',
  sequence: 33,
  waitingReason: 'checkingFirst',
  askProblem: null,
  checkCount: 0,
  lastCheckAtMs: null,
})

const open = async ({ page }: Stage, screen: Screen & Grid, reference: string): Promise<void> => {
  await show(page, screen)
  await row(page, screen, reference).click()
}

/** A slip that is looked up before sending, a file being checked, and a payment not checked for long. */
export const slipScenes: readonly Scene[] = [
  {
    name: 'slip-needs-you',
    place: 'To do',
    situation: 'hard',
    facts: { sales: [slip, held, asked] },
    reach: (stage) => open(stage, 'To do', 'SLIP-77-000124'),
    shows: (page) => saleDetail(page).getByText('answers about its slip could not be read'),
    primary: (page) => saleDetail(page).getByRole('button', { name: 'Decide now…' }),
    hasForcedColors: true,
  },
]
