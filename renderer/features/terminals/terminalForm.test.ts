import { expect, test } from 'vitest'
import { callError } from '../../../shared/callError.ts'
import type { NameCheck } from '../../../shared/terminalChange.ts'
import { changeOf, registrationOf } from '../../testing/changeFixtures.ts'
import { FIXED_NOW_MS, terminalOf } from '../../testing/fixtures.ts'
import type { EditTopic, FormAction, FormState } from '../../core/terminalChangeTypes.ts'
import { formAfter, isOf, resultOf } from './terminalForm.ts'
import { newEdit, newRegister } from './terminalFormFields.ts'

const base = terminalOf()
const forms = [newRegister('Ngozi Eze'), newEdit(base, 'Ngozi Eze')] as const
const check: NameCheck = {
  checkId: 'c1',
  name: 'ADE STORES LTD',
  accountEnding: '6789',
  checkedAtMs: FIXED_NOW_MS,
  said: null,
}
const answered: FormAction = { type: 'set', part: { check: { phase: 'answered', check } } }
const yes: FormAction = { type: 'answerNameCheck', isMerchant: true }
const no: FormAction = { type: 'answerNameCheck', isMerchant: false }
const account: FormAction = { type: 'fill', part: { accountNumber: '0123456789' } }

const after = (form: FormState, ...actions: readonly FormAction[]): FormState =>
  actions.reduce(formAfter, form)

test.each(forms)('$kind: a yes confirms an answer alone, and a no ends the wait for one too', (form) => {
  const asking: FormAction = {
    type: 'set',
    part: { check: { phase: 'asking', ticket: 1, isSlow: false } },
  }
  expect(after(form, yes).check.phase).toBe('none')
  expect(after(form, asking, yes).check.phase).toBe('asking')
  expect(after(form, asking, no).check.phase).toBe('none')
  expect(after(form, answered, yes).check).toEqual({ phase: 'confirmed', check })
  expect(after(form, answered, yes, no).check.phase).toBe('confirmed')
})

test.each(forms)(
  '$kind: another account number ends the check and the dialog of a manager’s word',
  (form) => {
    const vouch: FormAction = { type: 'set', part: { vouch: { isBusy: true, problems: {}, problem: null } } }
    const confirmed = after(form, account, answered, yes, vouch)
    expect(after(confirmed, account)).toEqual(confirmed)
    const edited = after(confirmed, { type: 'fill', part: { accountNumber: '9876543210' } })
    expect([edited.check.phase, edited.vouch]).toEqual(['cleared', null])
  },
)

test.each(forms)('$kind: a lock removes the account number, and says that one was there', (form) => {
  const away = after(form, account, answered, yes, { type: 'locked' })
  expect(JSON.stringify(away)).not.toContain('0123456789')
  expect([away.isAccountLost, away.check.phase]).toEqual([true, 'none'])
  expect(after(form, { type: 'locked' }).isAccountLost).toBe(false)
})

test.each(forms)('$kind: what main reports is the result once nothing is asked', (form) => {
  const told = changeOf({ kind: form.kind })
  const asking = after(form, { type: 'set', part: { isAsking: true, told } })
  expect(resultOf(asking)).toBeNull()
  expect(resultOf(after(asking, { type: 'set', part: { isAsking: false } }))).toBe(told)
  const failed = after(asking, { type: 'failed', problem: callError('internal').error })
  expect([failed.isAsking, resultOf(failed)]).toEqual([false, null])
})

test('what the list has of a terminal ID marks only the ID that was looked for', () => {
  const typed = after(forms[0], { type: 'fill', part: { terminalId: '2ABC9001' } })
  const found = { type: 'foundExisting', terminalId: '2ABC9001', existing: base } as const
  expect(after(typed, found)).toMatchObject({
    existing: base,
    problems: { terminalId: 'alreadyRegistered' },
  })
  const typedOn = after(typed, { type: 'fill', part: { terminalId: '2ABC9002' } })
  expect(after(typedOn, found)).toBe(typedOn)
  // A refusal of main’s stays marked where the screen’s list does not show the terminal yet.
  const refused = after(typed, { type: 'mark', problems: { terminalId: 'alreadyRegistered' } })
  expect(after(refused, { ...found, existing: null })).toEqual({ ...refused, existing: null })
})

test('a topic that is closed again leaves nothing of it to be sent', () => {
  const edit = forms[1]
  const toggle = (topic: EditTopic): FormAction => ({ type: 'toggleTopic', topic })
  const changed = after(
    edit,
    toggle('device'),
    { type: 'fill', part: { serialNumber: 'SN-9' } },
    toggle('use'),
    { type: 'fill', part: { isActive: !base.isActive } },
    toggle('account'),
    account,
  )
  expect(after(changed, toggle('device'), toggle('use'), toggle('account')).values).toEqual(edit.values)
})

test('another shop asks who is paid; the answer opens the account or closes it', () => {
  const shop = after(forms[1], { type: 'toggleTopic', topic: 'shop' })
  expect(shop).toMatchObject({ merchantText: '', merchant: null, isSameAccount: false })
  const another = after(shop, { type: 'sayAccount', isSame: false }, account)
  expect(another).toMatchObject({ topics: ['shop', 'account'], isSameAccount: false })
  const same = after(another, { type: 'sayAccount', isSame: true })
  expect(same).toMatchObject({ topics: ['shop'], isSameAccount: true, values: { accountNumber: '' } })
  expect(after(same, { type: 'toggleTopic', topic: 'shop' })).toMatchObject({
    topics: [],
    merchantText: base.merchantId,
  })
})

test('another terminal ID is another terminal: what was found for the one before is gone', () => {
  const earlier = registrationOf()
  const found = after(forms[0], { type: 'set', part: { earlier } })
  expect(after(found, { type: 'fill', part: { serialNumber: 'SN-1' } }).earlier).toBe(earlier)
  expect(after(found, { type: 'fill', part: { terminalId: '2' } }).earlier).toBeNull()
})

test('a change belongs to a form of the same kind and terminal; capitals in the ID do not count', () => {
  const register = after(forms[0], { type: 'fill', part: { terminalId: ' 2abc9001 ' } })
  expect(isOf(register, registrationOf({ terminalId: '2ABC9001' }))).toBe(true)
  expect(isOf(register, registrationOf({ terminalId: '2ABC9002' }))).toBe(false)
  expect(isOf(register, changeOf({ terminalId: '2ABC9001' }))).toBe(false)
  expect(isOf(forms[1], changeOf({ recordId: base.recordId }))).toBe(true)
  expect(isOf(forms[1], changeOf({ recordId: base.recordId + 1 }))).toBe(false)
})
