import type { Page } from '@playwright/test'
import { FIXED_NOW_MS, saleOf } from '../../../renderer/testing/fixtures.ts'
import { row, saleDetail, type Grid } from '../../pages/lists.ts'
import { recordButton } from '../../pages/sale.ts'
import { banner, question, show, type Screen } from '../../pages/shell.ts'
import type { Scene, Stage } from '../scene.ts'
import { deciding } from './decide.ts'

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
/** Recorded before this start: the file is checked before any of them is sent. */
const kept = [0, 1, 2].map((place) =>
  saleOf({
    transactionId: `KEPT-000${place + 1}`,
    sequence: 41 + place,
    recordedAtMs: FIXED_NOW_MS - (3 - place) * 3_600_000,
    amountKobo: 250_000 + place * 75_050,
    waitingReason: 'checkingFile',
  }),
)
/** Accepted hours ago; the bank has not answered about its payment since. */
const unchecked = saleOf({
  transactionId: 'PAID-0001',
  sequence: 51,
  state: 'accepted',
  settlement: 'unpaid',
  sendCount: 1,
  recordedAtMs: FIXED_NOW_MS - 5 * 3_600_000,
  acceptedAtMs: FIXED_NOW_MS - 5 * 3_600_000,
  notCheckedSinceMs: FIXED_NOW_MS - 4 * 3_600_000,
})

const open = async ({ page }: Stage, screen: Screen & Grid, reference: string): Promise<void> => {
  await show(page, screen)
  await row(page, screen, reference).click()
}
const waiting = (stage: Stage, reference: string) => open(stage, 'To do', reference)
const copy = (page: Page) => saleDetail(page).getByRole('button', { name: 'Copy for support' })

/** A slip that is looked up before sending, a file being checked, and a payment not checked for long. */
export const slipScenes: readonly Scene[] = [
  {
    name: 'slip-asked-first',
    place: 'To do',
    situation: 'data',
    facts: { sales: [slip, held, asked] },
    reach: (stage) => waiting(stage, 'SLIP-77-000125'),
    shows: (page) => saleDetail(page).getByText('SLIP-77-000125').first(),
    primary: copy,
  },
  {
    name: 'slip-answer-not-read',
    place: 'To do',
    situation: 'hard',
    facts: { sales: [slip, held, asked] },
    reach: (stage) => waiting(stage, 'SLIP-77-000123'),
    shows: (page) => saleDetail(page).getByText('SLIP-77-000123').first(),
    primary: copy,
  },
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
  deciding('slip-decide', 'SLIP-77-000124', (page) => question(page).getByRole('radio').first(), {
    facts: { sales: [slip, held, asked] },
  }),
  {
    name: 'waiting-file-is-checked',
    place: 'To do',
    situation: 'loading',
    facts: { sales: kept },
    reach: (stage) => waiting(stage, 'KEPT-0001'),
    shows: (page) => saleDetail(page).getByText('We check the sales file before anything is sent.'),
    primary: copy,
  },
  {
    name: 'banner-not-checked',
    place: 'Shell',
    situation: 'hard',
    facts: { sales: [unchecked] },
    shows: (page) => banner(page).getByText('₦'),
    primary: recordButton,
  },
  {
    name: 'detail-not-checked',
    place: 'Sales',
    situation: 'hard',
    facts: { sales: [unchecked] },
    reach: (stage) => open(stage, 'Sales', 'PAID-0001'),
    shows: (page) => saleDetail(page).getByText('PAID-0001').first(),
    primary: copy,
  },
]
