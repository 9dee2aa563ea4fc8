import type { Page } from '@playwright/test'
import { terminalListOf, terminalOf } from '../../../renderer/testing/fixtures.ts'
import { rows } from '../../pages/lists.ts'
import { question, show } from '../../pages/shell.ts'
import { type Scene, type Stage, never } from '../scene.ts'
import { fails, offline, practice, sales } from './known.ts'

const readAgain = (page: Page) => page.getByRole('button', { name: 'Read again' })
const toTerminal = ({ page }: Stage): Promise<void> => show(page, 'Terminal')
const nothingRead = { terminals: [], totalCount: null, pagesRead: 0, isComplete: false, readAtMs: null }

export const terminalScenes: readonly Scene[] = [
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
    name: 'terminal-many',
    place: 'Terminal',
    situation: 'hard',
    facts: {
      terminals: terminalListOf({
        terminals: Array.from({ length: 40 }, (_, place) =>
          terminalOf({
            recordId: 100 + place,
            terminalId: `2ABC1${String(place).padStart(3, '0')}`,
            accountName: 'ADÉBÁYỌ̀ ỌLÁTÚNJÍ AND DAUGHTERS GENERAL MERCHANDISE ENTERPRISES LTD',
            isActive: false,
            isReceivingPayment: false,
          }),
        ),
        chosenTerminalId: '2ABC1000',
        isComplete: false,
        totalCount: 73,
      }),
    },
    reach: toTerminal,
    shows: (page) => page.getByText('Incomplete: 40 of the 73'),
    primary: readAgain,
  },
  {
    name: 'terminal-empty',
    place: 'Terminal',
    situation: 'empty',
    facts: { terminals: terminalListOf({ terminals: [], chosenTerminalId: null, totalCount: 0 }) },
    reach: toTerminal,
    shows: (page) => page.getByText('The bank has shown no terminals yet.'),
    primary: readAgain,
  },
  {
    name: 'terminal-loading',
    place: 'Terminal',
    situation: 'loading',
    facts: { terminals: terminalListOf(nothingRead) },
    answers: { 'terminals.refresh': never() },
    reach: toTerminal,
    shows: (page) => page.getByText('The bank has not shown the details'),
  },
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
    facts: { ...practice, ...offline },
    reach: toTerminal,
    shows: (page) => rows(page, 'All terminals').first(),
    primary: readAgain,
  },
  {
    name: 'terminal-change',
    place: 'Terminal',
    situation: 'question',
    reach: async (stage) => {
      await toTerminal(stage)
      await stage.page.getByRole('button', { name: 'Use at this counter: 2ABC1236' }).click()
    },
    shows: question,
    primary: (page) => question(page).getByRole('button').last(),
  },
]
