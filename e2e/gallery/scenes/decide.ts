import type { Page } from '@playwright/test'
import { row, saleDetail } from '../../pages/lists.ts'
import { question, show } from '../../pages/shell.ts'
import { FIXED_NOW_MS, saleOf } from '../../../renderer/testing/fixtures.ts'
import { type Scene, type Stage } from '../scene.ts'
import { manager, sales } from './known.ts'

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
  deciding('decide-facts-changed', 'TXN-0016', says('Put back what was recorded'), {
    facts: { sales: [...sales, changed] },
  }),
  deciding('decide-problems', 'TXN-0004', says('Choose what should happen.'), {
    situation: 'error',
    facts: { sales },
    reach: async (stage) => {
      await decide(stage, 'TXN-0004')
      await question(stage.page).getByRole('button', { name: 'Decide', exact: true }).click()
    },
  }),
]
