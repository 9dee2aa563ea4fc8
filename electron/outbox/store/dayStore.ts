import type { Span } from '../../../shared/days.ts'
import type { SaleState } from '../../../shared/sale.ts'
import type { Standing } from '../../../shared/standing.ts'
import type { Destination } from '../../gateway/destination.ts'
import type { Database } from '../../storage/database.ts'
import { SETTLED_COLUMNS, type SettledOf } from '../rules/paidSums.ts'
import { STANDING_COLUMNS, type StandingColumns, withStanding } from '../rules/standing.ts'
import { keyOf, OF_DESTINATION } from './saleConditions.ts'
import { by } from './saleIndexStore.ts'

/** A sale as the day compares it with the bank's records. */
export interface SaleOfDay extends SettledOf {
  readonly sequence: number
  readonly transactionId: string
  readonly terminalId: string
  readonly amountKobo: number
  readonly state: SaleState
  readonly standing: Standing
  readonly recordedAtMs: number
  readonly acceptedAtMs: number | null
  readonly answeredAtMs: number | null
  /** By the bank's kept record; null without one. */
  readonly receivedAt: string | null
}

/** Reading so many takes a few milliseconds. */
export const SALES_AT_ONCE = 500
const RECEIVED = "CASE WHEN json_valid(record_json) THEN record_json ->> '$.timeReceived' END"
const COLUMNS = `sequence, transaction_id AS transactionId, terminal_id AS terminalId, amount_kobo AS amountKobo,
  recorded_at_ms AS recordedAtMs, accepted_at_ms AS acceptedAtMs, answered_at_ms AS answeredAtMs, ${STANDING_COLUMNS},
  ${SETTLED_COLUMNS}, ${RECEIVED} AS receivedAt`
type Stored = Omit<SaleOfDay, 'standing'> & StandingColumns

/** Reads the sales of a day at every terminal, a part at a time. */
export class DayStore {
  readonly #database: Pick<Database, 'all' | 'get'>

  constructor(database: Pick<Database, 'all' | 'get'>) {
    this.#database = database
  }

  /** @param after the last sale of the part before; null at first */
  salesOf(
    destination: Destination,
    span: Span,
    after: Pick<SaleOfDay, 'recordedAtMs' | 'sequence'> | null,
  ): readonly SaleOfDay[] {
    const rows = this.#database.all(
      `${by('sale_own', COLUMNS)} AND ${OF_DESTINATION} AND recorded_at_ms >= ? AND recorded_at_ms < ?
         AND (recorded_at_ms, sequence) > (?, ?)
       ORDER BY recorded_at_ms, sequence LIMIT ${SALES_AT_ONCE}`,
      ...keyOf(destination),
      span.fromMs,
      span.untilMs,
      after?.recordedAtMs ?? 0,
      after?.sequence ?? 0,
    ) as unknown as Stored[]
    return rows.map(withStanding)
  }

  byReference(destination: Destination, transactionId: string): SaleOfDay | undefined {
    const row = this.#database.get(
      `SELECT ${COLUMNS} FROM sale WHERE transaction_id = ? AND ${OF_DESTINATION}`,
      transactionId,
      ...keyOf(destination),
    ) as Stored | undefined
    return row === undefined ? undefined : withStanding(row)
  }
}
