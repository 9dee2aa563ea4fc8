import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { mayStillTakeEffect, ReadBack } from '../../../shared/terminalChange.ts'
import { appendAudit, verifyAudit } from '../../storage/audit.ts'
import { partsOf } from '../../storage/indexComparison.ts'
import { openDatabase, type Database } from '../../storage/database.ts'
import { migrate } from '../../storage/migrations.ts'
import { salvage } from '../../storage/salvage.ts'
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
  merchantRecordId: '7',
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
  recordId: '1',
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
  const givenUp = { changeId: 'one', how: 'notDone' as const, by: 'Ngozi', note: 'the bank said so' }
  store.giveUp(givenUp, 'unknown', 50)
  for (const each of [store, new ChangeStore(file)]) {
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
  store.ask(asked('one', { by: 'someone else' }), 40)
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
  store.giveUp({ changeId: 'three', how: 'notDone', by: 'Ngozi', note: 'x' }, 'done', 2)
  expect(count()).toBe(0)
})

test('the open changes of one terminal are found behind any number of newer ones, by its record or its ID', () => {
  const { store } = open()
  store.ask(asked('registered', { kind: 'register', recordId: null, from: null }), 0)
  store.compare({ ...compared('registered', 'differs'), recordId: '9' }, 'unknown', 1)
  for (let turn = 0; turn < 60; turn += 1) {
    store.ask(asked(`change-${turn}`, { terminalId: 'T-2', recordId: '2' }), turn)
    store.compare(compared(`change-${turn}`, 'asAsked'), 'unknown', turn)
  }
  const HUGE = '90071992547409930001'
  store.ask(asked('huge', { terminalId: 'T-3', recordId: HUGE }), 99)
  const found = (terminalId: string, recordId: string | null) =>
    store
      .page(ada, { ...all, openFor: { terminalId, recordId } }, null)
      .changes.map((change) => change.asked.entry.changeId)
  expect(found('t-1', null)).toEqual(['registered'])
  expect(found('', '9')).toEqual(['registered'])
  expect(found('T-2', '2')).toEqual([])
  expect(found('', HUGE)).toEqual(['huge'])
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
])('a foreign or damaged entry is not shown, and stops no other: %s', (_name, text) => {
  const { store, database: file } = open()
  const entry = { saleSequence: null, atMs: 1, fromState: null, toState: null, detail: text }
  store.ask(asked('one'), 10)
  for (const kind of ['terminalAsked', 'terminalEnded', 'terminalReadBack', 'terminalGivenUp', 'salvaged']) {
    file.transaction(() => appendAudit(file, { ...entry, kind }))
  }
  store.end(ended('one', 'done'), 20)
  const { changes } = store.page(ada, all, null)
  expect(changes.map((change) => changeView(change, false).state)).toEqual(['done'])
  expect(store.find(ada, 'bad')).toBeUndefined()
})

test('a change whose entry can no longer be read is not shown, and still lets nothing else be asked', () => {
  const { store, database: file } = open()
  store.ask(asked('one'), 10)
  file.exec("DROP TRIGGER audit_fixed; UPDATE audit SET detail = '{'")
  expect(store.page(ada, { ...all, openFor: { terminalId: 'T-1', recordId: '1' } }, null)).toEqual({
    changes: [],
    total: 1,
    openCount: 1,
  })
})

test('an end, a comparison and a giving up without a first entry are ignored', () => {
  const { store } = open()
  store.giveUp({ changeId: 'one', how: 'notDone', by: 'Ngozi', note: 'x' }, 'unknown', 20)
  store.end(ended('one', 'done'), 20)
  store.compare(compared('one', 'asAsked'), 'done', 20)
  expect(store.page(ada, all, null).total).toBe(0)
})

test('a page, the open ones and a change are found by an index, behind any number of others', () => {
  const { store, database: file } = open()
  for (let turn = 0; turn < 600; turn += 1) store.ask(asked(`change-${turn}`), turn)
  expect(
    store.page(ada, { offset: 598, limit: 10 }, null).changes.map(({ asked: { atMs } }) => atMs),
  ).toEqual([1, 0])
  const seen: string[] = []
  const watched = new ChangeStore({
    ...file,
    get: (sql, ...values) => (seen.push(sql), file.get(sql, ...values)),
    all: (sql, ...values) => (seen.push(sql), file.all(sql, ...values)),
  })
  watched.page(ada, { ...all, openFor: { terminalId: 'T', recordId: '1' } }, null)
  watched.page(ada, all, null)
  watched.find(ada, 'change-1')
  watched.end(ended('change-1', 'done'), 1)
  expect(seen.length).toBeGreaterThan(8)
  for (const sql of seen) {
    const plan = file.all(`EXPLAIN QUERY PLAN ${sql}`) as { detail: string }[]
    const text = plan.map(({ detail }) => detail).join()
    if (!sql.includes('ORDER BY id DESC LIMIT 1')) expect(text).toMatch(/^SEARCH (?!.*(SCAN|TEMP))/u)
  }
})

const standings = (['done', 'refused', 'unsent', 'unknown', null] as const).flatMap((state) =>
  ([...ReadBack.shape.outcome.options, null] as const).flatMap((outcome) =>
    [false, true].flatMap((wasSeen) =>
      [false, true].map((isGivenUp) => ({ state, outcome, wasSeen, isGivenUp })),
    ),
  ),
)

test.each(standings)('the table says of %j whether it is open, as main and the screen do', (standing) => {
  const { store } = open()
  store.ask(asked('one'), 0)
  if (standing.wasSeen) store.compare(compared('one', 'asAsked'), 'unknown', 1)
  if (standing.outcome !== null) store.compare(compared('one', standing.outcome), 'unknown', 2)
  if (standing.state !== null) store.end(ended('one', standing.state), 3)
  if (standing.isGivenUp)
    store.giveUp({ changeId: 'one', how: 'notDone', by: 'Ngozi', note: 'x' }, 'unknown', 4)
  const change = store.find(ada, 'one')
  const isOpen = change !== undefined && changeView(change, false).isOpen
  expect(isOpen).toBe(mayStillTakeEffect({ ...standing, state: standing.state ?? 'unknown' }))
  expect(store.page(ada, all, null).openCount).toBe(isOpen ? 1 : 0)
})

/** Everything that the table says. */
const rowsIn = (file: Database): unknown => file.all('SELECT * FROM terminal_change ORDER BY id')

function withEverything(): { database: Database; store: ChangeStore } {
  const { store, database: file } = open()
  for (const [turn, state] of (['done', 'refused', 'unsent', 'unknown'] as const).entries()) {
    const changeId = `change-${turn}`
    store.ask(asked(changeId, { kind: 'register', recordId: null }), turn)
    store.end(ended(changeId, state), turn)
    store.compare({ ...compared(changeId, 'notThere'), recordId: String(turn) }, state, turn)
    store.compare(compared(changeId, turn === 1 ? 'asAsked' : 'differs'), state, turn)
    if (turn === 3) store.giveUp({ changeId, how: 'notDone', by: 'Ngozi', note: 'x' }, state, turn)
  }
  store.ask(asked('running'), 9)
  return { database: file, store }
}

test('a damaged file that is taken over has its changes in the table again', () => {
  const { database: file } = withEverything()
  const before = rowsIn(file)
  file.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const from = path.join(dir, `${files}.db`)
  const copy = path.join(dir, `copy-${files}.db`)
  copyFileSync(from, copy)
  const target = path.join(dir, `salvaged-${files}.db`)
  salvage(copy, target, () => true, 0)
  const salvaged = openDatabase(target)
  expect(rowsIn(salvaged)).toEqual(before)
  // And its indexes agree with it.
  for (const part of partsOf(salvaged, () => true)) part.run(3)
  salvaged.close()
})

test('no row is deleted', () => {
  const { database: file } = withEverything()
  expect(() => file.exec('DELETE FROM terminal_change')).toThrow('a change is never deleted')
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
