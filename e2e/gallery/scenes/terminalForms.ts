import {
  changeOf,
  changesOfEveryKind,
  readBackOf,
  registrationOf,
} from '../../../renderer/testing/changeFixtures.ts'
import { terminalOf, terminalRowsOf } from '../../../renderer/testing/fixtures.ts'
import { ok } from '../../../shared/result.ts'
import type { TerminalChangeView } from '../../../shared/terminalChange.ts'
import { row } from '../../pages/lists.ts'
import { show } from '../../pages/shell.ts'
import { button, field, registerButton, saveButton, typeMerchant } from '../../pages/terminalForms.ts'
import { paidTo } from '../../pages/terminals.ts'
import { type Scene, type Stage, never } from '../scene.ts'
import { fails, manager } from './known.ts'

export const ACCOUNT = '0123456789'

async function toRegister({ page }: Stage): Promise<void> {
  await show(page, 'Terminal')
  await button(page, 'Register a terminal').click()
}

async function typeTerminal(stage: Stage): Promise<void> {
  const { page } = stage
  await toRegister(stage)
  await field(page, 'Terminal ID').fill('2ABC9001')
  await typeMerchant(page, 'Merchant', 'MER-0009')
  await field(page, 'Serial number').fill('SN-880042')
}

export async function typeAccount(stage: Stage): Promise<void> {
  await typeTerminal(stage)
  await field(stage.page, 'Account number').fill(ACCOUNT)
}

async function askName(stage: Stage): Promise<void> {
  await typeAccount(stage)
  await stage.page.keyboard.press('Enter')
}

async function confirmName(stage: Stage): Promise<void> {
  await askName(stage)
  await button(stage.page, 'Yes, use it').click()
  await field(stage.page, 'Your name').fill('Ngozi Eze')
}

async function register(stage: Stage): Promise<void> {
  await confirmName(stage)
  await registerButton(stage.page).click()
}

export async function toEdit({ page }: Stage): Promise<void> {
  await show(page, 'Terminal')
  await row(page, 'All terminals', '2ABC1236').click()
  await button(page, 'Edit').click()
}

async function move(stage: Stage): Promise<void> {
  const { page } = stage
  await toEdit(stage)
  await button(page, 'Merchant').click()
  await typeMerchant(page, 'New merchant', 'MER-0007')
  await paidTo(page, 'Another account').click()
  await field(page, 'New account number').fill(ACCOUNT)
  await field(page, 'Why').fill('The shop moved to the other side of the market')
}

async function toChanges({ page }: Stage): Promise<void> {
  await show(page, 'Terminal')
  await button(page, 'Changes').click()
}

type FormScene = Omit<Scene, 'place'>

const registerScenes: readonly FormScene[] = [
  {
    name: 'agent-register-name',
    situation: 'question',
    facts: manager,
    reach: askName,
    shows: (page) => page.getByText('The names differ'),
    primary: (page) => button(page, 'No, change'),
    hasForcedColors: true,
  },
  {
    name: 'agent-token-refused',
    situation: 'question',
    facts: manager,
    answers: { 'terminals.checkName': fails({ code: 'notAllowed', reason: 'tokenNotTaken' }) },
    reach: askName,
    shows: (page) => page.getByText('The bank did not take the token that is kept here.'),
    primary: (page) => button(page, 'Save token'),
  },
  {
    name: 'agent-register-ready',
    situation: 'data',
    facts: manager,
    reach: confirmName,
    shows: (page) => page.getByText('The bank registers nothing until'),
    primary: registerButton,
    hasForcedColors: true,
  },
  {
    name: 'agent-register-asking',
    situation: 'loading',
    facts: manager,
    answers: { 'terminals.register': never() },
    reach: register,
    shows: (page) => page.getByRole('progressbar', { name: 'Reading the bank’s list' }),
  },
]

/** A registration with this result. */
function answered(name: string, change: TerminalChangeView, situation: Scene['situation']): FormScene {
  return {
    name,
    situation,
    facts: manager,
    answers: { 'terminals.register': ok(change) },
    reach: register,
    shows: (page) => page.getByRole('heading', { name: /^Registration of terminal/u }),
    primary: (page) => button(page, 'Print slip'),
  }
}

const resultScenes: readonly FormScene[] = [
  answered(
    'agent-result-done',
    registrationOf({
      bankMessage: 'Terminal created',
      recordId: '77',
      otherNames: ['MAMA ṢADE FOODS'],
    }),
    'data',
  ),
  answered('agent-result-differs', registrationOf({ readBack: readBackOf('differs') }), 'hard'),
  answered(
    'agent-result-unknown',
    registrationOf({ state: 'unknown', endedAtMs: null, readBack: readBackOf('notThere') }),
    'hard',
  ),
]

const editScenes: readonly FormScene[] = [
  {
    name: 'agent-move-name',
    situation: 'question',
    facts: manager,
    reach: async (stage) => {
      await move(stage)
      await field(stage.page, 'New account number').press('Enter')
    },
    shows: (page) => button(page, 'Yes, use it'),
    primary: (page) => button(page, 'Yes, use it'),
  },
  {
    name: 'agent-edit-same-account',
    situation: 'hard',
    facts: manager,
    reach: async (stage) => {
      await move(stage)
      await paidTo(stage.page, 'Same account').click()
    },
    shows: (page) => page.getByText('The merchant changes and the payout account stays'),
    primary: saveButton,
  },
  {
    name: 'agent-edit-changed-meanwhile',
    situation: 'hard',
    facts: manager,
    reach: async (stage) => {
      const { page } = stage
      await toEdit(stage)
      await button(page, 'Device').click()
      await field(page, 'New serial number').fill('SN-880042')
      await field(page, 'Why').fill('The device was swapped')
      await field(page, 'Your name').fill('Ngozi Eze')
      stage.double.change({
        terminalRows: terminalRowsOf().map((terminal) =>
          terminal.terminalId === '2ABC1236'
            ? { ...terminal, serialNumber: 'SN-555', isActive: false, version: 'v2' }
            : terminal,
        ),
      })
      await saveButton(page).click()
    },
    shows: (page) => button(page, 'I have looked at it'),
    primary: (page) => button(page, 'I have looked at it'),
  },
  {
    name: 'agent-edit-long',
    situation: 'hard',
    facts: {
      ...manager,
      terminalRows: [
        terminalOf({
          recordId: '43',
          terminalId: '2ABC1236',
          merchantId: 'MERCHANT-OF-THE-LONGEST-KIND/BRANCH-0042/REGION-NORTH-WEST-00017',
          accountName: 'ADÉBÁYỌ̀ ỌLÁTÚNJÍ AND DAUGHTERS GENERAL MERCHANDISE ENTERPRISES LTD',
          serialNumber: 'SERIAL-NUMBER-AS-LONG-AS-THE-SERVICE-TAKES-IT-0000000000000000001',
        }),
      ],
    },
    reach: async (stage) => {
      await toEdit(stage)
      for (const topic of ['Merchant', 'Device', 'Switch off']) await button(stage.page, topic).click()
    },
    shows: (page) => page.getByText('Who is paid from now on?'),
    primary: saveButton,
  },
]

/** An edit that may still take effect: no answer came, and the list does not show it. */
function openEdit(): TerminalChangeView {
  return changeOf({ state: 'unknown', endedAtMs: null, readBack: readBackOf('asBefore') })
}

async function toGivingUp(stage: Stage): Promise<void> {
  await toChanges(stage)
  await row(stage.page, 'Change history', '2ABC1234').click()
  await button(stage.page, 'Mark as not done…').click()
}

const historyScenes: readonly FormScene[] = [
  {
    name: 'agent-changes',
    situation: 'data',
    facts: { ...manager, terminalChanges: changesOfEveryKind() },
    reach: toChanges,
    shows: (page) => page.getByText('12 changes'),
    hasForcedColors: true,
  },
  {
    name: 'agent-changes-give-up',
    situation: 'question',
    facts: { ...manager, terminalChanges: [openEdit()] },
    reach: toGivingUp,
    shows: (page) => page.getByRole('dialog', { name: 'Mark as not done?' }),
    primary: (page) => button(page, 'No, leave it open'),
  },
]

export const terminalFormScenes: readonly Scene[] = [
  ...registerScenes,
  ...resultScenes,
  ...editScenes,
  ...historyScenes,
].map((scene) => ({ place: 'Terminal', ...scene }))
