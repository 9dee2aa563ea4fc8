import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { appendAudit, verifyAudit } from '../../storage/audit.ts'
import { openDatabase, type Database } from '../../storage/database.ts'
import { migrate } from '../../storage/migrations.ts'
import { changeView, type Asked, type Compared, type Ended } from './changeEntries.ts'
import { ChangeStore } from './changeStore.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'tillside-changes-'))
let database: Database | undefined
let files = 0
afterEach(() => database?.close())
process.on('exit', () => rmSync(dir, { recursive: true, force: true }))

function open(): { database: Database; store: ChangeStore } {
  files += 1
  database = openDatabase(path.join(dir, `${files}.db`))
  migrate(database)
  return { database, store: new ChangeStore(database) }
}

const ada = { environment: 'live', partnerUrl: 'https://partner', clientId: 'ADA' } as const
const side = {
  merchantRecordId: 7,
  merchantId: 'M-1',
  accountEnding: '6789',
  accountName: 'ADE',
  serialNumber: 'S',
  isReceivingPayment: true,
  isActive: true,
}
const asked = (changeId: string, more: Partial<Asked> = {}): Asked => ({
  changeId,
  ...ada,
  kind: 'edit',
  terminalId: 'T-1',
  recordId: 1,
  from: side,
  to: { ...side, isActive: false },
  nameCheckedAtMs: null,
  by: 'Ngozi',
  note: 'x',
  ...more,
})
const ended = (changeId: string, state: Ended['state']): Ended => ({
  changeId,
  state,
  code: state,
  bankMessage: null,
  recordId: null,
  bodySha256: null,
  serverDate: null,
})
const compared = (changeId: string, outcome: Compared['outcome']) => ({
  changeId,
  recordId: null,
  outcome,
  incompleteReason: null,
  differences: [],
  found: null,
})
const all = { offset: 0, limit: 50 }

test('every step reads back as it was written, also at the next start, and the chain holds', () => {
  const { store, database: file } = open()
  store.ask(asked('one'), 10)
  store.end(ended('one', 'unknown'), 20)
  store.compare(compared('one', 'notThere'), 'unknown', 30)
  store.compare(compared('one', 'asAsked'), 'unknown', 40)
  const givenUp = { changeId: 'one', by: 'Ngozi', note: 'the bank said so' }
  store.giveUp(givenUp, 'unknown', 50)
  const next = new ChangeStore(file)
  while (next.readOn());
  for (const each of [store, next]) {
    expect(each.find(ada, 'one')).toEqual({
      asked: { atMs: 10, entry: asked('one') },
      ended: { atMs: 20, entry: ended('one', 'unknown') },
      compared: { atMs: 40, entry: compared('one', 'asAsked') },
      wasSeen: true,
      givenUp: { atMs: 50, entry: givenUp },
    })
  }
  expect(verifyAudit(file)).toMatchObject({ entries: 5, brokenEntries: 0 })
})

test('the first end counts: a second can only come from a write that was reported as failed but took effect', () => {
  const { store } = open()
  store.ask(asked('one'), 10)
  store.end(ended('one', 'done'), 20)
  store.end(ended('one', 'unsent'), 30)
  store.ask(asked('one', { by: 'somebody else' }), 40)
  expect(store.find(ada, 'one')).toMatchObject({
    asked: { entry: { by: 'Ngozi' } },
    ended: { entry: { state: 'done' } },
  })
  expect(store.page(ada, all, null).total).toBe(1)
})

test('open changes are counted until a list has shown them or a manager has given them up: time settles nothing', () => {
  const { store } = open()
  const count = (): number => store.page(ada, all, null).openCount
  store.ask(asked('one'), 0)
  expect(count()).toBe(1)
  expect(store.page(ada, all, 'one').openCount).toBe(0)
  store.end(ended('one', 'unknown'), 1)
  store.compare(compared('one', 'notThere'), 'unknown', 20 * 60_000)
  expect(count()).toBe(1)
  store.compare(compared('one', 'asAsked'), 'unknown', 2)
  // Later changes of the terminal do not undo that.
  store.compare(compared('one', 'asBefore'), 'unknown', 3)
  expect(count()).toBe(0)
  store.ask(asked('two'), 0)
  store.end(ended('two', 'refused'), 1)
  expect(count()).toBe(1)
  store.compare(compared('two', 'asBefore'), 'refused', 2)
  expect(count()).toBe(0)
  store.ask(asked('three'), 0)
  store.end(ended('three', 'done'), 1)
  expect(count()).toBe(1)
  store.giveUp({ changeId: 'three', by: 'Ngozi', note: 'x' }, 'done', 2)
  expect(count()).toBe(0)
})

test('the open changes of one terminal are found behind any number of newer ones, by its record or its ID', () => {
  const { store } = open()
  store.ask(asked('registered', { kind: 'register', recordId: null, from: null }), 0)
  store.compare({ ...compared('registered', 'differs'), recordId: 9 }, 'unknown', 1)
  for (let turn = 0; turn < 60; turn += 1) {
    store.ask(asked(`change-${turn}`, { terminalId: 'T-2', recordId: 2 }), turn)
    store.compare(compared(`change-${turn}`, 'asAsked'), 'unknown', turn)
  }
  const found = (terminalId: string, recordId: number | null) =>
    store
      .page(ada, { ...all, openFor: { terminalId, recordId } }, null)
      .changes.map((change) => change.asked.entry.changeId)
  expect(found('t-1', null)).toEqual(['registered'])
  expect(found('', 9)).toEqual(['registered'])
  expect(found('T-2', 2)).toEqual([])
})

test('another client, address or environment sees none of it', () => {
  const { store } = open()
  store.ask(asked('one'), 10)
  for (const other of [
    { clientId: 'BOLA' },
    { partnerUrl: 'https://other' },
    { environment: 'practice' as const },
  ]) {
    expect(store.find({ ...ada, ...other }, 'one')).toBeUndefined()
    expect(store.page({ ...ada, ...other }, all, null)).toEqual({ changes: [], total: 0, openCount: 0 })
  }
})

const detail = JSON.stringify(asked('bad'))
test.each([
  ['no text', null],
  ['half JSON', detail.slice(0, 100)],
  ['another shape', '{"changeId":"bad"}'],
  ['one key more', JSON.stringify({ ...asked('bad'), extra: 1 })],
  ['other types', JSON.stringify({ ...asked('bad'), to: [] })],
  ['a list', '[]'],
  ['null', 'null'],
  ['a prototype', `{"__proto__":${detail}}`],
  ['too long', JSON.stringify({ ...asked('bad'), note: 'x'.repeat(50_000) })],
  ['an empty id', JSON.stringify(asked(''))],
  ['too deep', '['.repeat(20_000)],
])('a foreign or damaged entry is skipped: %s', (_name, text) => {
  const { store, database: file } = open()
  const entry = { saleSequence: null, atMs: 1, fromState: null, toState: null, detail: text }
  store.ask(asked('one'), 10)
  for (const kind of ['terminalAsked', 'terminalEnded', 'terminalReadBack', 'terminalGivenUp', 'salvaged']) {
    file.transaction(() => appendAudit(file, { ...entry, kind }))
  }
  store.end(ended('one', 'done'), 20)
  const { changes, total } = store.page(ada, all, null)
  expect([changes.map((change) => changeView(change, false).state), total]).toEqual([['done'], 1])
})

test('an end, a comparison and a giving up without a first entry are ignored', () => {
  const { store } = open()
  store.giveUp({ changeId: 'one', by: 'Ngozi', note: 'x' }, 'unknown', 20)
  store.end(ended('one', 'done'), 20)
  store.compare(compared('one', 'asAsked'), 'done', 20)
  expect(store.page(ada, all, null).total).toBe(0)
})

test('the file becomes an older one during the run: missing changes are forgotten', () => {
  const first = open()
  first.store.ask(asked('one'), 10)
  first.store.ask(asked('two'), 20)
  const second = open()
  let now = first.database
  const store = new ChangeStore({
    ...first.database,
    all: (...from) => now.all(...from),
    get: (...from) => now.get(...from),
  })
  while (store.readOn());
  new ChangeStore(second.database).ask(asked('one'), 10)
  now = second.database
  while (store.readOn());
  expect(store.page(ada, all, null)).toMatchObject({ total: 1, changes: [{ asked: { atMs: 10 } }] })
  first.database.close()
})

test('entries are read in slices by an index, and none of a sale is read', () => {
  const { store, database: file } = open()
  for (let turn = 0; turn < 600; turn += 1) store.ask(asked(`change-${turn}`), turn)
  const next = new ChangeStore(file)
  const turns = [next.readOn(), next.readOn(), next.readOn()]
  expect(turns).toEqual([true, true, false])
  expect(next.page(ada, { offset: 598, limit: 10 }, null).changes.map(({ asked: { atMs } }) => atMs)).toEqual(
    [1, 0],
  )
  const plan = file.all(
    'EXPLAIN QUERY PLAN SELECT id FROM audit WHERE sale_sequence IS NULL AND id > 5 ORDER BY id LIMIT 250',
  ) as { detail: string }[]
  expect(plan.map((step) => step.detail).join()).toMatch(
    /SEARCH audit USING .*audit_of_sale \(sale_sequence=\? AND id>\?\)/u,
  )
})

test('the entry says who gave the name; in an entry of an early version it was the bank', () => {
  const { store } = open()
  const nameSaid = { how: 'by telephone', who: 'Mrs. Bello', on: '2026-11-20' }
  store.ask(asked('early'), 1)
  store.ask(asked('said', { nameCheckedAtMs: 1, nameSaid }), 2)
  const said = ['early', 'said'].map((changeId) => {
    const change = store.find(ada, changeId)
    return change === undefined ? undefined : changeView(change, false).nameSaid
  })
  expect(said).toEqual([null, nameSaid])
})
