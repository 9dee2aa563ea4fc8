import type { Json } from '../jsonText.ts'
import { Decimal } from '../jsonText.ts'

/** What may be wrong with the rows of one answer. */
export const oddReads = [
  /** Records: the amount is a string. */
  'amountAsText',
  /** Records: the key of the reason is missing. */
  'noReason',
  /** The record id lies above the exact integers. */
  'hugeId',
  /** Records: the response code is the number 0. */
  'responseCodeZero',
  /** Settlement status gives the latest record of another reference, whatever was asked for. */
  'anotherRecord',
  /** Terminals: the first one has null for its serial number. */
  'nullSerialNumber',
  /** Terminals: the first one's merchant has another record than its other terminals say. */
  'secondMerchantRecord',
] as const
export type OddRead = (typeof oddReads)[number]

type JsonRow = { readonly [key: string]: Json }

const HUGE_ID = new Decimal('9007199254740993')

/** A record as the odd read has it go out. */
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

/** A terminal as the odd read has it go out. */
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
