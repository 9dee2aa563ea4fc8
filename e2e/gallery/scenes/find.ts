import type { Page } from '@playwright/test'
import { ok } from '../../../shared/result.ts'
import {
  FIXED_NOW_MS,
  recordOf,
  recordSearchOf,
  recordTotals,
  saleOf,
} from '../../../renderer/testing/fixtures.ts'
import { choose } from '../../pages/fields.ts'
import { askBank, lookUpField } from '../../pages/find.ts'
import { recordDetail, row } from '../../pages/lists.ts'
import { show } from '../../pages/shell.ts'
import { type Answers, type Scene, type Stage } from '../scene.ts'
import { fails, offline, sales } from './known.ts'

const searchButton = (page: Page) => page.getByRole('button', { name: 'Search', exact: true })
const lookUpButton = (page: Page) => page.getByRole('button', { name: 'Look up' })

async function search({ page }: Stage): Promise<void> {
  await show(page, 'Find')
  await searchButton(page).click()
}

/** A press asks the bank; what was typed is searched on this computer alone. */
async function lookUpAtBank(stage: Stage, reference: string): Promise<void> {
  await lookUp(stage, reference)
  await askBank(stage.page)
}

async function lookUp({ page }: Stage, reference: string): Promise<void> {
  await show(page, 'Find')
  await page.getByRole('radio', { name: 'By reference' }).click()
  await lookUpField(page).fill(reference)
  await lookUpField(page).press('Enter')
}

const none = {
  records: [],
  totalCount: 0,
  rowsRead: 0,
  pagesRead: 1,
  totals: {
    ...recordTotals,
    count: 0,
    gross: '0',
    paidCount: 0,
    paidGross: '0',
    fee: '0',
    net: '0',
    unpaidCount: 0,
    unpaidGross: '0',
    oddCount: 0,
  },
}

/** Long references, large amounts, and sums finer than a kobo. */
const large = {
  records: Array.from({ length: 60 }, (_, place) =>
    recordOf({
      recordId: String(5_000 + place),
      transactionId: `LONG-REFERENCE/BRANCH-0042/TILL-3/2026-11-20/RECEIPT-${100_000 + place}`,
      amount: '9999999999.995',
      amountSettled: '9949999999.99502',
    }),
  ),
  totalCount: 4_182,
  rowsRead: 4_182,
  pagesRead: 42,
  basis: 'paidDate' as const,
  readFrom: '2026-11-13',
  totals: {
    count: 4_182,
    gross: '41819999999979.09',
    paidCount: 4_182,
    paidGross: '41819999999979.09',
    fee: '209099999999.09',
    net: '41610899999980.005',
    unpaidCount: 0,
    unpaidGross: '0',
    oddCount: 0,
    isFinerThanKobo: true,
  },
}

function finds(part: Parameters<typeof recordSearchOf>[0]): Answers {
  return {
    'records.search': (request: object) => ok(recordSearchOf({ ...request, ...part })),
    'records.page': ({ searchId }: { searchId: string }) => {
      const { records, totals } = recordSearchOf(part)
      return ok({ searchId, records: records.slice(0, 50), elsewhere: [], offset: 0, totals })
    },
  }
}

const byDates = { place: 'Find', primary: searchButton } as const
const byReference = { place: 'Find', primary: lookUpButton } as const

const dateScenes: readonly Scene[] = [
  {
    ...byDates,
    name: 'find-data',
    situation: 'data',
    facts: { sales },
    reach: search,
    shows: (page) => page.getByText('Complete. 24 records'),
    hasForcedColors: true,
  },
  {
    ...byDates,
    name: 'find-start',
    situation: 'empty',
    reach: ({ page }) => show(page, 'Find'),
    shows: (page) => page.getByText('Choose a terminal and dates, then search.'),
  },
  {
    ...byDates,
    name: 'find-nothing',
    situation: 'empty',
    answers: finds(none),
    reach: search,
    shows: (page) => page.getByText('The bank shows no record for this terminal'),
  },
  {
    ...byDates,
    name: 'find-large-by-paid-date',
    situation: 'hard',
    answers: finds(large),
    reach: async ({ page }) => {
      await show(page, 'Find')
      await choose(page, 'By', 'Paid date')
      await searchButton(page).click()
    },
    shows: (page) => page.getByText('Complete for sales received from 13 Nov 2026 on. 4,182 records'),
  },
  {
    ...byDates,
    name: 'find-not-reached',
    situation: 'error',
    answers: { 'records.search': fails('unreachable') },
    reach: search,
    shows: (page) => page.getByText('We could not reach the service.'),
  },
  {
    ...byDates,
    name: 'find-offline',
    situation: 'offline',
    facts: offline,
    reach: ({ page }) => show(page, 'Find'),
    shows: (page) => page.getByText('Choose a terminal and dates, then search.'),
  },
  {
    place: 'Find',
    name: 'find-record',
    situation: 'data',
    reach: async (stage) => {
      await search(stage)
      await row(stage.page, 'Bank records', 'TXN-0002').click()
    },
    shows: (page) => recordDetail(page).getByText('REF/2026/000981'),
  },
]

const referenceScenes: readonly Scene[] = [
  {
    ...byReference,
    name: 'reference-groups',
    situation: 'data',
    facts: {
      sales: [
        saleOf({ transactionId: '4472-A', sequence: 1, state: 'accepted' }),
        saleOf({ transactionId: 'SLIP-4472', sequence: 2 }),
        saleOf({ transactionId: 'BOOK-1', sequence: 3, amountKobo: 447_200 }),
        saleOf({
          transactionId: 'BOOK-2',
          sequence: 4,
          note: 'Ẹ̀gúsí, table 4472, for the wedding on Saturday',
        }),
      ],
    },
    reach: (stage) => lookUp(stage, '4472'),
    shows: (page) => page.getByRole('region', { name: 'Note' }),
  },
  {
    ...byReference,
    name: 'reference-differs',
    situation: 'hard',
    facts: { sales },
    answers: {
      'records.byReference': ok({
        transactionId: 'TXN-0003',
        record: recordOf({ recordId: '902', transactionId: 'TXN-0003', amount: '2600' }),
        bankMessage: null,
        readAtMs: FIXED_NOW_MS,
      }),
    },
    reach: (stage) => lookUpAtBank(stage, 'txn-0003'),
    shows: (page) => page.getByText('is not the same as the sale here'),
  },
]

export const findScenes: readonly Scene[] = [...dateScenes, ...referenceScenes]
