import type { Page } from '@playwright/test'
import {
  appInfo,
  cashier,
  diagnostics,
  profile,
  settings,
  updates,
} from '../../../renderer/testing/fixtures.ts'
import { chosenProfile } from '../../../renderer/testing/practiceDouble.ts'
import { ok } from '../../../shared/result.ts'
import { choice, choose } from '../../pages/fields.ts'
import { pinDialog } from '../../pages/manager.ts'
import { type SettingsSection, showSettings } from '../../pages/shell.ts'
import { type Scene, type Stage } from '../scene.ts'
import { fails, manager, neverOnline, offline, practice, sales } from './known.ts'

const copyButton = (page: Page) => page.getByRole('button', { name: 'Copy details' })

const to =
  (section: SettingsSection) =>
  ({ page }: Stage): Promise<void> =>
    showSettings(page, section)

const openTechnical = ({ page }: Stage): Promise<void> => page.getByText('Technical details').click()

/** As many lines as there can be, and long ones. */
const hardDiagnostics = ok({
  ...diagnostics,
  sections: diagnostics.sections.map(({ title, lines }) => ({
    title,
    lines: [
      ...lines,
      { label: 'Records that cannot be read', value: 'amount cannot be read, written "9.999,99" (read 12×)' },
      {
        label: 'For another service',
        value: '12, oldest 2026-11-17 14:05 (72.0 h), for settlement.partner.example.invalid:8443 (live)',
      },
    ],
  })),
})

export const settingsScenes: readonly Scene[] = [
  {
    name: 'settings-tray',
    place: 'Settings',
    situation: 'data',
    facts: { sales, settings: { ...settings, tray: true, startAtLogin: true } },
    reach: to('This computer'),
    shows: (page) => choice(page, 'When the window is closed'),
    primary: (page) => choice(page, 'When the window is closed'),
  },
  {
    name: 'settings-data',
    place: 'Settings',
    situation: 'data',
    facts: { sales },
    reach: to('Diagnostics'),
    shows: (page) => page.getByText('partner.example'),
    primary: copyButton,
    hasForcedColors: true,
  },
  {
    name: 'settings-first-start',
    place: 'Settings',
    situation: 'empty',
    facts: { ...practice, ...neverOnline, access: { ...cashier, pin: 'none' } },
    answers: { 'settings.profile': ok({ ...profile, file: null, serviceHost: null, values: [] }) },
    reach: to('Counter'),
    shows: (page) => page.getByText('No PIN is set yet.'),
    primary: (page) => page.getByRole('button', { name: 'Set PIN' }),
  },
  {
    name: 'settings-diagnostics-hard',
    place: 'Settings',
    situation: 'hard',
    facts: { sales, ...offline },
    answers: { 'settings.diagnostics': hardDiagnostics },
    reach: async (stage) => {
      await to('Diagnostics')(stage)
      await openTechnical(stage)
      await stage.page.getByText('For another service').last().scrollIntoViewIfNeeded()
    },
    shows: (page) => page.getByText('settlement.partner.example.invalid'),
  },
  {
    name: 'settings-not-saved',
    place: 'Settings',
    situation: 'error',
    facts: manager,
    answers: { 'settings.change': fails('notSaved') },
    reach: async (stage) => {
      await to('Counter')(stage)
      await choose(stage.page, 'Rows', 'Compact')
    },
    shows: (page) => page.getByRole('alert').filter({ hasText: 'could not save' }),
    primary: (page) => choice(page, 'Rows'),
  },
  {
    name: 'settings-offline',
    place: 'Settings',
    situation: 'offline',
    facts: { sales, ...offline, app: { ...appInfo, platform: 'mac' } },
    reach: to('This computer'),
    shows: (page) => page.getByText('only of a signed Tillside'),
  },
  {
    name: 'settings-connection-checked',
    place: 'Settings',
    situation: 'data',
    facts: { sales },
    reach: async (stage) => {
      await to('Bank')(stage)
      await stage.page.getByRole('button', { name: 'Check the connection' }).click()
      await stage.page.getByText('HTTP 500').scrollIntoViewIfNeeded()
    },
    shows: (page) => page.getByText('"limits.firstPage": 0'),
  },
  {
    name: 'profile-question',
    place: 'Settings',
    situation: 'question',
    facts: { ...practice, ...manager },
    answers: { 'profile.choose': ok({ ...chosenProfile, leftWaiting: 12 }) },
    reach: async (stage) => {
      await to('Bank')(stage)
      await stage.page.getByRole('button', { name: 'Choose profile…' }).click()
    },
    shows: (page) => page.getByText('12 sales are not accepted yet.'),
    primary: (page) => page.getByRole('button', { name: 'Use this profile' }),
    hasForcedColors: true,
  },
  {
    name: 'practice-numbers',
    place: 'Settings',
    situation: 'data',
    facts: practice,
    reach: async (stage) => {
      await to('Bank')(stage)
      await stage.page.getByRole('button', { name: 'Practice numbers' }).click()
    },
    shows: (page) => page.getByText('2TLS0013'),
    primary: (page) => page.getByRole('button', { name: 'Close', exact: true }),
    hasForcedColors: true,
  },
  {
    name: 'pin-set-problems',
    place: 'Settings',
    situation: 'error',
    facts: { access: { ...cashier, pin: 'none' } },
    reach: async (stage) => {
      const { page } = stage
      await to('Counter')(stage)
      await page.getByRole('button', { name: 'Set PIN' }).click()
      await page.getByLabel('Repeat new PIN').fill('1')
      await page.keyboard.press('Enter')
      await page.getByLabel('New PIN', { exact: true }).fill('12')
      await page.keyboard.press('Enter')
    },
    shows: (page) => pinDialog(page, 'Choose a manager PIN'),
    primary: (page) => pinDialog(page, 'Choose a manager PIN').getByRole('button', { name: 'Set PIN' }),
  },
  {
    name: 'updates-ready',
    place: 'Settings',
    situation: 'question',
    facts: { sales, updates: { ...updates, status: 'ready', version: '0.2.0' } },
    reach: to('This computer'),
    shows: (page) => page.getByText('Safe on this computer, to be continued afterwards'),
    primary: (page) => page.getByRole('button', { name: 'Install and open again' }),
  },
]
