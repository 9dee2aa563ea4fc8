import type { Database } from '../../storage/database.ts'
import type { Destination } from '../../gateway/destination.ts'
import { SLICE_SIZE, type Work } from '../../work/slices.ts'
import { keyOf, OF_DESTINATION } from './saleConditions.ts'
import { by } from './saleIndexStore.ts'
import { OF_TERMINAL, terminalsOf } from './searchStore.ts'

/** A sale as the search reads it: what people know of it, and nothing else. */
export interface FindRow {
  readonly sequence: number
  readonly transactionId: string
  readonly terminalId: string
  readonly note: string
  readonly recordedAtMs: number
  /** The bank's reference in the stored record; null without one. */
  readonly bankReference: string | null
}

/** A beginning that more references share is too short to find the newest of them; the last ones by text are taken. */
const STARTS_MAX = 1_000

/**
 * What Find reads. References and amounts have indexes. Ends of references, the bank's references and notes have none,
 * since each index would cost every recording: the newest sales are read one by one, a slice at a time.
 */
export class FindStore {
  readonly #database: Pick<Database, 'get' | 'all'>

  constructor(database: Pick<Database, 'get' | 'all'>) {
    this.#database = database
  }

  /**
   * The newest sales whose reference begins with `start`, in any letter case. The index of references does not hold the
   * client, so the sales of other clients are read too, and skipped a slice at a time.
   */
  *startingWith(destination: Destination, start: string, limit: number): Work<readonly string[]> {
    const own: number[] = []
    let before = `${start}\uffff`
    for (;;) {
      const rows = this.#database.all(STARTING, ...keyOf(destination), start, before, SLICE_SIZE) as {
        sequence: number
        id: string
        isOwn: number
      }[]
      own.push(...rows.flatMap(({ sequence, isOwn }) => (isOwn === 1 ? [sequence] : [])))
      before = rows.at(-1)?.id ?? before
      if (rows.length < SLICE_SIZE || own.length >= STARTS_MAX)
        return this.#newest(destination, own.slice(0, STARTS_MAX), limit)
      yield
    }
  }

  /** The newest sales of an amount, on any terminal. */
  ofAmount(destination: Destination, amountKobo: number, limit: number): readonly string[] {
    const ofAmount = [...keyOf(destination), amountKobo]
    const found: number[] = []
    for (const terminalId of terminalsOf(this.#database, ofAmount)) {
      const rows = this.#database.all(
        `${OF_TERMINAL}sequence < ? ORDER BY sequence DESC LIMIT ?`,
        ...ofAmount,
        terminalId,
        Number.MAX_SAFE_INTEGER,
        limit,
      ) as { sequence: number }[]
      found.push(...rows.map(({ sequence }) => sequence))
    }
    return this.#newest(destination, found, limit)
  }

  /** The sales before one in time of recording, from the newest back; without such a sale, from the newest of all. */
  slice(destination: Destination, beforeSequence: number, limit: number): readonly FindRow[] {
    const before = this.#database.get(
      'SELECT recorded_at_ms AS atMs FROM sale WHERE sequence = ?',
      beforeSequence,
    )
    return this.#database.all(
      `${by('sale_own', COLUMNS)} AND ${OF_DESTINATION} AND (recorded_at_ms, sequence) < (?, ?)
       ORDER BY recorded_at_ms DESC, sequence DESC LIMIT ?`,
      ...keyOf(destination),
      (before as { atMs: number } | undefined)?.atMs ?? Number.MAX_SAFE_INTEGER,
      beforeSequence,
      limit,
    ) as unknown as readonly FindRow[]
  }

  #newest(destination: Destination, sequences: readonly number[], limit: number): readonly string[] {
    const rows = this.#database.all(
      `SELECT transaction_id AS id FROM sale NOT INDEXED WHERE sequence IN (SELECT value FROM json_each(?))
       AND ${OF_DESTINATION} ORDER BY sequence DESC LIMIT ?`,
      JSON.stringify(sequences),
      ...keyOf(destination),
      limit,
    ) as { id: string }[]
    return rows.map(({ id }) => id)
  }
}

const STARTING = `SELECT sequence, transaction_id AS id, (${OF_DESTINATION}) AS isOwn FROM sale
  WHERE transaction_id >= ? AND transaction_id < ? ORDER BY transaction_id DESC LIMIT ?`

/** A damaged record must not end the search: the sale itself says so when it is opened. */
const COLUMNS = `sequence, transaction_id AS transactionId, terminal_id AS terminalId, note,
  recorded_at_ms AS recordedAtMs,
  CASE WHEN json_valid(record_json) THEN record_json ->> '$.serviceReference' END AS bankReference`
