import type { IncompleteReason } from '../../shared/record.ts'
import type { Answer, GatewayError, Page } from './answer.ts'

/** With a hundred rows a page, more than any shop has; a service that never ends its list must not keep us for ever. */
const PAGES_MAX = 1_000

export interface PagedReadOptions<Row> {
  readonly readPage: (
    page: { readonly pageSize: number; readonly pageNumber: number },
    signal?: AbortSignal,
  ) => Promise<Answer<Page<Row>>>
  readonly rowId: (row: Row) => number
  readonly pageSize: number
  readonly pagesMax?: number
  readonly signal?: AbortSignal
  /** Called after each page with what is known by then. */
  readonly onProgress?: (progress: { readonly rowsRead: number; readonly totalCount: number }) => void
}

export interface PagedRead<Row> {
  /** Each id once, as read last; in no order that means anything. */
  readonly rows: readonly Row[]
  /** By the latest page; null where none came. */
  readonly totalCount: number | null
  readonly pagesRead: number
  /** Null: complete, and the only case that proves anything (design §5.5). */
  readonly incompleteReason: IncompleteReason | null
  /** The gateway's error where `incompleteReason` is `readFailed` or `cancelled`. */
  readonly error: GatewayError | null
}

/**
 * Reads a list to its end. It is complete only if every page echoes its number, the count stays the same from the first
 * page to the last, as many distinct ids came as counted, and the last page says so. A service may cap the page size.
 */
export async function readAllPages<Row>(options: PagedReadOptions<Row>): Promise<PagedRead<Row>> {
  const { readPage, rowId, pageSize, pagesMax = PAGES_MAX, signal, onProgress } = options
  const rows = new Map<number, Row>()
  let totalCount: number | null = null
  let pagesRead = 0
  /** What was seen on the way and does not end the read: whoever asked may still want to see the rows. */
  let hasCountChanged = false
  let hasRepeats = false
  const isCancelled = (): boolean => signal?.aborted === true
  const end = (
    incompleteReason: IncompleteReason | null,
    error: GatewayError | null = null,
  ): PagedRead<Row> => ({
    rows: [...rows.values()],
    totalCount,
    pagesRead,
    incompleteReason,
    error,
  })

  while (pagesRead < pagesMax) {
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
    for (const row of page.rows) rows.set(rowId(row), row)
    const isNewCount = rows.size - knownBefore
    if (isNewCount < page.rows.length) hasRepeats = true
    onProgress?.({ rowsRead: rows.size, totalCount })

    // A page that brings nothing new and promises more would go on until the bound.
    if (page.hasNextPage && isNewCount > 0) continue
    if (hasCountChanged || rows.size > totalCount) return end('countChanged')
    if (page.hasNextPage || rows.size !== totalCount) return end(hasRepeats ? 'rowsRepeated' : 'rowsMissing')
    return end(null)
  }
  return end('moreThanBound')
}
