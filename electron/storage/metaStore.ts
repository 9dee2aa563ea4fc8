import type { Database } from './database.ts'

/** Awake time, as far as it was counted when it was last saved, ms. */
export const AWAKE_MS = 'awake_ms'
/** No sale gets a sequence at or below this. */
export const SEQUENCE_FLOOR = 'sequence_floor'
/** When, in awake time, it was seen that this file lacks sales that were recorded here, ms. */
export const INCOMPLETE_SINCE_AWAKE_MS = 'incomplete_since_awake_ms'
/** What a person has to be told of the file; empty once that was read. */
export const NEWS = 'news'
/** The newest time at which the file was opened anew after a failed write; a proof that the disk takes writes. */
export const REOPENED_AT_MS = 'reopened_at_ms'
/** That a manager's PIN was set on this computer; the PIN itself is never in this file. */
export const PIN_WAS_SET = 'pin_was_set'

/** Small facts that belong to the sales file itself. */
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
 * Awake time as it was last saved. Where that is gone or no number, or where what was written last was written later, the
 * rows tell: a clock that went back would leave every sale that waits for its time waiting for ever.
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
  // One row alone may be the one that is damaged.
  return written.length < 2 ? Number(text) : Math.max(Number(text), Math.min(...written))
}
