import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { salesOfFile } from '../../../electron/outbox/worker/recovery.ts'
import { factsOf } from '../../../electron/outbox/store/factsStore.ts'
import { saleRowFromStored, type SaleRow } from '../../../electron/outbox/rules/saleRow.ts'
import type { Log, SettingsStore } from '../../../electron/ports.ts'
import { appendAudit, auditHead } from '../../../electron/storage/audit.ts'
import {
  openDatabase,
  salesFile,
  type Connection,
  type Database,
  type SalesFile,
} from '../../../electron/storage/database.ts'
import { createAuditCheckpoint } from '../../../electron/storage/auditCheckpoint.ts'
import { AWAKE_MS, MetaStore } from '../../../electron/storage/metaStore.ts'
import { migrate } from '../../../electron/storage/migrations.ts'
import { contentOfFacts } from '../../../electron/storage/saleFacts.ts'
import { openSalesFile } from '../../../electron/storage/salesFile.ts'
import { flip, treesOf } from '../../../electron/storage/testing/bitFlips.ts'
import type { Chance } from '../chance.ts'
import { AWAKE_START_MS } from '../computer.ts'
import type { Written } from '../modelStore.ts'
import type { FileCopy } from '../till.ts'

/** The sales file of one computer on an in-memory disk, and what is durable in it. */
export interface RealFile {
  /** Writes the file of the start of the history. */
  inherit(rows: readonly SaleRow[]): void
  /**
   * @param chance of a flipped bit in an index while the program was off; null for none
   * @param over lies over each connection
   * @throws StorageError as the program's start does
   */
  open(
    settings: SettingsStore,
    log: Log,
    wallNowMs: () => number,
    chance: Chance | null,
    over: (connection: Connection) => Connection,
  ): SalesFile
  /** Every durable sale, by sequence. */
  rows(): readonly SaleRow[]
  byTransactionId(transactionId: string): SaleRow | undefined
  /** The changes since the last call, as the next commit will make them durable, or as found. */
  changes(database: Pick<Database, 'all' | 'get'>): Changes
  /** The same, for what opening the file changed. */
  changesAtOpening(database: Pick<Database, 'all' | 'get'>): Changes
  /** From here on these changes are durable. */
  adopt(changes: Changes): void
  copy(atMs: number): FileCopy
  putBack(copy: FileCopy): void
  /** Past the program, and past its triggers. */
  edit(row: SaleRow): void
  remove(): void
}

export interface Changes {
  readonly written: readonly Written[]
  readonly newestAuditId: number
}

const PAGE_BYTES = 4_096
const TABLES: readonly string[] = ['sqlite_schema', 'sale', 'attempt', 'audit', 'meta']
/** How often a start finds one. */
const TURNED_BIT_RATE = 0.1
const MEMORY_DISK = '/dev/shm'
const NONE: Changes = { written: [], newestAuditId: 0 }
let template: Buffer | null = null

/** Only indexes: a damaged row of a table would be lost. @returns the index */
function turnBit(file: string, chance: Chance): string {
  const indexes = [...treesOf(file)].filter(([name]) => !TABLES.includes(name))
  const [name, pages] = chance.pick(indexes)
  const offset = (chance.pick(pages) - 1) * PAGE_BYTES + chance.between(0, PAGE_BYTES - 1)
  flip(file, { offset, bit: chance.between(0, 7) })
  return name
}

/** As another program may leave one: with each new sale, every accepted one would wait to be sent again. */
function plantTrigger(file: string): void {
  const database = openDatabase(file)
  database.exec(`CREATE TRIGGER IF NOT EXISTS resend AFTER INSERT ON sale BEGIN
    UPDATE sale SET state = 'queued', version = version + 1, send_count = 0, sent_awake_ms = NULL,
      recorded_awake_ms = NEW.recorded_awake_ms, recorded_boot = NEW.recorded_boot, due_awake_ms = 0
      WHERE state = 'accepted'; END`)
  database.close()
}

/** They follow the entry of what happened, in the same step. */
const PAYMENT_NEWS: readonly string[] = ['paid', 'unpaid']

/** A new file as the program creates it, reused because creating it takes longer than many histories. */
function emptyFile(folder: string): Buffer {
  if (template !== null) return template
  const file = path.join(folder, 'template.db')
  const database = openDatabase(file)
  migrate(database)
  database.close()
  template = readFileSync(file)
  rmSync(file)
  return template
}

/** @param settings where the program stores the last state of the file */
export function createRealFile(settings: Pick<SettingsStore, 'get' | 'set'>): RealFile {
  const folder = mkdtempSync(path.join(existsSync(MEMORY_DISK) ? MEMORY_DISK : tmpdir(), 'tillside-'))
  const dataDir = path.join(folder, 'data')
  const file = salesFile(dataDir)
  /** By their numbers; new sales get higher numbers than those that an older file lacks. */
  let rows = new Map<number, SaleRow>()
  let newestAuditId = 0
  let copies = 0
  const copied = new WeakMap<FileCopy, { readonly folder: string; readonly newestAuditId: number }>()

  function changes(database: Pick<Database, 'all' | 'get'>): Changes {
    const found = database.all('SELECT sequence, version FROM sale') as {
      sequence: number
      version: number
    }[]
    const changed = found.filter(({ sequence, version }) => rows.get(sequence)?.version !== version)
    if (changed.length === 0) return { ...NONE, newestAuditId }
    const entries = database.all(
      'SELECT id, sale_sequence AS sequence, kind FROM audit WHERE id > ? ORDER BY id',
      newestAuditId,
    ) as { id: number; sequence: number; kind: string }[]
    return {
      newestAuditId: entries.at(-1)?.id ?? newestAuditId,
      written: changed.map(({ sequence }) => {
        const after = saleRowFromStored(database.get('SELECT * FROM sale WHERE sequence = ?', sequence))
        const entry = entries.find((each) => each.sequence === sequence && !PAYMENT_NEWS.includes(each.kind))
        const event = (entry?.kind ?? 'noted') as Written['event']
        return { before: rows.get(sequence) ?? null, after, event, atMs: 0 }
      }),
    }
  }

  /** An older file that is found damaged once its first sales are uncertain is salvaged, and they are so again. */
  function doubtedTwice(written: Written): readonly Written[] {
    const { before, after } = written
    if (before === null || after.version !== before.version + 2) return [written]
    const between = { ...after, version: before.version + 1 }
    return [
      { ...written, after: between },
      { ...written, before: between, event: 'noted' },
    ]
  }

  return {
    rows: () => [...rows.values()],
    byTransactionId: (transactionId) => [...rows.values()].find((row) => row.transactionId === transactionId),
    inherit: (inherited) => {
      mkdirSync(dataDir)
      writeFileSync(file, emptyFile(folder))
      const database = openDatabase(file)
      database.transaction(() => {
        new MetaStore(database).set(AWAKE_MS, String(AWAKE_START_MS))
        for (const row of inherited) insertWhole(database, row)
      })
      const head = auditHead(database)
      const witness = createAuditCheckpoint(dataDir, settings)
      if (head !== undefined) witness.rememberWell({ ...head, sequence: inherited.length })
      witness.close()
      database.close()
      rows = numbered(inherited)
      newestAuditId = head?.id ?? 0
    },
    open: (store, log, wallNowMs, chance, over) => {
      if (chance?.happens(TURNED_BIT_RATE) === true) {
        // Another hand is as rare; so no history of before is another one.
        if (rows.size % 4 === 3) plantTrigger(file)
        else log('info', 'a bit turned over', { index: turnBit(file, chance) })
      }
      return openSalesFile({ dataDir, settings: store, sales: salesOfFile, wallNowMs, log }, over)
    },
    changes,
    changesAtOpening: (database) => {
      const made = changes(database)
      return { ...made, written: made.written.flatMap(doubtedTwice) }
    },
    adopt: (made) => {
      for (const { after } of made.written) rows.set(after.sequence, after)
      newestAuditId = made.newestAuditId
    },
    copy: (atMs) => {
      copies += 1
      const target = path.join(folder, `copy${copies}`)
      cpSync(dataDir, target, { recursive: true, filter: isSalesFile(dataDir) })
      const copy = { atMs, rows: [...rows.values()] }
      copied.set(copy, { folder: target, newestAuditId })
      return copy
    },
    putBack: (copy) => {
      const kept = copied.get(copy)
      if (kept === undefined) throw new Error('this copy was made of another file')
      for (const name of [file, `${file}-wal`]) rmSync(name, { force: true })
      cpSync(kept.folder, dataDir, { recursive: true })
      rows = numbered(copy.rows)
      newestAuditId = kept.newestAuditId
    },
    edit: (row) => {
      const database = openDatabase(file)
      editRow(database, row)
      database.close()
      rows.set(row.sequence, row)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function numbered(rows: readonly SaleRow[]): Map<number, SaleRow> {
  return new Map(rows.map((row) => [row.sequence, row]))
}

/** What a person copies: the file and its log, without the files beside it. */
function isSalesFile(dataDir: string): (source: string) => boolean {
  return (source) => source === dataDir || /sales\.db(?:-wal)?$/u.test(source)
}

/** Edits amount and terminal, like a person with the file open in another program. */
function editRow(database: Database, { sequence, amountKobo, amountWire, terminalId }: SaleRow): void {
  const { sql } = database.get("SELECT sql FROM sqlite_schema WHERE name = 'sale_identity'") as {
    sql: string
  }
  database.transaction(() => {
    database.exec('DROP TRIGGER sale_identity')
    const change = 'UPDATE sale SET amount_kobo = ?, amount_wire = ?, terminal_id = ? WHERE sequence = ?'
    database.run(change, amountKobo, amountWire, terminalId, sequence)
    database.exec(sql)
  })
}

/** A row of any state, as an earlier run has left it. */
function insertWhole(database: Database, row: SaleRow): void {
  const { destination, record, differing, cashier, ...plain } = row
  const values = {
    ...plain,
    environment: destination.environment,
    partnerUrl: destination.partnerUrl,
    clientId: destination.clientId,
    recordJson: record === null ? null : JSON.stringify(record),
    differingJson: differing === null ? null : JSON.stringify(differing),
    askWaived: Number(plain.askWaived),
    differingOpen: Number(plain.differingOpen),
    inStop: Number(plain.inStop),
    refusalSeen: Number(plain.refusalSeen),
    cashierId: cashier?.id ?? null,
    cashierName: cashier?.name ?? null,
  }
  const names = Object.keys(values).map((name) => name.replace(/[A-Z]/gu, (big) => `_${big.toLowerCase()}`))
  const places = names.map(() => '?').join(', ')
  database.run(`INSERT INTO sale (${names.join(', ')}) VALUES (${places})`, ...Object.values(values))
  appendAudit(database, {
    saleSequence: row.sequence,
    atMs: row.recordedAtMs,
    kind: 'recorded',
    fromState: null,
    toState: 'queued',
    detail: null,
    content: contentOfFacts(factsOf(row)),
  })
  if (row.state === 'queued') return
  const moved = { kind: 'inherited', fromState: 'queued', toState: row.state, detail: null }
  appendAudit(database, { ...moved, saleSequence: row.sequence, atMs: row.recordedAtMs })
}
