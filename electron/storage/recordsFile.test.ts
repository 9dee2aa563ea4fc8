import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { fakeLog } from '../session/testing/fakes.ts'
import { freshDir } from '../shell/testing/freshDir.ts'
import type { Database } from './database.ts'
import { openRecordsFile, recordMigrations } from './recordsFile.ts'

const AT_MS = Date.UTC(2026, 10, 20, 9, 30)

function bench(dir = freshDir()) {
  const { log, lines } = fakeLog()
  const file = openRecordsFile(dir, { wallNowMs: () => AT_MS }, log)
  onTestFinished(() => file.close())
  return { dir, place: path.join(dir, 'records.db'), file, lines }
}

const put = (name: string) => (database: Database) =>
  database.run("INSERT INTO owner (environment, partner_url, client_id) VALUES ('live', 'b', ?)", name)
const names = (database: Database): unknown => database.all('SELECT client_id AS name FROM owner ORDER BY id')

test('what was kept is there at the next start, in a file beside the sales', () => {
  const { dir, file, lines } = bench()
  expect(file.use(put('ADA'))).toBe(1)
  file.close()
  expect(bench(dir).file.use(names)).toEqual([{ name: 'ADA' }])
  expect(lines).toEqual([])
})

test('every damaged file is kept whole under a name of its own, and an empty one takes its place', () => {
  const { dir, place, file } = bench()
  file.use(names)
  file.close()
  for (let each = 0; each < 2; each += 1) {
    const bytes = readFileSync(place).fill(0, 4_096, 8_192)
    writeFileSync(place, bytes)
    const next = bench(dir)
    expect(next.file.use(names)).toBeUndefined()
    expect(next.file.failure()).toBe('damaged')
    expect(next.file.use(names)).toEqual([])
    expect(next.file.failure()).toBeNull()
    next.file.close()
    expect(next.lines.join()).toContain('recordsFile.setAside')
  }
  expect(readdirSync(dir).filter((name) => name.startsWith('records.damaged'))).toEqual([
    'records.damaged-2026-11-20T093000-2.db',
    'records.damaged-2026-11-20T093000.db',
  ])
})

test('the file of a newer Tillside is left as it is, and so is one that refuses a statement', () => {
  const { dir, place, file } = bench()
  file.use(put('ADA'))
  expect(file.use((database) => database.run('INSERT INTO no_table VALUES (1)'))).toBeUndefined()
  expect(file.failure()).toBe('mistake')
  expect(file.use(names)).toEqual([{ name: 'ADA' }])
  file.close()
  const other = new DatabaseSync(place)
  other.exec(`PRAGMA user_version = ${recordMigrations.length + 1}`)
  other.close()
  const next = bench(dir)
  expect(next.file.use(names)).toBeUndefined()
  expect(next.file.failure()).toBe('newer')
  expect(readdirSync(dir).some((name) => name.includes('damaged'))).toBe(false)
})

const FILLED = `
  INSERT INTO owner VALUES (1, 'live', 'b', 'ADA');
  INSERT INTO question (id, owner, kind, subject, date_from, date_to, is_before_send, first_at_ms, answer_count)
    VALUES (1, 1, 'reference', 'T-1', '', '', 0, 0, 1);
  INSERT INTO record (id, owner, record_id, reference, terminal_id, day, newest, content, account_print,
    account_ending, first_question, first_at_ms, last_question, last_at_ms, last_turn)
    VALUES (1, 1, '7', 'T-1', 'A', '2026-11-20', 1, 'c', 'p', '6789', 1, 0, 1, 0, 1);
  INSERT INTO version (record, number, transaction_id, terminal_id, terminal_record_id, amount, net, fee,
    fee_percentage, is_paid, date_paid, time_received, account_ending, account_print, service_reference, question,
    asked_turn, read_turn, read_at_ms)
    VALUES (1, 1, 'T-1', 'A', 1, '5', '5', '0', '0', 0, '', '', '6789', 'p', 'S', 1, 0, 1, 0);
`

test.each([
  'DELETE FROM record',
  'DELETE FROM version',
  'DELETE FROM question',
  "UPDATE version SET amount = '6'",
  "UPDATE record SET record_id = '8'",
  "UPDATE record SET reference = 'T-2'",
  'UPDATE record SET first_at_ms = 5',
])('%s is refused', (statement) => {
  const { file } = bench()
  file.use((database) => database.exec(FILLED))
  expect(file.use((database) => database.run(statement))).toBeUndefined()
  expect(file.use((database) => database.get('SELECT record_id, reference FROM record'))).toEqual({
    record_id: '7',
    reference: 'T-1',
  })
  expect(file.use((database) => database.get('SELECT amount FROM version'))).toEqual({ amount: '5' })
})
