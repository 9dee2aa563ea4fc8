import type { IncompleteReason } from '../../shared/record.ts'
import type { Answer, GatewayError, Page, UnreadableRow } from './answer.ts'

/**
 * Twice the pages of 50,000 rows at twenty a page, where a service ignores the page size asked for. It bounds an endless
 * list: at two requests a second, this many pages take three quarters of an hour.
 */
const PAGES_MAX = 5_000
/** Four times 50,000. Rows are kept in memory, and only the size of an answer bounds a page. */
const ROWS_MAX = 200_000
/**
 * The characters of all texts of all rows: three times what 200,000 records take. Only the size of an answer bounds a
 * page, so 5,000 long pages would exceed the memory of a till.
 */
const TEXT_LENGTH_MAX = 128_000_000

/** How a service numbers its pages. It steers what is asked first, and proves nothing. */
export interface PageHabits {
  /** 1, or 0. */
  firstPage: number
}

export interface PagedReadOptions<Row> {
  readonly readPage: (
    page: { readonly pageSize: number; readonly pageNumber: number },
    signal?: AbortSignal,
  ) => Promise<Answer<Page<Row>>>
  readonly rowId: (row: Row) => string | number
  readonly pageSize: number
  /** What is known of the service's pages; a complete list teaches it. Absent: nothing. */
  readonly habits?: PageHabits | undefined
  readonly pagesMax?: number
  readonly rowsMax?: number
  readonly textLengthMax?: number
  readonly signal?: AbortSignal
  /** Called after each page. */
  readonly onProgress?: (progress: PagedProgress) => void
  /** Called with the rows of each page. True ends the read, as a {@link StoppedRead}. */
  readonly until?: ((rows: readonly Row[]) => boolean) | undefined
}

export interface PagedProgress {
  readonly rowsRead: number
  /** Null: the service does not say. */
  readonly totalCount: number | null
}

/** The result of a read that `until` did not stop, complete or not. */
export interface PagedRead<Row> extends RowsRead<Row> {
  readonly isStopped: false
  /** Null: the list is complete. Only then does a missing row prove anything (docs/service.md 2.4). */
  readonly incompleteReason: IncompleteReason | null
  /** The gateway's error where `incompleteReason` is `readFailed` or `cancelled`. */
  readonly error: GatewayError | null
}

/**
 * `until` returned true, possibly on the last page, so the wanted row is among the rows. Missing rows prove nothing, so
 * its reason is never the null of a complete list.
 */
export interface StoppedRead<Row> extends RowsRead<Row> {
  readonly isStopped: true
  readonly incompleteReason: 'stopped'
  readonly error: null
}

interface RowsRead<Row> {
  /** Each id once, as read last. The order has no meaning. */
  readonly rows: readonly Row[]
  /** They count as rows, and may hide any row that is missing. */
  readonly unreadable: readonly UnreadableRow[]
  /** The total of the latest page; null where no page came, or none says it. */
  readonly totalCount: number | null
  readonly pagesRead: number
}

/**
 * Reads a list to its end. It is complete only if every page echoes its number, or none has one, all pages give the same
 * count, the number of distinct ids equals that count, and the last page says that it is the last, or a further one adds
 * nothing. A list without a count is never complete. A service may cap the page size, or count its pages from 0: then the
 * page before the first has what is missing. Each page is processed once, so the work is linear in the number of rows.
 */
export function readAllPages<Row>(
  options: PagedReadOptions<Row> & { readonly until?: undefined },
): Promise<PagedRead<Row>>
export function readAllPages<Row>(options: PagedReadOptions<Row>): Promise<PagedRead<Row> | StoppedRead<Row>>
export async function readAllPages<Row>(
  options: PagedReadOptions<Row>,
): Promise<PagedRead<Row> | StoppedRead<Row>> {
  const { readPage, rowId, pageSize, habits = { firstPage: 1 }, signal, onProgress, until } = options
  const { pagesMax = PAGES_MAX, rowsMax = ROWS_MAX, textLengthMax = TEXT_LENGTH_MAX } = options
  const rows = new Map<string | number, Row>()
  const unreadable = new Map<string, UnreadableRow>()
  let totalCount: number | null = null
  let pagesRead = 0
  let textLength = 0
  /** What the service echoes less what it was asked for: it may count from 0 in one of the two. */
  let echoOffset: number | null = null
  /** Problems that do not end the read, since the caller may still show the rows. */
  let hasCountChanged = false
  let hasRepeats = false
  const { firstPage } = habits
  /** The last page came, and rows may be missing: the one before the first is asked for. */
  let isLast = false
  const isCancelled = (): boolean => signal?.aborted === true
  const size = (): number => rows.size + unreadable.size
  const soFar = (): RowsRead<Row> => ({
    rows: [...rows.values()],
    unreadable: [...unreadable.values()],
    totalCount,
    pagesRead,
  })
  const end = (
    incompleteReason: IncompleteReason | null,
    error: GatewayError | null = null,
  ): PagedRead<Row> => ({ ...soFar(), isStopped: false, incompleteReason, error })
  const isEchoed = ({ currentPage }: Page<Row>, pageNumber: number): boolean => {
    if (currentPage === null) return true
    const offset = currentPage - pageNumber
    echoOffset ??= offset === -1 && pageNumber > 0 ? -1 : 0
    return offset === echoOffset
  }
  /** @returns how many of the page's rows are new */
  const take = (page: Page<Row>): number => {
    const before = size()
    for (const row of page.rows) {
      rows.set(rowId(row), row)
      textLength += textLengthOf(row)
    }
    for (const row of page.unreadable ?? []) {
      unreadable.set(row.text, row)
      textLength += row.text.length
    }
    const newCount = size() - before
    if (newCount < page.rows.length + (page.unreadable?.length ?? 0)) hasRepeats = true
    return newCount
  }

  const reasonOfGap = (): IncompleteReason => (hasRepeats ? 'rowsRepeated' : 'rowsMissing')

  for (let pageNumber = firstPage; ; pageNumber += 1) {
    if (pagesRead >= pagesMax || size() >= rowsMax || textLength >= textLengthMax) return end('moreThanBound')
    if (isCancelled()) return end('cancelled')
    const { result } = await readPage({ pageSize, pageNumber: isLast ? 0 : pageNumber }, signal)
    if (!result.ok && isLast) break
    const isPage = result.ok && isEchoed(result.value, isLast ? 0 : pageNumber)
    // The next list begins with page 1: the service may count from there, after all.
    if (!isPage && pageNumber === 0) habits.firstPage = 1
    if (!result.ok) return end(isCancelled() ? 'cancelled' : 'readFailed', result.error)
    const page = result.value
    if (!isPage) {
      if (isLast) break
      return end('pageNotEchoed')
    }
    pagesRead += 1
    if (pagesRead > 1 && page.totalCount !== totalCount) hasCountChanged = true
    totalCount = page.totalCount
    const newCount = take(page)
    onProgress?.({ rowsRead: size(), totalCount })
    if (until?.(page.rows) === true)
      return { ...soFar(), isStopped: true, incompleteReason: 'stopped', error: null }
    if (isLast) {
      if (newCount > 0 && size() === totalCount) habits.firstPage = 0
      break
    }
    // A page without new rows that promises more would repeat until the bound.
    if (page.hasNextPage !== false && newCount > 0) continue
    if (page.hasNextPage === true && !hasCountChanged && size() === totalCount) return end(reasonOfGap())
    if (page.hasNextPage === true || hasCountChanged || size() >= (totalCount ?? Infinity)) break
    if (firstPage === 0) {
      habits.firstPage = 1
      break
    }
    isLast = true
  }
  if (hasCountChanged) return end('countChanged')
  if (totalCount === null) return end('countMissing')
  if (size() > totalCount) return end('countChanged')
  if (size() !== totalCount) return end(reasonOfGap())
  return end(unreadable.size > 0 ? 'rowsUnreadable' : null)
}

/** Whether a page may be the one that was asked for: a service may not number its pages, or echo them from 0. */
export function mayBePage({ currentPage }: Pick<Page<unknown>, 'currentPage'>, pageNumber: number): boolean {
  return currentPage === null || currentPage === pageNumber || currentPage === pageNumber - 1
}

/**
 * Whether a missing row is proven missing: the list is complete, but for unreadable rows that are surely another one.
 * @param mayBe whether an unreadable row may be the one that is missing
 */
export function isWholeBut(
  {
    incompleteReason,
    unreadable,
  }: Pick<PagedRead<unknown> | StoppedRead<unknown>, 'incompleteReason' | 'unreadable'>,
  mayBe: (row: UnreadableRow) => boolean,
): boolean {
  return incompleteReason === null || (incompleteReason === 'rowsUnreadable' && !unreadable.some(mayBe))
}

function textLengthOf(row: unknown): number {
  let length = 0
  for (const value of Object.values(row ?? {})) if (typeof value === 'string') length += value.length
  return length
}
