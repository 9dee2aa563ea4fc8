import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import type { FaultRule } from '../../../sandbox/faults.ts'
import { PRACTICE_PARTNER_URL, PRACTICE_TERMINAL_ID } from '../../../sandbox/options.ts'
import type { CallResult } from '../../../shared/contract.ts'
import type { NameWord, TerminalChangeView } from '../../../shared/terminalChange.ts'
import { verifyFile } from '../../storage/auditFile.ts'
import type { CounterSetup } from '../../testing/counter.ts'
import { createFailingDisk } from '../../testing/failingDisk.ts'
import { cutNetwork } from '../../testing/troubles.ts'
import { NEW_TERMINAL_ID, openAgent, type Agent } from './testing/agent.ts'

let agent: Agent | undefined
afterEach(async () => {
  await agent?.shop.close()
  agent = undefined
})

async function open(setup: CounterSetup = {}): Promise<Agent> {
  agent = await openAgent(setup)
  return agent
}

type Kind = 'register' | 'edit'

/** Asks for a registration, or for an edit that pays into another account, as a person would. */
async function change(at: Agent, kind: Kind): Promise<CallResult<'terminals.register'>> {
  const accountNumber = at.freeAccount()
  const { checkId } = await at.check(accountNumber)
  return kind === 'register'
    ? at.ask('terminals.register', { form: at.registerForm({ accountNumber }), checkId })
    : at.ask('terminals.edit', { form: at.editForm(await at.row('2TLS0002'), { accountNumber }), checkId })
}

const told = (at: Agent): readonly TerminalChangeView[] =>
  at.shop.events
    .filter(({ name }) => name === 'terminals.changeTold')
    .map(({ payload }) => payload as TerminalChangeView)

/** Without the gate's harmless read of one row. */
const listsRead = (at: Agent): number =>
  at.shop.wire.filter(({ url }) => /\/RetrieveMerchantTerminals\?pageSize=100&/u.test(url)).length

const both = ['register', 'edit'] as const
const on = (kind: Kind): 'createTerminal' | 'editTerminal' =>
  kind === 'register' ? 'createTerminal' : 'editTerminal'
const notDone = (kind: Kind): string => (kind === 'register' ? 'notThere' : 'asBefore')

test.each(both)('%s: the bank says yes, and its list shows what was asked for', async (kind) => {
  const at = await open()
  const answer = await change(at, kind)
  expect(answer).toMatchObject({
    ok: true,
    value: { kind, state: 'done', readBack: { outcome: 'asAsked', differences: [] }, by: 'Ngozi' },
  })
  expect(at.asked()).toBe(1)
  expect(told(at).map(({ state, readBack }) => [state, readBack?.outcome])).toEqual([
    ['asking', undefined],
    ['done', undefined],
    ['done', 'asAsked'],
  ])
  expect(await at.changes()).toEqual(answer.ok ? [answer.value] : [])
})

/** The failure, whether the change was still made, and what a person is told. */
const troubles: readonly {
  readonly name: string
  readonly fault: (isCommitted: boolean) => FaultRule['fault']
  readonly state: TerminalChangeView['state']
  readonly bankMessage: string | null
}[] = [
  {
    name: 'the answer is lost',
    fault: (committed) => ({ kind: 'drop', committed }),
    state: 'unknown',
    bankMessage: null,
  },
  {
    name: 'silence',
    fault: (committed) => ({ kind: 'silence', committed }),
    state: 'unknown',
    bankMessage: null,
  },
  {
    name: 'a portal',
    fault: (committed) => ({ kind: 'htmlPage', committed }),
    state: 'unknown',
    bankMessage: null,
  },
  {
    name: 'half an answer',
    fault: (committed) => ({ kind: 'truncated', committed }),
    state: 'unknown',
    bankMessage: null,
  },
  {
    name: 'an answer of other types',
    fault: (committed) => ({ kind: 'wrongTypes', committed }),
    state: 'unknown',
    bankMessage: null,
  },
  {
    name: 'a dead token',
    fault: (committed) => ({ kind: 'httpStatus', status: 401, committed, retryAfter: null, body: 'empty' }),
    state: 'unknown',
    bankMessage: null,
  },
  {
    name: 'a service in trouble',
    fault: (committed) => ({ kind: 'httpStatus', status: 503, committed, retryAfter: '1', body: 'envelope' }),
    state: 'unknown',
    bankMessage: 'The service cannot answer now',
  },
  {
    name: 'a no',
    fault: (committed) => ({ kind: 'declined', message: 'The terminal is on hold', committed }),
    state: 'refused',
    bankMessage: 'The terminal is on hold',
  },
]

test.each(
  both.flatMap((kind) =>
    troubles.flatMap((trouble) => [true, false].map((isCommitted) => ({ kind, isCommitted, ...trouble }))),
  ),
)('$kind, $name, still made: $isCommitted: asked once, told apart, read back', async (trouble) => {
  const { kind, isCommitted, fault, state, bankMessage } = trouble
  const at = await open()
  at.shop.bank.faults.add({ on: on(kind), fault: fault(isCommitted) })
  const answer = await change(at, kind)
  expect(answer).toMatchObject({
    ok: true,
    value: { state, bankMessage, readBack: { outcome: isCommitted ? 'asAsked' : notDone(kind) } },
  })
  await at.shop.time.pass(10 * 60_000)
  expect(at.asked()).toBe(1)
  expect(at.shop.bank.requests().filter(({ fault: struck }) => struck !== null)).toHaveLength(1)
})

test.each(both)('%s: proven unsent: no list is read for it, and there is no second try', async (kind) => {
  const at = await open()
  at.shop.bank.faults.add({ on: on(kind), fault: { kind: 'refused' } })
  const listsBefore = listsRead(at)
  expect(await change(at, kind)).toMatchObject({ ok: true, value: { state: 'unsent', readBack: null } })
  await at.shop.time.pass(10 * 60_000)
  expect(listsRead(at)).toBe(listsBefore + 1)
  expect(at.asked()).toBe(1)
  const [shown] = await at.changes()
  const again = await at.ask('terminals.lookUpChange', { changeId: shown?.changeId ?? '' })
  expect(again).toMatchObject({ error: { code: 'notAllowed', reason: 'changeState', state: 'unsent' } })
})

test.each(both)(
  '%s: the answer is lost and the change is made only later: looked up again, and found',
  async (kind) => {
    const at = await open()
    at.shop.bank.faults.add({ on: on(kind), fault: { kind: 'lateCommit', commitAfterMs: 4 * 60_000 } })
    const answer = await change(at, kind)
    expect(answer).toMatchObject({ value: { state: 'unknown', readBack: { outcome: notDone(kind) } } })
    const counted = await at.get('terminals.changes', { offset: 0, limit: 1 })
    expect(counted.openCount).toBe(1)
    await at.shop.time.pass(4 * 60_000)
    const changeId = answer.ok ? answer.value.changeId : ''
    expect(await at.get('terminals.lookUpChange', { changeId })).toMatchObject({
      state: 'unknown',
      readBack: { outcome: 'asAsked' },
    })
    expect(await at.get('terminals.changes', { offset: 0, limit: 1 })).toMatchObject({
      openCount: 0,
    })
    expect(at.asked()).toBe(1)
  },
)

test.each(both)(
  '%s: a power cut while the bank is asked: unknown at the next start, and looked up',
  async (kind) => {
    const at = await open()
    at.shop.bank.faults.add({ on: on(kind), fault: { kind: 'slow', delayMs: 50_000, commit: 'onArrival' } })
    const accountNumber = at.freeAccount()
    const { checkId } = await at.check(accountNumber)
    const row = await at.row('2TLS0002')
    const { handlers } = at.shop.backend()
    if (kind === 'register')
      void handlers['terminals.register']({ form: at.registerForm({ accountNumber }), checkId })
    else void handlers['terminals.edit']({ form: at.editForm(row, { accountNumber }), checkId })
    await at.shop.time.pass(20_000)
    expect((await at.changes()).map(({ state }) => state)).toEqual(['asking'])
    await at.shop.restart()
    const [left] = await at.changes()
    expect(left).toMatchObject({ state: 'unknown', endedAtMs: null, readBack: null })
    const looked = await at.get('terminals.lookUpChange', { changeId: left?.changeId ?? '' })
    expect(looked).toMatchObject({ state: 'unknown', readBack: { outcome: 'asAsked' } })
    expect(await at.changes()).toEqual([looked])
    expect(at.asked()).toBe(1)
  },
)

test('the edit sends back unchanged fields: the fee byte for byte, the date, the account and its name', async () => {
  const at = await open()
  // Its fee is written as 0.5 and its serial number is empty.
  const row = await at.row('2TLS0003')
  const before = at.shop.bank.terminals().find(({ terminalId }) => terminalId === '2TLS0003')
  await at.get('terminals.edit', { form: at.editForm(row), checkId: '' })
  expect(at.shop.bank.terminals().find(({ terminalId }) => terminalId === '2TLS0003')).toEqual({
    ...before,
    isActive: false,
  })
  const sent = at.shop.wire.find(({ url }) => url.endsWith('/EditTerminal'))
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({ feePercentage: '0.5', serialNumber: '' })
})

test('a terminal moves to another merchant, account and device, and both sides are kept', async () => {
  const at = await open()
  const row = await at.row('2TLS0002')
  const other = await at.row('2TLS0006')
  const accountNumber = at.freeAccount()
  const check = await at.check(accountNumber)
  const moved = await at.get('terminals.edit', {
    form: at.editForm(row, {
      accountNumber: ` ${accountNumber} `,
      merchantRecordId: other.merchantRecordId,
      merchantId: other.merchantId,
      serialNumber: ' NEW-1 ',
    }),
    checkId: check.checkId,
  })
  expect(moved).toMatchObject({
    state: 'done',
    from: { merchantId: row.merchantId, serialNumber: row.serialNumber, accountEnding: row.accountEnding },
    to: {
      merchantId: other.merchantId,
      merchantRecordId: other.merchantRecordId,
      serialNumber: 'NEW-1',
      accountEnding: accountNumber.slice(-4),
      accountName: check.name,
    },
    nameCheckedAtMs: check.checkedAtMs,
    note: 'moved to the other shop',
    readBack: { outcome: 'asAsked', found: { accountName: check.name } },
  })
  expect(await at.row('2TLS0002')).toMatchObject({ serialNumber: 'NEW-1', merchantId: other.merchantId })
})

test('the terminal was changed from outside meanwhile: nothing is sent', async () => {
  const at = await open()
  const row = await at.row('2TLS0002')
  await at.get('terminals.edit', { form: at.editForm(row), checkId: '' })
  expect(
    await at.ask('terminals.edit', { form: at.editForm(row, { serialNumber: 'X1' }), checkId: '' }),
  ).toMatchObject({
    error: { code: 'changedMeanwhile' },
  })
  expect(at.asked()).toBe(1)
  expect(await at.changes()).toHaveLength(1)
})

test('only the account was changed meanwhile, to one with the same last digits: it is noticed', async () => {
  const at = await open()
  const row = await at.row('2TLS0002')
  at.alter('2TLS0002', ({ accountNumber }) => ({ accountNumber: `99${accountNumber.slice(2)}` }))
  const answer = await at.ask('terminals.edit', { form: at.editForm(row), checkId: '' })
  expect(answer).toMatchObject({ error: { code: 'changedMeanwhile' } })
  expect(at.asked()).toBe(0)
})

test('a terminal is registered beside a row that cannot be read, and not beside one that may be it', async () => {
  // The list's second row has no account number.
  const at = await open({ bankOptions: { deviation: 'oneTerminalUnreadable' } })
  await at.get('terminals.refresh', {})
  expect(await at.get('terminals.get', {})).toMatchObject({ unreadFields: ['providerAccountNumber'] })
  expect(await change(at, 'register')).toMatchObject({
    ok: true,
    value: { state: 'done', readBack: { outcome: 'asAsked' } },
  })
  const accountNumber = at.freeAccount()
  const { checkId } = await at.check(accountNumber)
  const hidden = at.registerForm({ accountNumber, terminalId: '2TLS0002' })
  expect(await at.ask('terminals.register', { form: hidden, checkId })).toMatchObject({
    error: { code: 'incomplete', reason: 'rowsUnreadable' },
  })
  expect(at.asked()).toBe(1)
})

test('a device without a serial number is registered, and its number is sent empty', async () => {
  const at = await open()
  const accountNumber = at.freeAccount()
  const { checkId } = await at.check(accountNumber)
  const form = at.registerForm({ accountNumber, serialNumber: ' ' })
  expect(await at.ask('terminals.register', { form, checkId })).toMatchObject({
    value: { state: 'done', readBack: { outcome: 'asAsked' } },
  })
  const sent = at.shop.wire.find(({ url }) => url.endsWith('/createterminal'))
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({ serialNumber: '' })
})

test('an invalid entry is reported at its field, and nothing is sent to the bank', async () => {
  const at = await open()
  const row = await at.row('2TLS0002')
  const accountNumber = at.freeAccount()
  const { checkId } = await at.check(accountNumber)
  const register = (more: Parameters<Agent['registerForm']>[0]) =>
    at.ask('terminals.register', { form: at.registerForm({ accountNumber, ...more }), checkId })
  const edit = (more: Parameters<Agent['editForm']>[1], id = '') =>
    at.ask('terminals.edit', { form: at.editForm(row, more), checkId: id })
  const fields = (...list: (readonly [string, string])[]) => ({
    error: { code: 'invalid', fields: list.map(([field, problem]) => ({ field, problem })) },
  })
  expect(await register({ terminalId: '', merchantId: 'a b', by: '' })).toMatchObject(
    fields(['terminalId', 'empty'], ['merchantId', 'hiddenCharacter'], ['by', 'empty']),
  )
  expect(await register({ terminalId: '2tls0002' })).toMatchObject(
    fields(['terminalId', 'alreadyRegistered']),
  )
  expect(await edit({ note: '', isActive: row.isActive })).toMatchObject(fields(['note', 'empty']))
  expect(await edit({ isActive: row.isActive })).toMatchObject(fields(['recordId', 'nothingChanged']))
  expect(await edit({ merchantRecordId: '9999' })).toMatchObject(
    fields(['merchantRecordId', 'merchantNotKnown']),
  )
  expect(await edit({ recordId: '9999' })).toMatchObject({ error: { code: 'notFound' } })
  expect(at.asked()).toBe(0)
})

test('an account needs the check of exactly that account', async () => {
  const at = await open()
  const row = await at.row('2TLS0002')
  const accountNumber = at.freeAccount()
  const other = (await at.check(at.shop.bank.terminals()[9]?.accountNumber ?? '')).checkId
  for (const checkId of ['', 'made-up', other]) {
    expect(
      await at.ask('terminals.register', { form: at.registerForm({ accountNumber }), checkId }),
    ).toMatchObject({ error: { code: 'nameNotChecked' } })
    expect(
      await at.ask('terminals.edit', { form: at.editForm(row, { accountNumber }), checkId }),
    ).toMatchObject({
      error: { code: 'nameNotChecked' },
    })
  }
  expect(at.asked()).toBe(0)
})

test.each(both)(
  '%s on an incomplete list: a registration is not sent, an edit of a row that was read is',
  async (kind) => {
    const at = await open()
    at.shop.bank.faults.add({ on: 'retrieveTerminals', fault: { kind: 'totalCountLies', addRows: 1 } })
    const answer = await change(at, kind)
    if (kind === 'register')
      expect(answer).toMatchObject({ error: { code: 'incomplete', reason: 'rowsMissing' } })
    else expect(answer).toMatchObject({ value: { state: 'done' } })
    expect(at.asked()).toBe(kind === 'register' ? 0 : 1)
  },
)

test.each(both)(
  '%s, and then the list is incomplete: nothing follows, and it can be looked up again',
  async (kind) => {
    const at = await open()
    const gone = {
      kind: 'httpStatus',
      status: 500,
      committed: false,
      retryAfter: null,
      body: 'empty',
    } as const
    at.shop.bank.faults.add({ on: on(kind), fault: { kind: 'drop', committed: true } })
    at.shop.bank.faults.add({ on: 'retrieveTerminals', skip: 1, times: 'always', fault: gone })
    const answer = await change(at, kind)
    expect(answer).toMatchObject({
      value: {
        state: 'unknown',
        readBack: { outcome: 'incomplete', incompleteReason: 'readFailed', found: null },
      },
    })
    const changeId = answer.ok ? answer.value.changeId : ''
    expect(await at.ask('terminals.lookUpChange', { changeId })).toMatchObject({
      error: { code: 'incomplete' },
    })
    expect(await at.changes()).toMatchObject([{ readBack: { outcome: 'incomplete' } }])
    at.shop.bank.faults.clear()
    expect(await at.get('terminals.lookUpChange', { changeId })).toMatchObject({
      readBack: { outcome: 'asAsked' },
    })
    at.shop.bank.faults.add({ on: 'retrieveTerminals', times: 'always', fault: gone })
    expect(await at.ask('terminals.lookUpChange', { changeId })).toMatchObject({
      error: { code: 'incomplete' },
    })
    // An incomplete list does not revoke what a complete one has shown.
    expect(await at.changes()).toMatchObject([{ readBack: { outcome: 'asAsked' } }])
  },
)

test.each(both)('%s without a network: nothing is sent, and nothing is kept of it', async (kind) => {
  const at = await open()
  const accountNumber = at.freeAccount()
  const { checkId } = await at.check(accountNumber)
  const row = await at.row('2TLS0002')
  cutNetwork(at.shop)
  const answer =
    kind === 'register'
      ? await at.ask('terminals.register', { form: at.registerForm({ accountNumber }), checkId })
      : await at.ask('terminals.edit', { form: at.editForm(row, { accountNumber }), checkId })
  expect(answer).toMatchObject({ error: { code: 'unreachable' } })
  expect(await at.changes()).toEqual([])
  expect(at.asked()).toBe(0)
})

test('the bank made another change than asked for: each difference is named', async () => {
  const at = await open()
  at.shop.bank.faults.add({
    on: 'editTerminal',
    fault: { kind: 'slow', delayMs: 20_000, commit: 'onArrival' },
  })
  const row = await at.row('2TLS0002')
  const asking = at.shop.backend().handlers['terminals.edit']({ form: at.editForm(row), checkId: '' })
  await at.shop.time.pass(10_000)
  at.alter('2TLS0002', () => ({ serialNumber: 'OTHER' }))
  await at.shop.time.pass(30_000)
  expect(await asking).toMatchObject({
    value: {
      state: 'done',
      readBack: { outcome: 'differs', differences: ['serialNumber'], found: { serialNumber: 'OTHER' } },
    },
  })
})

test('one change at a time', async () => {
  const at = await open()
  const row = await at.row('2TLS0002')
  const first = at.shop.backend().handlers['terminals.edit']({ form: at.editForm(row), checkId: '' })
  expect(await at.ask('terminals.edit', { form: at.editForm(row), checkId: '' })).toMatchObject({
    error: { code: 'notAllowed', reason: 'underWay' },
  })
  await at.shop.time.pass(30_000)
  expect(await first).toMatchObject({ ok: true })
  expect(at.asked()).toBe(1)
})

test('a disk that refuses: nothing is sent to the bank', async () => {
  const at = await open()
  const row = await at.row('2TLS0002')
  at.shop.breakDisk()
  expect(await at.ask('terminals.edit', { form: at.editForm(row), checkId: '' })).toMatchObject({
    error: { code: 'notSaved' },
  })
  expect(at.asked()).toBe(0)
  at.shop.mendDisk()
  await at.shop.time.pass(120_000)
  expect(await at.changes()).toEqual([])
})

test('the disk refuses the answer: the person learns it, and it is written once the disk works', async () => {
  const at = await open()
  const row = await at.row('2TLS0002')
  at.shop.bank.faults.add({
    on: 'editTerminal',
    fault: { kind: 'slow', delayMs: 20_000, commit: 'onArrival' },
  })
  const asking = at.shop.backend().handlers['terminals.edit']({ form: at.editForm(row), checkId: '' })
  await at.shop.time.pass(10_000)
  at.shop.breakDisk()
  await at.shop.time.pass(30_000)
  expect(await asking).toMatchObject({ value: { state: 'done', readBack: { outcome: 'asAsked' } } })
  at.shop.mendDisk()
  await at.shop.time.pass(120_000)
  expect(await at.changes()).toMatchObject([{ state: 'done', readBack: { outcome: 'asAsked' } }])
  await at.shop.restart()
  expect(await at.changes()).toMatchObject([{ state: 'done', readBack: { outcome: 'asAsked' } }])
})

/** The number of entries of each step in the file. */
function entries(at: Agent): unknown {
  at.shop.powerOff()
  const file = new DatabaseSync(`${at.shop.dataDir}/sales.db`)
  const rows = file.prepare('SELECT kind, COUNT(*) AS count FROM audit GROUP BY kind ORDER BY kind').all()
  file.close()
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}

test('the disk stores the first entry but reports failure: nothing is sent, and it is known as never sent', async () => {
  const disk = createFailingDisk()
  const at = await open({ disk: disk.wrap })
  const row = await at.row('2TLS0002')
  disk.failAt(2, { afterCommit: true, isLasting: false })
  expect(await at.ask('terminals.edit', { form: at.editForm(row), checkId: '' })).toMatchObject({
    error: { code: 'notSaved' },
  })
  await at.shop.time.pass(120_000)
  expect(await at.changes()).toMatchObject([{ state: 'unsent', readBack: null }])
  expect(at.asked()).toBe(0)
  expect(entries(at)).toEqual({ terminalAsked: 1, terminalEnded: 1 })
})

test('the disk stores the answer but reports failure: it is written once', async () => {
  const disk = createFailingDisk()
  const at = await open({ disk: disk.wrap })
  const row = await at.row('2TLS0002')
  at.shop.bank.faults.add({
    on: 'editTerminal',
    fault: { kind: 'slow', delayMs: 20_000, commit: 'onArrival' },
  })
  const asking = at.shop.backend().handlers['terminals.edit']({ form: at.editForm(row), checkId: '' })
  await at.shop.time.pass(10_000)
  disk.failAt(2, { afterCommit: true, isLasting: false })
  await at.shop.time.pass(30_000)
  expect(await asking).toMatchObject({ value: { state: 'done' } })
  await at.shop.time.pass(120_000)
  expect(await at.changes()).toMatchObject([{ state: 'done', readBack: { outcome: 'asAsked' } }])
  expect(entries(at)).toEqual({ terminalAsked: 1, terminalEnded: 1, terminalReadBack: 1 })
})

test('sign-out in mid-change: the change belongs to the client who asked, and no other is told of it', async () => {
  const at = await open()
  const row = await at.row('2TLS0002')
  at.shop.bank.faults.add({
    on: 'editTerminal',
    fault: { kind: 'slow', delayMs: 20_000, commit: 'onArrival' },
  })
  const asking = at.shop.backend().handlers['terminals.edit']({ form: at.editForm(row), checkId: '' })
  await at.shop.time.pass(10_000)
  await at.shop.signOut()
  at.shop.bank.changeOptions({ clientId: 'other' })
  await at.shop.signIn('other')
  await at.shop.time.pass(60_000)
  expect(await asking).toMatchObject({ error: { code: 'notSignedIn', reason: 'overtaken' } })
  expect(told(at).map(({ state }) => state)).toEqual(['asking'])
  expect(await at.changes()).toEqual([])
  // The first sign-out ended manager mode.
  await at.shop.becomeManager()
  await at.shop.signOut()
  expect(await at.changes()).toEqual([])
  at.shop.bank.changeOptions({ clientId: 'practice' })
  await at.shop.signIn()
  const [own] = await at.changes()
  expect(own).toMatchObject({ state: 'done', readBack: null })
  expect(await at.get('terminals.lookUpChange', { changeId: own?.changeId ?? '' })).toMatchObject({
    readBack: { outcome: 'asAsked' },
  })
  expect(at.asked()).toBe(1)
})

test('another client can neither see a change nor look it up', async () => {
  const at = await open()
  await at.get('terminals.edit', { form: at.editForm(await at.row('2TLS0002')), checkId: '' })
  const [own] = await at.changes()
  at.shop.bank.changeOptions({ clientId: 'other' })
  await at.shop.signOut()
  await at.shop.signIn('other')
  expect(await at.ask('terminals.lookUpChange', { changeId: own?.changeId ?? '' })).toMatchObject({
    error: { code: 'notFound' },
  })
})

test('the program ends while the bank is asked: the answer is awaited and written', async () => {
  const at = await open()
  const row = await at.row('2TLS0002')
  at.shop.bank.faults.add({
    on: 'editTerminal',
    fault: { kind: 'slow', delayMs: 20_000, commit: 'onArrival' },
  })
  void at.shop.backend().handlers['terminals.edit']({ form: at.editForm(row), checkId: '' })
  await at.shop.time.pass(10_000)
  const stopped = at.shop.backend().stop()
  await at.shop.time.pass(120_000)
  await stopped
  await at.shop.restart()
  expect(await at.changes()).toMatchObject([{ state: 'done' }])
})

test('the audit: its chain holds, every step is in it, and no account number, token or check', async () => {
  const at = await open()
  const accountNumber = at.freeAccount()
  const row = await at.row('2TLS0002')
  const old =
    at.shop.bank.terminals().find(({ terminalId }) => terminalId === '2TLS0002')?.accountNumber ?? ''
  at.shop.bank.faults.add({
    on: 'editTerminal',
    fault: { kind: 'declined', message: `No: ${old} and ${accountNumber}`, committed: false },
  })
  const { checkId } = await at.check(accountNumber)
  const form = at.editForm(row, { accountNumber, note: `from ${old} to ${accountNumber}`, by: `N ${old}` })
  const refused = await at.get('terminals.edit', { form, checkId })
  expect(refused.bankMessage).toBe(`No: ******${old.slice(-4)} and ******${accountNumber.slice(-4)}`)
  await change(at, 'register')
  const tokens = at.shop.wire.map(({ headers }) => headers['authorization']?.replace('Bearer ', '') ?? '')
  const [newest] = await at.changes()
  await at.shop.restart()
  at.shop.powerOff()
  expect(newest).toMatchObject({ kind: 'register', state: 'done' })
  const file = `${at.shop.dataDir}/sales.db`
  expect(verifyFile(file)).toMatchObject({ ok: true, value: { audit: { brokenEntries: 0, entries: 6 } } })
  const { readFileSync, existsSync } = await import('node:fs')
  const text = [file, `${file}-wal`]
    .filter((each) => existsSync(each))
    .map((each) => readFileSync(each, 'latin1'))
    .join()
  expect(text).toContain('terminalReadBack')
  for (const secret of [old, accountNumber, checkId, ...tokens.filter((token) => token !== '')]) {
    expect(text).not.toContain(secret)
  }
})

test('many changes: pages, newest first, after a restart too', async () => {
  const at = await open()
  for (let turn = 0; turn < 5; turn += 1) {
    const row = await at.row('2TLS0002')
    await at.get('terminals.edit', { form: at.editForm(row, { note: `turn ${turn}` }), checkId: '' })
  }
  await at.shop.restart()
  const page = await at.get('terminals.changes', { offset: 1, limit: 2 })
  expect([page.total, ...page.rows.map(({ note }) => note)]).toEqual([5, 'turn 3', 'turn 2'])
  expect((await at.get('terminals.changes', { offset: 4, limit: 50 })).rows).toHaveLength(1)
  expect((await at.get('terminals.changes', { offset: 50, limit: 50 })).rows).toEqual([])
  expect((await at.get('terminals.changes', { offset: 0, limit: 50 })).rows).toHaveLength(5)
})

test(`a terminal ID typed in small letters is the same terminal: ${NEW_TERMINAL_ID}`, async () => {
  const at = await open()
  await change(at, 'register')
  const accountNumber = at.freeAccount()
  const { checkId } = await at.check(accountNumber)
  const form = at.registerForm({ accountNumber, terminalId: NEW_TERMINAL_ID.toLowerCase() })
  expect(await at.ask('terminals.register', { form, checkId })).toMatchObject({
    error: { code: 'invalid', fields: [{ problem: 'alreadyRegistered' }] },
  })
})

/** An account edit whose answer is lost, and which the bank makes only four minutes later. */
async function lateEdit(at: Agent) {
  at.shop.bank.faults.add({
    on: 'editTerminal',
    fault: { kind: 'lateCommit', commitAfterMs: 4 * 60_000 },
  })
  const row = await at.row('2TLS0002')
  const accountNumber = at.freeAccount()
  const { checkId } = await at.check(accountNumber)
  const form = at.editForm(row, { accountNumber, isActive: row.isActive })
  return { accountNumber, change: await at.get('terminals.edit', { form, checkId }) }
}

const earlierOpen = { error: { code: 'notAllowed', reason: 'earlierOpen' } }

test('an edit waits for an earlier one without an answer: otherwise it would write the old account over the new one', async () => {
  const at = await open()
  const { accountNumber, change: first } = await lateEdit(at)
  expect(first).toMatchObject({ state: 'unknown', isOpen: true, readBack: { outcome: 'asBefore' } })
  const row = await at.row('2TLS0002')
  const form = at.editForm(row, { serialNumber: 'NEW-9', isActive: row.isActive })
  expect(await at.ask('terminals.edit', { form, checkId: '' })).toMatchObject(earlierOpen)
  expect(at.asked()).toBe(1)
  const about = { offset: 0, limit: 1, openFor: { terminalId: '', recordId: row.recordId } }
  expect((await at.get('terminals.changes', about)).rows).toEqual([first])
  // Another terminal is not affected.
  await at.get('terminals.edit', { form: at.editForm(await at.row('2TLS0003')), checkId: '' })
  await at.shop.time.pass(4 * 60_000)
  await at.shop.becomeManager()
  const { changeId } = first
  expect(await at.get('terminals.lookUpChange', { changeId })).toMatchObject({ isOpen: false })
  expect((await at.get('terminals.changes', about)).rows).toEqual([])
  const now = at.editForm(await at.row('2TLS0002'), { serialNumber: 'NEW-9', isActive: row.isActive })
  expect(await at.get('terminals.edit', { form: now, checkId: '' })).toMatchObject({ state: 'done' })
  const shown = at.shop.bank.terminals().find(({ terminalId }) => terminalId === '2TLS0002')
  expect(shown).toMatchObject({ accountNumber, serialNumber: 'NEW-9' })
})

test('a registration waits for an earlier one of its terminal ID, in any case, and after a restart', async () => {
  const at = await open()
  at.shop.bank.faults.add({ on: 'createTerminal', fault: { kind: 'drop', committed: false } })
  expect(await change(at, 'register')).toMatchObject({ value: { state: 'unknown', isOpen: true } })
  expect(await change(at, 'register')).toMatchObject(earlierOpen)
  await at.shop.restart()
  await at.shop.becomeManager()
  const accountNumber = at.freeAccount()
  const { checkId } = await at.check(accountNumber)
  const form = at.registerForm({ accountNumber, terminalId: NEW_TERMINAL_ID.toLowerCase() })
  expect(await at.ask('terminals.register', { form, checkId })).toMatchObject(earlierOpen)
  expect(at.asked()).toBe(1)
})

test('an edit waits for a registration of the same terminal ID that has no answer, by the ID alone', async () => {
  const at = await open()
  at.shop.bank.faults.add({ on: 'createTerminal', fault: { kind: 'drop', committed: false } })
  expect(await change(at, 'register')).toMatchObject({ value: { state: 'unknown', recordId: null } })
  at.alter('2TLS0002', () => ({ terminalId: NEW_TERMINAL_ID }))
  await at.get('terminals.refresh', {})
  const row = await at.row(NEW_TERMINAL_ID)
  expect(await at.ask('terminals.edit', { form: at.editForm(row), checkId: '' })).toMatchObject(earlierOpen)
  expect(at.asked()).toBe(1)
})

const said = { how: 'notDone' as const, by: 'Ngozi', note: 'Bola of the bank, 080 3123 45678: never arrived' }

test('a manager closes a change that the bank says it never took, with the reason, in the chain', async () => {
  const at = await open()
  at.shop.bank.faults.add({ on: 'editTerminal', fault: { kind: 'drop', committed: false } })
  const first = await change(at, 'edit')
  const changeId = first.ok ? first.value.changeId : ''
  expect(
    await at.ask('terminals.giveUpChange', { changeId, how: 'notDone', by: ' ', note: '' }),
  ).toMatchObject({
    error: { code: 'invalid', fields: [{ field: 'by' }, { field: 'note' }] },
  })
  const given = await at.get('terminals.giveUpChange', { changeId, ...said })
  expect(given).toMatchObject({
    state: 'unknown',
    isOpen: false,
    givenUp: { by: 'Ngozi', note: 'Bola of the bank, *** **** *5678: never arrived' },
  })
  expect(told(at).at(-1)).toEqual(given)
  expect(await at.ask('terminals.giveUpChange', { changeId, ...said })).toMatchObject({
    error: { code: 'notAllowed', reason: 'settled' },
  })
  expect(await change(at, 'edit')).toMatchObject({ value: { state: 'done' } })
  await at.shop.restart()
  expect((await at.changes()).at(-1)).toEqual(given)
  at.shop.powerOff()
  expect(verifyFile(`${at.shop.dataDir}/sales.db`)).toMatchObject({ value: { audit: { brokenEntries: 0 } } })
})

test('a change cannot be given up if the list shows it, if the list is incomplete, or if the disk refuses', async () => {
  const at = await open()
  const { change: late } = await lateEdit(at)
  const give = () => at.ask('terminals.giveUpChange', { changeId: late.changeId, ...said })
  at.shop.bank.faults.add({
    on: 'retrieveTerminals',
    times: 'always',
    fault: { kind: 'httpStatus', status: 500, committed: false, retryAfter: null, body: 'empty' },
  })
  expect(await give()).toMatchObject({ error: { code: 'incomplete' } })
  at.shop.bank.faults.clear()
  at.shop.breakDisk()
  expect(await give()).toMatchObject({ error: { code: 'notSaved' } })
  at.shop.mendDisk()
  await at.shop.time.pass(4 * 60_000)
  await at.shop.becomeManager()
  expect(await give()).toMatchObject({ error: { code: 'notAllowed', reason: 'settled' } })
  expect(await at.changes()).toMatchObject([{ givenUp: null, isOpen: false }])
})

/** An edit of this counter's terminal to another account, which the bank shows with a third one. */
async function otherAccount(at: Agent): Promise<{ readonly changeId: string; readonly asked: string }> {
  const row = await at.row(PRACTICE_TERMINAL_ID)
  const asked = at.freeAccount()
  const { checkId } = await at.check(asked)
  at.shop.bank.faults.add({ on: 'editTerminal', fault: { kind: 'drop', committed: false } })
  const form = at.editForm(row, { accountNumber: asked, isActive: row.isActive })
  const { changeId } = await at.get('terminals.edit', { form, checkId })
  const third = at.shop.bank.terminals().find((each) => each.accountNumber.slice(-4) !== row.accountEnding)
  if (third === undefined) throw new Error('all terminals have one account')
  const { accountNumber, accountName } = third
  at.alter(PRACTICE_TERMINAL_ID, () => ({ accountNumber, accountName }))
  const looked = await at.get('terminals.lookUpChange', { changeId })
  expect(looked).toMatchObject({
    isOpen: true,
    readBack: { outcome: 'differs' },
  })
  return { changeId, asked }
}

const askedEnding = async (at: Agent) => (await at.get('terminals.get', {})).askedAccountEnding

test('a manager closes it as the bank shows it; the other account is shown until the bank shows the asked one', async () => {
  const at = await open()
  const { changeId, asked } = await otherAccount(at)
  expect(await askedEnding(at)).toBe(asked.slice(-4))
  const kept = await at.get('terminals.giveUpChange', { changeId, ...said, how: 'asShown' })
  expect(kept).toMatchObject({ isOpen: false, givenUp: { how: 'asShown', by: 'Ngozi' } })
  expect(await askedEnding(at)).toBe(asked.slice(-4))
  await at.shop.restart()
  await at.get('terminals.refresh', {})
  expect(await askedEnding(at)).toBe(asked.slice(-4))
  at.alter(PRACTICE_TERMINAL_ID, () => ({ accountNumber: asked }))
  await at.get('terminals.refresh', {})
  expect(await askedEnding(at)).toBeNull()
})

test('a new edit ends what is said of the other account, and so does the word that the first was never done', async () => {
  const at = await open()
  const { changeId } = await otherAccount(at)
  await at.get('terminals.giveUpChange', { changeId, ...said, how: 'asShown' })
  const form = at.editForm(await at.row(PRACTICE_TERMINAL_ID))
  expect(await at.get('terminals.edit', { form, checkId: '' })).toMatchObject({ state: 'done' })
  expect(await askedEnding(at)).toBeNull()
  const again = await otherAccount(at)
  expect(await askedEnding(at)).toBe(again.asked.slice(-4))
  await at.get('terminals.giveUpChange', { changeId: again.changeId, ...said })
  expect(await askedEnding(at)).toBeNull()
})

test('only a list that shows other values can be kept as shown', async () => {
  const at = await open()
  at.shop.bank.faults.add({ on: 'editTerminal', fault: { kind: 'drop', committed: false } })
  const first = await change(at, 'edit')
  const changeId = first.ok ? first.value.changeId : ''
  expect(await at.ask('terminals.giveUpChange', { changeId, ...said, how: 'asShown' })).toMatchObject({
    error: { code: 'notAllowed', reason: 'settled' },
  })
  expect(await at.changes()).toMatchObject([{ givenUp: null, isOpen: true }])
})

const goneBy = {
  lock: (at: Agent) => void at.shop.backend().handlers['access.lock']({}),
  away: (at: Agent) => at.shop.desk.goAway(),
}

test.each(
  (['lock', 'away'] as const).flatMap((how) =>
    (['register', 'edit', 'giveUp'] as const).map((what) => [how, what] as const),
  ),
)('the manager leaves (%s) while the list is read: %s is not done', async (how, what) => {
  const at = await open()
  const accountNumber = at.freeAccount()
  const { checkId } = await at.check(accountNumber)
  const form = at.editForm(await at.row('2TLS0002'))
  at.shop.bank.faults.add({ on: 'createTerminal', fault: { kind: 'drop', committed: false } })
  const first = what === 'giveUp' ? await change(at, 'register') : null
  const changeId = first?.ok === true ? first.value.changeId : ''
  const before = at.asked()
  at.shop.bank.faults.add({
    on: 'retrieveTerminals',
    fault: { kind: 'slow', delayMs: 20_000, commit: 'onArrival' },
  })
  const { handlers } = at.shop.backend()
  const asking = {
    register: () => handlers['terminals.register']({ form: at.registerForm({ accountNumber }), checkId }),
    edit: () => handlers['terminals.edit']({ form, checkId: '' }),
    giveUp: () => handlers['terminals.giveUpChange']({ changeId, ...said }),
  }[what]()
  await at.shop.time.pass(5_000)
  goneBy[how](at)
  await at.shop.time.pass(60_000)
  expect(await asking).toMatchObject({ error: { code: 'needsManager', needs: 'enterPin' } })
  expect(at.asked()).toBe(before)
  expect((await at.changes()).map(({ givenUp }) => givenUp)).toEqual(what === 'giveUp' ? [null] : [])
})

test('idle time does not lock a manager who waits for the list; it runs again afterwards', async () => {
  const at = await open()
  await at.get('settings.change', { idleLockMinutes: 1 })
  const form = at.editForm(await at.row('2TLS0002'))
  for (const on of ['retrieveTerminals', 'editTerminal'] as const)
    at.shop.bank.faults.add({ on, fault: { kind: 'slow', delayMs: 50_000, commit: 'onArrival' } })
  at.shop.bank.faults.add({
    on: 'retrieveTerminals',
    fault: { kind: 'slow', delayMs: 50_000, commit: 'onArrival' },
  })
  const { handlers } = at.shop.backend()
  const role = async (): Promise<string> => {
    const view = await handlers['access.get']({})
    return view.ok ? view.value.role : ''
  }
  // Without any touch: a page of the list, the bank's answer, and the list once more.
  const asking = handlers['terminals.edit']({ form, checkId: '' })
  await at.shop.time.pass(45_000)
  expect([at.asked(), await role()]).toEqual([0, 'manager'])
  await at.shop.time.pass(50_000)
  expect([at.asked(), await role()]).toEqual([1, 'manager'])
  await at.shop.time.pass(60_000)
  expect(await role()).toBe('cashier')
  await at.shop.time.pass(60_000)
  expect(await asking).toMatchObject({ value: { state: 'done' } })
})

test('a name check that expired while the list was read no longer counts', async () => {
  const at = await open()
  const accountNumber = at.freeAccount()
  const { checkId } = await at.check(accountNumber)
  at.shop.sleep(14 * 60_000 + 50_000)
  await at.shop.becomeManager()
  at.shop.bank.faults.add({
    on: 'retrieveTerminals',
    fault: { kind: 'slow', delayMs: 20_000, commit: 'onArrival' },
  })
  expect(
    await at.ask('terminals.register', { form: at.registerForm({ accountNumber }), checkId }),
  ).toMatchObject({ error: { code: 'nameNotChecked' } })
  expect(at.asked()).toBe(0)
})

test('a merchant’s record that now belongs to another merchant: nothing is sent unseen', async () => {
  const at = await open()
  const row = await at.row('2TLS0002')
  const other = await at.row('2TLS0006')
  const { merchantRecordId, merchantId } = other
  const edit = (more: Parameters<Agent['editForm']>[1]) =>
    at.ask('terminals.edit', { form: at.editForm(row, { merchantRecordId, ...more }), checkId: '' })
  const notSeen = { error: { code: 'changedMeanwhile', what: 'merchant' } }
  expect(await edit({ merchantId: undefined })).toMatchObject(notSeen)
  for (const terminal of at.shop.bank.terminals()) {
    if (String(terminal.merchantRecordId) === merchantRecordId)
      at.alter(terminal.terminalId, () => ({ merchantId: 'SOMEBODY-ELSE' }))
  }
  expect(await edit({ merchantId })).toMatchObject(notSeen)
  expect(at.asked()).toBe(0)
  expect(await edit({ merchantId: 'SOMEBODY-ELSE' })).toMatchObject({
    // The bank's own books have another ID, which the read-back shows.
    value: { to: { merchantId: 'SOMEBODY-ELSE' }, readBack: { differences: ['merchant'] } },
  })
})

test('no account number gets into the audit, of any owner and in any spelling', async () => {
  const at = await open()
  const row = await at.row('2TLS0002')
  const form = at.editForm(row, {
    by: 'Ngozi 0999\u00a0888\u00a0777',
    note: 'was 0999-888-777, is ٠٩٩٩٨٨٨٧٧٧ (phone 08031234567)',
  })
  expect(await at.get('terminals.edit', { form, checkId: '' })).toMatchObject({
    by: 'Ngozi ****\u00a0**8\u00a0777',
    note: 'was ****-**8-777, is ******٨٧٧٧ (phone *******4567)',
  })
})

test('the bank’s name for an account shows no number on the screen and in the audit, and is sent back as the bank spells it', async () => {
  const at = await open()
  const accountNumber = at.freeAccount()
  const name = `ADE STORES ${accountNumber}`
  const kept = at.shop.bank.snapshot() as { books: { accounts: { number: string; name: string }[] } }
  kept.books.accounts = kept.books.accounts.map((account) =>
    account.number === accountNumber ? { ...account, name } : account,
  )
  expect(at.shop.bank.restore(kept)).toBe(true)
  // The rewritten books ended its token.
  await at.get('terminals.refresh', {})
  const check = await at.check(accountNumber)
  const masked = `ADE STORES ******${accountNumber.slice(-4)}`
  expect(check.name).toBe(masked)
  const form = at.editForm(await at.row('2TLS0002'), { accountNumber })
  expect(await at.get('terminals.edit', { form, checkId: check.checkId })).toMatchObject({
    to: { accountName: masked },
    readBack: { outcome: 'asAsked', found: { accountName: masked } },
  })
  const sent = at.shop.wire.find(({ url }) => url.endsWith('/EditTerminal'))
  expect(sent?.body).toContain(name)
})

test('a renewed token keeps the account numbers; another run compares the last four digits, and says so', async () => {
  const at = await open()
  at.shop.bank.faults.add({
    on: 'createTerminal',
    fault: { kind: 'httpStatus', status: 401, committed: true, retryAfter: null, body: 'empty' },
  })
  const first = await change(at, 'register')
  const changeId = first.ok ? first.value.changeId : ''
  const look = () => at.get('terminals.lookUpChange', { changeId })
  await at.shop.signIn()
  expect(await look()).toMatchObject({ readBack: { outcome: 'asAsked', isByEnding: false } })
  at.alter(NEW_TERMINAL_ID, ({ accountNumber }) => ({ accountNumber: `000000${accountNumber.slice(-4)}` }))
  expect(await look()).toMatchObject({ readBack: { outcome: 'differs' }, isOpen: false })
  await at.shop.restart()
  expect(await look()).toMatchObject({ readBack: { outcome: 'asAsked', isByEnding: true } })
})

const word = (accountNumber: string, more: Partial<NameWord> = {}): NameWord => ({
  accountNumber,
  accountAgain: accountNumber,
  name: 'ADÉ STORES LTD',
  how: 'by telephone',
  who: 'Mrs. Bello, Aba branch',
  on: '2020-02-29',
  ...more,
})
/** A deployment whose name enquiry is undocumented. */
const noEnquiry: CounterSetup = {
  profile: (standard) => ({ ...standard, environment: 'live', partnerUrl: PRACTICE_PARTNER_URL }),
}

function holderOf(at: Agent, accountNumber: string): string {
  const { books } = at.shop.bank.snapshot() as {
    books: { accounts: readonly { number: string; name: string }[] }
  }
  return books.accounts.find(({ number }) => number === accountNumber)?.name ?? ''
}

test.each(both)(
  '%s without a name enquiry: a manager’s word is enough, and the audit says whose word it was',
  async (kind) => {
    const at = await open(noEnquiry)
    await at.get('terminals.refresh', {})
    const accountNumber = at.freeAccount()
    const name = holderOf(at, accountNumber)
    const check = await at.get('terminals.vouchName', word(accountNumber, { name }))
    const { checkId } = check
    const said = { how: 'by telephone', who: 'Mrs. Bello, Aba branch', on: '2020-02-29' }
    expect(check).toMatchObject({ name, said })
    const asking =
      kind === 'register'
        ? at.get('terminals.register', { form: at.registerForm({ accountNumber }), checkId })
        : at.get('terminals.edit', {
            form: at.editForm(await at.row('2TLS0002'), { accountNumber }),
            checkId,
          })
    expect(await asking).toMatchObject({
      state: 'done',
      to: { accountName: name },
      nameSaid: said,
    })
    expect(at.asked()).toBe(1)
    const sent = at.shop.wire.find(({ url }) => /createterminal$|EditTerminal$/u.test(url))?.body ?? ''
    // A registration has no field for the name; an edit sends it, whether from the bank or a manager.
    expect(sent.includes(JSON.stringify(name))).toBe(kind === 'edit')
    await at.shop.restart()
    expect(await at.changes()).toMatchObject([{ nameSaid: said, by: 'Ngozi' }])
    at.shop.powerOff()
    const file = `${at.shop.dataDir}/sales.db`
    expect(verifyFile(file)).toMatchObject({ ok: true, value: { audit: { brokenEntries: 0 } } })
  },
)

test('the bank answers about the account after a manager’s word: the change is not sent with that word', async () => {
  const at = await open()
  const accountNumber = at.freeAccount()
  at.shop.bank.faults.add({ on: 'business', fault: { kind: 'silence', committed: true } })
  expect(await at.ask('terminals.vouchName', word(accountNumber))).toMatchObject({
    error: { code: 'notAllowed', reason: 'notAsked' },
  })
  await at.ask('terminals.checkName', { accountNumber })
  const { checkId } = await at.get('terminals.vouchName', word(accountNumber))
  await at.check(accountNumber)
  const form = at.registerForm({ accountNumber })
  expect(await at.ask('terminals.register', { form, checkId })).toMatchObject({
    error: { code: 'nameNotChecked' },
  })
  expect(await at.ask('terminals.vouchName', word(accountNumber))).toMatchObject({
    error: { code: 'notAllowed', reason: 'bankAnswered' },
  })
  expect(at.asked()).toBe(0)
})

test('a manager who leaves while the list is read revokes their word: nothing is sent', async () => {
  const at = await open(noEnquiry)
  await at.get('terminals.refresh', {})
  const accountNumber = at.freeAccount()
  const { checkId } = await at.get('terminals.vouchName', word(accountNumber))
  at.shop.bank.faults.add({
    on: 'retrieveTerminals',
    fault: { kind: 'slow', delayMs: 5_000, commit: 'onArrival' },
  })
  const asking = at.ask('terminals.register', { form: at.registerForm({ accountNumber }), checkId })
  at.shop.desk.goAway()
  expect(await asking).toMatchObject({ error: { code: 'needsManager' } })
  expect(at.asked()).toBe(0)
})

test('a word for one account covers no other, and needs the same number twice', async () => {
  const at = await open(noEnquiry)
  await at.get('terminals.refresh', {})
  const accountNumber = at.freeAccount()
  const other = at.shop.bank.terminals()[9]?.accountNumber ?? ''
  expect(await at.ask('terminals.vouchName', word(accountNumber, { accountAgain: other }))).toMatchObject({
    error: { code: 'invalid', fields: [{ field: 'accountAgain', problem: 'notSame' }] },
  })
  const { checkId } = await at.get('terminals.vouchName', word(accountNumber))
  expect(
    await at.ask('terminals.register', { form: at.registerForm({ accountNumber: other }), checkId }),
  ).toMatchObject({ error: { code: 'nameNotChecked' } })
  expect(at.asked()).toBe(0)
})
