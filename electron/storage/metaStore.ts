import type { Database } from './database.ts'

/** Under which awake time is kept (outbox/awakeClock.ts). */
export const AWAKE_KEY = 'awake_ms'

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
