import type { Page } from '@playwright/test'
import {
  appInfo,
  dayClose,
  detailOf,
  recordOf,
  saleOf,
  settings,
  terminalListOf,
  terminalOf,
} from '../../renderer/testing/fixtures.ts'
import { changeOf, readBackOf, sideOf } from '../../renderer/testing/changeFixtures.ts'
import type { DayCloseView } from '../../shared/dayClose.ts'
import type { PaperWidth } from '../../shared/paper.ts'
import { ok } from '../../shared/result.ts'
import { saleDetail } from '../pages/lists.ts'
import { underpaid } from './scenes/disputes.ts'
import { show } from '../pages/shell.ts'
import { never, type Scene, type Stage } from './scene.ts'
import type { Studio } from './studio.ts'

/** Papers as an auditor holds them: long names, nine-figure amounts, references of forty characters, Practice marked. */

const LONG_REFERENCE = 'PAPER-LOST-WITH-A-VERY-LONG-REFERENCE-01'
const SHOP = 'Adébáyọ̀, Ọmọ-Ọlá & Ɗanjumma Ƙofar Ruwa Building Materials Ltd'
const REFERENCES = ['417392', '01M7W31B7GF09RXPJ5596Y8JH4', LONG_REFERENCE]
const open = Array.from({ length: 24 }, (_, at) => ({
  transactionId: at < REFERENCES.length ? (REFERENCES[at] ?? '') : `TXN-${1_000 + at}`,
  part: at % 3 === 0 ? ('checking' as const) : ('onItsWay' as const),
  kobo: at === 2 ? 99_999_999_999 : 250_050 + at,
  of: at % 5 === 0 ? { number: 213, day: '2026-11-19' } : null,
}))

/** What a shop forgot to close for three days. */
export const longClose: DayCloseView = {
  ...dayClose,
  days: ['2026-11-18', '2026-11-19', '2026-11-20'].map((day, at) => ({
    day,
    recorded: { count: 19 + at, kobo: 27_270_000 + at },
    paid: { count: 16, kobo: 25_890_000 + at },
  })),
  by: 'Ngọzi Ọkọ́ńkwọ́-Ɗantata',
  terminals: [
    ...dayClose.terminals,
    ...dayClose.terminals.map((terminal) => ({
      ...terminal,
      terminalId: '2ABC9999',
      settled: null,
      fees: null,
    })),
  ],
  cashiers: [
    ...dayClose.cashiers,
    { name: 'Ƙasimu Ɓala Ɗanjumma of the evening shift', count: 3, kobo: 123_456_789_00 },
  ],
  open,
  openCount: open.length + 6,
  openKobo: open.reduce((sum, { kobo }) => sum + kobo, 0) + 1_800_000,
  adjustments: [
    ...dayClose.adjustments,
    {
      number: 212,
      day: '2026-11-18',
      transactionId: LONG_REFERENCE,
      from: 'paid',
      to: 'paidBack',
      kobo: 12_345_678_900,
    },
    {
      number: 12,
      day: '2026-01-18',
      transactionId: '01M7W31B7GF09RXPJ5596Y8JH5',
      from: null,
      to: 'refused',
      kobo: 120_000,
    },
  ],
  adjustmentCount: 3,
  adjustmentKobo: 12_346_248_900,
  takenBack: { count: 1, kobo: 12_345_678_900 },
}

const longSale = saleOf({
  transactionId: LONG_REFERENCE,
  sequence: 3,
  amountKobo: 99_999_999_999,
  state: 'accepted',
  standing: 'paid',
  sendCount: 1,
  acceptedAtMs: dayClose.closedAtMs - 3_600_000,
  datePaid: '2026-11-20T13:41:07.1234567',
  amountSettled: '994999999.99',
  fee: '5000000',
  cashier: 'Ngọzi Ọkọ́ńkwọ́-Ɗantata',
  note: 'Iron rods, half now; the rest comes on Friday with the driver of the cement',
})
const manager = 'Ngọzi Ọkọ́ńkwọ́-Ɗantata'
const at = (minute: number): number => dayClose.closedAtMs - 7_200_000 + minute * 60_000
const detail = {
  ...detailOf(longSale),
  timeline: [
    { atMs: at(0), kind: 'recorded', detail: null, by: manager },
    { atMs: at(1), kind: 'sending', detail: 'attempt 1' },
    { atMs: at(2), kind: 'answerUnknown', detail: 'noAnswer:timeout' },
    { atMs: at(30), kind: 'needsPerson', detail: null },
    {
      atMs: at(31),
      kind: 'sentAgain',
      detail: 'The bank confirmed by telephone that it has no such sale, case 2026/11/20-004417',
      by: manager,
    },
    { atMs: at(32), kind: 'accepted', detail: null },
    {
      atMs: at(40),
      kind: 'differs',
      detail: '[datePaid 2026-11-20T13:41:07.1234567, not 2026-11-20T13:40:00]',
    },
    { atMs: at(41), kind: 'keptOurs', detail: 'Our statement has it (seen: x)', by: '' },
    { atMs: at(42), kind: 'receiptPrinted', detail: null, by: manager },
  ],
  differing: recordOf({ recordId: '902', transactionId: LONG_REFERENCE, amount: '1', datePaid: 'soon' }),
  differingReadAtMs: at(40),
  record: recordOf({
    recordId: '901',
    transactionId: LONG_REFERENCE,
    amount: '999999999.99',
    amountSettled: '994999999.99',
    reason: 'APPROVED BY THE ISSUER AND SETTLED IN THE CYCLE OF THE EVENING',
  }),
}
const byReference = {
  transactionId: LONG_REFERENCE,
  record: detail.record,
  bankMessage: null,
  readAtMs: dayClose.closedAtMs,
}

/** Not as asked, with all that a slip may hold. */
const longChange = changeOf({
  from: sideOf({ accountName: SHOP }),
  to: sideOf({
    accountName: manager,
    accountEnding: '9021',
    serialNumber: 'SN-880042-OF-THE-SECOND-SHIPMENT',
  }),
  nameCheckedAtMs: at(0),
  nameSaid: { how: 'by telephone', who: 'Mrs. Bello of the branch at Ƙofar Ruwa', on: '2026-11-19' },
  bankMessage: 'Terminal updated; the serial number is as the vendor reported it',
  otherNames: [SHOP],
  readBack: readBackOf('differs'),
  note: 'The shop moved to the other side of the market, and its device was swapped',
})

const papers = {
  close: {
    widths: ['210', '80', '58'],
    answers: { 'dayClose.make': ok(longClose), 'paper.print': never },
    reach: async ({ page }: Stage) => {
      await show(page, 'Day')
      await page.getByRole('button', { name: 'Close the day' }).click()
      await page.getByRole('button', { name: 'Close and print' }).click()
    },
  },
  month: {
    widths: ['210'],
    answers: {
      'dayClose.month': ok([dayClose, longClose, { ...dayClose, number: 215 }]),
      'paper.print': never,
    },
    reach: async ({ page }: Stage) => {
      await show(page, 'Day')
      await page.getByRole('button', { name: 'Close the day' }).click()
      await page.getByRole('button', { name: /^Print the closes of/u }).click()
    },
  },
  change: {
    widths: ['210', '80', '58'],
    answers: {
      'terminals.changes': ok({ rows: [longChange], total: 1, openCount: 1 }),
      'paper.print': never,
    },
    reach: async ({ page }: Stage) => {
      await show(page, 'Terminal')
      await page.getByRole('button', { name: 'Changes', exact: true }).click()
      await page.getByRole('row', { name: /2ABC1234/u }).click()
      await page.getByRole('button', { name: 'Print slip' }).click()
    },
  },
  test: {
    widths: ['210', '80', '58'],
    answers: { 'paper.print': never },
    reach: async ({ page }: Stage) => {
      await show(page, 'Settings')
      await page.getByRole('tab', { name: 'This computer' }).click()
      await page.getByRole('button', { name: 'Print a test page' }).click()
    },
  },
  receipt: {
    widths: ['80', '58'],
    answers: { 'paper.print': never },
    reach: async ({ page }: Stage) => {
      await show(page, 'Sell')
      await page.getByText('Last sale', { exact: true }).waitFor()
      await page.keyboard.press('F9')
    },
  },
  sale: {
    widths: ['210'],
    answers: { 'paper.pdf': never, 'records.byReference': ok(byReference) },
    reach: async ({ page }: Stage) => {
      await show(page, 'Sales')
      await page
        .getByRole('row', { name: new RegExp(LONG_REFERENCE.slice(-6), 'u') })
        .first()
        .click()
      await saleDetail(page).getByRole('button', { name: 'Everything about this sale as PDF' }).click()
    },
  },
  dispute: {
    widths: ['210'],
    answers: {
      'disputes.get': ok(underpaid),
      'paper.pdf': never,
      'disputes.pack': never,
      'records.byReference': ok(byReference),
    },
    reach: async ({ page }: Stage) => {
      await show(page, 'Disputes')
      await page
        .getByRole('row', { name: /416386/u })
        .first()
        .click()
      await page.getByRole('button', { name: 'Make the pack' }).click()
    },
  },
} as const
export type PaperName = keyof typeof papers
export const paperNames = Object.keys(papers) as readonly PaperName[]
export const widthsOf = (name: PaperName): readonly PaperWidth[] => papers[name].widths

/** @param more answers of main, and settings */
export function paperScene(
  name: PaperName,
  width: PaperWidth,
  more: { readonly printer?: string; readonly answers?: Scene['answers'] } = {},
): Scene {
  const { answers, reach } = papers[name]
  return {
    name: `paper-${name}-${width}`,
    place: 'Shell',
    situation: 'hard',
    facts: {
      app: { ...appInfo, environment: 'practice', profileName: 'Ọjà' },
      sales: [longSale],
      disputes: [underpaid],
      settings: { ...settings, receiptPaper: width, printer: more.printer ?? '' },
      terminals: terminalListOf({ chosen: terminalOf({ accountName: SHOP }) }),
    },
    answers: { 'sales.get': ok(detail), ...answers, ...more.answers },
    reach,
    shows: (page) => page.locator('[data-paper]'),
  }
}

/** Its paper alone, as the printing style shows it. */
export async function showPaper(studio: Studio, name: PaperName, width: PaperWidth): Promise<Page> {
  const { page } = await studio.open(paperScene(name, width))
  await page.emulateMedia({ media: 'print', colorScheme: 'light' })
  return page
}
