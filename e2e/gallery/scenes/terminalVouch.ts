import { cashier, terminalListOf } from '../../../renderer/testing/fixtures.ts'
import { field, button, step } from '../../pages/terminalForms.ts'
import { type Scene, type Stage } from '../scene.ts'
import { fails, manager } from './known.ts'
import { ACCOUNT, askName, toEdit, typeAccount } from './terminalForms.ts'

const OFFER = 'The bank confirmed the name by other means…'
const noEnquiry = { ...manager, terminals: terminalListOf({ nameCheck: 'notOffered' }) }

async function openVouch(stage: Stage): Promise<void> {
  await typeAccount(stage)
  await button(stage.page, OFFER).click()
}

async function fillIn({ page }: Stage, again: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Repeat account number').fill(again)
  await dialog.getByLabel('Account name, as the bank said it').fill('ADÉBÁYỌ̀ STORES LTD')
  await dialog.getByLabel('How the bank confirmed it').fill('by telephone')
  await dialog.getByLabel('Who at the bank').fill('Mrs. Bello, Aba branch')
  await page.keyboard.press('Enter')
}

const scenes: readonly Omit<Scene, 'place'>[] = [
  {
    name: 'agent-vouch-offered',
    situation: 'hard',
    facts: noEnquiry,
    reach: typeAccount,
    shows: (page) => button(page, OFFER),
    primary: (page) => button(page, OFFER),
  },
  {
    name: 'agent-vouch-after-silence',
    situation: 'error',
    facts: manager,
    answers: { 'terminals.checkName': fails('unreachable') },
    reach: askName,
    shows: (page) => button(page, OFFER),
    primary: (page) => button(page, OFFER),
  },
  {
    name: 'agent-vouch-no-pin',
    situation: 'hard',
    facts: {
      ...noEnquiry,
      access: { ...cashier, role: 'manager', pin: 'none', locksInMs: 300_000 },
    },
    reach: typeAccount,
    shows: (page) => page.getByText('A manager sets a PIN first, in Settings.'),
  },
  {
    name: 'agent-vouch-dialog',
    situation: 'question',
    facts: noEnquiry,
    reach: openVouch,
    shows: (page) => page.getByRole('dialog', { name: 'The bank confirmed the name by other means' }),
    primary: (page) => button(page, 'Use this name'),
    hasForcedColors: true,
  },
  {
    name: 'agent-vouch-problems',
    situation: 'error',
    facts: noEnquiry,
    reach: async (stage) => {
      await openVouch(stage)
      await fillIn(stage, '0123456780')
    },
    shows: (page) => page.getByText('This is not the account number that you typed before.'),
    primary: (page) => button(page, 'Use this name'),
  },
  {
    name: 'agent-vouch-bank-answered',
    situation: 'error',
    facts: noEnquiry,
    answers: { 'terminals.vouchName': fails({ code: 'notAllowed', reason: 'bankAnswered' }) },
    reach: async (stage) => {
      await openVouch(stage)
      await fillIn(stage, ACCOUNT)
    },
    shows: (page) => page.getByText('The bank itself has answered about this account'),
    primary: (page) => button(page, 'Use this name'),
  },
  {
    name: 'agent-vouch-review',
    situation: 'data',
    facts: noEnquiry,
    reach: async (stage) => {
      await openVouch(stage)
      await fillIn(stage, ACCOUNT)
      await button(stage.page, 'Next: review').click()
      await step(stage.page, 'Review').waitFor()
    },
    shows: (page) => page.getByText('Name as the manager says the bank confirmed it'),
  },
  {
    name: 'agent-vouch-edit',
    situation: 'hard',
    facts: noEnquiry,
    reach: async (stage) => {
      await toEdit(stage)
      await field(stage.page, 'New account number').fill(ACCOUNT)
    },
    shows: (page) => button(page, OFFER),
    primary: (page) => button(page, OFFER),
  },
]

/** A manager says an account's name where the bank does not. */
export const terminalVouchScenes: readonly Scene[] = scenes.map((scene) => ({
  place: 'Terminal',
  ...scene,
}))
