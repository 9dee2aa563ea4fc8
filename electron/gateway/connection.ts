import type { ConnectionView } from '../../shared/session.ts'
import type { Clock, Network } from '../ports.ts'
import type { Transport, WireOutcome } from './wire.ts'

/** What the exchanges with the service have shown of the way there. Facts of the past, with their time. */
export interface Connection {
  view(): ConnectionView
  /** Since the service last answered, monotonic ms; null where it has not in this run. */
  silentForMs(): number | null
  /** The transport, watched. */
  readonly transport: Transport
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
  let lastContactAtMs: number | null = null
  let lastContactMonotonicMs: number | null = null

  const view = (): ConnectionView => ({ status, lastContactAtMs })

  function become(next: ConnectionView['status']): void {
    if (next === status) return
    status = next
    onChange(view())
  }

  return {
    view,
    silentForMs: () =>
      lastContactMonotonicMs === null ? null : clock.monotonicNowMs() - lastContactMonotonicMs,
    transport: async (request, signal) => {
      const outcome = await transport(request, signal)
      const shown = whatItShows(outcome, network.isOnline())
      if (shown === 'online') {
        lastContactAtMs = clock.wallNowMs()
        lastContactMonotonicMs = clock.monotonicNowMs()
      }
      if (shown !== null) become(shown)
      return outcome
    },
    networkChanged: () => {
      // Being attached to a network again promises nothing of the service, so only the loss is believed.
      if (!network.isOnline()) become('offline')
      else if (status === 'offline') become('notTried')
    },
  }
}

/** @returns null where the exchange was given up by ourselves and shows nothing */
function whatItShows(outcome: WireOutcome, isOnline: boolean): ConnectionView['status'] | null {
  if (outcome.kind === 'response') return isJson(outcome.headers['content-type']) ? 'online' : 'serviceOdd'
  if (outcome.reason === 'aborted') return null
  const isNameLost = outcome.reason === 'nameNotFound' || outcome.reason === 'unreachable'
  return !isOnline || isNameLost ? 'offline' : 'serviceSilent'
}

/** A page of a portal between us and the bank is an answer, but not the bank's. */
function isJson(contentType: string | undefined): boolean {
  return contentType !== undefined && /[/+]json\b/iu.test(contentType)
}
