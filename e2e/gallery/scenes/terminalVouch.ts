import { terminalListOf } from '../../../renderer/testing/fixtures.ts'
import { button } from '../../pages/terminalForms.ts'
import { type Scene, type Stage } from '../scene.ts'
import { manager } from './known.ts'
import { ACCOUNT, typeAccount } from './terminalForms.ts'

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
    name: 'agent-vouch-confirmed',
    situation: 'data',
    facts: noEnquiry,
    reach: async (stage) => {
      await openVouch(stage)
      await fillIn(stage, ACCOUNT)
    },
    shows: (page) => page.getByText('Name as the manager says the bank confirmed it'),
  },
]

/** A manager says an account's name where the bank does not. */
export const terminalVouchScenes: readonly Scene[] = scenes.map((scene) => ({
  place: 'Terminal',
  ...scene,
}))
