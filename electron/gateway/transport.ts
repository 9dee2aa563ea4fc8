import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Clock } from '../ports.ts'
import type { DropReason, Transport, WireOutcome, WirePhase, WireRequest } from './wire.ts'

/** A list of a few hundred records is well below this; more is not an answer of this service. */
export const ANSWER_BYTES_MAX = 1_048_576

/** The range of a timer is 31 bits; above it Node fires at once. */
const TIMEOUT_MS_MAX = 2_147_483_647

/**
 * The one way to the service (design §5.2): a connection of its own for each exchange, tried once, no redirect, no
 * retry, no agent that could reuse a socket. The socket is opened first and the request is handed to it only when it
 * stands (for https: when the handshake is done), so `bytesWritten: 0` is a fact and no guess.
 *
 * The certificates that Node trusts by default are trusted here; the shell adds those of the system to them.
 */
export function createTransport(options: { readonly clock: Clock }): Transport {
  return (request, signal) =>
    new Promise((resolve) => {
      new Exchange(request, options.clock, resolve).start(signal)
    })
}

class Exchange {
  readonly #request: WireRequest
  readonly #clock: Clock
  readonly #resolve: (outcome: WireOutcome) => void
  readonly #startedAtMs: number
  #socket: Socket | null = null
  #phase: WirePhase = 'lookup'
  /** True from just before the first byte of the request could reach the socket. */
  #isHanded = false
  #status: number | null = null
  #isSettled = false
  #cleanUp: () => void = () => undefined

  constructor(request: WireRequest, clock: Clock, resolve: (outcome: WireOutcome) => void) {
    this.#request = request
    this.#clock = clock
    this.#resolve = resolve
    this.#startedAtMs = clock.monotonicNowMs()
  }

  start(signal: AbortSignal | undefined): void {
    if (signal?.aborted === true) return this.#fail('aborted')
    const url = URL.parse(this.#request.url)
    if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return this.#fail('other')
    const onAbort = (): void => this.#fail('aborted')
    const timer = setTimeout(
      () => this.#fail(this.#isHanded ? 'timeout' : 'connectTimeout'),
      Math.min(this.#request.timeoutMs, TIMEOUT_MS_MAX),
    )
    signal?.addEventListener('abort', onAbort)
    this.#cleanUp = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
    try {
      this.#connect(url)
    } catch {
      // Node throws at once for what it never tries, such as port 99999 or a host name with a NUL.
      this.#fail('other')
    }
  }

  #connect(url: URL): void {
    const isSecure = url.protocol === 'https:'
    const host = url.hostname.replace(/^\[|\]$/gu, '')
    const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port)
    if (isIP(host) !== 0) this.#phase = 'connect'
    const socket = isSecure
      ? connectTls({
          host,
          port,
          // An address is no server name (RFC 6066); the certificate is then checked against the host.
          servername: isIP(host) === 0 ? host : '',
          ALPNProtocols: ['http/1.1'],
          rejectUnauthorized: true,
        })
      : connectTcp({ host, port })
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('lookup', (error: Error | null) => {
      if (error === null && this.#phase === 'lookup') this.#phase = 'connect'
    })
    socket.on('connect', () => {
      if (isSecure) this.#phase = 'tls'
      else this.#send(socket, url)
    })
    socket.on('secureConnect', () => this.#send(socket, url))
    // Once a status line came, the answer's own events tell whether it ended whole.
    socket.on('error', (error) => {
      if (this.#status === null) this.#fail(reasonOf(error, this.#phase))
    })
    socket.on('close', () => {
      if (this.#status === null) this.#fail(this.#phase === 'tls' ? 'tlsFailed' : 'reset')
    })
  }

  #send(socket: Socket, url: URL): void {
    if (this.#isSettled) return
    this.#phase = 'request'
    let request: ClientRequest
    try {
      request = this.#prepare(socket, url)
    } catch {
      // Node refuses a header with a line break in it, before anything is written.
      return this.#fail('other')
    }
    request.on('socket', () => {
      // Before Node's own listener, which may fail on the very first bytes.
      socket.prependListener('data', () => {
        this.#phase = 'response'
      })
    })
    request.on('error', (error) => this.#fail(reasonOf(error, this.#phase)))
    request.on('response', (answer) => this.#receive(answer))
    this.#isHanded = true
    request.end(this.#request.body ?? undefined)
  }

  #prepare(socket: Socket, url: URL): ClientRequest {
    const { method, body, headers } = this.#request
    return httpRequest({
      method,
      path: `${url.pathname}${url.search}`,
      headers: {
        host: url.host,
        // Compressed answers could unfold to any size, and the size bound counts what arrives.
        'accept-encoding': 'identity',
        ...headers,
        // Node gives a GET no length of its own, and a body without one would be lost.
        ...(body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      },
      // With `createConnection` and no agent, Node uses this very socket, once, and asks to close it.
      createConnection: () => socket,
      setHost: false,
      insecureHTTPParser: false,
    })
  }

  #receive(answer: IncomingMessage): void {
    const status = answer.statusCode ?? 0
    this.#status = status
    const chunks: Buffer[] = []
    let bytes = 0
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > ANSWER_BYTES_MAX) this.#fail('answerTooLarge')
      else chunks.push(chunk)
    })
    answer.on('error', (error) => this.#fail(reasonOf(error, 'response')))
    answer.on('close', () => this.#fail('reset'))
    answer.on('end', () => {
      if (!answer.complete) return this.#fail('reset')
      // A byte order mark stays, so that the hash of the text is the hash of what was sent. Bytes that are no UTF-8
      // become U+FFFD, which no reference and no number can hold, so they cannot turn a wrong answer into a right one.
      const body = new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(chunks))
      const headers: Record<string, string> = {}
      for (const [name, values] of Object.entries(answer.headersDistinct)) {
        if (values !== undefined) headers[name] = values.join(', ')
      }
      this.#settle({ kind: 'response', status, headers, body, elapsedMs: this.#elapsedMs() })
    })
  }

  #fail(reason: DropReason): void {
    const elapsedMs = this.#elapsedMs()
    if (this.#status !== null) {
      this.#settle({ kind: 'truncated', status: this.#status, reason, elapsedMs })
      return
    }
    const bytesWritten = this.#isHanded ? Math.max(1, this.#socket?.bytesWritten ?? 1) : 0
    this.#settle({ kind: 'dropped', phase: this.#phase, reason, bytesWritten, elapsedMs })
  }

  #settle(outcome: WireOutcome): void {
    if (this.#isSettled) return
    this.#isSettled = true
    this.#cleanUp()
    this.#socket?.destroy()
    this.#resolve(outcome)
  }

  #elapsedMs(): number {
    return Math.max(0, Math.round(this.#clock.monotonicNowMs() - this.#startedAtMs))
  }
}

const REASONS: Readonly<Record<string, DropReason>> = {
  ENOTFOUND: 'nameNotFound',
  EAI_AGAIN: 'nameNotFound',
  EAI_FAIL: 'nameNotFound',
  EAI_NODATA: 'nameNotFound',
  EAI_NONAME: 'nameNotFound',
  ENODATA: 'nameNotFound',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
}

function reasonOf(error: unknown, phase: WirePhase): DropReason {
  if (phase === 'tls') return 'tlsFailed'
  const code = codeOf(error)
  if (code === 'ETIMEDOUT') return phase === 'request' || phase === 'response' ? 'timeout' : 'connectTimeout'
  return REASONS[code] ?? 'other'
}

/** Where a name has several addresses, Node tries each and reports the failures together. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  return error instanceof AggregateError ? codeOf(error.errors[0]) : ''
}
