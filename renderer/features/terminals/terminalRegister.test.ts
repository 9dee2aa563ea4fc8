import { expect, test } from 'vitest'
import { callError } from '../../../shared/callError.ts'
import { ok } from '../../../shared/result.ts'
import { DOUBLE_PIN } from '../../testing/accessDouble.ts'
import { readBackOf, registrationOf } from '../../testing/changeFixtures.ts'
import { appInfo, cashier, FIXED_NOW_MS, terminalListOf } from '../../testing/fixtures.ts'
import { exampleErrors } from '../../testing/callErrors.ts'
import { type OpenForms, openForms } from '../../testing/openForms.ts'
import { settled } from '../../testing/openApp.ts'
import { saveOffReason } from './terminalFormWords.ts'

const ACCOUNT = '0123456789'
const identity = { terminalId: '2ABC9001', merchantId: 'MER-0009', serialNumber: 'SN-880042' }
const begin = (facts: Parameters<typeof openForms>[1] = {}): Promise<OpenForms> =>
  openForms({ kind: 'register' }, facts)

const typeIdentity = (app: OpenForms): void => app.fill(identity)

async function confirmAccount(app: OpenForms): Promise<void> {
  app.fill({ accountNumber: ACCOUNT })
  await app.store.getState().checkAccountName()
  app.answer(true)
}

/** Filled in, up to the last button. */
async function fillIn(app: OpenForms): Promise<void> {
  typeIdentity(app)
  await confirmAccount(app)
  app.fill({ by: 'Ngozi Eze' })
}

const offReason = (app: OpenForms): string | null => saveOffReason(app.form(), app.store.getState())

test('what is missing is said at each field, and the bank is not asked', async () => {
  const app = await begin()
  app.fill({ serialNumber: 'SN 88' })
  await app.store.getState().submitTerminalForm()
  expect(app.register().problems).toMatchObject({
    terminalId: 'empty',
    merchantId: 'empty',
    serialNumber: 'hiddenCharacter',
    accountNumber: 'empty',
    by: 'empty',
  })
  app.fill({ terminalId: '2' })
  expect(app.register().problems).not.toHaveProperty('terminalId')
  expect(app.asked('terminals.register')).toEqual([])
})

test('a terminal ID that the list shows already is marked once it is typed, in capitals or small letters', async () => {
  const app = await begin()
  app.fill({ ...identity, terminalId: '2abc1236' })
  await app.store.getState().lookAtTerminalId()
  expect(app.register()).toMatchObject({
    problems: { terminalId: 'alreadyRegistered' },
    existing: { terminalId: '2ABC1236' },
  })
})

test('the name of the cashier who is in stands there already', async () => {
  const cashiers = [{ id: 'c1', name: 'Ngozi Eze', wrongTries: 0, waitMs: 0 }]
  const app = await begin({ people: { state: 'on', cashiers, currentId: 'c1' } })
  expect(app.register().values.by).toBe('Ngozi Eze')
})

test('nothing is asked of the bank before the last button, and then once, with the name check', async () => {
  const app = await begin()
  await fillIn(app)
  expect(app.asked('terminals.register')).toEqual([])
  const first = app.store.getState().submitTerminalForm()
  // A held Enter, and an impatient second press.
  const second = app.store.getState().submitTerminalForm()
  await Promise.all([first, second])
  await app.store.getState().submitTerminalForm()
  expect(app.asked('terminals.register').map(({ request }) => request)).toEqual([
    {
      form: {
        ...identity,
        accountNumber: ACCOUNT,
        isReceivingPayment: true,
        isActive: true,
        by: 'Ngozi Eze',
        note: '',
      },
      checkId: `check of ${ACCOUNT}`,
    },
  ])
  expect(app.result()).toMatchObject({ state: 'done', terminalId: '2ABC9001' })
})

test('ux 24: any edit of the number clears the answer, turns the last button off, and says why', async () => {
  const app = await begin()
  typeIdentity(app)
  expect(offReason(app)).toBe('Check the account name first.')
  app.fill({ accountNumber: ACCOUNT })
  await app.store.getState().checkAccountName()
  expect(app.form().check).toMatchObject({ phase: 'answered', check: { name: 'ADÉBÁYỌ̀ STORES LTD' } })
  expect(offReason(app)).toBe('Say first whether the account is the merchant’s.')
  app.answer(true)
  expect(offReason(app)).toBeNull()
  app.fill({ accountNumber: `${ACCOUNT.slice(0, 9)}0` })
  expect(app.form().check).toEqual({ phase: 'cleared' })
  expect(offReason(app)).toBe('The number was changed after the check. Check the account name again.')
  await app.store.getState().submitTerminalForm()
  expect(app.asked('terminals.register')).toEqual([])
})

test('a number that is typed with spaces is checked without them, and the same number clears nothing', async () => {
  const app = await begin()
  typeIdentity(app)
  app.fill({ accountNumber: ' 0123 456 789 ' })
  await app.store.getState().checkAccountName()
  app.answer(true)
  app.fill({ accountNumber: '01234-56789' })
  expect(app.form().check.phase).toBe('confirmed')
  expect(app.asked('terminals.checkName').map(({ request }) => request)).toEqual([{ accountNumber: ACCOUNT }])
})

test('a number that is none of the bank’s form is not asked about', async () => {
  const app = await begin({ app: { ...appInfo, accountPattern: '^[0-9]{12}$' } })
  typeIdentity(app)
  app.fill({ accountNumber: ACCOUNT })
  await app.store.getState().checkAccountName()
  expect(app.form().problems).toEqual({ accountNumber: 'notAnAccount' })
  expect(app.asked('terminals.checkName')).toEqual([])
  app.fill({ accountNumber: '012345678901' })
  await app.store.getState().checkAccountName()
  expect(app.asked('terminals.checkName')).toHaveLength(1)
})

test('a number that is not ten digits is not asked about', async () => {
  const app = await begin()
  typeIdentity(app)
  app.fill({ accountNumber: '12345' })
  await app.store.getState().checkAccountName()
  expect(app.form().problems).toEqual({ accountNumber: 'notTenDigits' })
  expect(app.asked('terminals.checkName')).toEqual([])
})

test('the answer to a number that was edited meanwhile confirms nothing', async () => {
  const app = await begin()
  typeIdentity(app)
  const { promise, resolve } = Promise.withResolvers<unknown>()
  app.double.answerNext('terminals.checkName', promise)
  app.fill({ accountNumber: ACCOUNT })
  const checking = app.store.getState().checkAccountName()
  app.fill({ accountNumber: '9876543210' })
  resolve(ok({ checkId: 'c', name: 'SOMEONE ELSE', accountEnding: '6789', checkedAtMs: FIXED_NOW_MS }))
  await checking
  expect(app.form().check).toEqual({ phase: 'cleared' })
})

test('after five seconds a way out is offered, and after it a late answer is not taken', async () => {
  const app = await begin()
  typeIdentity(app)
  const { promise, resolve } = Promise.withResolvers<unknown>()
  app.double.answerNext('terminals.checkName', promise)
  app.fill({ accountNumber: ACCOUNT })
  const checking = app.store.getState().checkAccountName()
  await app.pass(4_999)
  expect(app.form().check).toMatchObject({ phase: 'asking', isSlow: false })
  await app.pass(5_000)
  expect(app.form().check).toMatchObject({ phase: 'asking', isSlow: true })
  app.answer(false)
  resolve(ok({ checkId: 'c', name: 'LATE LTD', accountEnding: '6789', checkedAtMs: FIXED_NOW_MS }))
  await checking
  expect(app.form().check).toEqual({ phase: 'none' })
})

test('offline everything can be filled in and stays; the name and the bank are not asked', async () => {
  const app = await begin({
    connection: { status: 'offline', problem: null, lastContactAtMs: null, clockAheadMs: null },
  })
  typeIdentity(app)
  app.fill({ accountNumber: ACCOUNT })
  await app.store.getState().checkAccountName()
  app.fill({ by: 'Ngozi Eze' })
  await app.store.getState().submitTerminalForm()
  await app.pass(600)
  expect(offReason(app)).toContain('No internet.')
  expect([app.asked('terminals.checkName'), app.asked('terminals.register')]).toEqual([[], []])
})

test('a token is asked for where none was entered, goes in, and stays nowhere in the state', async () => {
  const app = await begin({ terminals: terminalListOf({ nameCheck: 'noToken' }) })
  typeIdentity(app)
  app.fill({ accountNumber: ACCOUNT })
  await app.store.getState().checkAccountName()
  expect(app.asked('terminals.checkName')).toEqual([])
  app.store.getState().openTokenDialog(true)
  await app.store.getState().setBusinessToken('very-own-token')
  expect(app.asked('terminals.setBusinessToken').map(({ request }) => request)).toEqual([
    { token: 'very-own-token' },
  ])
  expect(JSON.stringify(app.store.getState())).not.toContain('very-own-token')
  expect(app.store.getState().terminalWork.token.isOpen).toBe(false)
  await app.store.getState().checkAccountName()
  expect(app.form().check.phase).toBe('answered')
})

test('ux 49: an entry stays when it is left, and can be emptied', async () => {
  const app = await begin()
  app.fill(identity)
  app.store.getState().leaveTerminalTask()
  await settled()
  expect(app.store.getState().terminalTask).toBeNull()
  await app.store.getState().openTerminalTask({ kind: 'register' })
  await app.store.getState().beginTerminalTask({ kind: 'register' })
  expect(app.register().values).toMatchObject(identity)
  app.store.getState().startAnew()
  expect(app.register()).toMatchObject({ values: { terminalId: '', serialNumber: '' } })
})

test('a form without a word in it is closed when it is left', async () => {
  const app = await begin()
  app.store.getState().leaveTerminalTask()
  expect(app.store.getState().terminalWork.forms).toEqual({})
})

/** A person locks, or goes away: main reports it. */
const lock = (app: OpenForms): void => app.double.change({ access: { ...cashier, pin: 'set' } })
const holdsAccount = (app: OpenForms): boolean =>
  /0123456789/u.test(JSON.stringify(app.store.getState().terminalWork))
const givePin = (app: OpenForms): Promise<void> =>
  app.store.getState().submitPin({ pin: DOUBLE_PIN, currentPin: '', secretKey: '' })

/** The entry, in view or not. */
const entryOf = (app: OpenForms) => app.store.getState().terminalWork.forms['register']
const openAgain = (app: OpenForms): Promise<void> =>
  app.store.getState().openTerminalTask({ kind: 'register' })

test('a lock removes the account number and the name, and the form from view; a manager’s PIN opens the rest', async () => {
  const app = await begin()
  await fillIn(app)
  expect(holdsAccount(app)).toBe(true)
  lock(app)
  await settled()
  expect(app.store.getState().terminalTask).toBeNull()
  expect(holdsAccount(app)).toBe(false)
  await app.store.getState().submitTerminalForm()
  expect(app.asked('terminals.register')).toEqual([])
  const opening = openAgain(app)
  await settled()
  expect(app.store.getState().pinDialog.mode).toBe('enter')
  app.store.getState().closePinDialog()
  await opening
  expect(app.store.getState().terminalTask).toBeNull()
  const again = openAgain(app)
  await settled()
  await givePin(app)
  await again
  expect(app.register()).toMatchObject({
    isAccountLost: true,
    check: { phase: 'none' },
    values: { ...identity, accountNumber: '', by: '' },
  })
  app.fill({ accountNumber: ACCOUNT })
  expect(app.form().isAccountLost).toBe(false)
})

test('a lock while a form is being opened lets none of it through', async () => {
  const app = await openForms({ kind: 'changes' })
  await app.store.getState().openTerminalTask({ kind: 'register' })
  const opening = app.store.getState().beginTerminalTask({ kind: 'register' })
  lock(app)
  await opening
  expect(app.store.getState().terminalTask).toBeNull()
  expect(app.store.getState().terminalWork.forms).toEqual({})
})

test('a lock while an entry is asked for, and going back, keep it until its outcome is there', async () => {
  const app = await begin()
  await fillIn(app)
  const { promise, resolve } = Promise.withResolvers<unknown>()
  app.double.answerNext('terminals.register', promise)
  const asking = app.store.getState().submitTerminalForm()
  lock(app)
  app.store.getState().leaveTerminalTask()
  expect(app.store.getState().terminalWork.forms).toMatchObject({
    register: { isAsking: true, values: { accountNumber: '' } },
  })
  resolve(ok(registrationOf()))
  await asking
  expect(app.store.getState().announcement).toContain('terminal 2ABC9001')
})

test('a lock while the list is read for it: without the PIN nothing is lost, with it the same is asked for again', async () => {
  const app = await begin()
  await fillIn(app)
  const needsManager = callError('needsManager', { needs: 'enterPin' })
  const submit = async (): Promise<Promise<void>[]> => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    app.double.answerNext('terminals.register', promise)
    const submitting = app.store.getState().submitTerminalForm()
    await settled()
    lock(app)
    expect(holdsAccount(app)).toBe(false)
    resolve(needsManager)
    await settled()
    expect(app.store.getState().pinDialog.mode).toBe('enter')
    return [submitting]
  }
  const [first] = await submit()
  app.store.getState().closePinDialog()
  await first
  expect(app.store.getState().terminalTask).toBeNull()
  expect(entryOf(app)).toMatchObject({ isAsking: false, problem: { code: 'needsManager' } })
  expect(holdsAccount(app)).toBe(false)
  const opening = openAgain(app)
  await settled()
  await givePin(app)
  await opening
  expect(app.register().isAccountLost).toBe(true)
  await confirmAccount(app)
  app.fill({ by: 'Ngozi Eze' })

  const [second] = await submit()
  await givePin(app)
  await second
  expect(app.result()?.state).toBe('done')
  expect(app.asked('terminals.register').at(-1)?.request).toMatchObject({
    form: { accountNumber: ACCOUNT },
  })
})

test('after a lock and the PIN, what main does not take stays, and its account is typed again', async () => {
  const app = await begin()
  await fillIn(app)
  app.double.answerNext('terminals.register', callError('needsManager', { needs: 'enterPin' }))
  app.double.answerNext('terminals.register', callError('incomplete', { reason: 'readFailed' }))
  const submitting = app.store.getState().submitTerminalForm()
  lock(app)
  await settled()
  await givePin(app)
  await submitting
  expect(app.register()).toMatchObject({
    isAccountLost: true,
    problem: { code: 'incomplete' },
    values: { ...identity, accountNumber: '' },
  })
})

test('a name check that ran into the lock says nothing of the entry, which waits without the number', async () => {
  const app = await begin()
  typeIdentity(app)
  app.fill({ accountNumber: ACCOUNT })
  await app.pass(600)
  app.double.answerNext('terminals.checkName', callError('needsManager', { needs: 'enterPin' }))
  const checking = app.store.getState().checkAccountName()
  lock(app)
  await settled()
  expect(app.store.getState().pinDialog.mode).toBe('enter')
  await givePin(app)
  await checking
  await settled()
  expect(entryOf(app)).toMatchObject({ check: { phase: 'none' }, isAccountLost: true, values: identity })
})

test.each(['notSaved', 'readOnly', 'incomplete', 'unreachable', 'notSignedIn'] as const)(
  'after %s everything stays as it was entered, and the check with it',
  async (code) => {
    const app = await begin()
    await fillIn(app)
    app.double.answerNext('terminals.register', { ok: false, error: exampleErrors[code] })
    await app.store.getState().submitTerminalForm()
    expect(app.register()).toMatchObject({
      isAsking: false,
      told: null,
      problem: { code },
      check: { phase: 'confirmed' },
      values: { ...identity, accountNumber: ACCOUNT },
    })
  },
)

test('main’s field problems are marked', async () => {
  const app = await begin()
  await fillIn(app)
  const fields = [{ field: 'serialNumber', problem: 'tooLong' }]
  app.double.answerNext('terminals.register', callError('invalid', { fields }))
  await app.store.getState().submitTerminalForm()
  expect(app.register()).toMatchObject({ problems: { serialNumber: 'tooLong' } })
})

test('a check that has become too old is asked for again', async () => {
  const app = await begin()
  await fillIn(app)
  app.double.answerNext('terminals.register', callError('nameNotChecked'))
  await app.store.getState().submitTerminalForm()
  expect(app.register()).toMatchObject({ check: { phase: 'none' } })
  expect(offReason(app)).toBe('Check the account name first.')
})

test('main’s words are shown as they come: asked, answered, compared', async () => {
  const app = await begin()
  await fillIn(app)
  const { promise, resolve } = Promise.withResolvers<unknown>()
  app.double.answerNext('terminals.register', promise)
  const submitting = app.store.getState().submitTerminalForm()
  await settled()
  expect(app.form()).toMatchObject({ isAsking: true, told: null })
  // Another one, of an earlier day, is looked up: it does not belong to this entry.
  app.double.emit('terminals.changeTold', registrationOf({ changeId: 'other', terminalId: '2ABC7777' }))
  expect(app.form().told).toBeNull()
  const asking = registrationOf({ changeId: 'new', state: 'asking', endedAtMs: null, readBack: null })
  app.double.emit('terminals.changeTold', asking)
  expect(app.form().told?.state).toBe('asking')
  app.double.emit('terminals.changeTold', { ...asking, state: 'done', endedAtMs: FIXED_NOW_MS })
  expect(app.form()).toMatchObject({ told: { state: 'done' } })
  expect(app.result()).toBeNull()
  resolve(ok(registrationOf({ changeId: 'new', readBack: readBackOf('differs') })))
  await submitting
  expect(app.form().isAsking).toBe(false)
  expect(app.result()).toMatchObject({ readBack: { outcome: 'differs' } })
})

test.each(['done', 'unknown'] as const)(
  'after %s the entry is spent: there is no way back to it',
  async (state) => {
    const app = await begin()
    await fillIn(app)
    await app.pass(600)
    app.double.answerNext('terminals.register', ok(registrationOf({ state })))
    await app.store.getState().submitTerminalForm()
    await settled()
    app.store.getState().backToEntry()
    expect(app.result()?.state).toBe(state)
  },
)

test.each(['refused', 'unsent'] as const)(
  'after %s the entry stays, and going back to it asks nothing',
  async (state) => {
    const app = await begin()
    await fillIn(app)
    const readBack = state === 'unsent' ? null : readBackOf('notThere')
    app.double.answerNext('terminals.register', ok(registrationOf({ state, readBack })))
    await app.store.getState().submitTerminalForm()
    await settled()
    app.store.getState().backToEntry()
    await settled()
    expect(app.register()).toMatchObject({ values: identity })
    expect(app.result()).toBeNull()
    expect(app.asked('terminals.register')).toHaveLength(1)
  },
)

test('a person who left meanwhile is told the result, and finds it on coming back', async () => {
  const app = await begin()
  await fillIn(app)
  const { promise, resolve } = Promise.withResolvers<unknown>()
  app.double.answerNext('terminals.register', promise)
  const submitting = app.store.getState().submitTerminalForm()
  await settled()
  app.store.getState().leaveTerminalTask()
  resolve(ok(registrationOf({ state: 'refused', readBack: readBackOf('notThere') })))
  await submitting
  expect(app.store.getState().announcement).toContain('Registration of terminal 2ABC9001: The bank said no.')
  await app.store.getState().openTerminalTask({ kind: 'register' })
  await app.store.getState().beginTerminalTask({ kind: 'register' })
  expect(app.result()?.state).toBe('refused')
})

test('a terminal whose registration has no clear answer yet is not registered once more without a word', async () => {
  const unknown = registrationOf({ state: 'unknown', readBack: readBackOf('notThere') })
  const app = await begin({ terminalChanges: [unknown] })
  app.fill({ ...identity, terminalId: '2abc9001' })
  await app.store.getState().lookAtTerminalId()
  expect(app.form().earlier?.changeId).toBe(unknown.changeId)
  app.store.getState().showChange(unknown)
  await settled()
  expect(app.store.getState().terminalTask).toEqual({ kind: 'changes' })
  expect(app.store.getState().terminalWork.changes.open).toEqual(unknown)
  expect(app.store.getState().terminalWork.forms).toHaveProperty('register')
})

test('another client sees nothing of what was entered', async () => {
  const app = await begin()
  await fillIn(app)
  await app.store.getState().signOut()
  await settled()
  expect(app.store.getState().terminalWork.forms).toEqual({})
  expect(JSON.stringify(app.store.getState())).not.toContain(ACCOUNT)
})
