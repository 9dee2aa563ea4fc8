import type { IncompleteReason } from '../../shared/record.ts'
import type { Answer, GatewayError, Page } from './answer.ts'

/**
 * Twice what 50,000 rows take with a service that gives twenty a page whatever is asked. A service that never ends its
 * list must not keep us for ever: at two requests a second this is three quarters of an hour.
 */
const PAGES_MAX = 5_000
/** Four times 50,000: rows are kept in memory, and pages may be as long as an answer may be. */
const ROWS_MAX = 200_000
/**
 * In characters, all texts of all rows together: three times what 200,000 records take. Pages may be as long as an
 * answer may be, so 5,000 of them would be more than the memory of a till.
 */
const TEXT_LENGTH_MAX = 128_000_000

export interface PagedReadOptions<Row> {
  readonly readPage: (
    page: { readonly pageSize: number; readonly pageNumber: number },
    signal?: AbortSignal,
  ) => Promise<Answer<Page<Row>>>
  readonly rowId: (row: Row) => number
  readonly pageSize: number
  readonly pagesMax?: number
  readonly rowsMax?: number
  readonly textLengthMax?: number
  readonly signal?: AbortSignal
  /** Called after each page with what is known by then. */
  readonly onProgress?: (progress: { readonly rowsRead: number; readonly totalCount: number }) => void
  /** Asked with the rows of each page; true ends the reading there, as a {@link StoppedRead}. */
  readonly until?: ((rows: readonly Row[]) => boolean) | undefined
}

/** What a reading came to by itself, whether it reached the end of the list or not. */
export interface PagedRead<Row> extends RowsRead<Row> {
  readonly isStopped: false
  /** Null: complete, and the only case that proves anything (docs/service.md 2.4). */
  readonly incompleteReason: IncompleteReason | null
  /** The gateway's error where `incompleteReason` is `readFailed` or `cancelled`. */
  readonly error: GatewayError | null
}

/**
 * `until` said yes, be it on the last page: what was looked for is among the rows. It says nothing of what is not, so
 * its reason is never the null of a complete list.
 */
export interface StoppedRead<Row> extends RowsRead<Row> {
  readonly isStopped: true
  readonly incompleteReason: 'stopped'
  readonly error: null
}

interface RowsRead<Row> {
  /** Each id once, as read last; in no order that means anything. */
  readonly rows: readonly Row[]
  /** By the latest page; null where none came. */
  readonly totalCount: number | null
  readonly pagesRead: number
}

/**
 * Reads a list to its end. It is complete only if every page echoes its number, the count stays the same from the first
 * page to the last, as many distinct ids came as counted, and the last page says so. A service may cap the page size.
 * Each page is looked at once, so the work grows with the rows and not with their square.
 */
export function readAllPages<Row>(
  options: PagedReadOptions<Row> & { readonly until?: undefined },
): Promise<PagedRead<Row>>
export function readAllPages<Row>(options: PagedReadOptions<Row>): Promise<PagedRead<Row> | StoppedRead<Row>>
export async function readAllPages<Row>(
  options: PagedReadOptions<Row>,
): Promise<PagedRead<Row> | StoppedRead<Row>> {
  const { readPage, rowId, pageSize, signal, onProgress, until } = options
  const { pagesMax = PAGES_MAX, rowsMax = ROWS_MAX, textLengthMax = TEXT_LENGTH_MAX } = options
  const rows = new Map<number, Row>()
  let totalCount: number | null = null
  let pagesRead = 0
  let textLength = 0
  /** What was seen on the way and does not end the read: whoever asked may still want to see the rows. */
  let hasCountChanged = false
  let hasRepeats = false
  const isCancelled = (): boolean => signal?.aborted === true
  const soFar = (): RowsRead<Row> => ({ rows: [...rows.values()], totalCount, pagesRead })
  const end = (
    incompleteReason: IncompleteReason | null,
    error: GatewayError | null = null,
  ): PagedRead<Row> => ({ ...soFar(), isStopped: false, incompleteReason, error })

  while (pagesRead < pagesMax && rows.size < rowsMax && textLength < textLengthMax) {
    if (isCancelled()) return end('cancelled')
    const pageNumber = pagesRead + 1
    const { result } = await readPage({ pageSize, pageNumber }, signal)
    if (!result.ok) return end(isCancelled() ? 'cancelled' : 'readFailed', result.error)
    const page = result.value
    if (page.currentPage !== pageNumber) return end('pageNotEchoed')
    pagesRead = pageNumber
    if (totalCount !== null && page.totalCount !== totalCount) hasCountChanged = true
    totalCount = page.totalCount
    const knownBefore = rows.size
    for (const row of page.rows) {
      rows.set(rowId(row), row)
      textLength += textLengthOf(row)
    }
    const isNewCount = rows.size - knownBefore
    if (isNewCount < page.rows.length) hasRepeats = true
    onProgress?.({ rowsRead: rows.size, totalCount })
    if (until?.(page.rows) === true)
      return { ...soFar(), isStopped: true, incompleteReason: 'stopped', error: null }

    // A page that brings nothing new and promises more would go on until the bound.
    if (page.hasNextPage && isNewCount > 0) continue
    if (hasCountChanged || rows.size > totalCount) return end('countChanged')
    if (page.hasNextPage || rows.size !== totalCount) return end(hasRepeats ? 'rowsRepeated' : 'rowsMissing')
    return end(null)
  }
  return end('moreThanBound')
}

function textLengthOf(row: unknown): number {
  let length = 0
  for (const value of Object.values(row ?? {})) if (typeof value === 'string') length += value.length
  return length
}
