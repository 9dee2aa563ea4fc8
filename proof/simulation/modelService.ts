import type { Answer, GatewayError, Page, TransactionRecord } from '../../electron/gateway/answer.ts'
import type { PagedRead } from '../../electron/gateway/pagedReader.ts'
import type { Later } from '../../electron/work/effect.ts'
import type { DeliveryService, SearchWindow } from '../../electron/outbox/worker/service.ts'
import { unanswered } from '../../electron/session/authorised.ts'
import { createRenewalBounds, refusalOf } from '../../electron/session/refusals.ts'
import { declined, good } from './answers.ts'
import { looksWhole, type ListFault } from './faults.ts'
import { TOKEN_PREFIX, type Asked, type DeskSetup, type ModelDesk } from './modelDesk.ts'
import { mayBeWhole, noListOf, oddPage, oddRead } from './oddLists.ts'
import { TERMINALS } from './plan.ts'

export const EMPTY = 'No transactions'

/** The service of the delivery rules in the model: the real interface, on the model's time. */
export function createModelService(setup: DeskSetup, desk: ModelDesk): DeliveryService {
  const { chance, way, strikes } = setup

  const bounds = createRenewalBounds({ monotonicNowMs: setup.nowMs })

  let answeredTo: string | null = null

  function token(): string | null {
    if (way.clientId === null) return null
    return desk.token() === '' ? desk.issue(way.clientId) : desk.token()
  }

  /**
   * Like authorisedGet, with the real rules of refusals.ts: the client is checked at the request; if the token may be
   * the reason of a refusal, it is renewed and the read repeated, in one step.
   */
  function asSignedIn<Value>(
    ask: (token: string) => Later<Answer<Value>>,
  ): Later<Answer<Value> | 'notSignedIn'> {
    const used = token()
    const first = ask(used ?? '')
    if (used === null) return { afterMs: first.afterMs, later: () => 'notSignedIn' }
    return { afterMs: first.afterMs, later: () => askedAgain(first.later(), used, ask) }
  }

  function askedAgain<Value>(
    answer: Answer<Value>,
    used: string,
    ask: (token: string) => Later<Answer<Value>>,
  ): Answer<Value> {
    const refusal = answer.result.ok ? null : refusalOf(answer.result.error)
    if (refusal === null || way.clientId === null) return answer
    if (used !== desk.token()) return ask(desk.token()).later()
    if (bounds.isBelieved(refusal, desk.issuedAtMs())) return answer
    bounds.begins(refusal)
    const { result, evidence } = desk.login(way.clientId).later()
    if (!result.ok) return refusal === 'saidNothing' ? answer : unanswered(result.error, evidence)
    bounds.renewed(refusal)
    const second = ask(result.value.authToken).later()
    if (second.result.ok && refusal === 'saidNothing') bounds.helped()
    return second
  }

  const aboutNoSale = (used: string): Asked => ({ transactionId: null, token: used })

  function renew(): Later<void> {
    const { afterMs, later } = desk.login(way.clientId)
    return { afterMs, later: () => void (way.clientId === null ? undefined : later()) }
  }

  function searchAll(window: SearchWindow): Later<PagedRead<TransactionRecord> | 'notSignedIn'> {
    const asked = asSignedIn((used) =>
      desk.read(aboutNoSale(used), () => {
        answeredTo = used
        return good(null)
      }),
    )
    const fault = strikes.list()
    const askedAtMs = setup.nowMs()
    return {
      afterMs: asked.afterMs + (setup.listMsMax > 0 ? chance.between(0, setup.listMsMax) : 0),
      later: () => {
        const answer = asked.later()
        if (answer === 'notSignedIn') return answer
        const failed = (error: GatewayError): PagedRead<TransactionRecord> => {
          setup.onSearched(window.terminalId, false, [])
          return unread(error)
        }
        if (!answer.result.ok) return failed(answer.result.error)
        const none = noListOf(setup.oddLists)
        if (none?.result.ok === false) return failed(none.result.error)
        if (fault !== null) setup.onListFault(`list ${fault}`)
        const shownAtMs = setup.listMsMax > 0 && fault === null ? askedAtMs : desk.asOf(fault)
        const rows = desk.visible(window, shownAtMs)
        if (rows.length === 0 && setup.saysNoToEmpty) return failed({ kind: 'declined', message: EMPTY })
        const read = oddRead(setup.oddLists, listOf(rows, fault))
        if (read.rows.length > 0) setup.onShown()
        const isWhole = read.incompleteReason === null || (looksWhole(fault) && mayBeWhole(setup.oddLists))
        if (read.error === null) setup.onGoodAnswer()
        setup.onSearched(window.terminalId, isWhole, read.rows)
        return read
      },
    }
  }

  function listOf(rows: readonly TransactionRecord[], fault: ListFault | null): PagedRead<TransactionRecord> {
    const isComplete = looksWhole(fault)
    return {
      rows: isComplete ? rows : rows.filter(() => chance.happens(0.5)),
      unreadable: [],
      totalCount: rows.length,
      pagesRead: 1,
      isStopped: false,
      incompleteReason: isComplete ? null : fault,
      error: null,
    }
  }

  const status = (transactionId: string) => asSignedIn((used) => desk.status({ transactionId, token: used }))

  return {
    clientId: () => way.clientId,
    generation: () => {
      const held = token()
      return held === null ? null : Number(held.slice(TOKEN_PREFIX.length))
    },
    answeredTo: () => (answeredTo === null ? null : Number(answeredTo.slice(TOKEN_PREFIX.length))),
    freshToken: renew,
    renewToken: renew,
    send: (generation, sale) => desk.send(`${TOKEN_PREFIX}${generation}`, sale, way.clientId),
    status,
    followUp: status,
    followUpAll: searchAll,
    searchAll,
    searchOne: (window) =>
      asSignedIn((used) =>
        desk.read(aboutNoSale(used), () => {
          const none = noListOf(setup.oddLists)
          if (none !== null) return none
          const rows = desk.visible(window, setup.nowMs())
          if (rows.length === 0 && setup.saysNoToEmpty) return declined(EMPTY)
          setup.onGoodAnswer()
          if (rows.length > 0) setup.onShown()
          return oddPage(setup.oddLists, good(pageOf(rows), desk.serverDate()))
        }),
      ),
    oneTerminal: () =>
      asSignedIn((used) =>
        desk.read(aboutNoSale(used), () => {
          setup.onGoodAnswer()
          return good(pageOf([]))
        }),
      ),
    terminalIds: () => {
      const asked = asSignedIn((used) => desk.read(aboutNoSale(used), () => good(null)))
      return {
        afterMs: asked.afterMs,
        later: () => {
          const answer = asked.later()
          return answer === 'notSignedIn' || !answer.result.ok ? 'unread' : TERMINALS
        },
      }
    },
  }
}

function pageOf<Row>(rows: readonly Row[]): Page<Row> {
  const totalCount = rows.length
  return { rows: rows.slice(0, 1), totalCount, hasNextPage: totalCount > 1, currentPage: 1 }
}

function unread(error: PagedRead<TransactionRecord>['error']): PagedRead<TransactionRecord> {
  return {
    rows: [],
    unreadable: [],
    totalCount: null,
    pagesRead: 0,
    isStopped: false,
    incompleteReason: 'readFailed',
    error,
  }
}
