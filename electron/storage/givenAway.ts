import { appendAudit } from './audit.ts'
import type { Database } from './database.ts'
import { GIVEN_AWAY_AT_MS, MetaStore } from './metaStore.ts'
import { awakeMsOf, tell, type SalesFileOptions } from './replaceFile.ts'

/**
 * A file whose sales go on at another computer is only read here: two computers that send the same sales would pay
 * them twice. The mark is in the file, so that a copy of it has the mark too.
 */
export function markGivenAway(options: Pick<SalesFileOptions, 'wallNowMs'>, database: Database): void {
  const atMs = options.wallNowMs()
  database.transaction(() => note(database, String(atMs), atMs, 'salesGivenAway'))
  database.exec('PRAGMA query_only = ON')
}

/** When the file's sales were given away, ms; null: they were not. */
export function givenAwayAtMs(database: Pick<Database, 'get'>): number | null {
  const text = new MetaStore(database as Database).get(GIVEN_AWAY_AT_MS) ?? ''
  return text === '' ? null : Number(text)
}

/** No backup left this computer, so nothing is in doubt. */
export function unmarkGivenAway(options: Pick<SalesFileOptions, 'wallNowMs'>, database: Database): void {
  database.exec('PRAGMA query_only = OFF')
  database.transaction(() => note(database, '', options.wallNowMs(), 'salesNotGivenAway'))
}

/**
 * The other computer may have sent what waits here, so every open sale becomes unknown. The mark goes last: until then
 * the next start only reads the file.
 */
export function takeBack(
  options: Pick<SalesFileOptions, 'wallNowMs' | 'awakeNowMs' | 'sales' | 'log'>,
  database: Database,
): void {
  database.exec('PRAGMA query_only = OFF')
  try {
    const now = { wallMs: options.wallNowMs(), awakeMs: awakeMsOf(options, database) }
    const doubted = options.sales.doubtOpen(database, now)
    database.transaction(() => {
      new MetaStore(database).set(GIVEN_AWAY_AT_MS, '')
      tell(options, database, [], 'salesTakenBack', { kind: 'takenBack', keptAs: null })
    })
    options.log('warn', 'storage.takenBack', { doubted })
  } catch (error) {
    database.exec('PRAGMA query_only = ON')
    throw error
  }
}

function note(database: Database, mark: string, atMs: number, kind: string): void {
  new MetaStore(database).set(GIVEN_AWAY_AT_MS, mark)
  appendAudit(database, { saleSequence: null, atMs, kind, fromState: null, toState: null, detail: null })
}
