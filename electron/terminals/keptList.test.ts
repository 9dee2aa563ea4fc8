import { createHash } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { settingsKey } from '../session/settingsKey.ts'
import { fakeLog, terminal } from '../session/testing/fakes.ts'
import { toTerminalView } from '../gateway/recordView.ts'
import { KEPT_BYTES_MAX } from '../shell/keptFiles.ts'
import { keptFilesIn } from '../testing/keptFilesDouble.ts'
import { createKeptList, LIST_BYTES_MAX } from './keptList.ts'
import { knownTerminal, NOTHING_KNOWN, type KnownList } from './knownTerminals.ts'
import { changing, five, honest, idsOf, openTerminals, rowsOf } from './testing/terminalsBench.ts'

async function earlierRun() {
  const run = openTerminals()
  await run.terminals.refresh()
  run.terminals.choose('2070A004')
  return run
}

test('the next start knows list and choice without the network, the rows as they were', async () => {
  const first = await earlierRun()
  const next = openTerminals(first)
  const said = { ...first.terminals.get(), revision: next.terminals.get().revision }
  expect(next.terminals.get()).toEqual(said)
  expect(next.terminals.chosen()).toEqual({ terminalId: '2070A004', terminalRecordId: 4 })
  expect(await rowsOf(next.terminals)).toEqual(await rowsOf(first.terminals))
  expect(next.terminals.get()).toEqual(said)
  expect(next.views).toHaveLength(1)
  expect(next.service.asked).toEqual([])
})

test('the choice is known before the kept list was read, and so is that it is gone', async () => {
  const first = await earlierRun()
  first.service.read = honest([1, 2, 3].map((id) => terminal(id)))
  await first.terminals.refresh()
  expect(first.terminals.chosen()).toBeNull()
  const next = openTerminals(first)
  expect(next.terminals.chosen()).toBeNull()
  await next.terminals.ready()
  expect(next.terminals.chosen()).toBeNull()
})

test('if the profile now names another terminal, the earlier decision does not count', async () => {
  const first = openTerminals({ profile: { terminalId: '2070A002' } })
  await first.terminals.refresh()
  const same = openTerminals({ ...first, profile: { terminalId: '2070A002' } })
  expect(same.terminals.chosen()).toEqual({ terminalId: '2070A002', terminalRecordId: 2 })
  const other = openTerminals({ ...first, profile: { terminalId: '2070A003' } })
  expect(other.terminals.chosen()).toEqual({ terminalId: '2070A003', terminalRecordId: null })
  await other.terminals.ready()
  expect(other.terminals.chosen()).toEqual({ terminalId: '2070A003', terminalRecordId: 3 })
  expect(other.views.at(-1)).toMatchObject({ chosenTerminalId: '2070A003', chosen: { recordId: 3 } })
})

const damages: readonly (readonly [string, (text: string) => string])[] = [
  ['half of it', (text) => text.slice(0, text.length / 2)],
  ['nothing', () => ''],
  ['zeros', (text) => '\u0000'.repeat(text.length)],
  ['something else', () => '{"private-value":1}'],
  ['no JSON', () => 'private-value'],
  ['a row less', (text) => text.split('\n').slice(0, -1).join('\n')],
  ['a row twice', (text) => [...text.split('\n').slice(0, -1), text.split('\n')[1]].join('\n')],
  ['one letter of a name', (text) => text.replace('ADE STORES', 'ADE STORIS')],
  ['another merchant', (text) => text.replace('"merchantRecordId":902', '"merchantRecordId":1')],
  ['a format of later', (text) => text.replace('"format":1', '"format":2')],
]

test.each(damages)(
  'a kept list with %s left is invalid, and the next reading replaces it',
  async (_name, damage) => {
    const first = await earlierRun()
    for (const [name, text] of first.keptFiles) {
      expect(damage(text)).not.toBe(text)
      first.keptFiles.set(name, damage(text))
    }
    const next = openTerminals(first)
    await next.terminals.ready()
    // The counter's own terminal is known from the summary; the list claims nothing.
    expect(next.terminals.chosen()).toMatchObject({ terminalId: '2070A004' })
    expect(next.terminals.get()).toMatchObject({ isComplete: false, totalCount: null, readAtMs: null })
    expect(await idsOf(next.terminals)).toEqual([4])
    expect(next.lines.filter((line) => line.includes('terminals.keptUnreadable'))).toHaveLength(1)
    expect(next.lines.join()).not.toMatch(/private-value|ADE STOR/u)
    await next.terminals.refresh()
    expect(await idsOf(openTerminals(next).terminals)).toEqual([1, 2, 3, 4, 5])
  },
)

/** A forged file that looks complete. */
function forged(text: string, change: (rows: readonly string[]) => readonly string[]): string {
  const [head = '', ...rows] = text.split('\n')
  const lines = change(rows)
  const sha256 = createHash('sha256').update(lines.join('')).digest('hex')
  return [JSON.stringify({ ...JSON.parse(head), sha256 }), ...lines].join('\n')
}

test.each<readonly [string, (rows: readonly string[]) => readonly string[], number]>([
  ['as it is', (rows) => rows, 5],
  ['a row twice', (rows) => [...rows, rows[0] ?? ''], 1],
  ['a row of another shape', (rows) => [...rows, '{"recordId":9,"accountNumber":"0123456789"}'], 1],
  ['a row that is no row', (rows) => [...rows, 'null'], 1],
  ['an empty line', (rows) => [...rows, ''], 1],
])('a forged kept list, %s: only rows count, each once', async (_name, change, known) => {
  const first = await earlierRun()
  for (const [name, text] of first.keptFiles) first.keptFiles.set(name, forged(text, change))
  expect(await idsOf(openTerminals(first).terminals)).toHaveLength(known)
})

test('another client’s list in place of one’s own is rejected', async () => {
  const first = await earlierRun()
  const bolas = openTerminals({ ...first, profile: { terminalId: '2070A002' } })
  bolas.who.clientId = 'BOLA-CLIENT'
  await bolas.terminals.refresh()
  const [adasFile = '', bolasFile = ''] = [...first.keptFiles.keys()]
  expect(first.keptFiles.size).toBe(2)
  first.keptFiles.set(adasFile, first.keptFiles.get(bolasFile) ?? '')
  const next = openTerminals(first)
  expect(await idsOf(next.terminals)).toEqual([4])
  expect(next.terminals.get().isComplete).toBe(false)
})

test('neither the client nor the service can be read in the name of a kept file', async () => {
  const { keptFiles } = await earlierRun()
  for (const name of keptFiles.keys()) expect(name).toMatch(/^terminals-[0-9a-f]{32}$/u)
})

test('settings of another shape are ignored, and their content is not logged', async () => {
  const first = await earlierRun()
  for (const key of first.settings.values.keys())
    first.settings.set(key, { terminals: 'private-value', terminalId: 7 })
  const next = openTerminals(first)
  expect(next.terminals.chosen()).toBeNull()
  expect(next.terminals.get()).toMatchObject({ knownCount: 0, readAtMs: null })
  expect(next.lines.length).toBeGreaterThan(0)
  expect(next.lines.join()).not.toContain('private-value')
})

test('a list that an earlier version kept in the settings is dropped: it would slow every access', async () => {
  const { terminals, settings } = openTerminals()
  const oldKey = settingsKey('terminals', 'live https://partner.example', 'ADA-CLIENT')
  settings.set(oldKey, { terminals: [], totalCount: 0, pagesRead: 1, isComplete: true, readAtMs: 1 })
  expect(terminals.get()).toMatchObject({ isComplete: false, readAtMs: null })
  expect(settings.values.has(oldKey)).toBe(false)
})

test('on a full disk the list is there for this run, and the older one for the next', async () => {
  const first = await earlierRun()
  first.disk.isFull = true
  first.service.read = honest([6, 7].map((id) => terminal(id)))
  await first.terminals.refresh()
  expect(await idsOf(first.terminals)).toEqual([6, 7])
  await first.terminals.stop()
  expect(first.lines.join()).toContain('terminals.notKept')
  const next = openTerminals(first)
  expect(next.terminals.get()).toMatchObject({ knownCount: 5, chosenTerminalId: '2070A004' })
  expect(await idsOf(next.terminals)).toEqual([1, 2, 3, 4, 5])
})

test('a complete list that could not be written does not block parts of a later one', async () => {
  const first = openTerminals()
  await first.terminals.ready()
  first.disk.isFull = true
  await first.terminals.refresh()
  expect(first.terminals.get().isComplete).toBe(true)
  first.disk.isFull = false
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
  const first = await earlierRun()
  const { readAtMs } = first.terminals.get()
  first.clock.wallMs += 60_000
  const readSince = { atMs: first.clock.wallMs, countBefore: 5 }
  first.service.read = honest(five.with(0, terminal(1, { serialNumber: 'S-1' })))
  await first.terminals.find((each) => each.recordId === 1)
  await first.terminals.stop()
  const next = openTerminals(first)
  expect(await idsOf(next.terminals, 'S-1')).toEqual([1])
  expect(next.terminals.get()).toMatchObject({ isComplete: true, readAtMs, readSince })
})

test('a list and its summary of an earlier version, which had no searches, are used as they are', async () => {
  const first = await earlierRun()
  const without = (text: string): string => text.replace(/,"readSince":null/u, '')
  for (const [name, text] of first.keptFiles) {
    expect(without(text)).not.toBe(text)
    first.keptFiles.set(name, without(text))
  }
  for (const [key, value] of first.settings.values) {
    const summary = JSON.stringify(value)
    if (summary.includes('readSince')) first.settings.values.set(key, JSON.parse(without(summary)))
  }
  expect(first.settings.text()).not.toContain('readSince')
  const next = openTerminals(first)
  expect(next.terminals.get()).toMatchObject({ isComplete: true, knownCount: 5, readSince: null })
  expect(await idsOf(next.terminals)).toEqual([1, 2, 3, 4, 5])
})

const noted = (ids: readonly number[]): KnownList => ({
  ...NOTHING_KNOWN,
  rows: ids.map((id) => knownTerminal(toTerminalView(terminal(id), 'v'))),
})

test('a list longer than any honest one is not kept, and the older one stays', async () => {
  const files = new Map<string, string>()
  const { log, lines } = fakeLog()
  const open = (bytesMax?: number) =>
    createKeptList({ keptFiles: keptFilesIn(files), turn: () => Promise.resolve(), log }, ['A'], bytesMax)
  expect(await open().write(noted([1, 2]))).toBe(true)
  expect(await open(700).write(noted([1, 2, 3, 4]))).toBe(false)
  expect((await open().read())?.rows).toHaveLength(2)
  expect(lines.join()).toContain('terminals.notKept')
  // The limit counts bytes on the disk, with the first line and letters of any language.
  const [text = ''] = files.values()
  expect(await open(Buffer.byteLength(text)).write(noted([1, 2]))).toBe(true)
  expect(await open(Buffer.byteLength(text) - 1).write(noted([1, 2]))).toBe(false)
  const named = noted([1, 2]).rows.map(({ view }) => knownTerminal({ ...view, accountName: 'ẸẸẸẸẸẸẸẸẸẸ' }))
  expect(await open(Buffer.byteLength(text)).write({ ...NOTHING_KNOWN, rows: named })).toBe(false)
})

test('everything written can be read: an overlong row is not written', async () => {
  const files = new Map<string, string>()
  const { log } = fakeLog()
  const kept = createKeptList({ keptFiles: keptFilesIn(files), turn: () => Promise.resolve(), log }, ['A'])
  const longest = (length: number): KnownList => ({
    ...NOTHING_KNOWN,
    rows: [knownTerminal(toTerminalView(terminal(1, { accountName: 'x'.repeat(length) }), 'v'))],
  })
  expect(await kept.write(longest(900_000))).toBe(true)
  expect((await kept.read())?.rows).toHaveLength(1)
  expect(await kept.write(longest(1_000_001))).toBe(false)
  expect((await kept.read())?.rows).toHaveLength(1)
})

/** The first line of a valid list, with the checksum of the rest. */
async function headOf(rest: readonly string[]): Promise<string> {
  const files = new Map<string, string>()
  const turn = (): Promise<void> => Promise.resolve()
  await createKeptList({ keptFiles: keptFilesIn(files), turn, log: () => undefined }, ['A']).write(noted([1]))
  const [text = ''] = files.values()
  const sha256 = createHash('sha256')
  for (const line of rest) sha256.update(line)
  return JSON.stringify({ ...JSON.parse(text.split('\n')[0] ?? ''), sha256: sha256.digest('hex') })
}

const row = (id: number): string => JSON.stringify(toTerminalView(terminal(id), 'v'))
const hostile: readonly (readonly [string, (head: string) => string, number])[] = [
  ['line ends alone', () => '\n'.repeat(3_000_000), 0],
  ['a first line without an end', (head) => `${head.slice(0, -1)}${' '.repeat(3_000_000)}}\n${row(1)}`, 0],
  ['line ends after a true head', (head) => head + '\n'.repeat(3_000_000), 0],
  ['empty objects after a true head', (head) => head + '\n{}'.repeat(1_000_000), 0],
  ['a line without an end', (head) => `${head}\n${row(1).slice(0, -1)}${' '.repeat(3_000_000)}}`, 0],
  ['one row a million times', (head) => head + `\n${row(1)}`.repeat(1_000_000 / 100), 0],
  [
    'rows, and then line ends',
    (head) => [head, ...Array.from({ length: 500 }, (_, id) => row(id)), '\n'.repeat(1_000_000)].join('\n'),
    2,
  ],
]

test.each(hostile)(
  'a hostile kept list, %s: reading ends at the first invalid line',
  async (_name, make, turns) => {
    const head = await headOf([])
    const text = make(head)
    let taken = 0
    const turn = (): Promise<void> => {
      taken += 1
      return Promise.resolve()
    }
    // A list of all lines would fill the memory; reading needs only one line at a time.
    const split = vi.spyOn(String.prototype, 'split')
    const keptFiles = { read: () => Promise.resolve(text), write: () => Promise.resolve(false) }
    expect(await createKeptList({ keptFiles, turn, log: () => undefined }, ['A']).read()).toBeNull()
    const longest = Math.max(0, ...split.mock.contexts.map((context) => String(context).length))
    split.mockRestore()
    expect(longest).toBeLessThan(10_000)
    expect(taken).toBe(turns)
  },
)

test('a file of the longest list that is written can be read', () => {
  expect(LIST_BYTES_MAX).toBeLessThanOrEqual(KEPT_BYTES_MAX)
})

test(
  '50,000 rows are kept and read again in slices, with a turn for others after every 250',
  { timeout: 60_000 },
  async () => {
    const ids = Array.from({ length: 50_000 }, (_, id) => id)
    const files = new Map<string, string>()
    let turns = 0
    const turn = (): Promise<void> => {
      turns += 1
      return Promise.resolve()
    }
    const kept = createKeptList({ keptFiles: keptFilesIn(files), turn, log: () => undefined }, ['A'])
    await kept.write(noted(ids))
    expect(turns).toBe(199)
    expect((await kept.read())?.rows).toHaveLength(50_000)
    expect(turns).toBe(398)
  },
)
