import { mkdirSync } from 'node:fs'
import { SaleState } from '../../../shared/sale.ts'
import { salesOfFile } from '../../outbox/worker/recovery.ts'
import { appendAudit } from '../audit.ts'
import { openDatabase, salesFile, storageReasonOf, type SalesFile } from '../database.ts'
import { partsOf } from '../indexComparison.ts'
import { AWAKE_MS, MetaStore } from '../metaStore.ts'
import { migrate } from '../migrations.ts'
import { openSalesFile } from '../salesFile.ts'

/** A sale as stored, column by column. */
export type Stored = Readonly<Record<string, string | number | null>> & {
  readonly sequence: number
  readonly transaction_id: string
  readonly state: string
}

const RECORD = JSON.stringify({ note: 'a record of some length'.repeat(10) })

/** A closed file with `count` sales in every state, of two clients and three terminals, with attempts and entries. */
export function fillFile(dataDir: string, count: number): void {
  mkdirSync(dataDir, { recursive: true })
  const database = openDatabase(salesFile(dataDir))
  migrate(database)
  database.transaction(() => {
    new MetaStore(database).set(AWAKE_MS, String(count * 60_000))
    for (let each = 1; each <= count; each += 1) {
      const state = SaleState.options[each % SaleState.options.length] ?? 'queued'
      const isPaid = state === 'accepted' && each % 3 === 0
      const wasSent = state !== 'queued' && state !== 'held'
      database.run(
        `INSERT INTO sale (sequence, transaction_id, environment, partner_url, client_id, terminal_id, amount_kobo,
           amount_wire, note, state, version, recorded_at_ms, recorded_boot, recorded_awake_ms, due_awake_ms,
           send_count, sent_awake_ms, bank_message, date_paid)
         VALUES (?, ?, 'live', 'https://bank.example/api', ?, ?, ?, ?, ?, ?, ?, ?, 'boot0000boot0000', ?, ?, ?, ?, ?, ?)`,
        each,
        `TILL-${String(each).padStart(6, '0')}`,
        each % 5 === 0 ? 'other-client' : 'own-client',
        `2044000${each % 3}`,
        each * 100,
        `${each}.00`,
        `[note ${each}] ${'.'.repeat(each % 80)}`,
        state,
        1 + (each % 4),
        1_700_000_000_000 + each * 60_000,
        each * 60_000,
        each * 60_000 + 5_000,
        wasSent ? 1 : 0,
        wasSent ? each * 60_000 + 1_000 : null,
        state === 'refused' ? 'Not allowed' : null,
        isPaid ? '2026-01-02T10:00:00' : null,
      )
      for (const kind of ['recorded', 'claimed'])
        appendAudit(database, {
          saleSequence: each,
          atMs: each,
          kind,
          fromState: null,
          toState: 'queued',
          detail: RECORD.slice(0, each % 90),
        })
      database.run(
        `INSERT INTO attempt (sale_sequence, kind, boot, started_at_ms, started_awake_ms) VALUES (?, 'send', 'b', ?, ?)`,
        each,
        each,
        each * 60_000 + 1_000,
      )
    }
  })
  database.close()
}

export function open(dataDir: string): SalesFile {
  return openSalesFile({
    dataDir,
    settings: { get: () => undefined, set: () => undefined },
    sales: salesOfFile,
    wallNowMs: () => 1_800_000_000_000,
    log: () => undefined,
  })
}

export function salesIn(file: Pick<SalesFile, 'all'>): readonly Stored[] {
  return file.all('SELECT * FROM sale NOT INDEXED ORDER BY sequence') as Stored[]
}

/** How a start treats the file: it checks the pages, then the indexes, and salvages a damaged file. */
export function startOn(file: SalesFile): 'sound' | 'salvaged' {
  try {
    for (const part of partsOf(file, salesOfFile.isReadable)) part.run(100)
  } catch (error) {
    if (storageReasonOf(error) !== 'damaged') throw error
    file.reopen({ awakeNowMs: null, isDamaged: true })
  }
  return wasSalvaged(file) ? 'salvaged' : 'sound'
}

/** How many lost sales it reports; null if it was not salvaged. */
export function unreadableIn(file: Pick<SalesFile, 'get'>): number | null {
  const row = file.get("SELECT value FROM meta WHERE key = 'news'") as { value: string } | undefined
  return row === undefined ? null : (JSON.parse(row.value) as { unreadableSales: number }).unreadableSales
}

const wasSalvaged = (file: SalesFile): boolean =>
  file.get("SELECT 1 FROM audit WHERE kind = 'fileSalvaged'") !== undefined

/** The sales that the queue would return, by the index that the worker reads. */
export function queuedIn(file: Pick<SalesFile, 'all'>): readonly string[] {
  const rows = ['own-client', 'other-client'].flatMap((client) =>
    file.all(
      `SELECT transaction_id AS id FROM sale INDEXED BY sale_open WHERE environment = 'live'
         AND partner_url = 'https://bank.example/api' AND client_id = ? AND state = 'queued'
         AND state IN ('queued', 'sending', 'unknown', 'review', 'conflict', 'held') AND due_awake_ms <= ?
       ORDER BY sequence`,
      client,
      10 ** 12,
    ),
  ) as { id: string }[]
  return rows.map(({ id }) => id)
}
