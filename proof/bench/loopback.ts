import { createTransport } from '../../electron/gateway/transport.ts'
import type { Transport } from '../../electron/gateway/wire.ts'
import { PRACTICE_PARTNER_URL } from '../../sandbox/options.ts'
import { systemClock } from './till.ts'

/** The product's own transport, to a practice bank on loopback, without TLS. */
export function transportTo(url: string, onSent: () => void): Transport {
  const onTheWire = createTransport({ clock: systemClock, proxyFor: async () => ({ kind: 'direct' }) })
  return async (asked, signal) => {
    const outcome = await onTheWire({ ...asked, url: asked.url.replace(PRACTICE_PARTNER_URL, url) }, signal)
    if (asked.url.endsWith('/logtransaction')) onSent()
    return outcome
  }
}
