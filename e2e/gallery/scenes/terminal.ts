import type { Page } from '@playwright/test'
import {
  FIXED_NOW_MS,
  manyTerminals,
  terminalListOf,
  terminalOf,
  terminalRowsOf,
} from '../../../renderer/testing/fixtures.ts'
import type { DoubleFacts } from '../../../renderer/testing/bridgeDouble.ts'
import { row, rows } from '../../pages/lists.ts'
import { question, show } from '../../pages/shell.ts'
import { type Scene, type Stage } from '../scene.ts'
import { fails, offline, practice, sales } from './known.ts'

const readAgain = (page: Page) => page.getByRole('button', { name: 'Read again' })
const search = (page: Page) => page.getByRole('main').getByRole('textbox', { name: 'Search' })
const details = (page: Page) => page.getByRole('complementary', { name: 'Terminal details' })
const picker = (page: Page) => page.getByRole('combobox', { name: 'Terminal' })
const toTerminal = ({ page }: Stage): Promise<void> => show(page, 'Terminal')

/** A partner of the bank with too many terminals to scroll through. */
const thousands: Partial<DoubleFacts> = {
  terminalRows: [...terminalRowsOf(), ...manyTerminals(49_995)],
  terminals: terminalListOf({ knownCount: 50_000, totalCount: 50_000, pagesRead: 500 }),
}

/** The longest names and IDs, each with every problem, in an incomplete list. */
const long = Array.from({ length: 60 }, (_, place) =>
  terminalOf({
    recordId: String(100 + place),
    terminalId: `2ABC1${String(place).padStart(3, '0')}`,
    merchantId: 'MERCHANT-OF-THE-LONGEST-KIND/BRANCH-0042/REGION-NORTH-WEST-00017',
    accountName: 'ADÉBÁYỌ̀ ỌLÁTÚNJÍ AND DAUGHTERS GENERAL MERCHANDISE ENTERPRISES LTD',
    serialNumber: 'SERIAL-NUMBER-AS-LONG-AS-THE-SERVICE-TAKES-IT-0000000000000000001',
    isActive: false,
    isReceivingPayment: false,
  }),
)

async function openDetails({ page }: Stage, terminalId: string): Promise<void> {
  await show(page, 'Terminal')
  await row(page, 'All terminals', terminalId).click()
}

const listScenes: readonly Scene[] = [
  {
    name: 'terminal-data',
    place: 'Terminal',
    situation: 'data',
    facts: { sales },
    reach: toTerminal,
    shows: (page) => rows(page, 'All terminals').first(),
    primary: readAgain,
    hasForcedColors: true,
  },
  {
    name: 'terminal-none-found',
    place: 'Terminal',
    situation: 'empty',
    facts: {
      terminals: terminalListOf({ isComplete: false, incompleteReason: 'cancelled', totalCount: 900 }),
    },
    reach: async (stage) => {
      await toTerminal(stage)
      await search(stage.page).fill('no such terminal')
    },
    shows: (page) => page.getByText('No terminal matches ‘no such terminal’.'),
    primary: (page) => page.getByRole('button', { name: 'Clear search' }),
  },
]

const readingScenes: readonly Scene[] = [
  {
    name: 'terminal-not-reached',
    place: 'Terminal',
    situation: 'error',
    answers: { 'terminals.refresh': fails('unreachable') },
    reach: async (stage) => {
      await toTerminal(stage)
      await readAgain(stage.page).click()
    },
    shows: (page) => page.getByText('We could not reach the service.'),
    primary: readAgain,
  },
  {
    name: 'terminal-offline',
    place: 'Terminal',
    situation: 'offline',
    facts: {
      ...practice,
      ...offline,
      terminals: terminalListOf({ readAtMs: FIXED_NOW_MS - 26 * 3_600_000 }),
    },
    reach: toTerminal,
    shows: (page) => page.getByText('Saved copy from 19 Nov, 12:05.'),
    primary: readAgain,
  },
]

const detailScenes: readonly Scene[] = [
  {
    name: 'terminal-details-long',
    place: 'Terminal',
    situation: 'hard',
    facts: { terminalRows: long, terminals: terminalListOf({ knownCount: 60, totalCount: 60 }) },
    reach: (stage) => openDetails(stage, '2ABC1003'),
    shows: details,
    primary: (page) => details(page).getByRole('button', { name: 'Edit', exact: true }),
  },
  {
    name: 'terminal-change',
    place: 'Terminal',
    situation: 'question',
    reach: async (stage) => {
      await openDetails(stage, '2ABC1236')
      await details(stage.page).getByRole('button', { name: 'Use at this counter: 2ABC1236' }).click()
    },
    shows: question,
    primary: (page) => question(page).getByRole('button').last(),
  },
]

/**
 * While suggestions are open React Aria hides the rest from screen readers, and the first Tab closes them. axe only
 * sees that hidden elements could take the focus, and reports a fault, so these scenes run without axe.
 */
const pickerScenes: readonly Scene[] = [
  {
    name: 'find-terminal-offered',
    place: 'Find',
    situation: 'hard',
    facts: thousands,
    reach: async ({ page }) => {
      await show(page, 'Find')
      await picker(page).fill('stall 4')
    },
    shows: (page) => page.getByRole('option', { name: '2BIG00004' }),
    primary: picker,
    hasForcedColors: true,
  },
]

export const terminalScenes: readonly Scene[] = [
  ...listScenes,
  ...readingScenes,
  ...detailScenes,
  ...pickerScenes,
]
