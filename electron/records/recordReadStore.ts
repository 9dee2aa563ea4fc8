import { addDays } from '../../shared/serviceTime.ts'
import type { Destination } from '../gateway/destination.ts'
import type { Database, SideFile } from '../storage/database.ts'
import {
  parsed,
  StoredRecord,
  StoredVersion,
  versionOf,
  type Coverage,
  type KeptRecord,
  type KeptVersion,
  type TerminalDay,
} from './keptRecord.ts'
import { referenceKey } from './recordFacts.ts'

/** Most days that a question may reach back from a day; a longer one is not looked for. */
const DAYS_ASKED_MAX = 400
export const KEPT_PAGE_MAX = 250

/** Reads the file of records. Null from any method: the file cannot be read now, which says nothing about records. */
export class RecordReadStore {
  readonly #file: SideFile

  constructor(file: SideFile) {
    this.#file = file
  }

  /** Every record under a reference, in the order of their first reading. They are never merged. */
  ofReference(destination: Destination, transactionId: string): readonly KeptRecord[] | null {
    return this.#read(destination, (database, owner) =>
      recordsIn(
        database,
        database.all(
          `${RECORD} WHERE record.owner = ? AND record.reference = ? ORDER BY record.id`,
          owner,
          referenceKey(transactionId),
        ),
      ),
    )
  }

  /**
   * A page of what the bank received on a day at a terminal, in the order of their first reading.
   * @param after the row of the last one before this page; 0 at first
   */
  ofDay(
    destination: Destination,
    { terminalId, day }: TerminalDay,
    after: number,
    limit: number = KEPT_PAGE_MAX,
  ): readonly KeptRecord[] | null {
    return this.#read(destination, (database, owner) =>
      recordsIn(
        database,
        database.all(
          `${RECORD} WHERE record.owner = ? AND record.terminal_id = ? AND record.day = ? AND record.id > ?
           ORDER BY record.id LIMIT ?`,
          owner,
          terminalId,
          day,
          after,
          limit,
        ),
      ),
    )
  }

  coverage(destination: Destination, { terminalId, day }: TerminalDay): Coverage | null {
    return this.#read(destination, (database, owner) => coverageOf(database, owner, terminalId, day)) ?? null
  }

  /** What was read of a record, the oldest first. */
  versions(row: number): readonly KeptVersion[] | null {
    const rows = this.#file.use((database) =>
      database.all(`${VERSION} WHERE version.record = ? ORDER BY version.number`, row),
    )
    return rows?.map((each) => versionOf(parsed(StoredVersion, each))) ?? null
  }

  #read<Value>(
    { environment, partnerUrl, clientId }: Destination,
    read: (database: Database, owner: number) => Value,
  ): Value | null {
    const found = this.#file.use((database) => {
      const owner = database.get(
        'SELECT id FROM owner WHERE environment = ? AND partner_url = ? AND client_id = ?',
        environment,
        partnerUrl,
        clientId,
      ) as { id: number } | undefined
      return { of: read(database, owner?.id ?? 0) }
    })
    return found?.of ?? null
  }
}

/** A row from before `texts` has each text in a column of its own. */
const VERSION_COLUMNS = `version.*, COALESCE(version.texts, json_object('reason', version.reason, 'responseCode',
  version.response_code, 'responseMessage', version.response_message)) AS texts`
const VERSION = `SELECT ${VERSION_COLUMNS}, record.record_id FROM version JOIN record ON record.id = version.record`
const RECORD = `SELECT ${VERSION_COLUMNS}, record.id AS row, record.owner, record.record_id, record.newest, record.day,
    record.terminal_id AS listed_under, record.first_at_ms, record.last_at_ms, record.last_turn, record.lacked_at_ms,
    record.lacked_turn
  FROM record JOIN version ON version.record = record.id AND version.number = record.newest`

/** @see Coverage */
function coverageOf(database: Database, owner: number, terminalId: string, day: string): Coverage {
  // The first and the last day of a question may not belong to its answer; a record of the last one shows that it does.
  const of = `FROM question WHERE owner = ? AND kind = 'days' AND subject = ? AND date_from >= ? AND date_from < ?
    AND (date_to > ? OR date_to = ? AND shows_last_day = 1)`
  const span = [owner, terminalId, addDays(day, -DAYS_ASKED_MAX), day, day, day] as const
  const complete = database.get(
    `SELECT complete_asked_at_ms AS at_ms, complete_asked_turn AS turn ${of} AND complete_asked_turn IS NOT NULL
     ORDER BY complete_asked_turn DESC LIMIT 1`,
    ...span,
  ) as { at_ms: number; turn: number } | undefined
  return {
    completeAsOfMs: complete?.at_ms ?? null,
    completeTurn: complete?.turn ?? -1,
  }
}

function recordsIn(database: Database, rows: readonly unknown[]): readonly KeptRecord[] {
  const coverages = new Map<string, Coverage>()
  return rows.map((row) => {
    const stored = parsed(StoredRecord, row)
    const { owner, listed_under, day } = stored
    const key = JSON.stringify([listed_under, day])
    const coverage = coverages.get(key) ?? coverageOf(database, owner, listed_under, day)
    coverages.set(key, coverage)
    const isLacked = (stored.lacked_turn ?? -1) > stored.last_turn
    // A complete list that did not lack it had it.
    const isInList = day !== '' && !isLacked && coverage.completeTurn > stored.last_turn
    return {
      row: stored.row,
      newest: versionOf(stored),
      versionCount: stored.newest,
      day: day === '' ? null : day,
      firstReadAtMs: stored.first_at_ms,
      lastReadAtMs: isInList ? (coverage.completeAsOfMs ?? stored.last_at_ms) : stored.last_at_ms,
      lackedAtMs: isLacked ? stored.lacked_at_ms : null,
    }
  })
}
