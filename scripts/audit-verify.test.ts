import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { appendAudit } from '../electron/storage/audit.ts'
import { openDatabase, salesFile } from '../electron/storage/database.ts'
import { openCounter } from '../electron/testing/counter.ts'
import { cutNetwork } from '../electron/testing/troubles.ts'

let recorded: Buffer
let savedClose = ''
let dir = ''
let file = ''
beforeAll(async () => {
  const shop = await openCounter()
  for (const transactionId of ['SENT-1', 'SENT-2']) await shop.record('100', { transactionId })
  await shop.time.pass(60_000)
  cutNetwork(shop)
  for (const transactionId of ['CANCELLED-1', 'QUEUED-1']) await shop.record('100', { transactionId })
  await shop.becomeManager()
  await shop.backend().handlers['sales.cancel']({ transactionId: 'CANCELLED-1', reason: 'typed twice' })
  await shop.backend().handlers['dayClose.make']({})
  await shop.backend().handlers['dayClose.save']({ number: 1 })
  savedClose = shop.desk.saved.at(-1)?.text ?? ''
  shop.powerOff()
  const database = openDatabase(salesFile(shop.dataDir))
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  recorded = readFileSync(salesFile(shop.dataDir))
  await shop.close()
})
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-verify-'))
  file = path.join(dir, 'sales.db')
  writeFileSync(file, recorded)
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

function verify(...args: string[]): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, 'audit-verify.ts'), ...args],
    { encoding: 'utf8' },
  )
  return { code: status, said: `${stdout}${stderr}` }
}

test('a valid chain is counted, and no byte of the file is changed', () => {
  const before = readFileSync(file)
  expect(verify(file)).toMatchObject({
    code: 0,
    said: expect.stringMatching(
      /^close No\. 1 of 2026-11-20: [0-9A-F-]{19}\nhead: .*\n4 sales, \d+ entries, 0 broken, 0 not as recorded\n$/u,
    ),
  })
  expect(readFileSync(file).equals(before)).toBe(true)
})

test('the first broken entry is named, and the command fails', () => {
  const database = new DatabaseSync(file)
  database.exec("DROP TRIGGER audit_fixed; UPDATE audit SET detail = 'forged' WHERE id = 3")
  database.close()
  const { code, said } = verify(file)
  expect(code).toBe(1)
  expect(said).toMatch(/^first broken entry: 3 \(/mu)
  expect(said).toMatch(/ 1 broken, 0 not as recorded\n$/u)
})

/** Past the program, and past its triggers. */
function changeNow(sql: string): void {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  const dropped = ['sale_identity', 'sale_stays', 'audit_fixed', 'audit_stays']
  const again = dropped.map(
    (name) => database.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get(name)?.['sql'],
  )
  database.exec(`${dropped.map((name) => `DROP TRIGGER ${name};`).join('')}${sql};${again.join(';')}`)
  database.close()
}

test.each([
  [
    'a terminal that was changed',
    "UPDATE sale SET terminal_id = '2TLS0009' WHERE sequence = 4",
    /^sale 4 \(QUEUED-1\): terminalId is "2TLS0009", recorded was "2TLS0001"\nhead: .*\n.* 0 broken, 1 not/mu,
  ],
  [
    'an amount that was changed, in both its columns',
    "UPDATE sale SET amount_kobo = 1, amount_wire = '0.01' WHERE sequence = 4",
    /amountKobo is 1, recorded was 10000\n.*amountWire is "0.01", recorded was "100.00"\nhead: .*\n.* 0 broken, 1 not/u,
  ],
  [
    'two sales whose references were exchanged',
    `UPDATE sale SET transaction_id = 'X' WHERE sequence = 4;
     UPDATE sale SET transaction_id = 'QUEUED-1' WHERE sequence = 3;
     UPDATE sale SET transaction_id = 'CANCELLED-1' WHERE sequence = 4`,
    /sale 3 \(QUEUED-1\): .*was "CANCELLED-1"\nsale 4 \(CANCELLED-1\): .*was "QUEUED-1"\nhead: .*\n.* 2 not/u,
  ],
  [
    'an entry and its sale that were changed alike',
    `UPDATE sale SET terminal_id = '2TLS0009' WHERE sequence = 4;
     UPDATE audit SET content = replace(content, '2TLS0001', '2TLS0009') WHERE sale_sequence = 4 AND kind = 'recorded'`,
    /^first broken entry: \d+ \(recorded.*\nsale 4 \(QUEUED-1\): the entry .* not as it was written\nhead: .*\n.* 1 broken, 1 not/mu,
  ],
  [
    'content that was removed',
    "UPDATE audit SET content = NULL WHERE sale_sequence = 4 AND kind = 'recorded'",
    /^first broken entry: .*\nsale 4 \(QUEUED-1\): the entry .* not as it was written\nhead: .*\n.* 1 broken, 1 not/mu,
  ],
  [
    'a state that was changed',
    "UPDATE sale SET state = 'cancelled' WHERE sequence = 4",
    /^sale 4 \(QUEUED-1\): its state is "cancelled", its newest entry says "queued"\nhead: .*\n.* 0 broken, 1 not/mu,
  ],
  [
    'a sale of which no entry tells at all',
    'DELETE FROM audit WHERE sale_sequence = 4',
    /\nsale 4 \(QUEUED-1\): no entry tells of its state\n/u,
  ],
  [
    'entries that were cut from the end, since a state lacks its entry',
    'DELETE FROM audit WHERE id > 10',
    /sale 3 .*: its state is "[a-zA-Z]+", its newest entry says "[a-zA-Z]+"\n/u,
  ],
  [
    'a sale without an entry',
    "UPDATE audit SET kind = 'other' WHERE sale_sequence = 4",
    /sale 4 \(QUEUED-1\): no entry says what was recorded\n/u,
  ],
  [
    'an entry without its sale',
    'DELETE FROM attempt WHERE sale_sequence = 4; DELETE FROM sale WHERE sequence = 4',
    /^sale 4 \(QUEUED-1\): the audit knows it, and its row is not there\nhead: .*\n3 sales, .* 0 broken, 1 not/mu,
  ],
  [
    'an entry that stands there twice',
    `INSERT INTO audit (sale_sequence, at_ms, kind, from_state, to_state, detail, content, previous_hash, hash)
     SELECT sale_sequence, at_ms, kind, from_state, to_state, detail, content, previous_hash, hash FROM audit
     WHERE sale_sequence = 4 AND kind = 'recorded'`,
    /sale 4 \(QUEUED-1\): what was recorded is said twice\nhead: .*\n.* 1 broken, 1 not/u,
  ],
])('%s is named, and the command fails', (_what, sql, said) => {
  changeNow(sql)
  expect(verify(file)).toEqual({ code: 1, said: expect.stringMatching(said) })
})

/** As of an event of the file, on which no sale's state rests. */
function append(): void {
  const database = openDatabase(file)
  const entry = { saleSequence: null, atMs: 0, kind: 'other', fromState: null, toState: null, detail: null }
  appendAudit(database, entry)
  database.close()
}

/** The head as the command prints it. */
function headSaid(): string {
  return (
    /^head: (\d+:[\da-f]{64}) \(\w+, \d{4}-.*Z by this computer's clock\)$/mu.exec(verify(file).said)?.[1] ??
    ''
  )
}

test('the head of the chain is printed, and a head noted earlier is searched for in a later file', () => {
  const first = headSaid()
  expect(first).not.toBe('')
  append()
  const later = headSaid()
  expect(later).not.toBe(first)
  expect(verify(file, first)).toMatchObject({
    code: 0,
    said: expect.stringContaining(`${first} is in this file\n`),
  })
  expect(verify(file, later)).toMatchObject({ code: 0 })
  const forged = first.replace(/.$/u, (end) => (end === '0' ? '1' : '0'))
  expect(verify(file, forged)).toMatchObject({
    code: 1,
    said: expect.stringContaining(`${forged} is not in this file: entries were removed or written anew\n`),
  })
})

test('an entry cut from the end is missed if its head was noted, or if Tillside remembers it', () => {
  append()
  const noted = headSaid()
  const [id = '', hash = ''] = noted.split(':')
  changeNow('DELETE FROM audit WHERE id = (SELECT MAX(id) FROM audit)')
  // The file alone cannot show this: no sale depends on that entry.
  expect(verify(file).code).toBe(0)
  expect(verify(file, noted).code).toBe(1)
  for (const [name, text] of [
    ['sales.head', JSON.stringify({ id: Number(id), hash, sequence: 4 })],
    ['settings.json', JSON.stringify({ salesFileHead: { id: Number(id), hash, sequence: 4 } })],
  ] as const) {
    writeFileSync(path.join(dir, name), text)
    expect(verify(file)).toMatchObject({
      code: 1,
      said: expect.stringContaining(`entry ${id}, which Tillside remembers beside this file, is not in it\n`),
    })
    rmSync(path.join(dir, name))
  }
})

test('a missing or foreign file fails with a line', () => {
  expect(verify(path.join(dir, 'none.db'))).toMatchObject({ code: 1 })
  expect(verify()).toMatchObject({ code: 1, said: expect.stringContaining('usage') })
  expect(verify(file, 'no head')).toMatchObject({ code: 1, said: expect.stringContaining('usage') })
})

test('texts of the file cannot write over an honest line, and a forged time stops nothing', () => {
  const database = new DatabaseSync(file)
  database.exec(`DROP TRIGGER audit_fixed; UPDATE audit SET kind = char(27) || '[1A' || char(27) || '[2K', at_ms = 9e15
    WHERE id = 3`)
  database.close()
  const { code, said } = verify(file)
  expect(code).toBe(1)
  expect(said).not.toContain('\u001B')
  expect(said).toMatch(
    /^the schema is not as Tillside writes it: no trigger audit_fixed\nfirst broken entry: 3 \(\uFFFD/mu,
  )
})

test('a view in the place of a table is not read: it may never end', () => {
  const database = new DatabaseSync(file)
  database.exec(`ALTER TABLE audit RENAME TO hidden; CREATE VIEW audit AS
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT hidden.* FROM hidden, n`)
  database.close()
  expect(verify(file)).toMatchObject({ code: 1, said: expect.stringContaining('view audit') })
})

test('the digits on the paper of a close are found in the file, and others are not', () => {
  const { digits } = JSON.parse(savedClose) as { digits: string }
  expect(verify(file, digits)).toMatchObject({
    code: 0,
    said: expect.stringContaining(`${digits} is in this file`),
  })
  expect(verify(file, '0000-0000-0000-0000')).toMatchObject({
    code: 1,
    said: expect.stringContaining('0000-0000-0000-0000 is not in this file'),
  })
})

test('a close that was saved as a file is checked by itself: a changed figure, hash or day is told', () => {
  const saved = path.join(dir, 'close.json')
  const check = (text: string, ...digits: string[]) => {
    writeFileSync(saved, text)
    return verify(saved, ...digits)
  }
  const { digits, hash } = JSON.parse(savedClose) as { digits: string; hash: string }
  expect(check(savedClose, digits)).toMatchObject({
    code: 0,
    said: `close No. 1 of 2026-11-20 is as it was kept: ${digits}\n`,
  })
  const changed = savedClose.replace(/(recorded[^0-9]+count[^0-9]+)[0-9]+/u, '$19')
  expect(changed).not.toBe(savedClose)
  expect(check(changed)).toMatchObject({ code: 1, said: expect.stringContaining('it was changed') })
  expect(check(savedClose.replace(hash, hash.replace(/^./u, 'z')))).toMatchObject({ code: 1 })
  expect(check(savedClose.replace('"day": "2026-11-20"', '"day": "2026-11-21"'))).toMatchObject({ code: 1 })
  expect(check(savedClose, '0000-0000-0000-0000')).toMatchObject({
    code: 1,
    said: expect.stringContaining('this close has other digits'),
  })
})
