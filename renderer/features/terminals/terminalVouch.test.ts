import { expect, test } from 'vitest'
import { callError, type CallError } from '../../../shared/callError.ts'
import { ok } from '../../../shared/result.ts'
import { cashier, FIXED_NOW_MS, terminalListOf } from '../../testing/fixtures.ts'
import { exampleErrors } from '../../testing/callErrors.ts'
import { type OpenForms, openForms } from '../../testing/openForms.ts'
import { settled } from '../../testing/openApp.ts'
import { saveOffReason } from './terminalFormWords.ts'
import { confirmedText, vouchOffer } from './vouchWords.ts'

const ACCOUNT = '0123456789'
const WORD = {
  accountAgain: ACCOUNT,
  name: 'ADE STORES LTD',
  how: 'by telephone',
  who: 'Mrs. Bello',
  on: '2026-11-20',
}
const notOffered = { terminals: terminalListOf({ nameCheck: 'notOffered' }) }
const ownToken = { terminals: terminalListOf({ nameCheck: 'ready' }) }

async function atAccount(facts: Parameters<typeof openForms>[1] = {}): Promise<OpenForms> {
  const app = await openForms({ kind: 'register' }, facts)
  app.fill({ terminalId: '2ABC9001', merchantId: 'MER-0009', serialNumber: 'SN-880042' })
  app.fill({ accountNumber: ACCOUNT })
  return app
}

const offer = (app: OpenForms): string => vouchOffer(app.form(), app.store.getState())

async function vouch(app: OpenForms): Promise<void> {
  app.store.getState().openVouch(true)
  await app.store.getState().vouchForName(WORD)
}

test('no enquiry is set up: a manager’s word confirms the account, is not called the bank’s, and goes along with the registration', async () => {
  const app = await atAccount(notOffered)
  expect(offer(app)).toBe('offered')
  await vouch(app)
  expect(app.asked('terminals.vouchName').map(({ request }) => request)).toEqual([
    { ...WORD, accountNumber: ACCOUNT },
  ])
  const { check } = app.form()
  expect(check).toMatchObject({ phase: 'confirmed', check: { said: { who: 'Mrs. Bello' } } })
  expect(check.phase === 'confirmed' ? confirmedText(check.check) : '').toBe(
    'Name as the manager says the bank confirmed it: ADE STORES LTD (by telephone, Mrs. Bello, 20 Nov 2026).',
  )
  expect([app.form().vouch, offer(app)]).toEqual([null, 'none'])
  app.fill({ by: 'Ngozi Eze' })
  await app.store.getState().submitTerminalForm()
  expect(app.asked('terminals.register')[0]?.request).toMatchObject({ checkId: `word for ${ACCOUNT}` })
})

const silences: readonly CallError[] = [
  exampleErrors.unreachable,
  exampleErrors.noAnswer,
  exampleErrors.badAnswer,
  { code: 'badAnswer', fault: { kind: 'noName' } },
  { code: 'notAllowed', reason: 'tokenNotTaken' },
  { code: 'notAllowed', reason: 'signInTokenNotTaken' },
]
test.each(silences)('the bank was asked and said nothing (%j): a word is offered', async (error) => {
  const app = await atAccount()
  expect(offer(app)).toBe('none')
  app.double.answerNext('terminals.checkName', { ok: false, error })
  await app.store.getState().checkAccountName()
  expect(offer(app)).toBe('offered')
  await vouch(app)
  expect(app.form().check.phase).toBe('confirmed')
})

test.each([
  exampleErrors.declined,
  { code: 'notSignedIn', reason: 'overtaken' },
  exampleErrors.needsManager,
  exampleErrors.internal,
] as const)('$code is no silence of the bank: no word is offered, and none is asked for', async (error) => {
  const app = await atAccount()
  app.double.answerNext('terminals.checkName', { ok: false, error })
  const checking = app.store.getState().checkAccountName()
  await settled()
  app.store.getState().closePinDialog()
  await checking
  expect(app.form().check).toMatchObject({ phase: 'problem', problem: { code: error.code } })
  expect(offer(app)).toBe('none')
  await vouch(app)
  expect(app.asked('terminals.vouchName')).toEqual([])
})

test('the bank gave a name: no other word is offered, with any answer of the person', async () => {
  const app = await atAccount()
  await app.store.getState().checkAccountName()
  expect([app.form().check.phase, offer(app)]).toEqual(['answered', 'none'])
  app.answer(false)
  expect(offer(app)).toBe('none')
})

test('without a manager’s PIN set it is not offered, and the dialog does not open', async () => {
  const app = await atAccount({ ...notOffered, access: { ...cashier, role: 'manager', pin: 'none' } })
  expect(offer(app)).toBe('noPin')
  await vouch(app)
  expect([app.form().vouch, app.asked('terminals.vouchName')]).toEqual([null, []])
  // What is not offered is not asked for either.
  expect(saveOffReason(app.form(), app.store.getState())).toBe(
    'The name check is not set up here, and no manager’s PIN is set.',
  )
})

test('without ten digits there is no account to speak of: the field says so', async () => {
  const app = await atAccount(notOffered)
  app.fill({ accountNumber: '12345' })
  app.store.getState().openVouch(true)
  expect(app.form()).toMatchObject({ vouch: null, problems: { accountNumber: 'notTenDigits' } })
})

test('a number that is typed otherwise the second time is marked, and nothing is confirmed', async () => {
  const app = await atAccount(notOffered)
  app.store.getState().openVouch(true)
  await app.store.getState().vouchForName({ ...WORD, accountAgain: '0123 456 780' })
  expect(app.asked('terminals.vouchName')[0]?.request).toMatchObject({ accountAgain: '0123456780' })
  expect(app.form()).toMatchObject({
    check: { phase: 'none' },
    vouch: { isBusy: false, problems: { accountAgain: 'notSame' }, problem: null },
  })
})

test('main does not take it: the dialog stays and says why', async () => {
  const app = await atAccount(notOffered)
  app.double.answerNext('terminals.vouchName', callError('notAllowed', { reason: 'bankAnswered' }))
  await vouch(app)
  expect(app.form().vouch).toMatchObject({ isBusy: false, problem: { reason: 'bankAnswered' } })
  expect(app.form().check.phase).toBe('none')
})

test.each([
  ['another number is typed', (app: OpenForms) => app.fill({ accountNumber: '9' })],
  ['the dialog is closed', (app: OpenForms) => app.store.getState().openVouch(false)],
  ['the counter is locked', (app: OpenForms) => app.double.change({ access: { ...cashier, pin: 'set' } })],
])('%s while main looks at the word: its answer confirms nothing', async (_name, happens) => {
  const app = await atAccount(notOffered)
  const { promise, resolve } = Promise.withResolvers<unknown>()
  app.double.answerNext('terminals.vouchName', promise)
  app.store.getState().openVouch(true)
  const vouching = app.store.getState().vouchForName(WORD)
  happens(app)
  resolve(ok({ checkId: 'w', name: 'X', accountEnding: '6789', checkedAtMs: FIXED_NOW_MS, said: null }))
  await vouching
  // A lock has taken it out of view.
  const entry = app.store.getState().terminalWork.forms['register']
  expect(entry).toMatchObject({ vouch: null })
  expect(entry?.check.phase).not.toBe('confirmed')
})

test('any edit of the number takes the word away, and the last button says why it is off', async () => {
  const app = await atAccount(notOffered)
  await vouch(app)
  app.fill({ accountNumber: '0123456780' })
  expect(app.form().check).toEqual({ phase: 'cleared' })
  expect(saveOffReason(app.form(), app.store.getState())).not.toBeNull()
})

test('a refused token is asked for at once, and the check goes on by itself after a new one was given', async () => {
  const app = await atAccount(ownToken)
  app.double.answerNext('terminals.checkName', callError('notAllowed', { reason: 'tokenNotTaken' }))
  await app.store.getState().checkAccountName()
  app.double.change({ terminals: terminalListOf({ nameCheck: 'tokenRefused' }) })
  await settled()
  expect(app.store.getState().terminalWork.token).toMatchObject({ isOpen: true, isForCheck: true })
  await app.store.getState().setBusinessToken('another-token')
  expect(app.store.getState().terminalWork.token).toMatchObject({ isOpen: false, isForCheck: false })
  expect(app.form().check.phase).toBe('answered')
  expect(app.asked('terminals.checkName')).toHaveLength(2)
})

test('a token that stays refused: the check asks for another one, and the bank is not asked with it', async () => {
  const app = await atAccount({ terminals: terminalListOf({ nameCheck: 'tokenRefused' }) })
  await app.store.getState().checkAccountName()
  expect(app.store.getState().terminalWork.token).toMatchObject({ isOpen: true, isForCheck: true })
  expect(app.asked('terminals.checkName')).toEqual([])
  app.store.getState().openTokenDialog(false)
  expect(app.form().check.phase).toBe('none')
  // Main does not take the text for a token: the dialog stays, and the check still waits for one.
  await app.store.getState().checkAccountName()
  app.double.answerNext('terminals.setBusinessToken', callError('invalid', { fields: [] }))
  await app.store.getState().setBusinessToken('no token')
  expect(app.store.getState().terminalWork.token).toMatchObject({ isOpen: true, isForCheck: true })
  expect(app.asked('terminals.checkName')).toEqual([])
})

test('the sign-in’s token was not taken: no token is asked for, since none would be used', async () => {
  const app = await atAccount(ownToken)
  app.double.answerNext('terminals.checkName', callError('notAllowed', { reason: 'signInTokenNotTaken' }))
  await app.store.getState().checkAccountName()
  expect(app.store.getState().terminalWork.token.isOpen).toBe(false)
})
