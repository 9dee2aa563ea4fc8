import type { Page } from '@playwright/test'
import { callError } from '../../../shared/callError.ts'
import type { DisputeView } from '../../../shared/dispute.ts'
import { disputeOf } from '../../../renderer/testing/disputeDouble.ts'
import { FIXED_NOW_MS } from '../../../renderer/testing/fixtures.ts'
import { row } from '../../pages/lists.ts'
import { show } from '../../pages/shell.ts'
import type { Scene, Stage } from '../scene.ts'
import { manager, offline, sales } from './known.ts'

const DAY_MS = 86_400_000
const LONG =
  'The bank’s officer, Mrs. Oluwaseunfunmi Adebayo-Okonkwo, looks into it and calls back on Thursday; ask for ref ZZ-0001.'

export const underpaid: DisputeView = disputeOf(
  {
    about: [{ transactionId: '416386', terminalId: '2ABC1234', amount: '24000', settled: '23760' }],
    reason: 'paidLess',
    atStake: '120',
    caseNumber: 'CASE-88213',
    reportedHow: 'by e-mail, support desk',
    reportedAtMs: FIXED_NOW_MS - 7 * DAY_MS,
    answerBy: '2026-11-20',
    state: 'withBank',
  },
  {
    disputeId: 'case-1',
    isDue: true,
    now: [{ transactionId: '416386', standing: 'paid' }],
    suggestion: { kind: 'paidMore', amount: '120', paidAt: '2026-11-20T09:14:07' },
    steps: [
      { atMs: FIXED_NOW_MS - 8 * DAY_MS, by: 'Ngozi', kind: 'opened', text: 'From Day, 11 Nov', file: null },
      { atMs: FIXED_NOW_MS - 8 * DAY_MS + 360_000, by: 'Ngozi', kind: 'packed', text: '', file: null },
      { atMs: FIXED_NOW_MS - 7 * DAY_MS, by: 'Ngozi', kind: 'reported', text: '', file: null },
      {
        atMs: FIXED_NOW_MS - 4 * DAY_MS,
        by: '',
        kind: 'attached',
        text: '',
        file: { name: 'letter of the bank.pdf', sha256: 'a'.repeat(64), bytes: 182_000 },
      },
      { atMs: FIXED_NOW_MS - 4 * DAY_MS, by: 'Ngozi', kind: 'noted', text: LONG, file: null },
    ],
  },
)

const afternoon = disputeOf(
  {
    about: Array.from({ length: 12 }, (_, at) => ({
      transactionId: `41730${at}`,
      terminalId: '2ABC1234',
      amount: '6500',
      settled: null,
    })),
    reason: 'notPaid',
    atStake: '78000',
    reportedAtMs: FIXED_NOW_MS - 9 * DAY_MS,
    caseNumber: 'CASE-88190',
    answerBy: '2026-11-24',
    state: 'withBank',
  },
  { disputeId: 'case-2' },
)
const notReported = disputeOf(
  {
    about: [{ transactionId: '416998', terminalId: '2ABC1240', amount: '15000', settled: null }],
    reason: 'takenBack',
  },
  { disputeId: 'case-3' },
)
const won = disputeOf(
  {
    about: [{ transactionId: '411000', terminalId: '2ABC1234', amount: '8000', settled: null }],
    state: 'won',
    recovered: '7960.50',
    payment: 'NIP 000013',
  },
  { disputeId: 'case-4' },
)
const disputes = [underpaid, afternoon, notReported, won]

const inPane = (page: Page) => page.getByRole('complementary', { name: 'Dispute' })
const openFirst = async ({ page }: Stage): Promise<void> => {
  await show(page, 'Disputes')
  await row(page, 'Cases with the bank', '416386').click()
}
const act =
  (name: string) =>
  async (stage: Stage): Promise<void> => {
    await openFirst(stage)
    await inPane(stage.page).getByRole('button', { name }).click()
  }
const newDispute = (page: Page) => page.getByRole('button', { name: 'New dispute…' })
const save = (page: Page) => page.getByRole('button', { name: 'Save' })
const toScreen = ({ page }: Stage): Promise<void> => show(page, 'Disputes')

export const disputeScenes: readonly Scene[] = [
  {
    name: 'disputes',
    place: 'Disputes',
    situation: 'data',
    facts: { sales, disputes, ...manager },
    reach: toScreen,
    shows: (page) => row(page, 'Cases with the bank', '416998'),
    primary: newDispute,
    hasForcedColors: true,
  },
  {
    name: 'disputes-open',
    place: 'Disputes',
    situation: 'hard',
    facts: { sales, disputes, ...manager },
    reach: openFirst,
    shows: (page) => inPane(page).getByText('₦120.00 at stake'),
    primary: (page) => page.getByRole('button', { name: 'Make the pack' }),
  },
  {
    name: 'disputes-empty',
    place: 'Disputes',
    situation: 'empty',
    reach: toScreen,
    shows: (page) => page.getByText('No open case.'),
    primary: newDispute,
  },
  {
    name: 'disputes-error',
    place: 'Disputes',
    situation: 'error',
    answers: { 'disputes.page': callError('notSignedIn') },
    reach: toScreen,
    shows: (page) => page.getByRole('alert'),
    primary: newDispute,
  },
  {
    name: 'disputes-offline',
    place: 'Disputes',
    situation: 'offline',
    facts: { ...offline, sales, disputes },
    reach: toScreen,
    shows: (page) => row(page, 'Cases with the bank', '416998'),
  },
  {
    name: 'disputes-report',
    place: 'Disputes',
    situation: 'question',
    facts: { sales, disputes, ...manager },
    reach: act('Reported…'),
    shows: (page) => page.getByLabel('How, and to whom'),
    primary: save,
  },
  {
    name: 'disputes-end',
    place: 'Disputes',
    situation: 'question',
    facts: { sales, disputes, ...manager },
    reach: async (stage) => {
      await act('Close it…')(stage)
      await stage.page.getByLabel('What came back, in naira').fill('nothing')
      await save(stage.page).click()
    },
    shows: (page) => page.getByText('An amount in naira, such as 1,500.00.'),
    primary: save,
  },
]
