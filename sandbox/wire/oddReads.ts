import type { Json } from '../jsonText.ts'
import { Decimal } from '../jsonText.ts'

/** What may be wrong with the rows of one answer. */
export const oddReads = [
  'amountAsText',
  'noReason',
  /** The record id is above the largest safe integer. */
  'hugeId',
  'responseCodeZero',
  /** Settlement status returns the latest record of another reference. */
  'anotherRecord',
  'nullSerialNumber',
  /** Terminals: one merchant has two records, the second one on the first terminal. */
  'secondMerchantRecord',
] as const
export type OddRead = (typeof oddReads)[number]

type JsonRow = { readonly [key: string]: Json }

const HUGE_ID = new Decimal('9007199254740993')

export function oddRecord(row: JsonRow, oddRead: OddRead | null): JsonRow {
  switch (oddRead) {
    case 'amountAsText': {
      const amount = row['amount']
      return { ...row, amount: amount instanceof Decimal ? amount.text : '' }
    }
    case 'noReason':
      return Object.fromEntries(Object.entries(row).filter(([key]) => key !== 'reason'))
    case 'hugeId':
      return { ...row, id: HUGE_ID }
    case 'responseCodeZero':
      return { ...row, responseCode: 0 }
    default:
      return row
  }
}

export function oddTerminal(
  row: JsonRow,
  isFirst: boolean,
  prefix: string,
  oddRead: OddRead | null,
): JsonRow {
  if (oddRead === 'hugeId') return { ...row, id: HUGE_ID }
  if (!isFirst) return row
  if (oddRead === 'nullSerialNumber') return { ...row, serialNumber: null }
  const key = `${prefix}MerchantId`
  return oddRead === 'secondMerchantRecord' ? { ...row, [key]: Number(row[key]) + 900 } : row
}
