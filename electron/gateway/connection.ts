import { assertNever } from '../../shared/result.ts'
import type { ConnectionView } from '../../shared/session.ts'
import type { Clock, Network } from '../ports.ts'
import type { Answer, SettlementApi } from './answer.ts'
import type { Transport, WireOutcome } from './wire.ts'

/** What the exchanges with the service have shown of the way there. Facts of the past, with their time. */
export interface Connection {
  view(): ConnectionView
  /** Since the service last answered, monotonic ms; null where it has not in this run. */
  silentForMs(): number | null
  /** The transport, watched for exchanges without an answer. */
  readonly transport: Transport
  /** The interface, watched for its answers: whether they can be read shows only once they were. */
  watch(api: SettlementApi): SettlementApi
  /** The system reports a change of network. */
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
  /** How often the system has reported that the network is gone. */
  let losses = 0
  let lastContactAtMs: number | null = null
  let lastContactMonotonicMs: number | null = null
  let clockAheadMs: number | null = null
  /** The difference that was last told: a second more or less is the way there, and nobody's news. */
  let toldClockAheadMs: number | null = null
  let toldContactAtMs: number | null = null

  const view = (): ConnectionView => ({ status, lastContactAtMs, clockAheadMs })

  function become(next: ConnectionView['status']): void {
    const isClockNews =
      clockAheadMs !== null &&
      (toldClockAheadMs === null || Math.abs(clockAheadMs - toldClockAheadMs) >= CLOCK_NEWS_MS)
    // The screen says how long ago the last contact was; a newer one is told at most twice a minute.
    const isContactNews =
      lastContactAtMs !== null && Math.abs(lastContactAtMs - (toldContactAtMs ?? 0)) >= CONTACT_NEWS_MS
    if (next === status && !isClockNews && !isContactNews) return
    status = next
    toldClockAheadMs = clockAheadMs
    toldContactAtMs = lastContactAtMs
    onChange(view())
  }

  async function seen<Value>(
    answering: Promise<Answer<Value>>,
    judge: (isReadable: boolean | null) => boolean | null = (isReadable) => isReadable,
  ): Promise<Answer<Value>> {
    const lossesBefore = losses
    const answer = await answering
    const isReadable = judge(isReadableAnswer(answer))
    if (isReadable === true) {
      lastContactAtMs = clock.wallNowMs()
      lastContactMonotonicMs = clock.monotonicNowMs()
      // Only of an answer that is the service's own: a portal's page has a date, too.
      clockAheadMs = aheadOf(answer.evidence.serverDate, lastContactAtMs) ?? clockAheadMs
    }
    // The way that it came is gone since.
    const isOldNews = losses !== lossesBefore && status === 'offline'
    if (isReadable !== null && !isOldNews) become(isReadable ? 'online' : 'serviceOdd')
    return answer
  }

  return {
    view,
    silentForMs: () =>
      lastContactMonotonicMs === null ? null : clock.monotonicNowMs() - lastContactMonotonicMs,
    transport: async (request, signal) => {
      const startedMs = clock.monotonicNowMs()
      const outcome = await transport(request, signal)
      const isOnline = network.isOnline()
      const shown = whatItShows(outcome, isOnline)
      // A later question may have been answered meanwhile.
      const isOldNews = isOnline && lastContactMonotonicMs !== null && lastContactMonotonicMs > startedMs
      if (shown !== null && !isOldNews) become(shown)
      return outcome
    },
    watch: (api) => ({
      login: (...from) => seen(api.login(...from)),
      createTerminal: (...from) => seen(api.createTerminal(...from)),
      editTerminal: (...from) => seen(api.editTerminal(...from)),
      retrieveTerminals: (...from) => seen(api.retrieveTerminals(...from)),
      // "Not found" is undocumented (docs/service.md 4.6), so an answer without a record says nothing about the connection.
      settlementStatus: (...from) => seen(api.settlementStatus(...from), (isReadable) => isReadable || null),
      logTransaction: (...from) => seen(api.logTransaction(...from)),
      searchTransactions: (...from) => seen(api.searchTransactions(...from)),
    }),
    networkChanged: () => {
      // Being attached to a network again promises nothing of the service, so only the loss is believed.
      if (!network.isOnline()) {
        losses += 1
        become('offline')
      } else if (status === 'offline') become('notTried')
    },
  }
}

/** Changes of the clock's difference below this are not told. */
const CLOCK_NEWS_MS = 30_000
/** A contact that is newer by less than this is not told. */
const CONTACT_NEWS_MS = 30_000

/** How far `nowMs` is ahead of a Date header (RFC 9110, 5.6.7), ms; null where there is none that can be read. */
function aheadOf(serverDate: string | null, nowMs: number): number | null {
  const isHttpDate =
    serverDate !== null && /^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT$/u.test(serverDate)
  const serverMs = isHttpDate ? Date.parse(serverDate) : Number.NaN
  return Number.isNaN(serverMs) ? null : Math.round(nowMs - serverMs)
}

/** @returns null where an answer came, which is judged once it was read, or where we gave up ourselves */
function whatItShows(outcome: WireOutcome, isOnline: boolean): ConnectionView['status'] | null {
  if (outcome.kind === 'response' || outcome.reason === 'aborted') return null
  const isNameLost = outcome.reason === 'nameNotFound' || outcome.reason === 'unreachable'
  return !isOnline || isNameLost ? 'offline' : 'serviceSilent'
}

/**
 * A page of a portal, half a JSON or a field of another type is an answer, but none that we can go by. An error status
 * is the service's own where it comes in its envelope.
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
