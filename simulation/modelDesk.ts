import type { Answer, TransactionRecord } from '../electron/gateway/answer.ts'
import type { Later } from '../electron/outbox/eventual.ts'
import type { SearchWindow } from '../electron/outbox/service.ts'
import { declined, faultyRead, good, http, malformed, PORTAL_PAGE, unsent } from './answers.ts'
import type { Chance } from './chance.ts'
import type { SaleRow } from '../electron/outbox/saleRow.ts'
import type { Met } from './coverage.ts'
import type { ReadFault } from './faults.ts'
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

export interface DeskSetup {
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
  /** Bytes of a send are about to leave. @param clientId as whom it is sent */
  readonly onSend: (transactionId: string, clientId: string | null) => void
  readonly onSendEnded: (transactionId: string) => void
  /** What the service said, as far as the checker holds claims against it. */
  readonly onStatus: (transactionId: string, what: 'found' | { readonly missedAs: string }) => void
  readonly onSearched: (terminalId: string, isComplete: boolean, ids: readonly string[]) => void
  /** A clean answer of the kind that opens the gate. */
  readonly onGoodAnswer: () => void
}

const NOT_FOUND = { missedAs: 'notFound' }
const TOKEN_LIFE_MS = 45 * 60_000
/** In no row and no line of the log, whatever happens (invariant I10). */
export const TOKEN_PREFIX = 'bearer-'
/** When a sale is paid after it shows: soon, by the specification (4.7). */
const PAID_AFTER_MS_MAX = 60_000

/** The bank's end of the wire: what becomes of each request, with the faults of the way there. */
export interface ModelDesk {
  /** The token that the bank takes; empty before the first was issued. */
  token(): string
  /** @param clientId who gets it */
  issue(clientId: string | null): string
  /** Who got the token. */
  ownerOf(token: string): string | null
  /** Login. @returns whether it came through, with a new token */
  login(clientId: string | null): Later<Answer<{ readonly authToken: string }>>
  /** One read: the state of the way, then the mix, then the token, then the bank. @param transactionId null: of no sale */
  read<Value>(
    asked: Asked,
    honest: (fault: ReadFault | null, asOfMs: number) => Answer<Value>,
  ): Later<Answer<Value>>
  status(asked: Asked & { readonly transactionId: string }): Later<Answer<TransactionRecord>>
  /** @param clientId as whom it is sent */
  send(
    usedToken: string,
    sale: { readonly amountWire: string; readonly transactionId: string; readonly terminalId: string },
    clientId: string | null,
  ): Later<Answer<{ readonly message: string }>>
  /** @param fault of the list */
  visible(window: SearchWindow, asOfMs: number): readonly TransactionRecord[]
  asOf(fault: string | null): number
  /** The bank's own clock, where its answers carry it. */
  serverDate(): string | null
}

export interface Asked {
  readonly transactionId: string | null
  /** Null: whoever asks has a dead token renewed behind the desk and asks again, in one. */
  readonly token: string | null
}

export function createModelDesk(setup: DeskSetup): ModelDesk {
  const { chance, bank, way, strikes, bounds, nowMs, timeoutMs, onFault } = setup
  let token = ''
  let tokensIssued = 0
  const owners = new Map<string, string | null>()

  function issue(clientId: string | null): string {
    tokensIssued += 1
    token = `${TOKEN_PREFIX}${tokensIssued}`
    owners.set(token, clientId)
    way.tokenUntilMs = nowMs() + TOKEN_LIFE_MS
    return token
  }

  const isDead = (usedToken: string): boolean => usedToken !== token || nowMs() >= way.tokenUntilMs

  function login(clientId: string | null): Later<Answer<{ readonly authToken: string }>> {
    const afterMs = soonMs(chance)
    return {
      afterMs,
      later: () => {
        const fault = strikes.read()
        const faulty = fault === null ? null : faultyRead(fault)
        if (faulty !== null) onFault(`read ${fault}`, 'none')
        if (way.isOut) return unsent('nameNotFound')
        if (way.isPortal) return malformed(PORTAL_PAGE)
        return faulty ?? good({ authToken: issue(clientId) })
      },
    }
  }

  function read<Value>(
    { transactionId, token: usedToken }: Asked,
    honest: (fault: ReadFault | null, asOfMs: number) => Answer<Value>,
  ): Later<Answer<Value>> {
    const fault = strikes.read()
    const met =
      fault === null || transactionId === null ? 'none' : (setup.saleOf(transactionId)?.state ?? 'none')
    return {
      afterMs: fault === 'silence' ? timeoutMs : soonMs(chance),
      later: () => {
        if (way.isOut) return unsent('nameNotFound')
        if (way.isPortal) {
          if (transactionId !== null) setup.onStatus(transactionId, { missedAs: 'portalPage' })
          return malformed(PORTAL_PAGE)
        }
        const faulty = fault === null ? null : faultyRead(fault)
        // A lie about no sale is none.
        if (fault !== null && (faulty !== null || met !== 'none')) onFault(`read ${fault}`, met)
        if (usedToken === null && nowMs() >= way.tokenUntilMs) issue(way.clientId)
        const answer = faulty ?? (usedToken !== null && isDead(usedToken) ? http(401) : null)
        // Whatever it was, it was no record: the rules may take it for "not found" only if they learned it as that.
        if (answer !== null && transactionId !== null)
          setup.onStatus(transactionId, { missedAs: faulty === null ? 'unauthorised' : `${fault}` })
        return answer ?? honest(fault, asOf(fault))
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
    clientId: string | null,
  ): Later<Answer<{ readonly message: string }>> {
    const { transactionId, terminalId } = sale
    const fault = strikes.send()
    setup.onSend(transactionId, clientId)
    if (fault !== null) onFault(`send ${fault}`, 'sending')
    const commitAfter = (delayMs: number): void => {
      const atMs = nowMs() + delayMs
      const visibleAtMs = atMs + chance.between(0, bounds.lagMsMax)
      const paidAtMs = visibleAtMs + chance.between(0, PAID_AFTER_MS_MAX)
      const amountKobo = Math.round(Number(sale.amountWire) * 100)
      bank.commit({ transactionId, terminalId, amountKobo, by: 'till', atMs, visibleAtMs, paidAtMs })
    }
    const refusal = way.isOut
      ? unsent('nameNotFound')
      : way.isPortal
        ? malformed(PORTAL_PAGE)
        : isDead(usedToken)
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

  return {
    token: () => token,
    issue,
    ownerOf: (issued) => owners.get(issued) ?? null,
    login,
    read,
    status: (asked) => read(asked, (fault, asOfMs) => statusOf(asked.transactionId, fault, asOfMs)),
    send,
    visible: (window, asOfMs) => bank.visible(window.terminalId, asOfMs, window.dateFrom, window.dateTo),
    asOf,
    serverDate: () => (setup.givesDate ? serverDate() : null),
  }
}
