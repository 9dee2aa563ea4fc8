import type { Page } from '@playwright/test'
import { row, rows } from '../../pages/lists.ts'
import { show } from '../../pages/shell.ts'
import { type Scene, type Stage } from '../scene.ts'
import { crowdOfSales, elsewhere, offline, oneByOne, sales } from './known.ts'
import { refreshInVain } from './refreshInVain.ts'

const toTodo = ({ page }: Stage): Promise<void> => show(page, 'To do')
const tryButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Try now' })

export const todoScenes: readonly Scene[] = [
  {
    name: 'todo-data',
    place: 'To do',
    situation: 'data',
    facts: { sales },
    reach: toTodo,
    shows: (page) => row(page, 'To do', 'TXN-0009'),
    primary: tryButton,
    hasForcedColors: true,
  },
  {
    name: 'todo-crowded',
    place: 'To do',
    situation: 'hard',
    facts: { sales: crowdOfSales() },
    reach: toTodo,
    shows: (page) => rows(page, 'To do').first(),
    primary: tryButton,
  },
  {
    name: 'todo-empty',
    place: 'To do',
    situation: 'empty',
    reach: toTodo,
    shows: (page) => page.getByText('Nothing to do'),
  },
  {
    name: 'todo-elsewhere',
    place: 'To do',
    situation: 'hard',
    answers: { ...oneByOne, 'queue.get': elsewhere },
    reach: toTodo,
    shows: (page) => page.getByText('Nothing to do for this service'),
  },
  {
    name: 'todo-could-not-refresh',
    place: 'To do',
    situation: 'error',
    facts: { sales },
    reach: (stage) => refreshInVain(stage, 'To do'),
    shows: (page) => page.getByText('Could not refresh.'),
    primary: tryButton,
  },
  {
    name: 'todo-offline',
    place: 'To do',
    situation: 'offline',
    facts: { sales, ...offline },
    reach: toTodo,
    shows: (page) => page.getByText('No internet. What waits is safe on this computer.'),
    primary: tryButton,
  },
]
