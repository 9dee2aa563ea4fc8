import type { Answer, Page, TransactionRecord } from '../electron/gateway/answer.ts'
import type { PagedRead } from '../electron/gateway/pagedReader.ts'
import type { Later } from '../electron/outbox/eventual.ts'
import type { DeliveryService, SearchWindow } from '../electron/outbox/service.ts'
import { declined, good } from './answers.ts'
import type { ListFault } from './faults.ts'
import type { Asked, DeskSetup, ModelDesk } from './modelDesk.ts'

export const EMPTY = 'No transactions'

/** The service as the delivery rules meet it in the model: the same interface as the real one, on the model's time. */
export function createModelService(setup: DeskSetup, desk: ModelDesk): DeliveryService {
  const { chance, way, strikes } = setup

  /** As authorisedGet: who is signed in is looked at when it is asked, and a dead token is renewed on the way. */
  function asSignedIn<Value>(answering: Later<Answer<Value>>): Later<Answer<Value> | 'notSignedIn'> {
    const askedAs = way.clientId
    return askedAs === null ? { afterMs: answering.afterMs, later: () => 'notSignedIn' } : answering
  }

  const aboutNoSale: Asked = { transactionId: null, token: null }

  function renew(): Later<void> {
    const { afterMs, later } = desk.login(way.clientId)
    return { afterMs, later: () => void (way.clientId === null ? undefined : later()) }
  }

  function searchAll(window: SearchWindow): Later<PagedRead<TransactionRecord> | 'notSignedIn'> {
    const asked = asSignedIn(desk.read(aboutNoSale, () => good(null)))
    const fault = strikes.list()
    return {
      afterMs: asked.afterMs,
      later: () => {
        const answer = asked.later()
        if (answer === 'notSignedIn') return answer
        if (!answer.result.ok) return unread(answer.result.error)
        if (fault !== null) setup.onListFault(`list ${fault}`)
        const rows = desk.visible(window, desk.asOf(fault))
        if (rows.length === 0 && setup.saysNoToEmpty) return unread({ kind: 'declined', message: EMPTY })
        const read = listOf(rows, fault)
        const ids = read.rows.map(({ transactionId }) => transactionId)
        setup.onSearched(window.terminalId, read.incompleteReason === null, ids)
        return read
      },
    }
  }

  function listOf(rows: readonly TransactionRecord[], fault: ListFault | null): PagedRead<TransactionRecord> {
    const isComplete = fault === null || fault === 'staleReplica'
    return {
      rows: isComplete ? rows : rows.filter(() => chance.happens(0.5)),
      totalCount: rows.length,
      pagesRead: 1,
      isStopped: false,
      incompleteReason: isComplete ? null : fault,
      error: null,
    }
  }

  return {
    clientId: () => way.clientId,
    token: () => {
      if (way.clientId === null) return null
      return desk.token() === '' ? desk.issue(way.clientId) : desk.token()
    },
    freshToken: renew,
    renewToken: renew,
    send: (token, sale) => desk.send(token, sale, way.clientId),
    status: (transactionId) => asSignedIn(desk.status({ transactionId, token: null })),
    searchAll,
    searchOne: (window) =>
      asSignedIn(
        desk.read(aboutNoSale, () => {
          const rows = desk.visible(window, setup.nowMs())
          if (rows.length === 0 && setup.saysNoToEmpty) return declined(EMPTY)
          setup.onGoodAnswer()
          return good(pageOf(rows), desk.serverDate())
        }),
      ),
    oneTerminal: () =>
      asSignedIn(
        desk.read(aboutNoSale, () => {
          setup.onGoodAnswer()
          return good(pageOf([]))
        }),
      ),
  }
}

function pageOf<Row>(rows: readonly Row[]): Page<Row> {
  return { rows: rows.slice(0, 1), totalCount: rows.length, hasNextPage: rows.length > 1, currentPage: 1 }
}

function unread(error: PagedRead<TransactionRecord>['error']): PagedRead<TransactionRecord> {
  return {
    rows: [],
    totalCount: null,
    pagesRead: 0,
    isStopped: false,
    incompleteReason: 'readFailed',
    error,
  }
}
