import type { SaleState } from '../../../shared/sale.ts'
import { paidTime } from '../../../shared/serviceTime.ts'
import { type Standing, standingOf } from '../../../shared/standing.ts'
import { recordFromStored, type SaleRow } from './saleRow.ts'

/** What decides the standing of a sale. A stored payment date was believed when it was written. */
export type StandingSale = Pick<SaleRow, 'state' | 'datePaid' | 'record' | 'differing' | 'differingOpen'>

export function standingOfSale(sale: StandingSale): Standing {
  const { state, datePaid, differingOpen } = sale
  const isPaid = datePaid !== null && paidTime(true, datePaid) !== undefined
  return standingOf({
    state,
    isPaid,
    difference: !differingOpen ? 'none' : isPaid && isPaidBack(sale) ? 'paidBack' : 'other',
  })
}

/** The bank shows the accepted record as unpaid. */
function isPaidBack({ record, differing }: StandingSale): boolean {
  if (record === null || differing === null || record.recordId !== differing.recordId) return false
  return paidTime(differing.isPaid, differing.datePaid) === undefined
}

/** {@link StandingSale} as the stores read it, without the records of the many sales that do not need them. */
export const STANDING_COLUMNS = `state, date_paid AS datePaid,
  CASE WHEN differing_open = 1 THEN json_array(record_json, differing_json) END AS evidence`

export interface StandingColumns {
  readonly state: SaleState
  readonly datePaid: string | null
  readonly evidence: string | null
}

export function withStanding<Row extends StandingColumns>(
  row: Row,
): Omit<Row, 'datePaid' | 'evidence'> & { readonly standing: Standing } {
  const { datePaid, evidence, ...others } = row
  const [record, differing] =
    evidence === null ? [] : (JSON.parse(evidence) as (string | null)[]).map(recordOf)
  const standing = standingOfSale({
    state: row.state,
    datePaid,
    record: record ?? null,
    differing: differing ?? null,
    differingOpen: evidence !== null,
  })
  return { ...others, standing }
}

/** A damaged record counts as none here; reading the whole sale reports the damage. */
function recordOf(json: string | null): SaleRow['record'] {
  try {
    return json === null ? null : recordFromStored(json)
  } catch {
    return null
  }
}
