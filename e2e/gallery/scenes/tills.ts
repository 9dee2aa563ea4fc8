import type { Page } from '@playwright/test'
import { handedSale, tillOf } from '../../../renderer/testing/tillDouble.ts'
import { settings } from '../../../renderer/testing/fixtures.ts'
import { amountField, recordButton } from '../../pages/sale.ts'
import { show, showSettings } from '../../pages/shell.ts'
import { handedCard } from '../../pages/tills.ts'
import type { Scene } from '../scene.ts'
import { manager, practice, sales } from './known.ts'

const LONG = 'Oluwaseunfunmi Adebayo-Okonkwo Pharmacy'
const record = { level: 'record', maxKobo: 5_000_000, perHour: 60 } as const
const many = {
  door: 'open' as const,
  port: 4717,
  tills: [
    tillOf({}),
    tillOf(
      { ...record, name: LONG, terminalIds: ['2ABC1234', '2ABC1240', '2ABC1241'] },
      { tillId: '2', todayCount: 1_204, todayKobo: 999_999_999_999 },
    ),
    tillOf(
      { ...record, name: 'Kiosk 2' },
      { tillId: '3', hasKey: false, keyMadeBy: '', todayCount: 0, last: null },
    ),
  ],
}
const three = {
  sales: [handedSale, { ...handedSale, handoverId: 42 }, { ...handedSale, handoverId: 43 }],
  count: 3,
}
const hard = {
  sales: [
    {
      ...handedSale,
      from: `${LONG}, Chukwuemeka`,
      note: 'Order 00031 of the wedding of Mrs. Ọláwálé, to be collected on Saturday by her brother',
      amountKobo: 999_999_999_999,
      terminalId: '2ABC1240',
      reason: 'late' as const,
      soldAtMs: handedSale.soldAtMs - 7_200_000,
    },
  ],
  count: 21,
}
const recordHanded = (page: Page) => page.getByRole('button', { name: 'Record, Enter' })

export const tillScenes: readonly Scene[] = [
  {
    name: 'tills-sell',
    place: 'Sell',
    situation: 'data',
    facts: { sales, handed: three },
    shows: handedCard,
    primary: recordHanded,
    hasForcedColors: true,
  },
  {
    name: 'tills-sell-hard',
    place: 'Sell',
    situation: 'hard',
    facts: { sales, handed: hard },
    reach: ({ page }) => amountField(page).fill('1500'),
    shows: handedCard,
    primary: recordButton,
  },
  {
    name: 'tills-settings',
    place: 'Settings',
    situation: 'hard',
    facts: { tills: many, settings: { ...settings, tillDoor: true }, ...manager, ...practice },
    reach: ({ page }) => showSettings(page, 'Tills'),
    shows: (page) => page.getByText('Make a new key'),
  },
  {
    name: 'tills-taken',
    place: 'Settings',
    situation: 'error',
    facts: {
      tills: { ...many, door: 'portTaken', tills: [] },
      settings: { ...settings, tillDoor: true },
      ...manager,
    },
    reach: ({ page }) => showSettings(page, 'Tills'),
    shows: (page) => page.getByText('another program uses port 4717'),
    primary: (page) => page.getByRole('button', { name: 'Connect a till…' }),
  },
  {
    name: 'tills-change',
    place: 'Settings',
    situation: 'question',
    facts: { tills: many, ...manager },
    reach: async ({ page }) => {
      await showSettings(page, 'Tills')
      await page.getByRole('button', { name: `Change: ${LONG}` }).click()
    },
    shows: (page) => page.getByLabel('At most so many sales an hour'),
    primary: (page) => page.getByRole('button', { name: 'Save' }),
  },
  {
    name: 'tills-todo',
    place: 'To do',
    situation: 'data',
    facts: { sales, handed: three },
    reach: ({ page }) => show(page, 'To do'),
    shows: (page) => page.getByText('3 sales from tills wait for a person.'),
  },
]
