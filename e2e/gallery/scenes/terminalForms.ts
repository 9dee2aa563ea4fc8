import type { DoubleFacts } from '../../../renderer/testing/bridgeDouble.ts'
import {
  changeOf,
  changesOfEveryKind,
  givenUpOf,
  readBackOf,
  registrationOf,
  sideOf,
} from '../../../renderer/testing/changeFixtures.ts'
import {
  cashier,
  manyTerminals,
  terminalListOf,
  terminalOf,
  terminalRowsOf,
} from '../../../renderer/testing/fixtures.ts'
import { ok } from '../../../shared/result.ts'
import type { TerminalChangeView } from '../../../shared/terminalChange.ts'
import { row } from '../../pages/lists.ts'
import { show } from '../../pages/shell.ts'
import {
  button,
  field,
  merchantField,
  registerButton,
  saveButton,
  step,
  typeMerchant,
} from '../../pages/terminalForms.ts'
import { type Scene, type Stage, never } from '../scene.ts'
import { fails, manager, offline, practice } from './known.ts'

export const ACCOUNT = '0123456789'

async function toRegister({ page }: Stage): Promise<void> {
  await show(page, 'Terminal')
  await button(page, 'Register a terminal').click()
}

async function toAccount(stage: Stage): Promise<void> {
  const { page } = stage
  await toRegister(stage)
  await field(page, 'Terminal ID').fill('2ABC9001')
  await typeMerchant(page, 'Merchant ID', 'MER-0009')
  await field(page, 'Serial number').fill('SN-880042')
  await page.keyboard.press('Enter')
  await step(page, 'Payout account').waitFor()
}

export async function typeAccount(stage: Stage): Promise<void> {
  await toAccount(stage)
  await field(stage.page, 'Account number').fill(ACCOUNT)
}

export async function askName(stage: Stage): Promise<void> {
  await typeAccount(stage)
  await stage.page.keyboard.press('Enter')
}

async function toReview(stage: Stage): Promise<void> {
  const { page } = stage
  await askName(stage)
  await button(page, 'Yes, use it').click()
  await page.keyboard.press('Enter')
  await step(page, 'Review').waitFor()
}

async function register(stage: Stage): Promise<void> {
  await toReview(stage)
  await field(stage.page, 'Your name').fill('Ngozi Eze')
  await stage.page.keyboard.press('Enter')
}

export async function toEdit({ page }: Stage): Promise<void> {
  await show(page, 'Terminal')
  await row(page, 'All terminals', '2ABC1236').click()
  await button(page, 'Edit or move').click()
}

async function move(stage: Stage): Promise<void> {
  const { page } = stage
  await toEdit(stage)
  await typeMerchant(page, 'New: merchant', 'MER-0007')
  await field(page, 'New: serial number').fill('SN-880042')
  await field(page, 'Your name').fill('Ngozi Eze')
  await field(page, 'Why').fill('The shop moved to the other side of the market')
  // Nothing can be saved until the merchant is found.
  await page.getByText('You change: merchant, serial number.').waitFor()
}

async function toChanges({ page }: Stage): Promise<void> {
  await show(page, 'Terminal')
  await button(page, 'Changes').click()
}

const withChanges: Partial<DoubleFacts> = { ...manager, terminalChanges: changesOfEveryKind() }

type FormScene = Omit<Scene, 'place'>

const registerScenes: readonly FormScene[] = [
  {
    name: 'agent-register-identity',
    situation: 'data',
    facts: manager,
    reach: async (stage) => {
      await toRegister(stage)
      await field(stage.page, 'Terminal ID').fill('2ABC9001')
      await typeMerchant(stage.page, 'Merchant ID', 'MER-0009')
    },
    shows: (page) => page.getByText('Known from the list: 1 terminal, pays to ‘MAMA ṢADE FOODS’'),
    primary: (page) => page.locator('[data-next]'),
  },
  {
    name: 'agent-register-suggestions',
    situation: 'hard',
    facts: { ...manager, terminalRows: manyTerminals(400) },
    reach: async (stage) => {
      await toRegister(stage)
      await merchantField(stage.page, 'Merchant ID').fill('mer-000')
      await stage.page.getByRole('option', { name: 'MER-00003' }).waitFor()
      await stage.page.keyboard.press('ArrowDown')
    },
    shows: (page) => page.getByText('Type more of the ID or the name.'),
    primary: (page) => merchantField(page, 'Merchant ID'),
  },
  {
    name: 'agent-register-problems',
    situation: 'error',
    facts: manager,
    reach: async (stage) => {
      await toRegister(stage)
      await field(stage.page, 'Serial number').fill('SN 88')
      await stage.page.keyboard.press('Enter')
    },
    shows: (page) => page.getByText('Type the terminal ID.'),
    primary: (page) => page.locator('[data-next]'),
  },
  {
    name: 'agent-register-there-already',
    situation: 'error',
    facts: manager,
    reach: async (stage) => {
      const { page } = stage
      await toRegister(stage)
      await field(page, 'Terminal ID').fill('2abc1236')
      await typeMerchant(page, 'Merchant ID', 'MER-0009')
      await field(page, 'Serial number').fill('SN-880042')
      await page.keyboard.press('Enter')
    },
    shows: (page) => button(page, 'Edit that terminal'),
  },
  {
    name: 'agent-register-asked-before',
    situation: 'hard',
    facts: {
      ...manager,
      terminalChanges: [registrationOf({ state: 'unknown', endedAtMs: null, readBack: null })],
    },
    reach: toAccount,
    shows: (page) => button(page, 'Look at it'),
    primary: (page) => button(page, 'Check account name'),
  },
  {
    name: 'agent-register-account',
    situation: 'data',
    facts: manager,
    reach: typeAccount,
    shows: (page) => page.getByText('Check the account name first.'),
    primary: (page) => button(page, 'Check account name'),
  },
  {
    name: 'agent-register-name',
    situation: 'question',
    facts: manager,
    reach: askName,
    shows: (page) => page.getByText('The names differ.'),
    primary: (page) => button(page, 'No, change'),
    hasForcedColors: true,
  },
  {
    name: 'agent-register-name-asking',
    situation: 'loading',
    facts: manager,
    answers: { 'terminals.checkName': never() },
    reach: async (stage) => {
      await askName(stage)
      await button(stage.page, 'Stop asking').waitFor()
    },
    shows: (page) => page.getByText('Asking the bank for the name…'),
    primary: (page) => button(page, 'Stop asking'),
  },
  {
    name: 'agent-register-name-not-confirmed',
    situation: 'error',
    facts: manager,
    answers: { 'terminals.checkName': fails('declined') },
    reach: askName,
    shows: (page) => page.getByText('The bank did not confirm this account.'),
    primary: (page) => button(page, 'Check account name'),
  },
  {
    name: 'agent-register-name-token-not-taken',
    situation: 'error',
    facts: manager,
    answers: { 'terminals.checkName': fails({ code: 'notAllowed', reason: 'tokenNotTaken' }) },
    reach: async (stage) => {
      await askName(stage)
      await stage.page.getByRole('dialog', { name: 'Token of the name check' }).waitFor()
      await stage.page.keyboard.press('Escape')
    },
    shows: (page) => page.getByText('The bank did not take the token'),
    primary: (page) => button(page, 'Enter the token…'),
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
    name: 'agent-register-no-token',
    situation: 'hard',
    facts: { ...manager, terminals: terminalListOf({ nameCheck: 'noToken' }) },
    reach: typeAccount,
    shows: (page) => page.getByText('The name check needs a token').first(),
    primary: (page) => button(page, 'Enter the token…'),
  },
  {
    name: 'agent-token',
    situation: 'question',
    facts: { ...manager, terminals: terminalListOf({ nameCheck: 'noToken' }) },
    reach: async (stage) => {
      await typeAccount(stage)
      await button(stage.page, 'Enter the token…').click()
    },
    shows: (page) => page.getByRole('dialog', { name: 'Token of the name check' }),
    primary: (page) => button(page, 'Save token'),
  },
  {
    name: 'agent-register-confirmed-then-edited',
    situation: 'hard',
    facts: manager,
    reach: async (stage) => {
      await askName(stage)
      await button(stage.page, 'Yes, use it').click()
      await field(stage.page, 'Account number').fill('0123456780')
    },
    shows: (page) => page.getByText('The number was changed after the check.'),
    primary: (page) => button(page, 'Check account name'),
  },
  {
    name: 'agent-register-review',
    situation: 'data',
    facts: manager,
    reach: toReview,
    shows: (page) => step(page, 'Review'),
    primary: registerButton,
    hasForcedColors: true,
  },
  {
    name: 'agent-register-offline',
    situation: 'offline',
    facts: { ...manager, ...practice, ...offline },
    reach: async (stage) => {
      await typeAccount(stage)
      await stage.page.keyboard.press('Enter')
    },
    shows: (page) => page.getByText('You can go on filling this in').first(),
    primary: registerButton,
  },
  {
    name: 'agent-register-put-away',
    situation: 'hard',
    facts: manager,
    reach: async (stage) => {
      await toReview(stage)
      stage.double.change({ access: { ...cashier, pin: 'set' } })
    },
    shows: (page) => page.getByText('so your entry is hidden'),
    primary: (page) => button(page, 'Open it again'),
  },
  {
    name: 'agent-register-asking',
    situation: 'loading',
    facts: manager,
    answers: { 'terminals.register': never() },
    reach: register,
    shows: (page) => page.getByRole('progressbar', { name: 'Reading the bank’s list' }),
  },
  {
    name: 'agent-register-not-saved',
    situation: 'error',
    facts: manager,
    answers: { 'terminals.register': fails('notSaved') },
    reach: register,
    shows: (page) => page.getByText('could not note the change'),
    primary: registerButton,
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
  answered('agent-result-done', registrationOf({ bankMessage: 'Terminal created' }), 'data'),
  answered(
    'agent-result-own-spelling',
    registrationOf({
      readBack: readBackOf('asAsked', {
        differences: ['serialNumber'],
        found: sideOf({ serialNumber: 'sn-880042' }),
      }),
    }),
    'data',
  ),
  answered('agent-result-differs', registrationOf({ readBack: readBackOf('differs') }), 'hard'),
  answered(
    'agent-result-refused',
    registrationOf({
      state: 'refused',
      bankMessage: 'This terminal was not issued to you',
      readBack: readBackOf('notThere'),
    }),
    'error',
  ),
  answered('agent-result-unsent', registrationOf({ state: 'unsent', readBack: null }), 'error'),
  answered(
    'agent-result-unknown',
    registrationOf({ state: 'unknown', endedAtMs: null, readBack: readBackOf('notThere') }),
    'hard',
  ),
  answered(
    'agent-result-unknown-incomplete',
    registrationOf({ state: 'unknown', endedAtMs: null, readBack: readBackOf('incomplete') }),
    'hard',
  ),
]

const editScenes: readonly FormScene[] = [
  {
    name: 'agent-edit',
    situation: 'data',
    facts: manager,
    reach: toEdit,
    shows: (page) => page.getByText('Nothing is changed yet.'),
    primary: saveButton,
  },
  {
    name: 'agent-edit-moved',
    situation: 'hard',
    facts: manager,
    reach: move,
    shows: (page) => page.getByText('You change: merchant, serial number.'),
    primary: saveButton,
    hasForcedColors: true,
  },
  {
    name: 'agent-edit-account',
    situation: 'question',
    facts: manager,
    reach: async (stage) => {
      await move(stage)
      await field(stage.page, 'New account number').fill(ACCOUNT)
      await stage.page.keyboard.press('Enter')
    },
    shows: (page) => page.getByText('Is this the merchant'),
    primary: saveButton,
  },
  {
    name: 'agent-edit-merchant-not-known',
    situation: 'error',
    facts: manager,
    reach: async (stage) => {
      await toEdit(stage)
      await typeMerchant(stage.page, 'New: merchant', 'MER-9')
    },
    shows: (page) => page.getByText('Choose a merchant from the list.').first(),
    primary: saveButton,
  },
  {
    name: 'agent-edit-changed-meanwhile',
    situation: 'hard',
    facts: manager,
    reach: async (stage) => {
      await move(stage)
      stage.double.change({
        terminalRows: terminalRowsOf().map((terminal) =>
          terminal.terminalId === '2ABC1236'
            ? { ...terminal, serialNumber: 'SN-555', isActive: false, version: 'v2' }
            : terminal,
        ),
      })
      await stage.page.keyboard.press('Enter')
    },
    shows: (page) => button(page, 'I have looked at it'),
    primary: (page) => button(page, 'I have looked at it'),
  },
  {
    name: 'agent-edit-earlier-open',
    situation: 'hard',
    facts: {
      ...manager,
      terminalChanges: [{ ...openEdit(), terminalId: '2ABC1236', recordId: recordIdOf('2ABC1236') }],
    },
    reach: toEdit,
    shows: (page) => button(page, 'Look at it'),
    primary: (page) => button(page, 'Look at it'),
  },
  {
    name: 'agent-edit-offline',
    situation: 'offline',
    facts: { ...manager, ...offline },
    reach: move,
    shows: (page) => page.getByText('You can go on filling this in').last(),
    primary: saveButton,
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
    reach: toEdit,
    shows: (page) => page.getByText('Nothing is changed yet.'),
    primary: saveButton,
  },
  {
    name: 'agent-edit-result',
    situation: 'data',
    facts: manager,
    answers: { 'terminals.edit': ok(changeOf({ to: { ...changeOf().to, merchantId: 'MER-0007' } })) },
    reach: async (stage) => {
      await move(stage)
      await stage.page.keyboard.press('Enter')
    },
    shows: (page) => page.getByRole('heading', { name: /^Edit or move of terminal/u }),
    primary: (page) => button(page, 'Print slip'),
  },
]

/** An edit that may still take effect: no answer came, and the list does not show it. */
function openEdit(): TerminalChangeView {
  return changeOf({ state: 'unknown', endedAtMs: null, readBack: readBackOf('asBefore') })
}

/** The bank said yes, and shows another account. */
function openOtherAccount(): TerminalChangeView {
  const found = sideOf({ accountEnding: '5678' })
  return changeOf({ state: 'done', readBack: readBackOf('differs', { differences: ['account'], found }) })
}

function recordIdOf(terminalId: string): string | null {
  return terminalRowsOf().find((terminal) => terminal.terminalId === terminalId)?.recordId ?? null
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
    facts: withChanges,
    reach: toChanges,
    shows: (page) => page.getByText('12 changes'),
    hasForcedColors: true,
  },
  {
    name: 'agent-changes-empty',
    situation: 'empty',
    facts: manager,
    reach: toChanges,
    shows: (page) => page.getByText('has not asked the bank for a registration or an edit yet'),
  },
  {
    name: 'agent-changes-not-read',
    situation: 'error',
    facts: manager,
    answers: { 'terminals.changes': fails('internal') },
    reach: toChanges,
    shows: (page) => page.getByRole('alert').filter({ hasText: 'Tillside could not do this' }),
  },
  {
    name: 'agent-changes-give-up',
    situation: 'question',
    facts: { ...manager, terminalChanges: [openEdit()] },
    reach: toGivingUp,
    shows: (page) => page.getByRole('dialog', { name: 'Mark as not done?' }),
    primary: (page) => button(page, 'No, leave it open'),
  },
  {
    name: 'agent-changes-give-up-settled',
    situation: 'error',
    facts: { ...manager, terminalChanges: [openEdit()] },
    answers: { 'terminals.giveUpChange': fails({ code: 'notAllowed', reason: 'settled' }) },
    reach: async (stage) => {
      const { page } = stage
      await toGivingUp(stage)
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Your name').fill('Ngozi Eze')
      await dialog.getByLabel('What the bank said, and who said it').fill('Mrs. Bello: it never arrived')
      await page.keyboard.press('Enter')
    },
    shows: (page) => page.getByText('Nothing was closed.'),
    primary: (page) => button(page, 'Mark as not done'),
  },
  {
    name: 'agent-changes-keep-as-shown',
    situation: 'question',
    facts: { ...manager, terminalChanges: [openOtherAccount()] },
    reach: async (stage) => {
      await toChanges(stage)
      await row(stage.page, 'Change history', '2ABC1234').click()
      await button(stage.page, 'Keep as shown…').click()
    },
    shows: (page) => page.getByText('The Sale screen goes on saying so'),
    primary: (page) => button(page, 'No, leave it open'),
  },
  {
    name: 'agent-changes-given-up',
    situation: 'data',
    facts: { ...manager, terminalChanges: [givenUpOf()] },
    reach: async (stage) => {
      await toChanges(stage)
      await row(stage.page, 'Change history', '2ABC1234').click()
    },
    shows: (page) => page.getByText('Why, and who said so'),
  },
  {
    name: 'agent-changes-open',
    situation: 'hard',
    facts: withChanges,
    answers: { 'terminals.lookUpChange': fails('incomplete') },
    reach: async (stage) => {
      await toChanges(stage)
      await stage.page.getByText('No answer, list differs').click()
      await button(stage.page, 'Look again').click()
    },
    shows: (page) => page.getByText('what was known before'),
    primary: (page) => button(page, 'Look again'),
  },
]

export const terminalFormScenes: readonly Scene[] = [
  ...registerScenes,
  ...resultScenes,
  ...editScenes,
  ...historyScenes,
].map((scene) => ({ place: 'Terminal', ...scene }))
