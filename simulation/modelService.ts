import type { Answer, Page, TransactionRecord } from '../electron/gateway/answer.ts'
import type { PagedRead } from '../electron/gateway/pagedReader.ts'
import type { Later } from '../electron/outbox/eventual.ts'
import type { DeliveryService, SearchWindow } from '../electron/outbox/service.ts'
import { declined, faultyRead, good, http, malformed, PORTAL_PAGE, unsent } from './answers.ts'
import type { Chance } from './chance.ts'
import type { SaleRow } from '../electron/outbox/saleRow.ts'
import type { Met } from './coverage.ts'
import type { ListFault, ReadFault } from './faults.ts'
import { imaginedRecord, MODEL_EPOCH_MS, NOT_PAID, type ModelBank } from './modelBank.ts'
import { sendOutcome, soonMs, type Bounds } from './modelSend.ts'
import type { Strikes } from './strikes.ts'

/** The way to the bank at this moment, which events of the history change. */
export interface Way {
  /** Who is signed in; null: nobody. */
  clientId: string | null
  /** Every exchange fails before its first byte. */
  isOut: boolean
  /** A portal answers everything with its page. */
  isPortal: boolean
  /** The bank takes the token only until then, model ms. */
  tokenUntilMs: number
}

export interface ServiceSetup {
  readonly chance: Chance
  readonly bank: ModelBank
  readonly way: Way
  readonly strikes: Strikes
  readonly bounds: Bounds
  readonly nowMs: () => number
  readonly timeoutMs: number
  /** Whether this bank answers an empty search with `status:false`; the specification does not say (4.8). */
  readonly saysNoToEmpty: boolean
  /** Whether its answers carry the time of its own clock. */
  readonly givesDate: boolean
  readonly saleOf: (transactionId: string) => SaleRow | undefined
  /** A fault struck an exchange about a sale in that state, as it was when the service was asked. */
  readonly onFault: (kind: string, met: Met) => void
  /** A fault struck a search, which is about every sale in the file. */
  readonly onListFault: (kind: string) => void
  /** Bytes of a send are about to leave. */
  readonly onSend: (transactionId: string) => void
  readonly onSendEnded: (transactionId: string) => void
  /** What the service said, as far as the checker holds claims against it. */
  readonly onStatus: (transactionId: string, what: 'found' | { readonly missedAs: string }) => void
  readonly onSearched: (terminalId: string, isComplete: boolean, ids: readonly string[]) => void
  /** A clean answer of the kind that opens the gate. */
  readonly onGoodAnswer: () => void
}

const EMPTY = 'No transactions'
const NOT_FOUND = { missedAs: 'notFound' }
const TOKEN_LIFE_MS = 45 * 60_000
/** In no row and no line of the log, whatever happens (invariant I10). */
export const TOKEN_PREFIX = 'bearer-'
/** When a sale is paid after it shows: soon, by the specification (4.7). */
const PAID_AFTER_MS_MAX = 60_000

type Asked<Value> = Answer<Value> | 'notSignedIn'

/** The service as the delivery rules meet it in the model: the same interface as the real one, on the model's time. */
export function createModelService(setup: ServiceSetup): DeliveryService {
  const { chance, bank, way, strikes, bounds, nowMs, timeoutMs, onFault } = setup
  let token = ''
  let tokensIssued = 0

  function issue(): void {
    tokensIssued += 1
    token = `${TOKEN_PREFIX}${tokensIssued}`
    way.tokenUntilMs = nowMs() + TOKEN_LIFE_MS
  }

  function renew(): Later<void> {
    return {
      afterMs: soonMs(chance),
      later: () => {
        const isReached = way.clientId !== null && !way.isOut && !way.isPortal
        const fault = strikes.read()
        if (fault !== null && faultyRead(fault) !== null) onFault(`read ${fault}`, 'none')
        if (isReached && (fault === null || faultyRead(fault) === null)) issue()
      },
    }
  }

  /** One read: the state of the way, then the mix, then the token, then the bank. */
  function read<Value>(
    transactionId: string | null,
    honest: (fault: ReadFault | null, asOfMs: number) => Answer<Value>,
  ): Later<Asked<Value>> {
    const fault = strikes.read()
    const askedAs = way.clientId
    const met =
      fault === null || transactionId === null ? 'none' : (setup.saleOf(transactionId)?.state ?? 'none')
    return {
      afterMs: fault === 'silence' ? timeoutMs : soonMs(chance),
      later: () => {
        if (askedAs === null) return 'notSignedIn'
        if (way.isOut) return unsent('nameNotFound')
        if (way.isPortal) {
          if (transactionId !== null) setup.onStatus(transactionId, { missedAs: 'portalPage' })
          return malformed(PORTAL_PAGE)
        }
        const faulty = fault === null ? null : faultyRead(fault)
        // A lie about no sale is none.
        if (fault !== null && (faulty !== null || met !== 'none')) onFault(`read ${fault}`, met)
        // As the real one: a dead token is renewed and the read asked once more (session/authorised.ts).
        if (nowMs() >= way.tokenUntilMs) issue()
        // Whatever it was, it was no record: the rules may take it for "not found" only if they learned it as that.
        if (faulty !== null && transactionId !== null) setup.onStatus(transactionId, { missedAs: `${fault}` })
        return faulty ?? honest(fault, asOf(fault))
      },
    }
  }

  const serverDate = (): string => new Date(MODEL_EPOCH_MS + nowMs()).toUTCString()

  function asOf(fault: string | null): number {
    return fault === 'staleReplica' ? nowMs() - chance.between(0, bounds.staleMsMax) : nowMs()
  }

  function statusOf(
    transactionId: string,
    fault: ReadFault | null,
    asOfMs: number,
  ): Answer<TransactionRecord> {
    const sale = setup.saleOf(transactionId)
    // Somebody else's sale of the same amount: only its reference says that it is not what was asked for.
    if (fault === 'otherRecord' && sale !== undefined)
      return good(imaginedRecord('OTHER', sale.terminalId, sale.amountKobo, nowMs()))
    const record = fault === 'notFoundThoughThere' ? undefined : bank.find(transactionId, asOfMs)
    if (record === undefined) {
      setup.onStatus(transactionId, NOT_FOUND)
      return declined(`No transaction ${transactionId}`)
    }
    setup.onStatus(transactionId, 'found')
    if (fault === 'otherAmount') return good({ ...record, amount: '1.23' })
    if (fault === 'paidWithoutDate') return good({ ...record, isPaid: true, datePaid: NOT_PAID })
    return good(record)
  }

  function send(
    usedToken: string,
    sale: { amountWire: string; transactionId: string; terminalId: string },
  ): Later<Answer<{ readonly message: string }>> {
    const { transactionId, terminalId } = sale
    const fault = strikes.send()
    setup.onSend(transactionId)
    if (fault !== null) onFault(`send ${fault}`, 'sending')
    const commitAfter = (delayMs: number): void => {
      const atMs = nowMs() + delayMs
      const visibleAtMs = atMs + chance.between(0, bounds.lagMsMax)
      const paidAtMs = visibleAtMs + chance.between(0, PAID_AFTER_MS_MAX)
      const amountKobo = Math.round(Number(sale.amountWire) * 100)
      bank.commit({ transactionId, terminalId, amountKobo, by: 'till', atMs, visibleAtMs, paidAtMs })
    }
    const isDeadToken = usedToken !== token || nowMs() >= way.tokenUntilMs
    const refusal = way.isOut
      ? unsent('nameNotFound')
      : way.isPortal
        ? malformed(PORTAL_PAGE)
        : isDeadToken
          ? http(401)
          : null
    const outcome =
      refusal === null
        ? sendOutcome({ chance, bounds, timeoutMs, commitAfter }, fault)
        : { afterMs: soonMs(chance), answer: refusal }
    return {
      afterMs: outcome.afterMs,
      later: () => {
        setup.onSendEnded(transactionId)
        return outcome.answer
      },
    }
  }

  function searchAll(window: SearchWindow): Later<PagedRead<TransactionRecord> | 'notSignedIn'> {
    const asked = read(null, () => good(null))
    const fault = strikes.list()
    return {
      afterMs: asked.afterMs,
      later: () => {
        const answer = asked.later()
        if (answer === 'notSignedIn') return answer
        if (!answer.result.ok) return unread(answer.result.error)
        if (fault !== null) setup.onListFault(`list ${fault}`)
        const rows = visible(window, asOf(fault))
        if (rows.length === 0 && setup.saysNoToEmpty) return unread({ kind: 'declined', message: EMPTY })
        const read = listOf(rows, fault)
        const ids = read.rows.map(({ transactionId }) => transactionId)
        setup.onSearched(window.terminalId, read.incompleteReason === null, ids)
        return read
      },
    }
  }

  function visible(window: SearchWindow, asOfMs: number): readonly TransactionRecord[] {
    return bank.visible(window.terminalId, asOfMs, window.dateFrom, window.dateTo)
  }

  function listOf(rows: readonly TransactionRecord[], fault: ListFault | null): PagedRead<TransactionRecord> {
    const isComplete = fault === null || fault === 'staleReplica'
    return {
      rows: isComplete ? rows : rows.filter(() => chance.happens(0.5)),
      totalCount: rows.length,
      pagesRead: 1,
      incompleteReason: isComplete ? null : fault,
      error: null,
    }
  }

  return {
    clientId: () => way.clientId,
    token: () => {
      if (way.clientId === null) return null
      if (token === '') issue()
      return token
    },
    freshToken: () => renew(),
    renewToken: () => renew(),
    send,
    status: (transactionId) => read(transactionId, (fault, asOfMs) => statusOf(transactionId, fault, asOfMs)),
    searchAll,
    searchOne: (window) =>
      read(null, (_fault, asOfMs) => {
        const rows = visible(window, asOfMs)
        if (rows.length === 0 && setup.saysNoToEmpty) return declined(EMPTY)
        setup.onGoodAnswer()
        return good(pageOf(rows), setup.givesDate ? serverDate() : null)
      }),
    oneTerminal: () =>
      read(null, () => {
        setup.onGoodAnswer()
        return good(pageOf([]))
      }),
  }
}

function pageOf<Row>(rows: readonly Row[]): Page<Row> {
  return { rows: rows.slice(0, 1), totalCount: rows.length, hasNextPage: rows.length > 1, currentPage: 1 }
}

function unread(error: PagedRead<TransactionRecord>['error']): PagedRead<TransactionRecord> {
  return { rows: [], totalCount: null, pagesRead: 0, incompleteReason: 'readFailed', error }
}
