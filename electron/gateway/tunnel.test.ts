import { createServer as createHttpsServer } from 'node:https'
import { connect, createServer as createTcpServer, type Socket } from 'node:net'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import type { ProxyChoice, ProxyFor } from './proxy.ts'
import { makeTestCertificate } from './testing/certificate.ts'
import { listen, rawServer, systemClock, type TestServer } from './testing/servers.ts'
import { createTransport } from './transport.ts'
import { isProvenUnsent, type WireOutcome, type WireRequest } from './wire.ts'

const trustedAtFirst = getCACertificates('default')
afterEach(() => setDefaultCACertificates(trustedAtFirst))

/** No resolver knows this name, so it can be reached only through a tunnel. */
const BANK = 'bank.tillside.invalid'
const bankCertificate = makeTestCertificate([192, 0, 2, 1], BANK)
const SALE = '{"amount":"1500.00","transactionId":"T1","terminalId":"20330001"}'
const OPEN = 'HTTP/1.1 200 Connection established\r\n\r\n'

const post = (more: Partial<WireRequest> = {}): WireRequest => ({
  method: 'POST',
  url: `https://${BANK}/sale?id=T1`,
  headers: { 'content-type': 'application/json', authorization: 'Bearer secret' },
  body: SALE,
  timeoutMs: 60_000,
  ...more,
})
const at = (port: number, isSecure = false): ProxyChoice => ({
  kind: 'proxy',
  isSecure,
  host: '127.0.0.1',
  port,
})
const through = (choice: ProxyChoice) =>
  createTransport({ clock: systemClock, proxyFor: () => Promise.resolve(choice) })

function expectUnsent(outcome: WireOutcome, phase: string, reason: string): void {
  expect(outcome).toMatchObject({ kind: 'dropped', phase, reason, bytesWritten: 0 })
  expect(isProvenUnsent(outcome)).toBe(true)
}

/** A proxy that connects every tunnel to one loopback port, and records the requests for tunnels. */
function leadTo(target: TestServer, seen: string[]): (socket: Socket) => void {
  return (socket) => {
    let head = ''
    const read = (chunk: Buffer): void => {
      head += chunk.toString()
      if (!head.endsWith('\r\n\r\n')) return
      seen.push(head)
      socket.off('data', read)
      const beyond = connect(target.port, '127.0.0.1', () => {
        socket.write(OPEN)
        socket.pipe(beyond).pipe(socket)
      })
      beyond.on('error', () => socket.destroy())
      socket.on('error', () => beyond.destroy())
      socket.on('close', () => beyond.destroy())
    }
    socket.on('data', read)
  }
}

function bank(seen: unknown[], certificate = bankCertificate): Promise<TestServer> {
  return listen(
    createHttpsServer(certificate, (request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => {
        seen.push([request.method, request.url, request.headers.host, request.headers.authorization, body])
        response.setHeader('content-type', 'application/json').end('{"status":true}')
      })
    }),
    'https',
  )
}

const ONE_SALE = [['POST', '/sale?id=T1', BANK, 'Bearer secret', SALE]]

test('through a proxy: the POST arrives once, and the proxy learns only the host and port', async () => {
  const sales: unknown[] = []
  const asked: string[] = []
  await using service = await bank(sales)
  await using proxy = await listen(createTcpServer(leadTo(service, asked)))
  setDefaultCACertificates([bankCertificate.cert])
  const outcome = await through(at(proxy.port))(post())
  expect(outcome).toMatchObject({ kind: 'response', status: 200, body: '{"status":true}' })
  expect(sales).toEqual(ONE_SALE)
  expect(asked).toEqual([`CONNECT ${BANK}:443 HTTP/1.1\r\nHost: ${BANK}:443\r\n\r\n`])
})

test('through a proxy over TLS: the POST arrives once', async () => {
  const sales: unknown[] = []
  const asked: string[] = []
  const proxyCertificate = makeTestCertificate()
  await using service = await bank(sales)
  await using proxy = await listen(createTlsServer(proxyCertificate, leadTo(service, asked)))
  setDefaultCACertificates([bankCertificate.cert, proxyCertificate.cert])
  const outcome = await through(at(proxy.port, true))(post({ url: `https://${BANK}:8443/sale?id=T1` }))
  expect(outcome).toMatchObject({ kind: 'response', status: 200 })
  expect(sales).toEqual([['POST', '/sale?id=T1', `${BANK}:8443`, 'Bearer secret', SALE]])
  expect(asked).toEqual([`CONNECT ${BANK}:8443 HTTP/1.1\r\nHost: ${BANK}:8443\r\n\r\n`])
})

test('for an address instead of a name, the certificate is checked against the address', async () => {
  const sales: unknown[] = []
  await using service = await bank(sales)
  await using proxy = await listen(createTcpServer(leadTo(service, [])))
  setDefaultCACertificates([bankCertificate.cert])
  const transport = through(at(proxy.port))
  expect(await transport(post({ url: 'https://192.0.2.1/sale' }))).toMatchObject({ kind: 'response' })
  expectUnsent(await transport(post({ url: 'https://192.0.2.2/sale' })), 'tls', 'tlsFailed')
  expect(sales).toHaveLength(1)
})

test('the proxy is chosen by the root address alone, without path and query', async () => {
  const asked: string[] = []
  const proxyFor: ProxyFor = (url) => {
    asked.push(url)
    return Promise.resolve({ kind: 'unsupported' })
  }
  await createTransport({ clock: systemClock, proxyFor })(post())
  expect(asked).toEqual([`https://${BANK}/`])
})

test.each(['127.0.0.1', 'localhost', '[::1]'])('%s is this computer: no proxy is looked up', async (host) => {
  let asked = 0
  const proxyFor: ProxyFor = () => {
    asked += 1
    return Promise.resolve({ kind: 'unsupported' })
  }
  const transport = createTransport({ clock: systemClock, proxyFor })
  await using closed = await rawServer((_, socket) => socket.destroy())
  for (const scheme of ['http', 'https'])
    await transport(post({ url: `${scheme}://${host}:${closed.port}/` }))
  expect(asked).toBe(0)
})

test('only unsupported kinds of proxy: unreachable, proven unsent, and no direct attempt', async () => {
  expectUnsent(await through({ kind: 'unsupported' })(post()), 'connect', 'unreachable')
})

test.each([
  'HTTP/1.1 403 Forbidden\r\n\r\n',
  'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="x"\r\n\r\n',
  'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 2\r\n\r\nno',
  'HTTP/1.1 302 Found\r\nLocation: https://portal.example/\r\n\r\n',
  'HTTP/1.1 100 Continue\r\n\r\n',
  'SSH-2.0-OpenSSH_9.2\r\n\r\n',
  `${OPEN}and more than a head`,
  `HTTP/1.1 200 ${'x'.repeat(20_000)}`,
])(
  'a proxy that opens no tunnel (%#): proven unsent, and the proxy learns nothing of the sale',
  async (answer) => {
    let seen = ''
    await using proxy = await rawServer((received, socket) => {
      seen = received
      socket.write(answer)
    })
    expectUnsent(await through(at(proxy.port))(post()), 'connect', 'other')
    expect(seen).toBe(`CONNECT ${BANK}:443 HTTP/1.1\r\nHost: ${BANK}:443\r\n\r\n`)
  },
)

test('an answer to CONNECT in pieces opens the tunnel', async () => {
  let isOpen = false
  await using proxy = await rawServer((received, socket) => {
    if (isOpen) socket.destroy()
    else if (received.endsWith('\r\n\r\n')) {
      isOpen = true
      socket.write(OPEN.slice(0, 12), () => socket.write(OPEN.slice(12)))
    }
  })
  // The connection is cut in the handshake that follows, so the phase shows that the tunnel counted as open.
  expectUnsent(await through(at(proxy.port))(post()), 'tls', 'tlsFailed')
})

test('a proxy that does not answer: connectTimeout, proven unsent, and its connection is closed', async () => {
  const closed = Promise.withResolvers<void>()
  await using proxy = await rawServer((_, socket) => socket.on('close', () => closed.resolve()))
  expectUnsent(await through(at(proxy.port))(post({ timeoutMs: 2_000 })), 'connect', 'connectTimeout')
  await closed.promise
})

test('a proxy look-up that does not end: connectTimeout, proven unsent; a late answer starts nothing', async () => {
  let connections = 0
  await using proxy = await listen(createTcpServer(() => (connections += 1)))
  const late = Promise.withResolvers<ProxyChoice>()
  const transport = createTransport({ clock: systemClock, proxyFor: () => late.promise })
  expectUnsent(await transport(post({ timeoutMs: 50 })), 'lookup', 'connectTimeout')
  late.resolve(at(proxy.port))
  // A second exchange shows that nothing of the first is still pending.
  await through(at(proxy.port))(post({ timeoutMs: 2_000 }))
  expect(connections).toBe(1)
})

test('a proxy look-up that fails: proven unsent, and nothing is thrown', async () => {
  const proxyFor: ProxyFor = () => Promise.reject(new Error('broken'))
  expectUnsent(await createTransport({ clock: systemClock, proxyFor })(post()), 'lookup', 'other')
})

test('aborted while it waits for the tunnel: proven unsent', async () => {
  const abort = new AbortController()
  await using proxy = await rawServer(() => abort.abort())
  expectUnsent(await through(at(proxy.port))(post(), abort.signal), 'connect', 'aborted')
})

test.each(['end', 'resetAndDestroy'] as const)(
  'a proxy that disconnects before it answers (%s): reset, unsent',
  async (leave) => {
    await using proxy = await rawServer((_, socket) => socket[leave]())
    expectUnsent(await through(at(proxy.port))(post()), 'connect', 'reset')
  },
)

test.each([false, true])('a proxy’s closed port (over TLS: %s): refused, proven unsent', async (isSecure) => {
  const gone = await listen(createTcpServer())
  await gone[Symbol.asyncDispose]()
  expectUnsent(await through(at(gone.port, isSecure))(post()), 'connect', 'refused')
})

test('an unknown proxy name: nameNotFound, proven unsent', async () => {
  const choice: ProxyChoice = { kind: 'proxy', isSecure: false, host: 'proxy.tillside.invalid', port: 1 }
  expectUnsent(await through(choice)(post()), 'connect', 'nameNotFound')
})

test('a proxy over TLS with an untrusted certificate: tlsFailed before CONNECT is sent', async () => {
  let seen = 0
  await using proxy = await listen(
    createTlsServer(makeTestCertificate(), (socket) => socket.on('data', () => (seen += 1))),
  )
  expectUnsent(await through(at(proxy.port, true))(post()), 'connect', 'tlsFailed')
  expect(seen).toBe(0)
})

test.each([
  ['is untrusted', makeTestCertificate([192, 0, 2, 1], BANK), false],
  ['holds another name', makeTestCertificate([192, 0, 2, 1], 'other.tillside.invalid'), true],
])(
  'a certificate inside the tunnel that %s: tlsFailed, and no request arrives',
  async (_, certificate, trusted) => {
    const sales: unknown[] = []
    await using service = await bank(sales, certificate)
    await using proxy = await listen(createTcpServer(leadTo(service, [])))
    if (trusted) setDefaultCACertificates([certificate.cert])
    expectUnsent(await through(at(proxy.port))(post()), 'tls', 'tlsFailed')
    expect(sales).toEqual([])
  },
)

test('a handshake inside the tunnel that never ends: connectTimeout in tls, proven unsent', async () => {
  await using service = await rawServer(() => undefined)
  await using proxy = await listen(createTcpServer(leadTo(service, [])))
  expectUnsent(await through(at(proxy.port))(post({ timeoutMs: 2_000 })), 'tls', 'connectTimeout')
})

test.each([
  ['cuts the tunnel', 'reset'],
  ['is silent', 'timeout'],
])('the request was written and then the proxy %s: not unsent, and it arrived once', async (then, reason) => {
  let whole = 0
  const tunnels: Socket[] = []
  await using service = await listen(
    createTlsServer(bankCertificate, (socket) => {
      let received = ''
      socket.on('error', () => undefined)
      socket.on('data', (chunk) => {
        received += chunk.toString()
        if (!received.endsWith(SALE)) return
        whole += 1
        if (then === 'cuts the tunnel') for (const tunnel of tunnels) tunnel.resetAndDestroy()
      })
    }),
  )
  const lead = leadTo(service, [])
  await using proxy = await listen(
    createTcpServer((socket) => {
      tunnels.push(socket)
      lead(socket)
    }),
  )
  setDefaultCACertificates([bankCertificate.cert])
  const outcome = await through(at(proxy.port))(post({ timeoutMs: 2_000 }))
  expect(outcome).toMatchObject({ kind: 'dropped', phase: 'request', reason })
  expect(isProvenUnsent(outcome)).toBe(false)
  expect({ whole, tunnels: tunnels.length }).toEqual({ whole: 1, tunnels: 1 })
})
