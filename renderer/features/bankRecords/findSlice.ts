import type { CallError } from '../../../shared/callError.ts'
import { RECORD_PAGE_MAX } from '../../../shared/record.ts'
import { strings } from '../../strings/strings.ts'
import { problemText } from '../../core/problems.ts'
import { findDaysOf, findTerminalOf } from '../../core/serviceDay.ts'
import type { FindActions, FindState } from '../../core/findTypes.ts'
import type { Deps, Get, Set } from '../../core/types.ts'

export const emptyFind: FindState = {
  terminalId: null,
  dateFrom: null,
  dateTo: null,
  basis: 'saleDate',
  filter: { show: 'all', amountText: '' },
  searchId: null,
  isReading: false,
  progress: null,
  problem: null,
  result: null,
  shown: null,
  filterProblem: null,
  openRecordId: null,
}

/** Rows of one page on the screen. */
export const RECORDS_PAGE_SIZE = 50

const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/u

function searchProblem(error: CallError): string {
  if (error.code !== 'invalid') return problemText(error)
  const isTooLong = error.fields.some(({ problem }) => problem === 'tooManyDays')
  return isTooLong ? strings.find.tooManyDays : strings.find.badDates
}

function badDayProblem(from: string, to: string): string | null {
  const { find } = strings
  if (!DAY.test(from)) return find.notADay(find.from)
  if (!DAY.test(to)) return find.notADay(find.to)
  return from > to ? find.badDates : null
}

type SearchActions = Pick<
  FindActions,
  'setFind' | 'search' | 'cancelSearch' | 'filterRecords' | 'turnRecords' | 'showFind'
>

/**
 * A terminal's transactions at the bank, by date. Main reads all pages and stores the records; the screen holds one
 * page.
 */
export function findSlice(
  set: Set,
  get: Get,
  deps: Deps,
): { readonly actions: SearchActions; readonly listen: () => void } {
  let latestSearch = 0
  let latestPage = 0
  const change = (part: Partial<FindState>): void => set(({ find }) => ({ find: { ...find, ...part } }))

  async function readPage(offset: number): Promise<void> {
    const { result, filter } = get().find
    if (result === null) return
    const ticket = deps.nextTicket()
    latestPage = ticket
    const { searchId } = result
    const answer = await deps.client.call('records.page', {
      searchId,
      filter,
      offset,
      limit: Math.min(RECORDS_PAGE_SIZE, RECORD_PAGE_MAX),
    })
    if (latestPage !== ticket || get().find.result?.searchId !== searchId) return
    if (answer.ok) {
      const { records, elsewhere, totals } = answer.value
      change({ shown: { records, elsewhere, totals, offset: answer.value.offset }, filterProblem: null })
    } else change({ filterProblem: pageProblem(answer.error) })
  }

  async function search(): Promise<void> {
    const { find } = get()
    const terminalId = findTerminalOf(get())
    if (terminalId === '') return change({ problem: strings.find.noTerminal })
    const { basis } = find
    const { dateFrom, dateTo } = findDaysOf(get())
    const badDay = badDayProblem(dateFrom, dateTo)
    if (badDay !== null) return change({ problem: badDay })
    const ticket = deps.nextTicket()
    latestSearch = ticket
    const searchId = `search-${deps.nowMs()}-${ticket}`
    change({ searchId, isReading: true, progress: null, problem: null, openRecordId: null })
    const answer = await deps.client.call('records.search', { searchId, terminalId, dateFrom, dateTo, basis })
    // A later search has been started, so this answer is dropped.
    if (latestSearch !== ticket) return
    change({ searchId: null, isReading: false, progress: null })
    if (!answer.ok) return change({ problem: searchProblem(answer.error) })
    const result = answer.value
    change({ result, shown: { records: result.records, elsewhere: null, offset: 0, totals: result.totals } })
    await readPage(0)
  }

  return {
    actions: {
      setFind: change,
      search,
      cancelSearch() {
        const { searchId } = get().find
        if (searchId !== null) void deps.client.call('records.cancel', { searchId })
      },
      async filterRecords(part) {
        set(({ find }) => ({ find: { ...find, filter: { ...find.filter, ...part }, openRecordId: null } }))
        await readPage(0)
      },
      turnRecords: (offset) => readPage(offset),
      showFind(mode) {
        if (get().screen !== 'find') get().show('find')
        set({ findMode: mode, detail: null })
      },
    },
    listen() {
      deps.client.listen('records.progress', (progress) => {
        if (get().find.searchId === progress.searchId) change({ progress })
      })
    },
  }
}

function pageProblem(error: CallError): string {
  if (error.code === 'notFound') return strings.find.forgotten
  return error.code === 'invalid' ? strings.find.badAmount : problemText(error)
}
