import { isIPv4 } from 'node:net'
import type { Duplex } from 'node:stream'

/** The way to the service that the system asks for. */
export type ProxyChoice =
  | { readonly kind: 'direct' }
  | {
      readonly kind: 'proxy'
      /** True where the connection to the proxy itself is TLS. */
      readonly isSecure: boolean
      /** A name or an address, without brackets. */
      readonly host: string
      readonly port: number
    }
  /** The system names only ways that this app cannot take, such as SOCKS. */
  | { readonly kind: 'unsupported' }

/** Asked before each exchange that leaves this computer, with the address of the service's root. Never rejects. */
export type ProxyFor = (rootUrl: string) => Promise<ProxyChoice>

/** True for this computer itself, which no proxy ever stands in front of. `host` is `URL.hostname`, brackets included. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'))
}

/**
 * Reads the system's answer, a list such as `PROXY a.example:8080; DIRECT`, and takes the first way in it that this app
 * can take. A list that only names other ways is not read as DIRECT: who prescribes a proxy does not want to be bypassed.
 * @returns null where the answer names no way at all
 */
export function readProxyAnswer(answer: string): ProxyChoice | null {
  const entries = answer
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  if (entries.length === 0) return null
  for (const entry of entries) {
    const choice = readEntry(entry)
    if (choice !== null) return choice
  }
  return { kind: 'unsupported' }
}

function readEntry(entry: string): ProxyChoice | null {
  if (/^DIRECT$/iu.test(entry)) return { kind: 'direct' }
  const [, keyword = '', inBrackets, name, port] =
    /^(PROXY|HTTPS)\s+(?:\[([\da-f:.]+)\]|([^\s:/?#@\\[\]]+))(?::(\d{1,5}))?$/iu.exec(entry) ?? []
  const host = inBrackets ?? name
  if (host === undefined) return null
  const isSecure = keyword.toUpperCase() === 'HTTPS'
  const portNumber = port === undefined ? (isSecure ? 443 : 80) : Number(port)
  if (portNumber < 1 || portNumber > 65_535) return null
  return { kind: 'proxy', isSecure, host, port: portNumber }
}

/** A proxy's answer to CONNECT is a few lines; more is none. */
const HEAD_BYTES_MAX = 16_384

/**
 * Asks a proxy for a tunnel (RFC 9110, 9.3.6), over a connection to it that stands. The question holds the target's name
 * and port and nothing of the exchange that will follow, so whatever happens here, the request has not left. There are
 * no credentials: a proxy that wants some (407) refuses.
 *
 * @param authority host and port of the target, an IPv6 address in brackets
 * @param done called once, with true where the tunnel stands. It is not called where the connection ends before.
 */
export function askForTunnel(connection: Duplex, authority: string, done: (isOpen: boolean) => void): void {
  let answer = Buffer.alloc(0)
  const read = (chunk: Buffer): void => {
    answer = Buffer.concat([answer, chunk])
    const end = answer.indexOf('\r\n\r\n')
    if (end === -1 && answer.length <= HEAD_BYTES_MAX) return
    connection.off('data', read)
    // In TLS the client speaks first, so what follows the head at once is not the target's.
    const isHead = end !== -1 && answer.length === end + 4
    done(isHead && /^HTTP\/1\.[01] 2\d\d[ \r]/u.test(answer.toString('latin1')))
  }
  connection.on('data', read)
  connection.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`)
}
