import { copyFileSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import type { FaultRule } from '../../../sandbox/faults.ts'
import { PRACTICE_TERMINAL_ID as OWN } from '../../../sandbox/options.ts'
import type { PayoutWatchView, WatchedPayout } from '../../../shared/payout.ts'
import { verifyFile } from '../../storage/auditFile.ts'
import { salesFile } from '../../storage/database.ts'
import type { CounterSetup } from '../../testing/counter.ts'
import { openAgent, type Agent } from '../changes/testing/agent.ts'

let agent: Agent | undefined
afterEach(async () => {
  await agent?.shop.close()
  agent = undefined
})

async function open(setup: CounterSetup = {}): Promise<Agent> {
  agent = await openAgent(setup)
  await agent.get('terminals.refresh', {})
  return agent
}

const accountOf = (at: Agent): string =>
  at.shop.bank.terminals().find(({ terminalId }) => terminalId === OWN)?.accountNumber ?? ''

async function view(at: Agent): Promise<PayoutWatchView> {
  return (await at.get('terminals.get', {})).payouts
}

async function own(at: Agent): Promise<WatchedPayout | undefined> {
  return (await view(at)).terminals.find(({ terminalId }) => terminalId === OWN)
}

async function openCount(at: Agent): Promise<readonly number[]> {
  return [(await view(at)).openCount, (await at.get('queue.get', {})).payoutCount]
}

/** The bank's own staff move it to another account. */
function moved(at: Agent, accountNumber = at.freeAccount()): string {
  at.shop.bank.changeTerminal(OWN, { accountNumber })
  return accountNumber
}

interface Entry {
  readonly kind: string
  readonly detail: string
  readonly content: string | null
}
async function entries(at: Agent): Promise<readonly Entry[]> {
  await at.shop.backend().stop()
  const file = new DatabaseSync(salesFile(at.shop.dataDir), { readOnly: true })
  const rows = file
    .prepare("SELECT kind, detail, content FROM audit WHERE kind LIKE 'payout%' ORDER BY id")
    .all()
  file.close()
  return rows as unknown as Entry[]
}

async function edit(at: Agent, accountNumber = at.freeAccount()) {
  const { checkId } = await at.check(accountNumber)
  const row = await at.row(OWN)
  return at.ask('terminals.edit', {
    form: at.editForm(row, { accountNumber, isActive: row.isActive }),
    checkId,
  })
}

test('an account that others change is told at once, with the last digits alone, and stays until a manager accepts it', async () => {
  const at = await open()
  const before = accountOf(at)
  await at.get('terminals.refresh', {})
  expect(await own(at)).toMatchObject({ change: null, missingSinceMs: null })
  const after = moved(at)
  await at.get('terminals.refresh', {})
  await at.shop.time.pass(1_000)
  const change = (await own(at))?.change
  expect(change).toMatchObject({
    account: { from: before.slice(-4), to: after.slice(-4) },
    merchant: null,
    isActive: null,
    shownBy: 'list',
    isBack: false,
  })
  expect(await openCount(at)).toEqual([1, 1])
  expect(at.shop.desk.notices.map(({ notice }) => notice)).toEqual(['needsPerson'])
  await at.shop.restart()
  expect(await openCount(at)).toEqual([1, 1])
  await at.shop.record('1500')
  const said = { terminalId: OWN, by: 'Ngozi', note: `the bank wrote it: ${after}` }
  const seen = change?.version ?? ''
  expect(await at.ask('terminals.acknowledgePayout', { ...said, seen })).toMatchObject({
    error: { code: 'needsManager' },
  })
  await at.shop.becomeManager()
  expect(await at.ask('terminals.acknowledgePayout', { ...said, seen: 'another' })).toMatchObject({
    error: { code: 'changedMeanwhile' },
  })
  expect(await at.ask('terminals.acknowledgePayout', { ...said, note: ' ', seen })).toMatchObject({
    error: { code: 'invalid' },
  })
  await at.get('terminals.acknowledgePayout', { ...said, seen: (await own(at))?.change?.version ?? '' })
  await at.get('terminals.refresh', {})
  expect(await openCount(at)).toEqual([0, 0])
  const told = await entries(at)
  expect(told.map(({ kind }) => kind)).toEqual(['payoutChanged', 'payoutAcknowledged'])
  expect(JSON.parse(told[1]?.detail ?? '')).toMatchObject({
    terminalId: OWN,
    by: 'Ngozi',
    account: { from: before.slice(-4), to: after.slice(-4) },
  })
  expect(verifyFile(salesFile(at.shop.dataDir))).toMatchObject({ value: { audit: { brokenEntries: 0 } } })
  const files = readdirSync(at.shop.dataDir).map((name) =>
    readFileSync(path.join(at.shop.dataDir, name), 'latin1'),
  )
  const everything = [
    JSON.stringify([...at.shop.settings]),
    JSON.stringify(at.shop.events),
    ...at.shop.logLines,
    ...files,
  ]
  for (const number of [before, after])
    expect(everything.filter((text) => text.includes(number)).map((text) => text.slice(0, 80))).toEqual([])
})

test('a merchant or a flag that others change is told; a terminal of no counter here is not', async () => {
  const at = await open()
  at.shop.bank.changeTerminal(OWN, { isReceivingPayment: false, merchantId: 'ANOTHER' })
  at.shop.bank.changeTerminal('2TLS0004', { isActive: false, accountNumber: at.freeAccount() })
  await at.get('terminals.refresh', {})
  expect(await view(at)).toMatchObject({
    openCount: 1,
    terminals: [
      {
        terminalId: OWN,
        change: { account: null, merchant: { to: 'ANOTHER' }, isReceivingPayment: { from: true, to: false } },
      },
    ],
  })
})

test('the record of a sale tells it, without the list being read', async () => {
  const at = await open()
  const lists = at.shop.bank.requestCount('retrieveTerminals')
  const before = accountOf(at)
  await at.shop.record('1500')
  await at.shop.time.pass(60_000)
  expect(await openCount(at)).toEqual([0, 0])
  const after = moved(at)
  await at.shop.record('2500')
  await at.shop.time.pass(60_000)
  expect((await own(at))?.change).toMatchObject({
    account: { from: before.slice(-4), to: after.slice(-4) },
    shownBy: 'record',
  })
  expect(at.shop.bank.requestCount('retrieveTerminals')).toBe(lists)
})

const silence = (committed: boolean): FaultRule => ({
  on: 'editTerminal',
  fault: { kind: 'silence', committed },
})

test('an edit from here is no news: done, without an answer, refused, late, and over a restart', async () => {
  const at = await open()
  await at.shop.record('1500')
  expect(await edit(at)).toMatchObject({ value: { state: 'done' } })
  await at.shop.record('2500')
  await at.shop.time.pass(60_000)
  at.shop.bank.faults.add(silence(true))
  const unknown = await edit(at)
  expect(unknown).toMatchObject({ value: { state: 'unknown', readBack: { outcome: 'asAsked' } } })
  at.shop.bank.faults.add({
    on: 'editTerminal',
    fault: { kind: 'declined', message: 'No', committed: false },
  })
  expect(await edit(at)).toMatchObject({ value: { state: 'refused' } })
  at.shop.bank.faults.add({ on: 'editTerminal', fault: { kind: 'lateCommit', commitAfterMs: 120_000 } })
  const late = await edit(at)
  expect(late).toMatchObject({ value: { state: 'unknown', readBack: { outcome: 'asBefore' } } })
  await at.shop.restart()
  await at.shop.record('3500')
  await at.shop.time.pass(180_000)
  await at.get('terminals.refresh', {})
  await at.shop.record('4500')
  await at.shop.time.pass(60_000)
  expect(await openCount(at)).toEqual([0, 0])
  // It was not blind: the list did show the last one.
  expect(JSON.stringify(await at.row(OWN))).toContain(accountOf(at).slice(-4))
  moved(at)
  await at.get('terminals.refresh', {})
  expect(await openCount(at)).toEqual([1, 1])
  expect((await entries(at)).map(({ kind }) => kind)).toEqual(['payoutChanged'])
})

test('what the bank has refused from here explains nothing, even the same account', async () => {
  const at = await open()
  const fault = { kind: 'declined', message: 'No', committed: false } as const
  at.shop.bank.faults.add({ on: 'editTerminal', fault })
  const accountNumber = at.freeAccount()
  expect(await edit(at, accountNumber)).toMatchObject({ value: { state: 'refused' } })
  moved(at, accountNumber)
  await at.get('terminals.refresh', {})
  expect(await openCount(at)).toEqual([1, 1])
})

test('an older sales file, or the loss of one copy, neither hides a change nor makes one', async () => {
  const at = await open()
  await at.shop.record('1500')
  await at.shop.time.pass(60_000)
  const file = salesFile(at.shop.dataDir)
  const older = path.join(at.shop.dataDir, 'older.copy')
  await at.shop.restart(() => copyFileSync(file, older))
  await at.shop.becomeManager()
  expect(await edit(at)).toMatchObject({ value: { state: 'done' } })
  await at.shop.restart(() => {
    for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
    copyFileSync(older, file)
  })
  await at.get('terminals.refresh', {})
  expect(await openCount(at)).toEqual([0, 0])
  const copy = (): string | undefined =>
    [...at.shop.settings.keys()].find((key) => key.startsWith('payoutWatch'))
  expect(copy()).toBeDefined()
  await at.shop.restart(() => {
    at.shop.settings.delete(copy() ?? '')
    moved(at)
  })
  await at.get('terminals.refresh', {})
  expect(await openCount(at)).toEqual([1, 1])
})

test('news that the disk refuses is in the audit once it takes it again, also after a restart, and once', async () => {
  const at = await open()
  at.shop.breakDisk()
  moved(at)
  await at.get('terminals.refresh', {})
  expect((await own(at))?.change).not.toBeNull()
  await at.shop.restart()
  at.shop.mendDisk()
  await at.get('terminals.refresh', {})
  await at.shop.restart()
  await at.get('terminals.refresh', {})
  expect(await openCount(at)).toEqual([1, 1])
  expect((await entries(at)).map(({ kind }) => kind)).toEqual(['payoutChanged'])
})

test('each client has a watch of its own', async () => {
  const at = await open()
  await at.shop.signOut()
  moved(at)
  at.shop.bank.changeOptions({ clientId: 'another' })
  await at.shop.signIn('another')
  await at.get('terminals.refresh', {})
  expect(await openCount(at)).toEqual([0, 0])
  at.shop.bank.changeOptions({ clientId: 'practice' })
  // The first sign-out ended manager mode.
  await at.shop.becomeManager()
  await at.shop.signOut()
  expect((await at.get('queue.get', {})).payoutCount).toBe(0)
  await at.shop.signIn()
  await at.get('terminals.refresh', {})
  expect(await openCount(at)).toEqual([1, 1])
})

test('if nothing can be sealed, the watch says so, and goes by the last digits after a restart', async () => {
  const at = await open({ isVaultProtected: false })
  expect(await view(at)).toMatchObject({ isExact: false })
  const alike = `11${accountOf(at).slice(2)}`
  await at.shop.restart(() => moved(at, alike))
  await at.get('terminals.refresh', {})
  expect(await openCount(at)).toEqual([0, 0])
  at.shop.bank.changeTerminal(OWN, { accountNumber: `22${alike.slice(2)}` })
  await at.get('terminals.refresh', {})
  expect(await openCount(at)).toEqual([1, 1])
})

test('a terminal that a complete list does not show is missing, and no news; it is watched on when it is back', async () => {
  const at = await open()
  const kept = at.shop.bank.snapshot() as { books: { terminals: { terminalId: string }[] } }
  const less = structuredClone(kept)
  less.books.terminals = less.books.terminals.filter(({ terminalId }) => terminalId !== OWN)
  at.shop.bank.restore(less)
  await at.get('terminals.refresh', {})
  expect(await own(at)).toMatchObject({ missingSinceMs: expect.any(Number), change: null })
  at.shop.bank.restore(kept)
  moved(at)
  await at.get('terminals.refresh', {})
  expect(await own(at)).toMatchObject({ missingSinceMs: null, change: { account: {} } })
})
