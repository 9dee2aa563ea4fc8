import type { Database } from './database.ts'

/** Awake time when it was last saved, ms. */
export const AWAKE_MS = 'awake_ms'
/** No sale gets a sequence at or below this. */
export const SEQUENCE_FLOOR = 'sequence_floor'
/** When, in awake time, sales recorded here were found missing in this file, ms. */
export const INCOMPLETE_SINCE_AWAKE_MS = 'incomplete_since_awake_ms'
/** What a person must be told about the file; empty once read. */
export const NEWS = 'news'
/** The last time the file was reopened after a failed write; a proof that the disk accepts writes. */
export const REOPENED_AT_MS = 'reopened_at_ms'
/** A manager's PIN was set on this computer; this file never holds the PIN itself. */
export const PIN_WAS_SET = 'pin_was_set'
/** Cashiers were set up on this computer; their list is in its settings. */
export const CASHIERS_WERE_SET = 'cashiers_were_set'
/** When this computer last wrote a backup, by its clock, ms. */
export const LAST_BACKUP_MS = 'last_backup_ms'
/** When this file's sales were given to another computer, by this computer's clock, ms; empty: they were not. */
export const GIVEN_AWAY_AT_MS = 'given_away_at_ms'

/** What the last orderly end called the file; the note beside it says the same (strayLog.ts). */
export const CLOSED_AS = 'closed_as'

export class MetaStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  get(key: string): string | undefined {
    const row = this.#database.get('SELECT value FROM meta WHERE key = ?', key) as
      { value: string } | undefined
    return row?.value
  }

  set(key: string, value: string): void {
    this.#database.run(
      'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
      key,
      value,
    )
  }
}

const WHOLE_MS = /^\d{1,15}$/u

/**
 * Awake time as last saved. If that is missing or not a number, or older than the newest rows, the rows tell: a clock
 * that went back would delay every waiting sale for ever.
 */
export function savedAwakeMs(database: Database): number {
  const text = new MetaStore(database).get(AWAKE_MS) ?? ''
  const written = [
    'SELECT recorded_awake_ms AS ms FROM sale ORDER BY sequence DESC LIMIT 1',
    'SELECT started_awake_ms AS ms FROM attempt ORDER BY id DESC LIMIT 1',
  ].flatMap((sql) => {
    const row = database.get(sql) as { ms: number } | undefined
    return row === undefined ? [] : [row.ms]
  })
  if (!WHOLE_MS.test(text)) return Math.max(0, ...written)
  // A single row may be the damaged one.
  return written.length < 2 ? Number(text) : Math.max(Number(text), Math.min(...written))
}
