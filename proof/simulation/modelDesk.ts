import type { Answer, TransactionRecord } from '../../electron/gateway/answer.ts'
import type { Later } from '../../electron/work/effect.ts'
import type { OddLists } from './oddLists.ts'
import { saysNoToCredentials } from '../../electron/session/callErrors.ts'
import type { SearchWindow } from '../../electron/outbox/worker/service.ts'
import { deadTokenAnswer, declined, faultyRead, good, malformed, PORTAL_PAGE, unsent } from './answers.ts'
import type { Chance } from './chance.ts'
import type { SaleRow } from '../../electron/outbox/rules/saleRow.ts'
import type { Met } from './coverage.ts'
import type { DeadTokenAnswer, ReadFault } from './faults.ts'
import { imaginedRecord, MODEL_EPOCH_MS, NOT_PAID, type ModelBank } from './modelBank.ts'
import { sendOutcome, soonMs, swallowed, type Bounds, type Stuck } from './modelSend.ts'
import type { FaultSource } from './faultSource.ts'

/** The current connection to the bank, which events of the history change. */
export interface Way {
  clientId: string | null
  /** Every exchange fails before its first byte. */
  isOut: boolean
  /** A portal answers everything with its page. */
  isPortal: boolean
  /** The bank accepts the token only until then, model ms. */
  tokenUntilMs: number
  /** A reference whose answers are all unreadable in this way; null for none. */
  unreadable: { readonly transactionId: string; readonly kind: ReadFault } | null
  /** A part of the bank that takes sends and answers nothing; null for none. */
  stuck: Stuck | null
}

export interface DeskSetup {
  readonly chance: Chance
  readonly bank: ModelBank
  readonly way: Way
  readonly strikes: FaultSource
  readonly bounds: Bounds
  readonly nowMs: () => number
  readonly timeoutMs: number
  /** Whether this bank answers an empty search with `status:false`; the specification does not say (4.8). */
  readonly saysNoToEmpty: boolean
  readonly oddLists: OddLists | null
  /** How long a list takes at most, ms. Unless 0, it shows the moment of its question, and other answers overtake it. */
  readonly listMsMax: number
  /** Whether each of its "not found" answers has its own trace id. */
  readonly givesTraceId: boolean
  /** Whether its answers carry its own clock's time. */
  readonly givesDate: boolean
  /** Which ends of a search this bank excludes; the specification does not say (4.8). */
  readonly leavesOut: { readonly firstDay: boolean; readonly lastDay: boolean }
  /** How it reports an expired token. */
  readonly deadTokenSaid: DeadTokenAnswer
  readonly saleOf: (transactionId: string) => SaleRow | undefined
  /** A fault struck an exchange about a sale in that state, as of the request. */
  readonly onFault: (kind: string, met: Met) => void
  /** A fault struck a search, which is about every sale in the file. */
  readonly onListFault: (kind: string) => void
  /** Bytes of a send are about to leave. @param clientId the sending client */
  readonly onSend: (sale: OnTheWire, clientId: string | null) => void
  readonly onSendEnded: (transactionId: string) => void
  /** The service's answer, for the checker. */
  readonly onStatus: (transactionId: string, what: 'found' | { readonly missedAs: string }) => void
  readonly onShown: () => void
  /** @param rows what the list showed; none where it was not answered */
  readonly onSearched: (terminalId: string, isComplete: boolean, rows: readonly TransactionRecord[]) => void
  /** A clean answer of the kind that opens the gate. */
  readonly onGoodAnswer: () => void
  /** The computer's time without its sleeps, ms. */
  readonly awakeMs: () => number
  readonly onTokenLeftDead: () => void
}

/** The part of a sale that a send contains. */
export interface OnTheWire {
  readonly amountWire: string
  readonly transactionId: string
  readonly terminalId: string
}

export const NOT_FOUND = { missedAs: 'notFound' }
const TOKEN_LIFE_MS = 45 * 60_000
/** In no row and no line of the log (invariant I10). */
export const TOKEN_PREFIX = 'bearer-'
/** A refused read renews the token unless that was tried within this time (refusals.ts), or is under way. */
const RENEWED_WITHIN_MS = 5.5 * 60_000
const UNDER_WAY_MS = 10_000
/** How long after it shows a sale is paid: soon, by the specification (4.7). */
const PAID_AFTER_MS_MAX = 60_000

/** The bank's end of the connection: the result of each request, with the faults on the way. */
export interface ModelDesk {
  /** The token that the bank accepts; empty before the first. */
  token(): string
  /** @param clientId who gets it */
  issue(clientId: string | null): string
  /** When the accepted token was issued, model ms; null before the first. */
  issuedAtMs(): number | null
  ownerOf(token: string): string | null
  /** Login. @returns whether it succeeded, with a new token */
  login(clientId: string | null): Later<Answer<{ readonly authToken: string }>>
  /** A new run owes no login for refusals of an earlier run. */
  runBegins(): void
  /**
   * One read: first the connection, then the fault mix, the token and the bank. @param transactionId null: about no
   * sale
   */
  read<Value>(
    asked: Asked,
    honest: (fault: ReadFault | null, asOfMs: number) => Answer<Value>,
  ): Later<Answer<Value>>
  status(asked: Asked & { readonly transactionId: string }): Later<Answer<TransactionRecord>>
  /** @param clientId the sending client */
  send(
    usedToken: string,
    sale: OnTheWire,
    clientId: string | null,
  ): Later<Answer<{ readonly message: string }>>
  /** @param fault of the list */
  visible(window: SearchWindow, asOfMs: number): readonly TransactionRecord[]
  asOf(fault: string | null): number
  /** The bank's own clock, if its answers carry it. */
  serverDate(): string | null
}

export interface Asked {
  readonly transactionId: string | null
  readonly token: string
}

export function createModelDesk(setup: DeskSetup): ModelDesk {
  const { chance, bank, way, strikes, bounds, nowMs, timeoutMs, onFault } = setup
  let token = ''
  let tokensIssued = 0
  let issuedAtMs: number | null = null
  /** Since when a refused read should have led to a login, awake time; null if none should. */
  let renewalOwedMs: number | null = null
  let loggedInMs = 0
  /** Login was refused, so nothing is retried before a person signs in. */
  let isLoginOver = false
  const owners = new Map<string, string | null>()

  function issue(clientId: string | null): string {
    tokensIssued += 1
    issuedAtMs = nowMs()
    token = `${TOKEN_PREFIX}${tokensIssued}`
    owners.set(token, clientId)
    way.tokenUntilMs = nowMs() + TOKEN_LIFE_MS
    return token
  }

  const isDead = (usedToken: string): boolean => usedToken !== token || nowMs() >= way.tokenUntilMs

  function refuse(usedToken: string): Answer<never> {
    const nowAwakeMs = setup.awakeMs()
    if (usedToken === token && !isLoginOver && nowAwakeMs - loggedInMs > RENEWED_WITHIN_MS) {
      renewalOwedMs ??= nowAwakeMs
      if (nowAwakeMs - renewalOwedMs > UNDER_WAY_MS) setup.onTokenLeftDead()
    }
    return deadTokenAnswer(setup.deadTokenSaid)
  }

  function login(clientId: string | null): Later<Answer<{ readonly authToken: string }>> {
    const afterMs = soonMs(chance)
    loggedInMs = setup.awakeMs()
    renewalOwedMs = null
    return {
      afterMs,
      later: () => {
        const fault = strikes.read()
        const faulty = fault === null ? null : faultyRead(fault)
        isLoginOver = faulty !== null && !faulty.result.ok && saysNoToCredentials(faulty.result.error)
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
        // A wrong answer about no sale has no effect.
        if (fault !== null && (faulty !== null || met !== 'none')) onFault(`read ${fault}`, met)
        const answer = faulty ?? (isDead(usedToken) ? refuse(usedToken) : null)
        // It was not a record: the rules may take it as "not found" only if they learned that form.
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
    struck: ReadFault | null,
    asOfMs: number,
  ): Answer<TransactionRecord> {
    const sale = setup.saleOf(transactionId)
    const isUnreadable = way.unreadable?.transactionId === transactionId
    const fault = isUnreadable ? (way.unreadable?.kind ?? null) : struck
    const faulty = fault === null ? null : faultyRead(fault)
    // A wrong answer about no sale has no effect.
    if (isUnreadable && (faulty !== null || sale !== undefined))
      onFault(`read ${fault}`, sale?.state ?? 'none')
    if (faulty !== null) {
      setup.onStatus(transactionId, { missedAs: `${fault}` })
      return faulty
    }
    // Another sale of the same amount: only its reference shows that it is not the requested one.
    if (fault === 'otherRecord' && sale !== undefined) {
      setup.onStatus(transactionId, { missedAs: fault })
      return good(imaginedRecord('OTHER', sale.terminalId, sale.amountKobo, nowMs()))
    }
    const record = fault === 'notFoundThoughThere' ? undefined : bank.ask(transactionId, asOfMs)
    if (record === undefined) {
      setup.onStatus(transactionId, NOT_FOUND)
      const trace = setup.givesTraceId ? ` trace ${chance.between(0, 9_999_999)}` : ''
      return declined(`No transaction ${transactionId}${trace}`)
    }
    setup.onStatus(transactionId, 'found')
    if (fault === 'otherAmount') return good({ ...record, amount: '1.23' })
    if (fault === 'paidWithoutDate') return good({ ...record, isPaid: true, datePaid: NOT_PAID })
    return good(record)
  }

  function send(
    usedToken: string,
    sale: OnTheWire,
    clientId: string | null,
  ): Later<Answer<{ readonly message: string }>> {
    const { transactionId, terminalId } = sale
    const fault = strikes.send()
    setup.onSend(sale, clientId)
    if (fault !== null) onFault(`send ${fault}`, 'sending')
    const commitAfter = (delayMs: number): void => {
      const atMs = nowMs() + delayMs
      const visibleAtMs = atMs + chance.between(0, bounds.lagMsMax)
      const paidAtMs = visibleAtMs + chance.between(0, PAID_AFTER_MS_MAX)
      const amountKobo = Math.round(Number(sale.amountWire) * 100)
      bank.commit({ transactionId, terminalId, amountKobo, by: 'till', atMs, visibleAtMs, paidAtMs })
    }
    const sending = { chance, bounds, timeoutMs, commitAfter }
    const refusal = way.isOut
      ? unsent('nameNotFound')
      : way.isPortal
        ? malformed(PORTAL_PAGE)
        : isDead(usedToken)
          ? deadTokenAnswer(setup.deadTokenSaid)
          : null
    const outcome =
      refusal === null
        ? (swallowed(sending, way.stuck, nowMs()) ?? sendOutcome(sending, fault))
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
    issuedAtMs: () => issuedAtMs,
    ownerOf: (issued) => owners.get(issued) ?? null,
    login,
    runBegins: () => void (renewalOwedMs = null),
    read,
    status: (asked) => read(asked, (fault, asOfMs) => statusOf(asked.transactionId, fault, asOfMs)),
    send,
    visible: ({ terminalId, dateFrom, dateTo }, asOfMs) => {
      const { firstDay, lastDay } = setup.leavesOut
      const rows = bank.visible(terminalId, asOfMs, dateFrom, dateTo)
      if (!firstDay && !lastDay) return rows
      return rows.filter(({ timeReceived }) => {
        const day = timeReceived.slice(0, dateFrom.length)
        return !(firstDay && day === dateFrom) && !(lastDay && day === dateTo)
      })
    },
    asOf,
    serverDate: () => (setup.givesDate ? serverDate() : null),
  }
}
