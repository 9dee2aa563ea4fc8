import { isIPv4 } from 'node:net'

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
