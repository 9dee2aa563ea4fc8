import { readProxyAnswer, type ProxyChoice, type ProxyFor } from '../gateway/proxy.ts'
import type { Log } from '../ports.ts'

/** Electron's `Session`, as far as needed. */
export interface ProxyPort {
  resolveProxy(url: string): Promise<string>
}

/**
 * Looks up the system's proxy, fixed or by script, for each exchange, since a laptop changes networks. Without an answer
 * of the system the connection is direct. The log records when the kind of connection changes, but never the proxy's
 * address.
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
