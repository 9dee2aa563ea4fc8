import { editedFields } from './terminalHindrance.ts'
import { expect, test } from 'vitest'
import { callError } from '../../../shared/callError.ts'
import { ok } from '../../../shared/result.ts'
import type { MerchantView, TerminalView } from '../../../shared/terminal.ts'
import { changeOf, readBackOf, registrationOf } from '../../testing/changeFixtures.ts'
import {
  cashier,
  FIXED_NOW_MS,
  manyTerminals,
  online,
  signedIn,
  terminalListOf,
  terminalRowsOf,
} from '../../testing/fixtures.ts'
import { type OpenForms, openForms } from '../../testing/openForms.ts'
import { settled } from '../../testing/openApp.ts'
import { editLines } from './terminalFieldWords.ts'
import type { EditTopic } from '../../core/terminalChangeTypes.ts'
import { changeSummary, mayKeepAsShown } from './terminalChangeWords.ts'
import { formProblemText, merchantProblemText, saveOffReason } from './terminalFormWords.ts'

const ACCOUNT = '0123456789'
const found = terminalRowsOf().find(({ terminalId }) => terminalId === '2ABC1236')
if (found === undefined) throw new Error('the fixtures have no such terminal')
const base: TerminalView = found
const other = terminalRowsOf()[0] ?? base

const begin = (facts: Parameters<typeof openForms>[1] = {}): Promise<OpenForms> =>
  openForms({ kind: 'edit', recordId: base.recordId }, facts)
const offReason = (app: OpenForms): string | null => saveOffReason(app.form(), app.store.getState())

/** The bank shows this terminal otherwise from now on. */
function changeAtBank(app: OpenForms, part: Partial<TerminalView>): void {
  const rows = app.double.facts().terminalRows
  app.double.change({
    terminalRows: rows.map((row) =>
      row.recordId === base.recordId ? { ...row, version: 'v2', ...part } : row,
    ),
  })
}

const change = (app: OpenForms, ...topics: readonly EditTopic[]): void => {
  for (const topic of topics) app.enter({ type: 'toggleTopic', topic })
}

function fillIn(app: OpenForms): void {
  change(app, 'device')
  app.fill({ serialNumber: 'SN-880042', by: 'Ngozi Eze', note: 'swapped' })
}

test('an edit begins as the bank shows it, and saves nothing as long as nothing is changed', async () => {
  const app = await begin()
  expect(app.edit()).toMatchObject({ base, values: { serialNumber: base.serialNumber, accountNumber: '' } })
  expect(offReason(app)).toBe('Choose what changes.')
  change(app, 'device')
  app.fill({ by: 'Ngozi Eze', note: 'looking' })
  expect(offReason(app)).toBe('Nothing is changed yet.')
})

test('among 50,000 terminals an edit finds its own by one question, and reads no page but the screen’s first', async () => {
  const app = await begin({ terminalRows: [...manyTerminals(50_000), base] })
  expect(app.edit().base).toEqual(base)
  expect(app.asked('terminals.byId').map((call) => call.request)).toEqual([
    { recordId: base.recordId, terminalId: '' },
  ])
  expect(app.asked('terminals.page')).toHaveLength(1)
})

test('who and why are demanded, at their fields', async () => {
  const app = await begin()
  change(app, 'use')
  app.fill({ isActive: !base.isActive })
  expect(offReason(app)).toBeNull()
  await app.store.getState().submitTerminalForm()
  expect(app.form().problems).toEqual({ by: 'empty', note: 'empty' })
  expect(app.asked('terminals.edit')).toEqual([])
})

test('what was seen goes with it, and no account and no check where the account stays', async () => {
  const app = await begin()
  fillIn(app)
  await app.store.getState().submitTerminalForm()
  expect(app.asked('terminals.edit').map(({ request }) => request)).toEqual([
    {
      checkId: '',
      form: {
        recordId: base.recordId,
        seen: base.version,
        merchantRecordId: base.merchantRecordId,
        merchantId: base.merchantId,
        accountNumber: '',
        serialNumber: 'SN-880042',
        isReceivingPayment: base.isReceivingPayment,
        isActive: base.isActive,
        by: 'Ngozi Eze',
        note: 'swapped',
      },
    },
  ])
  expect(app.result()?.state).toBe('done')
})

test('without internet, and without a sign-in, an edit waits and says why', async () => {
  const app = await begin()
  fillIn(app)
  app.double.change({
    connection: { status: 'offline', problem: null, lastContactAtMs: null, clockAheadMs: null },
  })
  expect(offReason(app)).toContain('No internet.')
  await app.store.getState().submitTerminalForm()
  app.double.change({ connection: online, session: { ...signedIn, status: 'expired' } })
  expect(offReason(app)).toContain('Sign in first.')
  await app.store.getState().submitTerminalForm()
  expect(app.asked('terminals.edit')).toEqual([])
  expect(app.edit().values.serialNumber).toBe('SN-880042')
})

test('another account demands the name check; without the topic it stays and demands none', async () => {
  const app = await begin()
  fillIn(app)
  change(app, 'account')
  expect(offReason(app)).toBe('Type the new account number.')
  app.fill({ accountNumber: ACCOUNT })
  expect(offReason(app)).toBe('Check the account name first.')
  await app.store.getState().submitTerminalForm()
  expect(app.asked('terminals.edit')).toEqual([])
  change(app, 'account')
  expect(offReason(app)).toBeNull()
  change(app, 'account')
  app.fill({ accountNumber: ACCOUNT })
  await app.store.getState().checkAccountName()
  app.answer(true)
  await app.store.getState().submitTerminalForm()
  expect(app.asked('terminals.edit')[0]?.request).toMatchObject({
    checkId: `check of ${ACCOUNT}`,
    form: { accountNumber: ACCOUNT },
  })
})

test('a merchant is taken by their ID, typed or scanned, and an unknown ID turns saving off', async () => {
  const app = await begin()
  fillIn(app)
  change(app, 'shop')
  // The scanner was faster than main.
  app.store.getState().searchMerchants(other.merchantId, true)
  app.typeMerchant(other.merchantId)
  expect(app.edit().merchant).toBeNull()
  expect(offReason(app)).toBe('Choose a merchant from the list.')
  await app.pass(200)
  expect(app.edit()).toMatchObject({
    merchant: { merchantRecordId: other.merchantRecordId },
    values: { merchantRecordId: other.merchantRecordId },
  })
  expect(offReason(app)).toBe('Say first who is paid from now on.')
  app.enter({ type: 'sayAccount', isSame: true })
  expect(offReason(app)).toBeNull()
  app.typeMerchant('MER-9999')
  expect(app.edit().values.merchantRecordId).toBe(base.merchantRecordId)
  await app.store.getState().submitTerminalForm()
  expect(app.asked('terminals.edit')).toEqual([])
  app.typeMerchant(base.merchantId)
  expect(editLines(app.edit()).map(({ label }) => label)).toEqual(['Serial number'])
})

function twinOf(merchantRecordId: string): MerchantView {
  return {
    merchantRecordId,
    merchantId: 'MER-TWIN',
    accountNames: ['TWIN'],
    accountNameCount: 1,
    terminalCount: 1,
    recordCount: 2,
  }
}

test('an ID that two merchants have names neither until one of them is chosen', async () => {
  const twin = twinOf('900')
  const app = await begin()
  app.double.answerNext('terminals.merchants', ok({ rows: [twin, twinOf('901')], total: 2 }))
  app.store.getState().searchMerchants('', false)
  await settled()
  app.typeMerchant('MER-TWIN')
  expect(app.edit().merchant).toBeNull()
  app.enter({ type: 'chooseMerchant', merchant: twin })
  expect(app.edit().values.merchantRecordId).toBe('900')
})

test('an ID that two merchants have names neither, also where main has shown one of the two so far', async () => {
  const twin = twinOf('900')
  const app = await begin()
  app.double.answerNext('terminals.merchants', ok({ rows: [twin], total: 1 }))
  app.store.getState().searchMerchants('', false)
  await settled()
  app.typeMerchant('MER-TWIN')
  expect(app.edit().merchant).toBeNull()
  expect(merchantProblemText(app.edit(), [twin])).toBe(
    'The bank’s list has 2 merchants with this ID. Choose one of them from the list.',
  )
  app.enter({ type: 'chooseMerchant', merchant: twin })
  expect(app.edit().values.merchantRecordId).toBe('900')
  expect(merchantProblemText(app.edit(), [twin])).toBeUndefined()
})

test('a change made elsewhere is shown, the entry is kept, and saving waits until a person has looked', async () => {
  const app = await begin()
  fillIn(app)
  changeAtBank(app, { isActive: !base.isActive, serialNumber: 'SN-555' })
  await app.store.getState().submitTerminalForm()
  await settled()
  expect(app.edit()).toMatchObject({
    base,
    meanwhile: { serialNumber: 'SN-555', version: 'v2' },
    values: { serialNumber: 'SN-880042', note: 'swapped' },
  })
  expect(offReason(app)).toBe('Look first at what changed at the bank.')
  await app.store.getState().submitTerminalForm()
  expect(app.asked('terminals.edit')).toHaveLength(1)
  app.enter({ type: 'lookAtMeanwhile' })
  // What was not touched follows the bank; what was entered stays.
  expect(app.edit()).toMatchObject({
    meanwhile: null,
    problem: null,
    values: { seen: 'v2', serialNumber: 'SN-880042', isActive: !base.isActive },
  })
  expect(editedFields(app.edit())).toEqual(['serialNumber'])
  await app.store.getState().submitTerminalForm()
  expect(app.result()?.state).toBe('done')
})

test('a terminal that the list does not show any more cannot be saved', async () => {
  const app = await begin()
  fillIn(app)
  app.double.answerNext('terminals.edit', callError('notFound'))
  app.double.change({ terminalRows: [other] })
  await app.store.getState().submitTerminalForm()
  await settled()
  expect(app.edit().meanwhile).toBe('gone')
  expect(offReason(app)).toBe('The bank’s list does not show this terminal any more.')
})

test('the bank’s own serial number, which cannot be typed here, does not stop an edit', async () => {
  const rows = terminalRowsOf().map((row) =>
    row.recordId === base.recordId ? { ...row, serialNumber: 'SN 88 42' } : row,
  )
  const app = await begin({ terminalRows: rows })
  change(app, 'use')
  app.fill({ isActive: !base.isActive, by: 'Ngozi Eze', note: 'on again' })
  await app.store.getState().submitTerminalForm()
  expect(app.result()?.state).toBe('done')
})

test('a terminal far behind in a long list is found, and one that is nowhere is said to be nowhere', async () => {
  const rows = manyTerminals(450)
  const recordId = rows.at(-1)?.recordId ?? ''
  const facts = { terminalRows: rows, terminals: terminalListOf({ chosenTerminalId: null }) }
  const app = await openForms({ kind: 'edit', recordId }, facts)
  expect(app.edit().base?.recordId).toBe(recordId)
  const gone = await openForms({ kind: 'edit', recordId: '7000000' }, facts)
  expect(() => gone.form()).toThrow('no entry')
  expect(gone.store.getState().terminalWork.opening).toBeNull()
})

test('an earlier change without a clear answer is pointed out when the edit opens', async () => {
  const unknown = changeOf({ recordId: base.recordId, state: 'unknown', readBack: null })
  const app = await begin({ terminalChanges: [unknown] })
  expect(app.form().earlier?.changeId).toBe(unknown.changeId)
  expect(offReason(app)).toBe('An earlier change of this terminal is still open. Look at it first.')
  fillIn(app)
  await app.store.getState().submitTerminalForm()
  expect(app.asked('terminals.edit')).toEqual([])
  const settledOne = changeOf({ recordId: base.recordId, state: 'unknown' })
  const quiet = await begin({ terminalChanges: [settledOne] })
  expect(quiet.form().earlier).toBeNull()
})

test('an open change is found behind any number of newer ones, of any kind and with any answer', async () => {
  const open = changeOf({ recordId: base.recordId, state: 'done', readBack: readBackOf('asBefore') })
  const newer = Array.from({ length: 60 }, (_, place) =>
    changeOf({ changeId: `newer-${place}`, recordId: base.recordId }),
  )
  const app = await begin({ terminalChanges: [...newer, open] })
  expect(app.form().earlier?.changeId).toBe(open.changeId)
  const registered = registrationOf({ terminalId: base.terminalId, state: 'unknown', readBack: null })
  const other = await begin({ terminalChanges: [...newer, registered] })
  expect(other.form().earlier?.changeId).toBe(registered.changeId)
})

test('where main cannot say what is open nothing is saved, and it can be asked again', async () => {
  const app = await begin()
  fillIn(app)
  app.double.answerNext('terminals.changes', callError('internal'))
  await app.store.getState().lookForEarlier()
  expect(offReason(app)).toBe('It is not known whether an earlier change of this terminal is open.')
  await app.store.getState().lookForEarlier()
  expect(offReason(app)).toBeNull()
})

test('main refuses over an open change: it is shown, and once a look has settled it the edit can be saved', async () => {
  const app = await begin()
  fillIn(app)
  const open = changeOf({ changeId: 'open', recordId: base.recordId, state: 'unknown', readBack: null })
  app.double.change({ terminalChanges: [open] })
  app.double.answerNext('terminals.edit', callError('notAllowed', { reason: 'earlierOpen' }))
  await app.store.getState().submitTerminalForm()
  expect(app.form().earlier?.changeId).toBe('open')
  expect(formProblemText(app.form().problem ?? callError('internal').error)).toContain('still open')
  const seen = { ...open, isOpen: false, readBack: readBackOf('asAsked') }
  app.double.change({ terminalChanges: [seen] })
  await app.store.getState().lookUpChange('open')
  await settled()
  expect(app.form().earlier).toBeNull()
  await app.store.getState().submitTerminalForm()
  expect(app.result()?.state).toBe('done')
})

test('a manager marks a change as not done, with their name and reason', async () => {
  const change = changeOf({ changeId: 'c1', state: 'unknown', readBack: readBackOf('asBefore') })
  const app = await openForms({ kind: 'changes' }, { terminalChanges: [change] })
  app.store.getState().openChange('c1')
  app.store.getState().openGivingUp('c1')
  app.double.answerNext('terminals.giveUpChange', callError('notAllowed', { reason: 'settled' }))
  const said = { by: 'Ngozi Eze', note: 'Mrs. Bello: it never arrived' }
  await app.store.getState().giveUpChange(said)
  expect(app.store.getState().terminalWork.givingUp).toMatchObject({
    changeId: 'c1',
    problem: { reason: 'settled' },
  })
  await app.store.getState().giveUpChange(said)
  expect(app.asked('terminals.giveUpChange').at(-1)?.request).toEqual({
    changeId: 'c1',
    how: 'notDone',
    ...said,
  })
  const { givingUp, changes } = app.store.getState().terminalWork
  expect(givingUp.changeId).toBeNull()
  expect(changes.open).toMatchObject({ isOpen: false, givenUp: said })
})

test('a manager closes a change as the bank shows it, only where the list shows other values', async () => {
  const differs = changeOf({ changeId: 'c1', state: 'done', readBack: readBackOf('differs') })
  const asBefore = changeOf({ changeId: 'c2', state: 'done', readBack: readBackOf('asBefore') })
  expect([differs, asBefore].map(mayKeepAsShown)).toEqual([true, false])
  const app = await openForms({ kind: 'changes' }, { terminalChanges: [differs] })
  app.store.getState().openChange('c1')
  app.store.getState().openGivingUp('c1', 'asShown')
  const said = { by: 'Ngozi Eze', note: 'Mrs. Bello: it stays' }
  await app.store.getState().giveUpChange(said)
  const { open } = app.store.getState().terminalWork.changes
  expect(open).toMatchObject({ isOpen: false, givenUp: { how: 'asShown', ...said } })
  expect(open === null ? null : changeSummary(open)).toBe('Kept as the bank shows it')
})

test('a merchant whose record is another’s by now has to be chosen again', async () => {
  const app = await begin()
  fillIn(app)
  app.enter({
    type: 'chooseMerchant',
    merchant: { ...other, accountNames: [], accountNameCount: 0, terminalCount: 1, recordCount: 1 },
  })
  app.double.answerNext('terminals.edit', callError('changedMeanwhile', { what: 'merchant' }))
  await app.store.getState().submitTerminalForm()
  expect(app.edit()).toMatchObject({ merchant: null, meanwhile: null, merchantText: other.merchantId })
  expect(offReason(app)).toBe('Choose a merchant from the list.')
})

test('an account number that a lock removed is typed again, or its topic closed, before an edit is saved', async () => {
  const app = await begin()
  fillIn(app)
  change(app, 'account')
  app.fill({ accountNumber: '0123456789' })
  app.double.change({ access: { ...cashier, pin: 'set' } })
  app.double.change({ access: { ...cashier, pin: 'set', role: 'manager', locksInMs: 300_000 } })
  await settled()
  await app.store.getState().openTerminalTask({ kind: 'edit', recordId: base.recordId })
  expect(app.edit()).toMatchObject({
    isAccountLost: true,
    values: { accountNumber: '', serialNumber: 'SN-880042' },
  })
  expect(offReason(app)).toBe('Type the new account number.')
  await app.store.getState().submitTerminalForm()
  expect(app.asked('terminals.edit')).toEqual([])
  change(app, 'account')
  expect(offReason(app)).toBeNull()
})

test('a look at a change asks for the list and for no change, once at a time', async () => {
  const change = changeOf({ changeId: 'c1', state: 'unknown', readBack: null, askedAtMs: FIXED_NOW_MS })
  const app = await openForms({ kind: 'changes' }, { terminalChanges: [change] })
  app.store.getState().openChange('c1')
  const { promise, resolve } = Promise.withResolvers<unknown>()
  app.double.answerNext('terminals.lookUpChange', promise)
  const looking = app.store.getState().lookUpChange('c1')
  await app.store.getState().lookUpChange('c1')
  expect(app.store.getState().terminalWork.look.isBusy).toBe(true)
  resolve(ok(changeOf({ changeId: 'c1', state: 'unknown' })))
  await looking
  expect(app.asked('terminals.lookUpChange')).toHaveLength(1)
  expect(app.store.getState().terminalWork.changes.open?.readBack?.outcome).toBe('asAsked')
  expect([app.asked('terminals.edit'), app.asked('terminals.register')]).toEqual([[], []])
})

test('a look that came to nothing leaves what was known', async () => {
  const change = changeOf({ changeId: 'c1', state: 'unknown' })
  const app = await openForms({ kind: 'changes' }, { terminalChanges: [change] })
  app.store.getState().openChange('c1')
  app.double.answerNext('terminals.lookUpChange', callError('incomplete', { reason: 'readFailed' }))
  await app.store.getState().lookUpChange('c1')
  const { look, changes } = app.store.getState().terminalWork
  expect(look).toMatchObject({ isBusy: false, problem: { code: 'incomplete' } })
  expect(changes.open).toEqual(change)
})

test('the list of changes comes in pages, and a new one comes into it by itself', async () => {
  const many = Array.from({ length: 45 }, (_, place) => changeOf({ changeId: `c${place}` }))
  const app = await openForms({ kind: 'changes' }, { terminalChanges: many })
  const { readChanges } = app.store.getState()
  expect(app.store.getState().terminalWork.changes).toMatchObject({ total: 45, offset: 0 })
  await readChanges(40)
  expect(app.store.getState().terminalWork.changes.rows.map(({ changeId }) => changeId)).toEqual([
    'c40',
    'c41',
    'c42',
    'c43',
    'c44',
  ])
  await readChanges(0)
  const fresh = changeOf({ changeId: 'fresh', state: 'asking', endedAtMs: null, readBack: null })
  app.double.change({ terminalChanges: [fresh, ...many] })
  app.double.emit('terminals.changeTold', fresh)
  await settled()
  expect(app.store.getState().terminalWork.changes.rows[0]?.changeId).toBe('fresh')
})
