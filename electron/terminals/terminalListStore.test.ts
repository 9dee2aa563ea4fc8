import { expect, test } from 'vitest'
import { toTerminalView } from '../gateway/recordView.ts'
import { fakeLog, terminal } from '../session/testing/fakes.ts'
import { atOnce } from '../work/slices.ts'
import type { Database } from '../storage/database.ts'
import { terminalsInMemory } from '../storage/testing/terminalsInMemory.ts'
import { knownTerminal, NOTHING_KNOWN, withRows, type KnownList } from './knownTerminals.ts'
import { TerminalListStore } from './terminalListStore.ts'
import { changing, five, honest, idsOf, openTerminals, rowsOf } from './testing/terminalsBench.ts'

async function earlierRun() {
  const run = openTerminals()
  await run.terminals.refresh()
  run.terminals.choose('2070A004')
  await run.terminals.stop()
  return run
}

test('the next start knows list and choice without the network, the rows as they were', async () => {
  const first = await earlierRun()
  const next = openTerminals(first)
  const said = { ...first.terminals.get(), revision: next.terminals.get().revision }
  expect(next.terminals.get()).toEqual(said)
  expect(next.terminals.chosen()).toEqual({ terminalId: '2070A004', terminalRecordId: '4' })
  expect(await rowsOf(next.terminals)).toEqual(await rowsOf(first.terminals))
  expect(next.terminals.get()).toEqual(said)
  expect(next.views).toHaveLength(1)
  expect(next.service.asked).toEqual([])
})

test('the choice is known before the rows were read, and so is that it is gone', async () => {
  const first = openTerminals()
  await first.terminals.refresh()
  first.terminals.choose('2070A004')
  first.service.read = honest([1, 2, 3].map((id) => terminal(id)))
  await first.terminals.refresh()
  await first.terminals.stop()
  expect(first.terminals.chosen()).toBeNull()
  const next = openTerminals(first)
  expect(next.terminals.chosen()).toBeNull()
  await next.terminals.ready()
  expect(next.terminals.chosen()).toBeNull()
})

test('if the profile now names another terminal, the earlier decision does not count', async () => {
  const first = openTerminals({ profile: { terminalId: '2070A002' } })
  await first.terminals.refresh()
  await first.terminals.stop()
  const same = openTerminals({ ...first, profile: { terminalId: '2070A002' } })
  expect(same.terminals.chosen()).toEqual({ terminalId: '2070A002', terminalRecordId: '2' })
  const other = openTerminals({ ...first, profile: { terminalId: '2070A003' } })
  expect(other.terminals.chosen()).toEqual({ terminalId: '2070A003', terminalRecordId: '3' })
  await other.terminals.ready()
  expect(other.terminals.get()).toMatchObject({ chosenTerminalId: '2070A003', chosen: { recordId: '3' } })
})

test.each<readonly [string, (file: Database) => unknown]>([
  ['without a row', (file) => file.run('DELETE FROM terminal WHERE record_id = 3')],
  ['without any row', (file) => file.run('DELETE FROM terminal')],
  [
    'with a row more',
    (file) => file.run("INSERT INTO terminal SELECT list, 'X', 9, view FROM terminal LIMIT 1"),
  ],
  ['with a row of another shape', (file) => file.run(`UPDATE terminal SET view = '{"private-value":1}'`)],
  [
    'with a row that is no JSON',
    (file) => file.run(`UPDATE terminal SET view = 'private-value' WHERE record_id = 1`),
  ],
  [
    'with a row in another’s place',
    (file) => file.run('UPDATE terminal SET record_id = 77 WHERE record_id = 5'),
  ],
  ['with facts of another shape', (file) => file.run(`UPDATE list SET facts = '{"private-value":1}'`)],
])(
  'a stored list %s is not shown, the choice stays, and the next reading replaces it',
  async (_name, damage) => {
    const first = await earlierRun()
    damage(first.terminalsFile.database)
    const next = openTerminals(first)
    await next.terminals.ready()
    expect(next.terminals.chosen()).toEqual({ terminalId: '2070A004', terminalRecordId: '4' })
    expect(next.terminals.get()).toMatchObject({
      knownCount: 0,
      isComplete: false,
      totalCount: null,
      readAtMs: null,
    })
    expect(next.lines.join()).toContain('terminals.storedUnreadable')
    expect(next.lines.join()).not.toMatch(/private-value|ADE STOR/u)
    await next.terminals.refresh()
    await next.terminals.stop()
    expect(await idsOf(openTerminals(next).terminals)).toEqual([1, 2, 3, 4, 5])
  },
)

test('a list whose rows are gone does not show that the counter’s terminal is gone, also before they are read', async () => {
  const first = await earlierRun()
  first.terminalsFile.database.run('DELETE FROM terminal')
  expect(openTerminals(first).terminals.chosen()).toEqual({ terminalId: '2070A004', terminalRecordId: '4' })
})

test('one file has the lists of several clients and destinations, and each sees its own', async () => {
  const first = await earlierRun()
  const bolas = openTerminals(first)
  bolas.who.clientId = 'BOLA-CLIENT'
  bolas.service.read = honest([terminal(8)])
  await bolas.terminals.refresh()
  await bolas.terminals.stop()
  const practice = openTerminals({ ...first, destinationKey: 'practice' })
  expect(await idsOf(practice.terminals)).toEqual([])
  const next = openTerminals(first)
  expect(await idsOf(next.terminals)).toEqual([1, 2, 3, 4, 5])
  next.who.clientId = 'BOLA-CLIENT'
  expect(await idsOf(next.terminals)).toEqual([8])
})

test('settings of another shape are ignored, and their content is not logged', async () => {
  const first = await earlierRun()
  for (const key of first.settings.values.keys())
    first.settings.set(key, { terminals: 'private-value', terminalId: 7 })
  const next = openTerminals(first)
  await next.terminals.ready()
  expect(next.terminals.chosen()).toBeNull()
  expect(next.lines.join()).toContain('terminals.choiceUnreadable')
  expect(next.lines.join()).not.toContain('private-value')
})

test('on a full disk the list is there for this run, and the older one for the next', async () => {
  const first = openTerminals()
  await first.terminals.refresh()
  first.terminals.choose('2070A004')
  await first.terminals.ready()
  first.terminalsFile.isBroken = true
  first.service.read = honest([6, 7].map((id) => terminal(id)))
  await first.terminals.refresh()
  expect(await idsOf(first.terminals)).toEqual([6, 7])
  await first.terminals.stop()
  expect(first.lines.join()).toContain('terminals.notKept')
  first.terminalsFile.isBroken = false
  const next = openTerminals(first)
  expect(next.terminals.get()).toMatchObject({ knownCount: 5, chosenTerminalId: '2070A004' })
  expect(await idsOf(next.terminals)).toEqual([1, 2, 3, 4, 5])
})

test('a complete list that could not be written does not block parts of a later one', async () => {
  const first = openTerminals()
  await first.terminals.ready()
  first.terminalsFile.isBroken = true
  await first.terminals.refresh()
  expect(first.terminals.get().isComplete).toBe(true)
  await new Promise(setImmediate)
  first.terminalsFile.isBroken = false
  first.service.read = changing((page, { pageNumber }) =>
    pageNumber === 3 ? { ...page, currentPage: 99 } : page,
  )
  await first.terminals.refresh()
  await first.terminals.stop()
  const next = openTerminals(first)
  expect(await idsOf(next.terminals)).toEqual([1, 2, 3, 4, 5])
  expect(next.terminals.get()).toMatchObject({ isComplete: false, incompleteReason: 'pageNotEchoed' })
})

test('what a search for one terminal has seen survives a restart, in a list with its old age', async () => {
  const first = openTerminals()
  await first.terminals.refresh()
  const { readAtMs } = first.terminals.get()
  first.clock.wallMs += 60_000
  const readSince = { atMs: first.clock.wallMs, countBefore: 5 }
  first.service.read = honest(five.with(0, terminal(1, { serialNumber: 'S-1' })))
  await first.terminals.find((each) => each.recordId === '1')
  await first.terminals.stop()
  const next = openTerminals(first)
  expect(await idsOf(next.terminals, 'S-1')).toEqual([1])
  expect(next.terminals.get()).toMatchObject({ isComplete: true, readAtMs, readSince })
})

const listOf = (ids: readonly number[]): KnownList =>
  withRows(
    { ...NOTHING_KNOWN, isComplete: true },
    new Map(ids.map((id) => [String(id), knownTerminal(toTerminalView(terminal(id), 'v'))])),
  )

function openStore() {
  const file = terminalsInMemory()
  const { log, lines } = fakeLog()
  const store = new TerminalListStore({ terminalsFile: file, log }, ['live', 'ADA'])
  const count = (table: string): number =>
    (file.database.get(`SELECT COUNT(*) AS rows FROM ${table}`) as { rows: number }).rows
  return { file, store, lines, count }
}

test('a list counts once its last row is there: a writing that ends in the middle leaves the older one', () => {
  const { store, count } = openStore()
  const ids = Array.from({ length: 1_000 }, (_, id) => id)
  expect(atOnce(store.write(listOf([1, 2])))).toBe(true)
  const cut = store.write(listOf(ids))
  for (let slice = 0; slice < 3; slice += 1) cut.next()
  expect(count('terminal')).toBe(2 + 750)
  expect(atOnce(store.read(store.newest()))?.rows).toHaveLength(2)
  // The next whole one takes the place of both.
  expect(atOnce(store.write(listOf([7])))).toBe(true)
  expect(atOnce(store.read(store.newest()))?.rows.map(({ view }) => view.recordId)).toEqual(['7'])
  expect([count('list'), count('terminal')]).toEqual([1, 1])
})

test('lists that each end in the middle take the room of one, and the older whole one stays', () => {
  const { store, count } = openStore()
  expect(atOnce(store.write(listOf([1, 2])))).toBe(true)
  const ids = Array.from({ length: 1_000 }, (_, id) => id)
  const isCutShort = () => count('list') === 2 && count('terminal') === 2 + 750
  for (let cut = 0; cut < 4; cut += 1) {
    const writing = store.write(listOf(ids))
    // What an earlier one left goes first.
    writing.next()
    while (!isCutShort()) if (writing.next().done === true) break
    expect([count('list'), count('terminal')]).toEqual([2, 2 + 750])
  }
  expect(atOnce(store.read(store.newest()))?.rows).toHaveLength(2)
})

test('if the file fails between two slices, nothing is left that counts', () => {
  const { store, file, lines } = openStore()
  const writing = store.write(listOf(Array.from({ length: 1_000 }, (_, id) => id)))
  writing.next()
  // It was set aside, and an empty one took its place.
  file.database.exec('DELETE FROM list; DELETE FROM terminal')
  expect(atOnce(writing)).toBe(false)
  expect([store.newest(), file.text()]).toEqual([null, '[[],[]]'])
  expect(lines.join()).toContain('terminals.notKept')
})

test(
  '50,000 rows are written, read and removed with a pause after every 250, and their first ones are chosen from at once',
  { timeout: 60_000 },
  () => {
    const { store, count } = openStore()
    const pauses = (work: Iterator<unknown>): number => {
      let taken = 0
      while (work.next().done !== true) taken += 1
      return taken
    }
    const long = listOf(Array.from({ length: 50_000 }, (_, id) => id))
    expect(pauses(store.write(long))).toBe(200)
    expect(pauses(store.read(store.newest()))).toBe(201)
    expect(store.choosable(store.newest(), [long.rows.at(-1)?.view.terminalId ?? ''])).toHaveLength(3)
    expect(pauses(store.write(listOf([1])))).toBe(1 + 200)
    expect([count('list'), count('terminal')]).toEqual([1, 1])
  },
)

test('no statement reads a whole table', () => {
  const { file } = openStore()
  const plan = (sql: string): string =>
    (file.database.all(`EXPLAIN QUERY PLAN ${sql}`) as { detail: string }[])
      .map(({ detail }) => detail)
      .join()
  for (const sql of [
    "SELECT id, facts FROM list WHERE destination = 'a' AND client_id = 'b' AND is_whole = 1 ORDER BY id DESC LIMIT 1",
    "SELECT view FROM terminal WHERE list = 1 AND (terminal_id, record_id) > ('a', 1) ORDER BY terminal_id, record_id",
    'SELECT view FROM terminal WHERE list = 1 ORDER BY terminal_id, record_id LIMIT 2',
    "SELECT list FROM terminal WHERE list IN (SELECT id FROM list WHERE destination = 'a' AND client_id = 'b' AND id <> 3)",
    "SELECT list FROM terminal WHERE list IN (SELECT id FROM list WHERE destination = 'a' AND client_id = 'b' AND is_whole = 0)",
  ])
    expect(plan(sql)).not.toMatch(/SCAN|TEMP B-TREE/u)
})
