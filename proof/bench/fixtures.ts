import { createHash } from 'node:crypto'
import { constants, copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { practiceProfile, serviceAddress } from '../../electron/gateway/profile.ts'
import type { Destination } from '../../electron/gateway/destination.ts'
import { appendAudit } from '../../electron/storage/audit.ts'
import { openDatabase, salesFile } from '../../electron/storage/database.ts'
import { AWAKE_MS, MetaStore } from '../../electron/storage/metaStore.ts'
import { migrations } from '../../electron/storage/migrations.ts'
import { contentOfFacts, type SaleFacts } from '../../electron/storage/saleFacts.ts'
import { PRACTICE_CLIENT_ID, PRACTICE_TERMINAL_ID } from '../../sandbox/options.ts'
import { amountWire } from '../../shared/money.ts'
import { makeTransactionId } from '../../shared/transactionId.ts'

/** A sales file with this many settled and waiting sales. */
export interface Fixture {
  readonly settled: number
  readonly waiting: number
  /** All of them were recorded within a day; otherwise a minute apart. */
  readonly isOneDay?: boolean
}

/** The one folder for all files of the bench, so that every bar and its limit use the same disk. */
export const BENCH_DIR = path.join(import.meta.dirname, '../../out/bench')

/** The destination of all sales in the files: the practice bank. */
export const DESTINATION: Destination = {
  environment: 'practice',
  partnerUrl: serviceAddress(practiceProfile()),
  clientId: PRACTICE_CLIENT_ID,
}

/** Sales are a minute apart, the last one at this fixed time, so that a kept file is valid on any date. */
const LAST_RECORDED_MS = Date.UTC(2026, 0, 1, 12)
const APART_MS = 60_000
/** A hundred thousand sales then take half a day. */
const ONE_DAY_APART_MS = 400
/** The number of different amounts, used in turn. */
export const AMOUNTS = 1_000

/** A change of the tables makes new files, and so does another content version. */
const KEY = createHash('sha256')
  .update(JSON.stringify([migrations, 'content 3']))
  .digest('hex')
  .slice(0, 12)

/** The reference of a settled or waiting sale by its number, in Tillside's own form, sorted by time. */
export function referenceOf(sequence: number, recordedAtMs: number): string {
  return makeTransactionId(recordedAtMs, createHash('sha256').update(`sale ${sequence}`).digest())
}

/** The amount of a fixture's sale, kobo. */
export const amountOf = (sequence: number): number => 100 * ((sequence % AMOUNTS) + 1)

/** @returns the folder of a kept file; the first call makes it, which takes a minute or more for each million sales */
export function fixtureDir(fixture: Fixture, say: (text: string) => void = () => undefined): string {
  const { settled, waiting, isOneDay = false } = fixture
  const name = `settled-${settled}-waiting-${waiting}${isOneDay ? '-one-day' : ''}`
  const dir = path.join(BENCH_DIR, `files-${KEY}`, name)
  if (existsSync(dir)) return dir
  say(`making a file of ${fixture.settled} settled and ${fixture.waiting} waiting sales`)
  mkdirSync(BENCH_DIR, { recursive: true })
  const draft = mkdtempSync(path.join(BENCH_DIR, 'making-'))
  try {
    makeFile(draft, fixture)
    mkdirSync(path.dirname(dir), { recursive: true })
    renameSync(draft, dir)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return dir
}

/** A data folder that starts as a copy of a kept file. */
export function copyOfFixture(fixture: Fixture, say?: (text: string) => void): string {
  const from = fixtureDir(fixture, say)
  const dir = mkdtempSync(path.join(BENCH_DIR, 'till-'))
  copyFileSync(salesFile(from), salesFile(dir), constants.COPYFILE_FICLONE)
  return dir
}

function makeFile(dir: string, { settled, waiting, isOneDay = false }: Fixture): void {
  const bare = new DatabaseSync(salesFile(dir))
  const all = settled + waiting
  const apartMs = isOneDay ? ONE_DAY_APART_MS : APART_MS
  const recordedAtMs = (sequence: number): number => LAST_RECORDED_MS - (all - sequence) * apartMs
  bare.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000')
  for (const { sql } of migrations) bare.exec(`BEGIN; ${sql}; COMMIT`)
  bare.exec(`PRAGMA user_version = ${migrations.length}`)
  bare.function('reference', (sequence) => referenceOf(Number(sequence), recordedAtMs(Number(sequence))))
  // Building an index over existing rows takes a fraction of the time of one that grows.
  const indexes = bare
    .prepare(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'sale' AND sql IS NOT NULL",
    )
    .all() as unknown as { name: string; sql: string }[]
  for (const { name } of indexes) bare.exec(`DROP INDEX ${name}`)
  bare.exec('BEGIN')
  bare
    .prepare(
      `WITH RECURSIVE each (n) AS (SELECT 1 WHERE :all > 0 UNION ALL SELECT n + 1 FROM each WHERE n < :all)
       INSERT INTO sale (sequence, transaction_id, environment, partner_url, client_id, terminal_id, amount_kobo,
         amount_wire, note, state, version, recorded_at_ms, recorded_boot, recorded_awake_ms, due_awake_ms, send_count,
         sent_awake_ms, accepted_at_ms, answered_at_ms, date_paid)
       SELECT n, reference(n), 'practice', :partnerUrl, :clientId, :terminalId, 100 * (n % ${AMOUNTS} + 1),
         printf('%d.00', n % ${AMOUNTS} + 1), '', iif(n <= :settled, 'accepted', 'queued'), iif(n <= :settled, 4, 1),
         :lastRecordedMs - (:all - n) * ${apartMs}, 'boot0000boot0000', n * ${apartMs}, n * ${apartMs}, iif(n <= :settled, 1, 0),
         iif(n <= :settled, n * ${apartMs} + 1000, NULL), iif(n <= :settled, :lastRecordedMs - (:all - n) * ${apartMs} + 2000, NULL),
         iif(n <= :settled, :lastRecordedMs - (:all - n) * ${apartMs} + 2000, NULL), iif(n <= :settled, '2026-01-02T10:00:00', NULL)
       FROM each`,
    )
    .run({
      all,
      settled,
      partnerUrl: DESTINATION.partnerUrl,
      clientId: DESTINATION.clientId,
      terminalId: PRACTICE_TERMINAL_ID,
      lastRecordedMs: LAST_RECORDED_MS,
    })
  for (const { sql } of indexes) bare.exec(sql)
  bare
    .prepare(
      `INSERT INTO attempt (sale_sequence, kind, boot, started_at_ms, started_awake_ms, elapsed_ms, phase, http_status)
       SELECT sequence, 'send', 'boot0000boot0000', recorded_at_ms + 1000, sent_awake_ms, 120, 'response', 200
       FROM sale NOT INDEXED WHERE send_count > 0`,
    )
    .run()
  // Otherwise the check of the file takes each settled sale for one that was closed from outside, and notes them all.
  bare
    .prepare(
      `INSERT INTO audit (sale_sequence, at_ms, kind, from_state, to_state, previous_hash, hash)
       SELECT sequence, accepted_at_ms, 'paid', 'accepted', 'accepted', '', '' FROM sale NOT INDEXED
       WHERE send_count > 0`,
    )
    .run()
  bare.exec('COMMIT')
  bare.close()
  bindWaiting(dir, { settled, waiting }, recordedAtMs)
}

/** A waiting sale is sent only if its audit entry says what was recorded. */
function bindWaiting(dir: string, { settled, waiting }: Fixture, recordedAtMs: (n: number) => number): void {
  const database = openDatabase(salesFile(dir))
  database.transaction(() => {
    new MetaStore(database).set(AWAKE_MS, String((settled + waiting + 1) * APART_MS))
    for (let sequence = settled + 1; sequence <= settled + waiting; sequence += 1) {
      const amountKobo = amountOf(sequence)
      const facts: SaleFacts = {
        sequence,
        transactionId: referenceOf(sequence, recordedAtMs(sequence)),
        ...DESTINATION,
        terminalId: PRACTICE_TERMINAL_ID,
        amountKobo,
        amountWire: amountWire(amountKobo, 'twoDecimals'),
        recordedAtMs: recordedAtMs(sequence),
        corrects: null,
      }
      appendAudit(database, {
        saleSequence: sequence,
        atMs: facts.recordedAtMs,
        kind: 'recorded',
        fromState: null,
        toState: 'queued',
        detail: null,
        content: contentOfFacts(facts),
      })
    }
  })
  database.close()
}
