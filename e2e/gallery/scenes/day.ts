import type { Page } from '@playwright/test'
import { ok } from '../../../shared/result.ts'
import { dayViewOf } from '../../../renderer/testing/fixtures.ts'
import { show } from '../../pages/shell.ts'
import type { Scene, Stage } from '../scene.ts'
import { fails, offline, sales } from './known.ts'

const toDay = ({ page }: Stage): Promise<void> => show(page, 'Day')
const readAgain = (page: Page) => page.getByRole('button', { name: 'Read the bank again' })

export const dayScenes: readonly Scene[] = [
  {
    name: 'day-data',
    place: 'Day',
    situation: 'data',
    facts: { sales },
    reach: toDay,
    shows: (page) => page.getByText('3 differences').first(),
    primary: readAgain,
    hasForcedColors: true,
  },
  {
    name: 'day-agrees',
    place: 'Day',
    situation: 'empty',
    answers: { 'day.view': () => ok(dayViewOf({ lines: [], lineCount: 0, difference: '0' })) },
    reach: toDay,
    shows: (page) => page.getByText('None. Here and at the bank agree.').first(),
    primary: readAgain,
  },
  {
    name: 'day-failed',
    place: 'Day',
    situation: 'error',
    answers: { 'day.view': fails('internal') },
    reach: toDay,
    shows: (page) => page.getByRole('alert'),
    primary: readAgain,
  },
  {
    name: 'day-not-read',
    place: 'Day',
    situation: 'offline',
    facts: offline,
    answers: { 'day.view': () => ok(dayViewOf({ asOfMs: null, notRead: 'unreachable' })) },
    reach: toDay,
    shows: (page) => page.getByText('The bank did not give its list now.'),
    primary: readAgain,
  },
]
