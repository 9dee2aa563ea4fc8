import type { Page } from '@playwright/test'
import {
  appInfo,
  cashier,
  diagnostics,
  FIXED_NOW_MS,
  profile,
  settings,
  updates,
} from '../../../renderer/testing/fixtures.ts'
import type { UpdatesView } from '../../../shared/updates.ts'
import { chosenProfile } from '../../../renderer/testing/practiceDouble.ts'
import { ok } from '../../../shared/result.ts'
import { choice, choose } from '../../pages/fields.ts'
import { pinDialog } from '../../pages/manager.ts'
import { show } from '../../pages/shell.ts'
import { type Scene, type Stage, never } from '../scene.ts'
import { fails, manager, neverOnline, offline, practice, sales } from './known.ts'

const copyButton = (page: Page) => page.getByRole('button', { name: 'Copy details' })

async function toSettings({ page }: Stage): Promise<void> {
  await show(page, 'Settings')
}

async function chooseProfile(stage: Stage): Promise<void> {
  await toSettings(stage)
  await stage.page.getByRole('button', { name: 'Choose profile…' }).click()
}

const openTechnical = ({ page }: Stage): Promise<void> => page.getByText('Technical details').click()

/** Every key of a profile, with the longest values. */
const wholeProfile = ok({
  ...profile,
  values: [
    ...profile.values,
    ...[
      'businessUrl',
      'fieldPrefix',
      'getParameters',
      'amountFormat',
      'terminalId',
      'transactionIdPattern',
    ].map((key) => ({ key, value: `${key}-value`, source: 'default' as const, isLocked: false })),
    {
      key: 'enquiry.nameKeys',
      value: 'accountName, account_name, beneficiaryAccountName, customerFullNameAsRegistered',
      source: 'profile' as const,
      isLocked: true,
    },
    {
      key: 'outbox.resendAfterAbsence',
      value: 'https://settlement.partner.example.invalid/a/path/that/does/not/end/soon',
      source: 'profile' as const,
      isLocked: false,
    },
  ],
})

/** Every possible error and unknown value at once, with sales that wait elsewhere. */
const hardDiagnostics = ok({
  ...diagnostics,
  isVaultProtected: false,
  unread: [
    { list: 'records' as const, field: 'amount', problem: 'cannot be read', shape: '"9.999,99"', count: 12 },
    {
      list: 'terminals' as const,
      field: 'providerAccountNumber',
      problem: 'is missing',
      shape: '',
      count: 1,
    },
  ],
  session: { status: 'expired' as const, keptAs: 'thisRunOnly' as const },
  elsewhere: [
    {
      environment: 'live' as const,
      serviceHost: 'settlement.partner.example.invalid:8443',
      isOtherClient: false,
      count: 12,
      oldestAtMs: FIXED_NOW_MS - 3 * 24 * 60 * 60_000,
    },
    {
      environment: 'live' as const,
      serviceHost: 'partner.example',
      isOtherClient: true,
      count: 2,
      oldestAtMs: FIXED_NOW_MS - 60 * 60_000,
    },
  ],
  hasOtherKind: true,
  lag: { ...diagnostics.lag, count: 0, medianMs: null, longestMs: null },
  storage: { ...diagnostics.storage, status: 'failing' as const, bytes: null, freeBytes: 0, lastCheck: null },
})

async function openPin(stage: Stage, button: string): Promise<void> {
  await toSettings(stage)
  await stage.page.getByRole('button', { name: button }).click()
}

const settingsOnly: readonly Scene[] = [
  {
    name: 'settings-tray',
    place: 'Settings',
    situation: 'data',
    facts: { sales, settings: { ...settings, tray: true, startAtLogin: true } },
    reach: toSettings,
    shows: (page) => choice(page, 'When the window is closed'),
    primary: copyButton,
  },
  {
    name: 'settings-choice',
    place: 'Settings',
    situation: 'question',
    reach: async (stage) => {
      await toSettings(stage)
      await choice(stage.page, 'Colours').click()
    },
    shows: (page) => page.getByRole('option', { name: 'Dark' }),
    primary: (page) => page.getByRole('listbox'),
    hasForcedColors: true,
  },
  {
    name: 'settings-data',
    place: 'Settings',
    situation: 'data',
    facts: { sales },
    reach: toSettings,
    shows: (page) => page.getByText('partner.example'),
    primary: copyButton,
    hasForcedColors: true,
  },
  {
    name: 'settings-manager-whole-profile',
    place: 'Settings',
    situation: 'hard',
    facts: { sales, ...manager },
    answers: { 'settings.profile': wholeProfile },
    reach: async (stage) => {
      await toSettings(stage)
      await openTechnical(stage)
      await stage.page.getByText('outbox.resendAfterAbsence').scrollIntoViewIfNeeded()
    },
    shows: (page) => page.getByText('enquiry.nameKeys'),
  },
  {
    name: 'settings-first-start',
    place: 'Settings',
    situation: 'empty',
    facts: { ...practice, ...neverOnline, access: { ...cashier, pin: 'none' } },
    answers: { 'settings.profile': ok({ ...profile, file: null, serviceHost: null, values: [] }) },
    reach: toSettings,
    shows: (page) => page.getByText('No PIN is set yet.'),
    primary: copyButton,
  },
  {
    name: 'settings-diagnostics-hard',
    place: 'Settings',
    situation: 'hard',
    facts: { sales, ...offline },
    answers: { 'settings.diagnostics': hardDiagnostics },
    reach: async (stage) => {
      await toSettings(stage)
      await openTechnical(stage)
      await stage.page.getByText('For another sign-in').scrollIntoViewIfNeeded()
    },
    shows: (page) => page.getByText('settlement.partner.example.invalid'),
  },
  {
    name: 'settings-diagnostics-unread',
    place: 'Settings',
    situation: 'hard',
    facts: { sales },
    answers: { 'settings.diagnostics': hardDiagnostics },
    reach: async (stage) => {
      await toSettings(stage)
      await stage.page.getByText('Protected storage').scrollIntoViewIfNeeded()
    },
    shows: (page) => page.getByText('amount is written'),
  },
  {
    name: 'settings-diagnostics-saved',
    place: 'Settings',
    situation: 'data',
    facts: { sales },
    reach: async (stage) => {
      await toSettings(stage)
      await stage.page.getByRole('button', { name: 'Save diagnostics' }).click()
    },
    shows: (page) => page.getByText('with the newest lines of the log'),
    primary: copyButton,
  },
  {
    name: 'settings-loading',
    place: 'Settings',
    situation: 'loading',
    answers: { 'settings.profile': never() },
    reach: toSettings,
    shows: (page) => page.getByRole('heading', { name: 'Settings' }),
  },
  {
    name: 'settings-not-saved',
    place: 'Settings',
    situation: 'error',
    facts: manager,
    answers: { 'settings.change': fails('notSaved') },
    reach: async (stage) => {
      await toSettings(stage)
      await choose(stage.page, 'Rows', 'Compact')
    },
    shows: (page) => page.getByRole('alert').filter({ hasText: 'could not save' }),
    primary: copyButton,
  },
  {
    name: 'settings-scanner-problems',
    place: 'Settings',
    situation: 'error',
    facts: manager,
    reach: async (stage) => {
      await toSettings(stage)
      await stage.page.getByLabel('Fewest keys').fill('1')
      await stage.page.getByLabel('Longest gap (ms)').fill('soon')
      await stage.page.getByRole('button', { name: 'Save scanner' }).click()
    },
    shows: (page) => page.getByText('A whole number from').first(),
  },
  {
    name: 'settings-offline',
    place: 'Settings',
    situation: 'offline',
    facts: { sales, ...offline, app: { ...appInfo, platform: 'mac' } },
    reach: toSettings,
    shows: (page) => page.getByText('only of a signed Tillside'),
    primary: copyButton,
  },
  {
    name: 'settings-connection-checked',
    place: 'Settings',
    situation: 'data',
    facts: { sales },
    reach: async (stage) => {
      await toSettings(stage)
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
    reach: chooseProfile,
    shows: (page) => page.getByText('12 sales are not accepted yet.'),
    primary: (page) => page.getByRole('button', { name: 'Use this profile' }),
    hasForcedColors: true,
  },
  {
    name: 'profile-wrong',
    place: 'Settings',
    situation: 'error',
    facts: { ...practice, ...manager },
    answers: {
      'profile.choose': ok({
        kind: 'wrong' as const,
        file: 'D:\\from the installer\\balogun-market-branch.json',
        faults: [
          { key: 'enviroment', problem: 'is not a known key; known here: name, environment, partnerUrl' },
          { key: 'limits.pageSize', problem: 'must be a whole number from 1 to 500' },
        ],
      }),
    },
    reach: chooseProfile,
    shows: (page) => page.getByText('Tillside cannot use this file as a profile. Nothing was changed.'),
    primary: (page) => page.getByRole('button', { name: 'Choose profile…' }),
  },
  {
    name: 'profile-placed',
    place: 'Settings',
    situation: 'data',
    facts: { ...practice, ...manager },
    answers: {
      'profile.place': ok({
        place: chosenProfile.place,
        keptAs: 'C:\\Users\\till\\AppData\\Roaming\\Tillside\\profile.before-2026-11-20T140500.json',
      }),
    },
    reach: async (stage) => {
      await chooseProfile(stage)
      await stage.page.getByRole('button', { name: 'Use this profile' }).click()
    },
    shows: (page) => page.getByText('The profile is in place'),
    primary: (page) => page.getByRole('button', { name: 'Restart now' }),
  },
  {
    name: 'practice-numbers',
    place: 'Settings',
    situation: 'data',
    facts: practice,
    reach: async (stage) => {
      await toSettings(stage)
      await stage.page.getByRole('button', { name: 'Practice numbers' }).click()
    },
    shows: (page) => page.getByText('2TLS0013'),
    primary: (page) => page.getByRole('button', { name: 'Close' }),
    hasForcedColors: true,
  },
  {
    name: 'settings-dark-on-a-light-computer',
    place: 'Settings',
    situation: 'data',
    facts: { settings: { ...settings, theme: 'dark' } },
    reach: toSettings,
    shows: (page) => page.locator('[data-theme="dark"]').getByText('Technical details'),
  },
]

function pinScene(scene: Omit<Scene, 'place' | 'shows' | 'primary'>, title: string, button: string): Scene {
  return {
    place: 'Settings',
    shows: (page) => pinDialog(page, title),
    primary: (page) => pinDialog(page, title).getByRole('button', { name: button }),
    ...scene,
  }
}

/** The manager's PIN: set, entered, wrong, too often, changed, forgotten. */
const pinScenes: readonly Scene[] = [
  pinScene(
    {
      name: 'pin-set',
      situation: 'question',
      facts: { access: { ...cashier, pin: 'none' } },
      reach: (stage) => openPin(stage, 'Set PIN'),
    },
    'Choose a manager PIN',
    'Set PIN',
  ),
  pinScene(
    {
      name: 'pin-set-problems',
      situation: 'error',
      facts: { access: { ...cashier, pin: 'none' } },
      reach: async (stage) => {
        await openPin(stage, 'Set PIN')
        await stage.page.getByLabel('Repeat new PIN').fill('1')
        await stage.page.keyboard.press('Enter')
        await stage.page.getByLabel('New PIN', { exact: true }).fill('12')
        await stage.page.keyboard.press('Enter')
      },
    },
    'Choose a manager PIN',
    'Set PIN',
  ),
  pinScene(
    {
      name: 'pin-enter',
      situation: 'question',
      reach: (stage) => openPin(stage, 'Open with PIN'),
      hasForcedColors: true,
    },
    'Manager PIN',
    'Open',
  ),
  pinScene(
    {
      name: 'pin-wrong',
      situation: 'error',
      reach: async (stage) => {
        await openPin(stage, 'Open with PIN')
        await stage.page.getByLabel('PIN', { exact: true }).fill('0000')
        await stage.page.keyboard.press('Enter')
        await stage.page.getByText('That is not the PIN.').waitFor()
      },
    },
    'Manager PIN',
    'Open',
  ),
  pinScene(
    {
      name: 'pin-too-often',
      situation: 'hard',
      facts: { access: { ...cashier, wrongTries: 3, waitMs: 30_000 } },
      reach: (stage) => openPin(stage, 'Open with PIN'),
    },
    'Manager PIN',
    'Open',
  ),
  pinScene(
    {
      name: 'pin-change',
      situation: 'question',
      facts: manager,
      reach: (stage) => openPin(stage, 'Change PIN'),
    },
    'Change the manager PIN',
    'Set PIN',
  ),
  pinScene(
    {
      name: 'pin-forgotten',
      situation: 'question',
      reach: async (stage) => {
        await openPin(stage, 'Open with PIN')
        await stage.page.getByRole('button', { name: 'Forgotten the PIN?' }).click()
      },
    },
    'Set a new manager PIN',
    'Set PIN',
  ),
  pinScene(
    {
      name: 'pin-forgotten-sign-in-first',
      situation: 'hard',
      facts: { access: { ...cashier, pin: 'damaged', resetBy: 'signInFirst' } },
      reach: (stage) => openPin(stage, 'Open with PIN'),
    },
    'Set a new manager PIN',
    'Set PIN',
  ),
]

function updateScene(
  name: string,
  situation: Scene['situation'],
  shown: Partial<UpdatesView>,
  text: string,
  button: string | null,
): Scene {
  const main =
    button === null ? null : (page: Page) => page.getByRole('button', { name: button, exact: true })
  return {
    name: `updates-${name}`,
    place: 'Settings',
    situation,
    facts: { sales, updates: { ...updates, ...shown } },
    reach: async (stage) => {
      await toSettings(stage)
      await (main?.(stage.page) ?? stage.page.getByText(text)).scrollIntoViewIfNeeded()
    },
    shows: (page) => page.getByText(text),
    ...(main === null ? {} : { primary: main }),
  }
}

/** Newer versions: off, found, downloading, ready, and failed. */
const updateScenes: readonly Scene[] = [
  updateScene('off', 'data', {}, 'Updates are off.', null),
  updateScene(
    'available',
    'data',
    { status: 'available', version: '0.2.0' },
    'Version 0.2.0 is available.',
    'Download',
  ),
  updateScene(
    'by-hand',
    'data',
    { status: 'available', version: '0.2.0', isInstalledHere: false },
    'It is not installed from here',
    'Check for updates',
  ),
  updateScene(
    'downloading',
    'loading',
    { status: 'downloading', version: '0.2.0', percent: 41 },
    '41 % is downloaded.',
    null,
  ),
  updateScene(
    'ready',
    'question',
    { status: 'ready', version: '0.2.0' },
    'Safe on this computer, to be continued afterwards',
    'Install and open again',
  ),
  updateScene(
    'unsigned',
    'error',
    { status: 'failed', version: '0.2.0', failure: 'unsigned' },
    'We could not make sure who made the newer version.',
    'Check for updates',
  ),
]

export const settingsScenes: readonly Scene[] = [...settingsOnly, ...updateScenes, ...pinScenes]
