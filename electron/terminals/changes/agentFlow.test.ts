import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import {
  PRACTICE_BANK_CODE,
  PRACTICE_BUSINESS_TOKEN,
  PRACTICE_ENQUIRY_SERVICE_TYPE,
  PRACTICE_PARTNER_URL,
} from '../../../sandbox/options.ts'
import type { Profile } from '../../gateway/profile.ts'
import type { CounterSetup } from '../../testing/counter.ts'
import { cutNetwork, restoreNetwork } from '../../testing/troubles.ts'
import { agentAt, openAgent, type Agent } from './testing/agent.ts'

let agent: Agent | undefined
afterEach(async () => {
  await agent?.shop.close()
  agent = undefined
})

async function open(setup: CounterSetup = {}): Promise<Agent> {
  agent = await openAgent(setup)
  return agent
}

/** A deployment whose Business API has its own token, at the practice bank. */
const withOwnToken = (standard: Profile): Profile => ({
  ...standard,
  environment: 'live',
  partnerUrl: PRACTICE_PARTNER_URL,
  businessUrl: PRACTICE_PARTNER_URL,
  enquiry: {
    ...standard.enquiry,
    serviceType: PRACTICE_ENQUIRY_SERVICE_TYPE,
    bankCode: PRACTICE_BANK_CODE,
  },
})
const ownToken: CounterSetup = { profile: withOwnToken, bankOptions: { businessAccess: 'ownToken' } }

const nameCheck = async (at: Agent): Promise<string> => (await at.get('terminals.get', {})).nameCheck
const lastTold = (at: Agent): unknown =>
  at.shop.events.findLast(({ name }) => name === 'terminals.changed')?.payload

test('in Practice nothing has to be entered', async () => {
  const at = await open()
  expect(await nameCheck(at)).toBe('ready')
  expect((await at.check(at.freeAccount())).name).not.toBe('')
  expect(await at.ask('terminals.setBusinessToken', { token: 'x' })).toMatchObject({
    error: { code: 'notAllowed', reason: 'tokenNotUsed' },
  })
})

test('a profile without an enquiry offers none', async () => {
  const at = await open({
    profile: (standard) => ({ ...withOwnToken(standard), enquiry: standard.enquiry }),
  })
  expect(await nameCheck(at)).toBe('notOffered')
  expect(await at.ask('terminals.checkName', { accountNumber: at.freeAccount() })).toMatchObject({
    error: { code: 'notAllowed', reason: 'notOffered' },
  })
  expect(await at.ask('terminals.setBusinessToken', { token: 'x' })).toMatchObject({
    error: { code: 'notAllowed', reason: 'tokenNotUsed' },
  })
})

test('account numbers have the form of the profile: another is refused here, and this one is asked about', async () => {
  const at = await open({ profile: (standard) => ({ ...standard, accountPattern: '^[0-9]{12}$' }) })
  expect(await at.ask('terminals.checkName', { accountNumber: at.freeAccount() })).toMatchObject({
    error: { code: 'invalid', fields: [{ field: 'accountNumber', problem: 'notAnAccount' }] },
  })
  // The bank says that it has no such account.
  expect(await at.ask('terminals.checkName', { accountNumber: '012345678901' })).toMatchObject({
    error: { code: 'declined' },
  })
})

test('the token is entered once, the list reports it, and it is opened again after a restart', async () => {
  const at = await open(ownToken)
  expect(await nameCheck(at)).toBe('noToken')
  expect(await at.get('terminals.setBusinessToken', { token: 'wrong-token' })).toMatchObject({
    nameCheck: 'ready',
  })
  const accountNumber = at.freeAccount()
  expect(await at.ask('terminals.checkName', { accountNumber })).toMatchObject({
    error: { code: 'notAllowed', reason: 'tokenNotTaken' },
  })
  expect([await nameCheck(at), lastTold(at)]).toMatchObject(['tokenRefused', { nameCheck: 'tokenRefused' }])
  await at.get('terminals.setBusinessToken', { token: PRACTICE_BUSINESS_TOKEN })
  expect(lastTold(at)).toMatchObject({ nameCheck: 'ready' })
  await at.check(accountNumber)
  await at.shop.restart()
  expect(lastTold(at)).toMatchObject({ nameCheck: 'ready' })
  await at.shop.becomeManager()
  await at.check(accountNumber)
  await at.get('terminals.setBusinessToken', { token: '' })
  expect(lastTold(at)).toMatchObject({ nameCheck: 'noToken' })
})

test('if nothing can be sealed, the token is for this run', async () => {
  const at = await open({ ...ownToken, isVaultProtected: false })
  await at.get('terminals.setBusinessToken', { token: PRACTICE_BUSINESS_TOKEN })
  await at.check(at.freeAccount())
  await at.shop.restart()
  expect(await nameCheck(at)).toBe('noToken')
})

test('the bank says no, gives no name, is silent, or is out of reach: told apart, and never retried automatically', async () => {
  const at = await open()
  const accountNumber = at.freeAccount()
  const check = () => at.ask('terminals.checkName', { accountNumber })
  expect(await at.ask('terminals.checkName', { accountNumber: '0000000000' })).toMatchObject({
    error: { code: 'declined', bankMessage: 'The account number was not found' },
  })
  at.shop.bank.changeOptions({ enquiryNameKey: 'holder' })
  expect(await check()).toMatchObject({ error: { code: 'badAnswer', fault: { kind: 'noName' } } })
  at.shop.bank.changeOptions({ enquiryNameKey: 'accountName' })
  at.shop.bank.faults.add({ on: 'business', fault: { kind: 'silence', committed: true } })
  expect(await check()).toMatchObject({ error: { code: 'noAnswer' } })
  at.shop.bank.faults.add({ on: 'business', fault: { kind: 'htmlPage', committed: false } })
  expect(await check()).toMatchObject({ error: { code: 'badAnswer' } })
  expect(at.shop.bank.requestCount('business')).toBe(4)
  cutNetwork(at.shop)
  expect(await check()).toMatchObject({ error: { code: 'unreachable' } })
  restoreNetwork(at.shop)
  expect(await check()).toMatchObject({ ok: true })
})

test('the bank drops the sign-in’s token: two checks at once are answered after one login, each with its own reference', async () => {
  const at = await open()
  const logins = at.shop.bank.requestCount('login')
  const dead = { kind: 'httpStatus', status: 401, committed: false, retryAfter: null, body: 'empty' } as const
  at.shop.bank.faults.add({ on: 'business', fault: dead }, { on: 'business', fault: dead })
  const accounts = [at.freeAccount(), at.shop.bank.terminals()[9]?.accountNumber ?? '']
  const both = await Promise.all(
    accounts.map((accountNumber) => at.ask('terminals.checkName', { accountNumber })),
  )
  expect(both.map(({ ok }) => ok)).toEqual([true, true])
  expect(at.shop.bank.requestCount('login')).toBe(logins + 1)
  const asked = at.shop.wire.filter(({ url }) => url.endsWith('/v2.1'))
  const refs = asked.map(({ body }) => (JSON.parse(body ?? '{}') as { requestRef: string }).requestRef)
  expect([refs.length, new Set(refs).size]).toEqual([4, 4])
})

test('a check ends with an edit of the number, with time, with a sign-out and with a restart', async () => {
  const at = await open()
  const accountNumber = at.freeAccount()
  const other = at.shop.bank.terminals()[9]?.accountNumber ?? ''
  const register = (checkId: string, number = accountNumber) =>
    at.ask('terminals.register', { form: at.registerForm({ accountNumber: number }), checkId })
  const notChecked = { error: { code: 'nameNotChecked' } }
  const first = await at.check(accountNumber)
  expect(await register(first.checkId, other)).toMatchObject(notChecked)
  at.shop.sleep(15 * 60_000 + 1)
  await at.shop.becomeManager()
  expect(await register(first.checkId)).toMatchObject(notChecked)
  const second = await at.check(accountNumber)
  await at.shop.signOut()
  await at.shop.signIn()
  await at.shop.becomeManager()
  expect(await register(second.checkId)).toMatchObject(notChecked)
  const third = await at.check(accountNumber)
  await at.shop.restart()
  await at.shop.becomeManager()
  expect(await register(third.checkId)).toMatchObject(notChecked)
  expect(at.asked()).toBe(0)
  const fourth = await at.check(accountNumber)
  expect(await register(fourth.checkId)).toMatchObject({ value: { state: 'done' } })
})

test('a file of a newer Tillside is only read: no change is sent', async () => {
  const at = await open()
  const row = await at.row('2TLS0002')
  await at.get('terminals.edit', { form: at.editForm(row), checkId: '' })
  const [done] = await at.changes()
  await at.shop.restart(() => {
    const file = new DatabaseSync(`${at.shop.dataDir}/sales.db`)
    file.exec('PRAGMA user_version = 99')
    file.close()
  })
  const later = agentAt(at.shop)
  await at.shop.becomeManager()
  expect(await later.changes()).toEqual([done])
  for (const answer of [
    await later.ask('terminals.edit', { form: at.editForm(row), checkId: '' }),
    await later.ask('terminals.register', {
      form: at.registerForm({ accountNumber: at.freeAccount() }),
      checkId: '',
    }),
    await later.ask('terminals.lookUpChange', { changeId: done?.changeId ?? '' }),
  ]) {
    expect(answer).toMatchObject({ error: { code: 'readOnly' } })
  }
  expect(at.asked()).toBe(1)
})

test('names that differ stay with the change after the list shows it; equal ones, and a device, leave nothing', async () => {
  const at = await open()
  const { accountName } = await at.row('2TLS0001')
  const accountNumber = at.freeAccount()
  const { checkId } = await at.check(accountNumber)
  const registered = await at.get('terminals.register', {
    form: at.registerForm({ accountNumber }),
    checkId,
  })
  expect(registered.readBack?.outcome).toBe('asAsked')
  expect(registered.otherNames).toContain(accountName)
  const row = await at.row('2TLS0002')
  await at.get('terminals.edit', { form: at.editForm(row, { serialNumber: 'NEW-9' }), checkId: '' })
  const same = at.shop.bank.terminals().find(({ terminalId }) => terminalId === '2TLS0002')
  const again = await at.check(same?.accountNumber ?? '')
  const form = at.editForm(await at.row('2TLS0002'), { accountNumber: same?.accountNumber ?? '' })
  await at.get('terminals.edit', { form, checkId: again.checkId })
  await at.shop.restart()
  const kept = (await at.changes()).map(({ otherNames }) => otherNames)
  expect(kept).toEqual([[], [], registered.otherNames])
})
