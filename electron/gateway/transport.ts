import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { assertNever } from '../../shared/result.ts'
import { instantOf, passedMs, type Instant } from '../clock/instant.ts'
import type { Clock } from '../ports.ts'
import { askForTunnel, isLoopback, type ProxyChoice, type ProxyFor } from './proxy.ts'
import type { DropReason } from '../../shared/callError.ts'
import type { Transport, WireOutcome, WirePhase, WireRequest } from './wire.ts'

/** A list of a few hundred records is much smaller. This service sends no longer answer. */
export const ANSWER_BYTES_MAX = 1_048_576

/** If the two clocks differ by more, the computer slept, or the wall clock was set. */
const SLEEP_MS_MIN = 10_000

/** Node's timers have 31 bits; a longer delay fires at once. */
const TIMEOUT_MS_MAX = 2_147_483_647

/**
 * The only connection to the service (decision 0002): a new socket for each exchange, one attempt, no redirect, no
 * retry, and no agent that could reuse a socket. The request is written only after the socket is connected (for https:
 * after the handshake), so `bytesWritten: 0` proves that it was not sent.
 *
 * If the system requires a proxy, the socket goes through the proxy's tunnel, and the handshake with the service runs
 * inside it. The proxy learns only the service's host and port. Loopback is always direct.
 *
 * It trusts Node's default certificates, to which the shell adds those of the system.
 */
export function createTransport(options: TransportOptions): Transport {
  return (request, signal) =>
    new Promise((resolve) => {
      new Exchange(request, options, resolve).start(signal)
    })
}

export interface TransportOptions {
  readonly clock: Clock
  readonly proxyFor: ProxyFor
}

class Exchange {
  readonly #request: WireRequest
  readonly #clock: Clock
  readonly #proxyFor: ProxyFor
  readonly #resolve: (outcome: WireOutcome) => void
  readonly #startedAt: Instant
  #socket: Socket | null = null
  #proxySocket: Socket | null = null
  #phase: WirePhase = 'lookup'
  /** True from just before the first byte of the request could reach the socket. */
  #isHanded = false
  #status: number | null = null
  #isSettled = false
  #cleanUp: () => void = () => undefined

  constructor(request: WireRequest, options: TransportOptions, resolve: (outcome: WireOutcome) => void) {
    this.#request = request
    this.#clock = options.clock
    this.#proxyFor = options.proxyFor
    this.#resolve = resolve
    this.#startedAt = instantOf(this.#clock)
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
    // Node throws synchronously for invalid input, such as port 99999 or a host name with a NUL.
    this.#open(url).catch(() => this.#fail('other'))
  }

  async #open(url: URL): Promise<void> {
    const isDirect = url.protocol === 'http:' || isLoopback(url.hostname)
    // A proxy script must not see the reference in the query.
    const choice: ProxyChoice = isDirect ? { kind: 'direct' } : await this.#proxyFor(`${url.origin}/`)
    if (this.#isSettled) return
    switch (choice.kind) {
      case 'direct':
        return this.#connect(url)
      case 'proxy':
        return this.#connectThrough(choice, url)
      case 'unsupported':
        this.#phase = 'connect'
        return this.#fail('unreachable')
      default:
        return assertNever(choice, 'proxy choice')
    }
  }

  #connect(url: URL): void {
    const isSecure = url.protocol === 'https:'
    const host = hostOf(url)
    const port = portOf(url)
    if (isIP(host) !== 0) this.#phase = 'connect'
    const socket = isSecure ? connectTls({ port, ...tlsTo(host) }) : connectTcp({ host, port })
    socket.on('lookup', (error: Error | null) => {
      if (error === null && this.#phase === 'lookup') this.#phase = 'connect'
    })
    socket.on('connect', () => {
      if (isSecure) this.#phase = 'tls'
      else this.#send(socket, url)
    })
    this.#watch(socket, url)
  }

  /** The phase stays `connect` until the tunnel is open: a failing proxy certificate is not the service's. */
  #connectThrough(proxy: ProxyChoice & { readonly kind: 'proxy' }, url: URL): void {
    const { host, port, isSecure } = proxy
    this.#phase = 'connect'
    const socket = isSecure ? connectTls({ port, ...tlsTo(host) }) : connectTcp({ host, port })
    this.#proxySocket = socket
    socket.setNoDelay(true)
    let isShakingHands = false
    socket.on('connect', () => (isShakingHands = isSecure))
    socket.on(isSecure ? 'secureConnect' : 'connect', () => {
      isShakingHands = false
      askForTunnel(socket, `${url.hostname}:${portOf(url)}`, (isOpen) => {
        if (this.#isSettled) return
        if (!isOpen) return this.#fail('other')
        this.#phase = 'tls'
        this.#watch(connectTls({ socket, ...tlsTo(hostOf(url)) }), url)
      })
    })
    // Once the tunnel is open, the socket inside it reports errors.
    socket.on('error', (error) => {
      if (this.#phase === 'connect') this.#fail(reasonOf(error, isShakingHands ? 'tls' : 'connect'))
    })
    socket.on('close', () => {
      if (this.#phase === 'connect') this.#fail(isShakingHands ? 'tlsFailed' : 'reset')
    })
  }

  #watch(socket: Socket, url: URL): void {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('secureConnect', () => this.#send(socket, url))
    // After the status line, the answer's own events tell whether it is complete.
    socket.on('error', (error) => {
      if (this.#status === null) this.#fail(reasonOf(error, this.#phase))
    })
    socket.on('close', () => {
      if (this.#status === null) this.#fail(this.#phase === 'tls' ? 'tlsFailed' : 'reset')
    })
  }

  #send(socket: Socket, url: URL): void {
    if (this.#isSettled) return
    if (this.#hasSlept()) return this.#fail('aborted')
    this.#phase = 'request'
    let request: ClientRequest
    try {
      request = this.#prepare(socket, url)
    } catch {
      // Node refuses a header with a line break before it writes anything.
      return this.#fail('other')
    }
    request.on('socket', () => {
      // It must run before Node's own listener, which may fail on the first bytes.
      socket.prependListener('data', () => {
        this.#phase = 'response'
      })
    })
    request.on('error', (error) => this.#fail(reasonOf(error, this.#phase)))
    request.on('response', (answer) => this.#receive(answer))
    this.#isHanded = true
    request.end(this.#request.body ?? undefined)
  }

  /**
   * Where the monotonic clock stops during a sleep, the time-out does too, and the decision to send becomes stale. A
   * change of the wall clock looks the same; the request is then tried again.
   */
  #hasSlept(): boolean {
    return passedMs(this.#clock, this.#startedAt) - this.#elapsedMs() > SLEEP_MS_MIN
  }

  #prepare(socket: Socket, url: URL): ClientRequest {
    const { method, body, headers } = this.#request
    return httpRequest({
      method,
      path: `${url.pathname}${url.search}`,
      headers: {
        host: url.host,
        // The size bound counts received bytes, and a compressed answer could expand to any size.
        'accept-encoding': 'identity',
        ...headers,
        // Node sets no length on a GET, and the server would ignore its body.
        ...(body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      },
      // With `createConnection` and no agent, Node uses this socket once and sends `Connection: close`.
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
      // A byte order mark stays, so that the text's hash is that of the bytes. Invalid UTF-8 becomes U+FFFD, which no
      // reference or number may contain, so it cannot make a wrong answer look right.
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
    this.#proxySocket?.destroy()
    this.#resolve(outcome)
  }

  #elapsedMs(): number {
    return Math.max(0, Math.round(this.#clock.monotonicNowMs() - this.#startedAt.monotonicMs))
  }
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/gu, '')
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}

function tlsTo(host: string) {
  return {
    host,
    // An address is not allowed as a server name (RFC 6066). The certificate is then checked against the host.
    servername: isIP(host) === 0 ? host : '',
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
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

/** Maps an error of a socket or of its parser to a drop reason. */
function reasonOf(error: unknown, phase: WirePhase): DropReason {
  if (phase === 'tls') return 'tlsFailed'
  const code = codeOf(error)
  if (code === 'ETIMEDOUT') return phase === 'request' || phase === 'response' ? 'timeout' : 'connectTimeout'
  return REASONS[code] ?? 'other'
}

/** Where a name has several addresses, Node tries each and throws one AggregateError. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  return error instanceof AggregateError ? codeOf(error.errors[0]) : ''
}
