import { assertNever } from '../../shared/result.ts'
import type { ConnectionView, UnreadRows } from '../../shared/session.ts'
import type { Clock, Network } from '../ports.ts'
import { messageOf, type Answer, type GatewayError, type Page, type SettlementApi } from './answer.ts'
import type { Transport, WireOutcome } from './wire.ts'
import type { UnreadableRow } from './rows.ts'

/** The connection state, as the latest exchanges with the service showed it, with the time of each fact. */
export interface Connection {
  view(): ConnectionView
  /** Monotonic milliseconds since the service last answered; null where it has not answered in this run. */
  silentForMs(): number | null
  /** The rows of lists that could not be read, by kind. */
  unread(): readonly UnreadRows[]
  /** The transport, which reports exchanges without an answer to this connection. */
  readonly transport: Transport
  /** Wraps the interface to report answers too: only reading an answer shows whether it is valid. */
  watch(api: SettlementApi): SettlementApi
  /** To be called when the system reports a change of network. */
  networkChanged(): void
}

export interface ConnectionOptions {
  readonly transport: Transport
  readonly clock: Clock
  readonly network: Pick<Network, 'isOnline'>
  readonly onChange: (view: ConnectionView) => void
}

export function createConnection({ transport, clock, network, onChange }: ConnectionOptions): Connection {
  let status: ConnectionView['status'] = 'notTried'
  let problem: string | null = null
  /** The first and last list of records that did not come, without a good one since, monotonic; and why. */
  let noList: {
    readonly sinceMs: number
    readonly lastMs: number
    readonly status: 'serviceOdd' | 'serviceRefuses'
    readonly problem: string | null
  } | null = null
  /** The first exchange without an answer since the last answer, monotonic. */
  let missedAtMs: number | null = null
  /** How often the system has reported that the network is gone. */
  let losses = 0
  let lastContactAtMs: number | null = null
  let lastContactMonotonicMs: number | null = null
  let clockAheadMs: number | null = null
  /** The difference that was last reported. A second more or less is only latency and is not reported. */
  let toldClockAheadMs: number | null = null
  let toldContactAtMs: number | null = null

  const view = (): ConnectionView => ({ status, problem, lastContactAtMs, clockAheadMs })

  function become(next: ConnectionView['status'], nextProblem: string | null = null): void {
    const isClockNews =
      clockAheadMs !== null &&
      (toldClockAheadMs === null || Math.abs(clockAheadMs - toldClockAheadMs) >= CLOCK_NEWS_MS)
    // The screen shows the time since the last contact. A newer contact is reported at most twice a minute.
    const isContactNews =
      lastContactAtMs !== null && Math.abs(lastContactAtMs - (toldContactAtMs ?? 0)) >= CONTACT_NEWS_MS
    if (next === status && nextProblem === problem && !isClockNews && !isContactNews) return
    status = next
    problem = nextProblem
    toldClockAheadMs = clockAheadMs
    toldContactAtMs = lastContactAtMs
    onChange(view())
  }

  const isWithoutLists = (): boolean => noList !== null && noList.lastMs - noList.sinceMs >= WITHOUT_LISTS_MS

  /** Waiting sales may need a list of records. A service that gives none answers other questions all the same. */
  function noteList(answer: Answer<unknown>): void {
    const { result } = answer
    if (result.ok) {
      noList = null
      return
    }
    const isReadable = isReadableAnswer(answer)
    if (isReadable === null) return
    const lastMs = clock.monotonicNowMs()
    const sinceMs = noList?.sinceMs ?? lastMs
    noList = isReadable
      ? { sinceMs, lastMs, status: 'serviceRefuses', problem: messageOf(result.error) }
      : { sinceMs, lastMs, status: 'serviceOdd', problem: unreadOf(result.error) }
  }

  const unread = createUnreadCounts()

  async function seenList<Row>(
    list: UnreadRows['list'],
    answering: Promise<Answer<Page<Row>>>,
  ): Promise<Answer<Page<Row>>> {
    const answer = await seen(answering, list === 'records' ? list : 'other')
    if (answer.result.ok) unread.add(list, answer.result.value.unreadable ?? [])
    return answer
  }

  async function seen<Value>(
    answering: Promise<Answer<Value>>,
    about: 'records' | 'reference' | 'other' = 'other',
  ): Promise<Answer<Value>> {
    const lossesBefore = losses
    const answer = await answering
    if (about === 'records') noteList(answer)
    const read = isReadableAnswer(answer)
    // "Not found" is undocumented (docs/service.md 4.6), so a look-up without a record never means `serviceOdd`; and a
    // single list may be refused for what was asked, in any form.
    const isOfQuestion = about === 'reference' || (about === 'records' && !isWithoutLists())
    const isReadable = isOfQuestion ? read || null : read
    if (isReadable === true) {
      lastContactAtMs = clock.wallNowMs()
      lastContactMonotonicMs = clock.monotonicNowMs()
      missedAtMs = null
      // Only the service's own answers count: a captive portal's page has a Date header too.
      clockAheadMs = aheadOf(answer.evidence.serverDate, lastContactAtMs) ?? clockAheadMs
    }
    // The network may have been lost since the question was asked.
    const isOldNews = losses !== lossesBefore && status === 'offline'
    if (isReadable === null || isOldNews) return answer
    if (!isReadable) become('serviceOdd', answer.result.ok ? null : unreadOf(answer.result.error))
    else if (noList !== null && isWithoutLists()) become(noList.status, noList.problem)
    else become('online')
    return answer
  }

  return {
    view,
    unread: unread.all,
    silentForMs: () =>
      lastContactMonotonicMs === null ? null : clock.monotonicNowMs() - lastContactMonotonicMs,
    transport: async (request, signal) => {
      const startedMs = clock.monotonicNowMs()
      const outcome = await transport(request, signal)
      const isOnline = network.isOnline()
      const shown = whatItShows(outcome, isOnline)
      // A later question may have been answered meanwhile.
      const isOldNews = isOnline && lastContactMonotonicMs !== null && lastContactMonotonicMs > startedMs
      if (shown === null || isOldNews) return outcome
      // A single lost answer is about its question, and the sale itself says so.
      const nowMs = clock.monotonicNowMs()
      missedAtMs ??= nowMs
      const isSilent = nowMs - missedAtMs >= SILENT_MS || status !== 'online'
      if (shown === 'offline' || isSilent) become(shown)
      return outcome
    },
    watch: (api) => ({
      inWay: (way) => api.inWay(way),
      login: (...from) => seen(api.login(...from)),
      createTerminal: (...from) => seen(api.createTerminal(...from)),
      editTerminal: (...from) => seen(api.editTerminal(...from)),
      retrieveTerminals: (...from) => seenList('terminals', api.retrieveTerminals(...from)),
      settlementStatus: (...from) => seen(api.settlementStatus(...from), 'reference'),
      logTransaction: (...from) => seen(api.logTransaction(...from)),
      searchTransactions: (...from) => seenList('records', api.searchTransactions(...from)),
    }),
    networkChanged: () => {
      // A network does not mean that the service can be reached, so only a loss changes the status.
      if (!network.isOnline()) {
        losses += 1
        become('offline')
      } else if (status === 'offline') become('notTried')
    },
  }
}

const WITHOUT_LISTS_MS = 60_000
/** Exchanges that stay without an answer for so long are about the service. */
const SILENT_MS = 10_000
/** A smaller change of the clock difference is not reported. */
const CLOCK_NEWS_MS = 30_000
/** A contact that is newer by less than this is not reported. */
const CONTACT_NEWS_MS = 30_000

/** How far `nowMs` is ahead of a Date header (RFC 9110, 5.6.7), in ms; null where the header is absent or invalid. */
export function aheadOf(serverDate: string | null, nowMs: number): number | null {
  const isHttpDate =
    serverDate !== null && /^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT$/u.test(serverDate)
  const serverMs = isHttpDate ? Date.parse(serverDate) : Number.NaN
  return Number.isNaN(serverMs) ? null : Math.round(nowMs - serverMs)
}

/** @returns null where an answer came (it is judged once it is read), or where we cancelled the exchange */
function whatItShows(outcome: WireOutcome, isOnline: boolean): ConnectionView['status'] | null {
  if (outcome.kind === 'response' || outcome.reason === 'aborted') return null
  const isNameLost = outcome.reason === 'nameNotFound' || outcome.reason === 'unreachable'
  return !isOnline || isNameLost ? 'offline' : 'serviceSilent'
}

/** What cannot be read, for a person: a field, or an HTTP status. */
function unreadOf(error: GatewayError): string | null {
  if (error.kind === 'http') return `HTTP ${error.status}`
  return error.kind === 'malformed'
    ? error.path.replace(/^\((.*)\)$/u, '$1').slice(0, FIELD_LENGTH_MAX)
    : null
}

/** Longer than any field path in the specification. */
const FIELD_LENGTH_MAX = 100

/**
 * False for a portal's page, incomplete JSON or a field of the wrong type: the answer cannot be used. An error status
 * counts as the service's own if the answer has its envelope.
 * @returns null where no answer came
 */
function isReadableAnswer({ result }: Answer<unknown>): boolean | null {
  if (result.ok) return true
  switch (result.error.kind) {
    case 'declined':
      return true
    case 'malformed':
      return false
    case 'http':
      return result.error.message !== null
    case 'unsent':
    case 'noAnswer':
      return null
    default:
      return assertNever(result.error, 'gateway error')
  }
}

/** A service that writes each row in a way of its own must not fill the memory. */
const KINDS_MAX = 10

/** Counts the rows that could not be read, for support: by list, field and way of writing. A row that is read twice counts twice. */
function createUnreadCounts() {
  const kinds = new Map<string, UnreadRows>()
  return {
    add: (list: UnreadRows['list'], rows: readonly UnreadableRow[]): void => {
      for (const { field, problem, shape } of rows) {
        const key = JSON.stringify([list, field, problem, shape])
        const count = (kinds.get(key)?.count ?? 0) + 1
        kinds.delete(key)
        kinds.set(key, { list, field, problem, shape, count })
        const [oldest] = kinds.keys()
        if (kinds.size > KINDS_MAX && oldest !== undefined) kinds.delete(oldest)
      }
    },
    all: (): readonly UnreadRows[] => [...kinds.values()],
  }
}
