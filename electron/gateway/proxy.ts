import { isIPv4 } from 'node:net'
import type { Duplex } from 'node:stream'

/** How the system's proxy settings say to reach the service. */
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
  /** The system names only kinds of proxy that this app does not support, such as SOCKS. */
  | { readonly kind: 'unsupported' }

/** Called before each exchange that leaves this computer, with the service's root address. Never rejects. */
export type ProxyFor = (rootUrl: string) => Promise<ProxyChoice>

/** True for this computer, which is never reached through a proxy. `host` is `URL.hostname`, brackets included. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'))
}

/**
 * Reads the system's answer, a list such as `PROXY a.example:8080; DIRECT`, and takes the first entry that this app
 * supports. A list without a supported entry is not read as DIRECT: a required proxy must not be bypassed.
 * @returns null where the list is empty
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

/** A proxy's answer to CONNECT has a few lines. A longer one is not valid. */
const HEAD_BYTES_MAX = 16_384

/**
 * Asks a connected proxy for a tunnel (RFC 9110, 9.3.6). CONNECT carries only the target's host and port, so if it
 * fails, nothing of the request has been sent. It carries no credentials, so a proxy that requires them refuses (407).
 *
 * @param authority host and port of the target, an IPv6 address in brackets
 * @param done called once, with true if the tunnel is open. It is not called if the connection ends first.
 */
export function askForTunnel(connection: Duplex, authority: string, done: (isOpen: boolean) => void): void {
  let answer = Buffer.alloc(0)
  const read = (chunk: Buffer): void => {
    answer = Buffer.concat([answer, chunk])
    const end = answer.indexOf('\r\n\r\n')
    if (end === -1 && answer.length <= HEAD_BYTES_MAX) return
    connection.off('data', read)
    // In TLS the client sends first, so bytes right after the head cannot come from the target.
    const isHead = end !== -1 && answer.length === end + 4
    done(isHead && /^HTTP\/1\.[01] 2\d\d[ \r]/u.test(answer.toString('latin1')))
  }
  connection.on('data', read)
  connection.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`)
}
