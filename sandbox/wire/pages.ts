import { err, ok, type Result } from '../../shared/result.ts'
import type { Json } from '../jsonText.ts'
import type { BankOptions } from '../options.ts'
import { accepted, declined, type BankAnswer, type Exchange, type Refusal } from './exchange.ts'

export interface PageWanted {
  readonly pageSize: number
  readonly pageNumber: number
}

/** Page size and number are strings on the wire (docs/service.md 4.5, 4.8); the first page is 1. */
export function pageWanted(
  texts: { readonly pageSize: string; readonly pageNumber: string },
  { pageSizeMax, largerPages }: Pick<BankOptions, 'pageSizeMax' | 'largerPages'>,
): Result<PageWanted, Refusal> {
  const whole = /^[1-9][0-9]{0,5}$/u
  if (!whole.test(texts.pageSize))
    return err({ status: 400, message: 'pageSize must be a whole number above 0' })
  if (!whole.test(texts.pageNumber)) {
    return err({ status: 400, message: 'pageNumber must be a whole number above 0' })
  }
  const pageSize = Number(texts.pageSize)
  if (pageSize > pageSizeMax && largerPages === 'refused')
    return err({ status: 400, message: `pageSize must not be above ${pageSizeMax}` })
  return ok({ pageSize: Math.min(pageSize, pageSizeMax), pageNumber: Number(texts.pageNumber) })
}

/** One page of a list with the top-level fields of docs/service.md 2.4, honest unless a paging fault is on. */
export function pageAnswer<Row>(
  { options, paging }: Exchange,
  rows: readonly Row[],
  wanted: PageWanted,
  toJson: (row: Row) => Json,
): BankAnswer {
  const { pageSize, pageNumber } = wanted
  if (rows.length === 0 && options.emptyList === 'declined') return declined('No transaction found')
  const start = (pageNumber - 1) * pageSize
  const shift =
    pageNumber === 1 ? 0 : paging?.kind === 'rowsRepeat' ? -1 : paging?.kind === 'rowsSkip' ? 1 : 0
  const shown = rows.slice(start + shift, start + shift + pageSize).map(toJson)
  const totalCount = rows.length + (paging?.kind === 'totalCountLies' ? paging.addRows : 0)
  const data = rows.length === 0 && options.emptyList === 'nullData' ? null : shown
  return accepted(data, 'Successful', {
    totalCount,
    hasNextPage: paging?.kind === 'nextPageForEver' || start + pageSize < rows.length,
    currentPage: paging?.kind === 'pageNotEchoed' ? paging.currentPage : pageNumber,
  })
}
