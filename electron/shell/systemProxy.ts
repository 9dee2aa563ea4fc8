import { readProxyAnswer, type ProxyChoice, type ProxyFor } from '../gateway/proxy.ts'
import type { Log } from '../ports.ts'

/** Electron's `Session`, as far as needed. */
export interface ProxyPort {
  resolveProxy(url: string): Promise<string>
}

/**
 * The proxy that the system prescribes, fixed or by script, asked anew for each exchange: a laptop changes networks. Where
 * the system gives no answer the way is direct, since nobody has asked for another. The log is told when that changes, and
 * never where the proxy stands.
 */
export function createProxyFor(session: ProxyPort, log: Log): ProxyFor {
  let lastWay: string | null = null
  return async (rootUrl) => {
    const choice = await ask(session, rootUrl)
    const way = choice?.kind ?? 'notAnswered'
    if (way !== lastWay) {
      log(way === 'direct' || way === 'proxy' ? 'info' : 'warn', 'proxy.way', { way })
      lastWay = way
    }
    return choice ?? { kind: 'direct' }
  }
}

async function ask(session: ProxyPort, rootUrl: string): Promise<ProxyChoice | null> {
  try {
    return readProxyAnswer(await session.resolveProxy(rootUrl))
  } catch {
    return null
  }
}
