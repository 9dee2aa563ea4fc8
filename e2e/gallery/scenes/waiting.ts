import type { Page } from '@playwright/test'
import { row, rows } from '../../pages/lists.ts'
import { show } from '../../pages/shell.ts'
import { type Scene, type Stage, never } from '../scene.ts'
import { crowdOfSales, draining, elsewhere, offline, oneByOne, sales } from './known.ts'
import { refreshInVain } from './refreshInVain.ts'

const toWaiting = ({ page }: Stage): Promise<void> => show(page, 'Waiting')
const tryButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Try now' })

export const waitingScenes: readonly Scene[] = [
  {
    name: 'waiting-data',
    place: 'Waiting',
    situation: 'data',
    facts: { sales },
    reach: toWaiting,
    shows: (page) => row(page, 'Not accepted yet', 'TXN-0009'),
    primary: tryButton,
    hasForcedColors: true,
  },
  {
    name: 'waiting-crowded',
    place: 'Waiting',
    situation: 'hard',
    facts: { sales: crowdOfSales() },
    reach: toWaiting,
    shows: (page) => rows(page, 'Not accepted yet').first(),
    primary: tryButton,
  },
  {
    name: 'waiting-draining',
    place: 'Waiting',
    situation: 'hard',
    facts: { sales: crowdOfSales() },
    answers: { ...oneByOne, 'queue.get': draining },
    reach: toWaiting,
    shows: (page) => page.getByText('About 17 minutes until all are sent, at the pace of the last sends.'),
    primary: tryButton,
  },
  {
    name: 'waiting-empty',
    place: 'Waiting',
    situation: 'empty',
    reach: toWaiting,
    shows: (page) => page.getByText('Nothing waiting.'),
  },
  {
    name: 'waiting-elsewhere',
    place: 'Waiting',
    situation: 'hard',
    answers: { ...oneByOne, 'queue.get': elsewhere },
    reach: toWaiting,
    shows: (page) => page.getByText('Nothing is waiting for this service.'),
  },
  {
    name: 'waiting-loading',
    place: 'Waiting',
    situation: 'loading',
    facts: { sales },
    answers: { 'sales.page': never() },
    reach: toWaiting,
    shows: (page) => page.getByRole('grid', { name: 'Not accepted yet' }),
  },
  {
    name: 'waiting-trying',
    place: 'Waiting',
    situation: 'loading',
    facts: { sales },
    answers: { 'sales.tryNow': never() },
    reach: async ({ page }) => {
      await show(page, 'Waiting')
      await tryButton(page).click()
    },
    shows: (page) => page.getByText('Trying…'),
  },
  {
    name: 'waiting-could-not-refresh',
    place: 'Waiting',
    situation: 'error',
    facts: { sales },
    reach: (stage) => refreshInVain(stage, 'Waiting'),
    shows: (page) => page.getByText('Could not refresh.'),
    primary: tryButton,
  },
  {
    name: 'waiting-offline',
    place: 'Waiting',
    situation: 'offline',
    facts: { sales, ...offline },
    reach: toWaiting,
    shows: (page) => page.getByText('No internet. These are safe on this computer.'),
    primary: tryButton,
  },
]
