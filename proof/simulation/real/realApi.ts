import type {
  Answer,
  Page,
  SettlementApi,
  Terminal,
  TransactionRecord,
} from '../../../electron/gateway/answer.ts'
import type { Later } from '../../../electron/work/effect.ts'
import { declined, good } from '../answers.ts'
import type { Chance } from '../chance.ts'
import { looksWhole, type ListFault } from '../faults.ts'
import { ACCOUNT_NUMBER } from '../modelBank.ts'
import type { DeskSetup, ModelDesk } from '../modelDesk.ts'
import { EMPTY } from '../modelService.ts'
import { mayBeWhole, noListOf, oddPage } from '../oddLists.ts'
import { TERMINALS } from '../plan.ts'

type Query = Parameters<SettlementApi['searchTransactions']>[1]

/** Small, so that a history's few records span several pages. */
export const PAGE_SIZE = 4

/** What was read to its end. A bank that has refused many days is asked for them in parts, the newest first. */
interface ReadList {
  readonly query: Query
  readonly isWhole: boolean
  readonly rows: readonly TransactionRecord[]
}

/** A list as of its first page; later pages are of the same list. */
interface List {
  readonly rows: readonly TransactionRecord[]
  readonly fault: ListFault | null
}

export const TERMINAL_ROWS: readonly Terminal[] = TERMINALS.map((terminalId, index) => ({
  recordId: String(index + 1),
  merchantRecordId: '1',
  terminalId,
  merchantId: 'M1',
  accountNumber: ACCOUNT_NUMBER,
  accountName: 'Shop',
  serialNumber: '',
  isActive: true,
  isReceivingPayment: true,
  feePercentageSource: '0.5',
  dateCreated: '2026-01-01T00:00:00',
}))

/** The model's bank behind the engine's interface, page by page. @param arrive delivers an answer when it is due */
export function createRealApi(
  setup: DeskSetup,
  desk: ModelDesk,
  arrive: <Value>(later: Later<Value>) => Promise<Value>,
): SettlementApi {
  const { chance, strikes } = setup
  let list: List = { rows: [], fault: null }
  let last: ReadList | null = null

  function firstPage(query: Query): List {
    const fault = strikes.list()
    if (fault !== null) setup.onListFault(`list ${fault}`)
    return { rows: desk.visible(query, desk.asOf(fault)), fault }
  }

  function searched(query: Query): Answer<Page<TransactionRecord>> {
    const { pageNumber, pageSize, terminalId } = query
    const none = noListOf(setup.oddLists)
    if (none !== null) return none
    if (pageSize === 1) return oddPage(setup.oddLists, gate(query))
    if (pageNumber === 1) list = firstPage(query)
    const { rows, fault } = list
    if (rows.length > 0) setup.onShown()
    if (rows.length === 0 && setup.saysNoToEmpty) return declined(EMPTY)
    setup.onGoodAnswer()
    const page = pageOf(rows, query)
    if (!page.hasNextPage) {
      const isWhole = looksWhole(fault) && mayBeWhole(setup.oddLists)
      const newer: ReadList | null = last !== null && isNextPart(last.query, query) ? last : null
      const all = [...(newer?.rows ?? []), ...rows]
      last = { query, isWhole: isWhole && newer?.isWhole !== false, rows: all }
      setup.onSearched(terminalId, last.isWhole, all)
    }
    return oddPage(setup.oddLists, good(fault === null ? page : lessThanWhole(page, fault, chance)))
  }

  /** Page 1 with one row of today, as the gate requests it. */
  function gate(query: Query): Answer<Page<TransactionRecord>> {
    const rows = desk.visible(query, setup.nowMs())
    if (rows.length === 0 && setup.saysNoToEmpty) return declined(EMPTY)
    setup.onGoodAnswer()
    if (rows.length > 0) setup.onShown()
    return good(pageOf(rows, query))
  }

  /** A service that sends its time does so with each answer. */
  async function dated<Value>(later: Later<Answer<Value>>): Promise<Answer<Value>> {
    const answer = await arrive(later)
    const serverDate = desk.serverDate()
    if (serverDate === null || answer.evidence.httpStatus === null) return answer
    return { ...answer, evidence: { ...answer.evidence, serverDate } }
  }

  return {
    inWay: () => {
      throw new Error('the simulation checks no connection')
    },
    login: ({ clientId }) => arrive(desk.login(clientId)),
    createTerminal: notAsked,
    editTerminal: notAsked,
    retrieveTerminals: (token, query) =>
      dated(
        desk.read({ transactionId: null, token }, () => {
          if (mayBeGate(query)) setup.onGoodAnswer()
          return good(pageOf(TERMINAL_ROWS, query))
        }),
      ),
    settlementStatus: (token, transactionId) => dated(desk.status({ transactionId, token })),
    // A till that has not noticed a sign-out yet sends as its old client: the token identifies it.
    logTransaction: (token, sale) => dated(desk.send(token, sale, desk.ownerOf(token))),
    searchTransactions: (token, query) =>
      dated(desk.read({ transactionId: null, token }, () => searched(query))),
  }
}

/** Whether a question continues another one with older days. */
function isNextPart(newer: Query, older: Query): boolean {
  return (
    newer.terminalId === older.terminalId &&
    older.dateFrom < newer.dateFrom &&
    older.dateTo >= newer.dateFrom &&
    older.dateTo < newer.dateTo
  )
}

/** The gate asks for one row; where that was refused, in a size that a list may then have too (session/listHabits.ts). */
function mayBeGate({ pageSize }: { readonly pageSize: number }): boolean {
  return pageSize === 1 || pageSize > PAGE_SIZE
}

/** Delivery never registers or edits terminals, so such a call is a defect of ours. */
function notAsked(): Promise<never> {
  return Promise.reject(new Error('the simulation registers no terminals'))
}

function pageOf<Row>(
  rows: readonly Row[],
  { pageNumber, pageSize }: { readonly pageNumber: number; readonly pageSize: number },
): Page<Row> {
  const end = pageNumber * pageSize
  return {
    rows: rows.slice(end - pageSize, end),
    totalCount: rows.length,
    hasNextPage: end < rows.length,
    currentPage: pageNumber,
  }
}

/** A page of a list that is detectably incomplete (docs/service.md 2.4); a stale one cannot be detected. */
function lessThanWhole<Row>(page: Page<Row>, fault: ListFault, chance: Chance): Page<Row> {
  switch (fault) {
    case 'staleReplica':
      return page
    case 'rowsMissing':
      return page.rows.length === 0
        ? { ...page, totalCount: 1 }
        : {
            ...page,
            rows: page.rows.filter((row, index) => index > 0 && chance.happens(0.5) && row !== null),
          }
    case 'rowsRepeated':
      return {
        ...page,
        rows: page.rows.map(() => page.rows[0] as Row),
        totalCount: (page.totalCount ?? 0) + 1,
      }
    case 'countChanged':
      return { ...page, totalCount: (page.totalCount ?? 0) + (page.currentPage ?? 0) }
    case 'pageNotEchoed':
      return { ...page, currentPage: (page.currentPage ?? 0) + 1 }
    case 'moreThanBound':
      return { ...page, hasNextPage: true }
  }
}
