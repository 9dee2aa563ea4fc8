import { spawn } from 'node:child_process'
import { createServer as createTcpServer, connect, type Socket } from 'node:net'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createServer as createHttpsServer } from 'node:https'
import { afterEach, expect, test } from 'vitest'
import { makeTestCertificate } from './testing/certificate.ts'
import { httpServer, listen, rawServer, noProxy, systemClock } from './testing/servers.ts'
import { ANSWER_BYTES_MAX, createTransport } from './transport.ts'
import { isProvenUnsent, type WireRequest } from './wire.ts'

const transport = createTransport({ clock: systemClock, proxyFor: noProxy })
const trustedAtFirst = getCACertificates('default')
afterEach(() => setDefaultCACertificates(trustedAtFirst))

const SALE = '{"amount":"1500.00","transactionId":"T1","terminalId":"20330001"}'
const post = (url: string, more: Partial<WireRequest> = {}): WireRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json' },
  body: SALE,
  timeoutMs: 60_000,
  ...more,
})
const get = (url: string, more: Partial<WireRequest> = {}): WireRequest => ({
  ...post(url, more),
  method: 'GET',
  body: more.body ?? null,
})

/** Whether a server on raw sockets has received the whole request. */
const isWhole = (received: string): boolean => received.endsWith(SALE)
const JSON_HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'

async function freePort(): Promise<number> {
  const server = await listen(createTcpServer())
  await server[Symbol.asyncDispose]()
  return server.port
}

test('an answer has status, headers in lower case and body; the request arrives unchanged', async () => {
  const seen: unknown[] = []
  await using server = await httpServer((request, body, response) => {
    seen.push([request.method, request.url, request.headers, body])
    response.writeHead(201, { 'X-Two': ['a', 'b'], 'Content-Type': 'application/json' }).end('{"naira":"₦"}')
  })
  const outcome = await transport(post(`${server.url}/base/path?a=1&b=%2F`))
  expect(outcome).toMatchObject({
    kind: 'response',
    status: 201,
    headers: { 'content-type': 'application/json', 'x-two': 'a, b' },
    body: '{"naira":"₦"}',
  })
  expect(seen).toEqual([
    [
      'POST',
      '/base/path?a=1&b=%2F',
      {
        host: `127.0.0.1:${server.port}`,
        'content-type': 'application/json',
        'accept-encoding': 'identity',
        'content-length': String(SALE.length),
        connection: 'close',
      },
      SALE,
    ],
  ])
})

test('a GET with a JSON body reaches the server with its body', async () => {
  const seen: string[] = []
  await using server = await httpServer((request, body, response) => {
    seen.push(`${request.method} ${body}`)
    response.end('{}')
  })
  await transport(get(server.url, { body: '{"transactionId":"₦1"}' }))
  expect(seen).toEqual(['GET {"transactionId":"₦1"}'])
})

test('a closed port: refused, proven unsent', async () => {
  const outcome = await transport(post(`http://127.0.0.1:${await freePort()}`))
  expect(outcome).toMatchObject({ kind: 'dropped', phase: 'connect', reason: 'refused', bytesWritten: 0 })
  expect(isProvenUnsent(outcome)).toBe(true)
})

test('a name that does not resolve: nameNotFound in lookup, proven unsent', async () => {
  const outcome = await transport(post('https://settlement.tillside.invalid/x'))
  expect(outcome).toMatchObject({
    kind: 'dropped',
    phase: 'lookup',
    reason: 'nameNotFound',
    bytesWritten: 0,
  })
})

test('https to a server without TLS: tlsFailed, and the server receives no byte of the request', async () => {
  let seen = ''
  await using server = await rawServer((received, socket) => {
    seen = received
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
  })
  const outcome = await transport(post(server.url.replace('http:', 'https:')))
  expect(outcome).toMatchObject({ kind: 'dropped', phase: 'tls', reason: 'tlsFailed', bytesWritten: 0 })
  expect(seen).not.toBe('')
  // Long parts only: the random bytes of a TLS hello may contain any two letters.
  for (const part of ['transactionId', '20330001', 'application/json']) expect(seen).not.toContain(part)
})

test('a connection cut during the TLS handshake: tlsFailed, proven unsent', async () => {
  await using server = await rawServer((_, socket) => socket.resetAndDestroy())
  const outcome = await transport(post(server.url.replace('http:', 'https:')))
  expect(outcome).toMatchObject({ kind: 'dropped', phase: 'tls', reason: 'tlsFailed', bytesWritten: 0 })
})

test('an untrusted certificate: tlsFailed, and no request reaches the server', async () => {
  let requests = 0
  await using server = await listen(
    createHttpsServer(makeTestCertificate(), (_, response) => {
      requests += 1
      response.end('{}')
    }),
    'https',
  )
  const outcome = await transport(post(server.url))
  expect(outcome).toMatchObject({ kind: 'dropped', phase: 'tls', reason: 'tlsFailed', bytesWritten: 0 })
  expect(requests).toBe(0)
})

test('a trusted certificate: an answer comes', async () => {
  const certificate = makeTestCertificate()
  await using server = await listen(
    createHttpsServer(certificate, (request, response) => {
      response.setHeader('content-type', 'application/json').end(`"${request.headers.host}"`)
    }),
    'https',
  )
  setDefaultCACertificates([certificate.cert])
  const outcome = await transport(post(server.url))
  expect(outcome).toMatchObject({ kind: 'response', status: 200, body: `"127.0.0.1:${server.port}"` })
})

test('a trusted certificate for another address: tlsFailed, and no request reaches the server', async () => {
  const certificate = makeTestCertificate([192, 0, 2, 1])
  let requests = 0
  await using server = await listen(
    createHttpsServer(certificate, (_, response) => {
      requests += 1
      response.end('{}')
    }),
    'https',
  )
  setDefaultCACertificates([certificate.cert])
  const outcome = await transport(post(server.url))
  expect(outcome).toMatchObject({ kind: 'dropped', phase: 'tls', reason: 'tlsFailed', bytesWritten: 0 })
  expect(requests).toBe(0)
})

test('a handshake that never ends: connectTimeout in tls, proven unsent', async () => {
  await using server = await rawServer(() => undefined)
  const outcome = await transport(post(server.url.replace('http:', 'https:'), { timeoutMs: 2_000 }))
  expect(outcome).toMatchObject({ kind: 'dropped', phase: 'tls', reason: 'connectTimeout', bytesWritten: 0 })
})

test.runIf(process.platform === 'linux')(
  'a connection that is never accepted: connectTimeout in connect, proven unsent',
  async () => {
    // The process listens and then sleeps. Once its backlog is full, the kernel leaves further attempts pending.
    const sleeper = spawn(process.execPath, [
      '-e',
      `const server = require('net').createServer().listen(0, '127.0.0.1', 1, () => {
         require('fs').writeSync(1, String(server.address().port))
         Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20000)
       })`,
    ])
    const fillers: Socket[] = []
    try {
      const port = Number(
        await new Promise((resolve) => sleeper.stdout.once('data', (data) => resolve(String(data)))),
      )
      for (let index = 0; index < 3; index += 1) {
        fillers.push(connect({ port, host: '127.0.0.1' }).on('error', () => undefined))
      }
      await new Promise((resolve) => fillers[0]?.once('connect', resolve))
      const outcome = await transport(post(`http://127.0.0.1:${port}`, { timeoutMs: 2_000 }))
      expect(outcome).toMatchObject({
        kind: 'dropped',
        phase: 'connect',
        reason: 'connectTimeout',
        bytesWritten: 0,
      })
    } finally {
      for (const filler of fillers) filler.destroy()
      sleeper.kill('SIGKILL')
    }
  },
)

test('a server that reads and never answers: the POST reaches it once, timeout, not unsent', async () => {
  let whole = 0
  let connections = 0
  let isClosed = false
  await using server = await listen(
    createTcpServer((socket) => {
      connections += 1
      let received = ''
      socket.on('data', (chunk) => {
        received += chunk.toString()
        if (isWhole(received)) whole += 1
      })
      socket.on('close', () => (isClosed = true))
    }),
  )
  const outcome = await transport(post(server.url, { timeoutMs: 2_000 }))
  expect(outcome).toMatchObject({ kind: 'dropped', phase: 'request', reason: 'timeout' })
  expect(isProvenUnsent(outcome)).toBe(false)
  await expect.poll(() => isClosed).toBe(true)
  expect({ whole, connections }).toEqual({ whole: 1, connections: 1 })
})

test('a keep-alive server that drops the second exchange sees each POST once', async () => {
  const seen: string[] = []
  await using server = await rawServer((received, socket) => {
    if (!isWhole(received)) return
    seen.push(received)
    if (seen.length === 2) socket.resetAndDestroy()
    else socket.write(`${JSON_HEAD}Connection: keep-alive\r\nContent-Length: 2\r\n\r\n{}`)
  })
  const first = await transport(post(server.url))
  const second = await transport(post(server.url))
  expect(first.kind).toBe('response')
  expect(second).toMatchObject({ kind: 'dropped', phase: 'request', reason: 'reset' })
  expect(isProvenUnsent(second)).toBe(false)
  // A third exchange shows that nothing of the second is still pending.
  await transport(post(server.url))
  expect(seen).toHaveLength(3)
})

test('a connection cut during the request: reset, and not unsent', async () => {
  await using server = await rawServer((_, socket) => socket.resetAndDestroy())
  const outcome = await transport(post(server.url, { body: 'x'.repeat(20_000_000) }))
  expect(outcome).toMatchObject({ kind: 'dropped', phase: 'request', reason: 'reset' })
  expect(isProvenUnsent(outcome)).toBe(false)
})

test('a server that closes without an answer: reset, and not unsent', async () => {
  await using server = await rawServer((_, socket) => socket.end())
  const outcome = await transport(post(server.url))
  expect(outcome).toMatchObject({ kind: 'dropped', phase: 'request', reason: 'reset' })
  expect(isProvenUnsent(outcome)).toBe(false)
})

test.each([
  ['half a status line', 'HTTP/1.1 20', 'reset'],
  ['no HTTP at all', 'SSH-2.0-OpenSSH_9.2\r\n', 'other'],
  [
    'a switch of protocols',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    null,
  ],
])('%s and then the end: dropped in the response phase, not unsent', async (_, sent, reason) => {
  await using server = await rawServer((received, socket) => {
    if (isWhole(received)) socket.end(sent)
  })
  const outcome = await transport(post(server.url))
  expect(outcome).toMatchObject({
    kind: 'dropped',
    phase: 'response',
    ...(reason === null ? {} : { reason }),
  })
  expect(isProvenUnsent(outcome)).toBe(false)
})

test.each([
  [
    'Content-Length longer than the body, closed',
    'Content-Length: 100\r\n\r\n{"status":true',
    'end',
    'reset',
  ],
  [
    'Content-Length longer than the body, reset',
    'Content-Length: 100\r\n\r\n{"status":true',
    'reset',
    'reset',
  ],
  ['a chunk cut', 'Transfer-Encoding: chunked\r\n\r\n64\r\n{"status":true', 'end', 'reset'],
  ['chunks without the last one', 'Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n', 'end', 'reset'],
  ['a chunk size that is none', 'Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n', 'end', 'other'],
  ['a body that stops in the middle', 'Content-Length: 100\r\n\r\n{"status":true', 'silence', 'timeout'],
])('an answer cut by %s: truncated', async (_, sent, then, reason) => {
  await using server = await rawServer((received, socket) => {
    if (!isWhole(received)) return
    socket.write(JSON_HEAD + sent, () => {
      if (then === 'end') socket.end()
      if (then === 'reset') socket.resetAndDestroy()
    })
  })
  // A reset may arrive before the head is read. Then there is no status line.
  const outcome = await transport(post(server.url, { timeoutMs: 2_000 }))
  if (then === 'reset' && outcome.kind === 'dropped') {
    expect(isProvenUnsent(outcome)).toBe(false)
  } else {
    expect(outcome).toMatchObject({ kind: 'truncated', status: 200, reason })
  }
})

test('an answer with two different lengths is dropped', async () => {
  await using server = await rawServer((received, socket) => {
    if (isWhole(received)) socket.end(`${JSON_HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`)
  })
  expect(await transport(post(server.url))).toMatchObject({ kind: 'dropped', reason: 'other' })
})

test.each([301, 302, 303, 307, 308])('a redirect %i is an answer and is not followed', async (status) => {
  const paths: (string | undefined)[] = []
  await using server = await httpServer((request, _, response) => {
    paths.push(request.url)
    response.writeHead(status, { location: '/elsewhere' }).end()
  })
  expect(await transport(post(`${server.url}/sale`))).toMatchObject({ kind: 'response', status })
  expect(await transport(get(`${server.url}/list`))).toMatchObject({ kind: 'response', status })
  expect(paths).toEqual(['/sale', '/list'])
})

test('an answer that comes too slowly ends with the time-out, counted from the start', async () => {
  await using server = await httpServer((_request, _body, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const timer = setInterval(() => response.write(' '), 10)
    response.on('close', () => clearInterval(timer))
  })
  const outcome = await transport(get(server.url, { timeoutMs: 2_000 }))
  expect(outcome).toMatchObject({ kind: 'truncated', status: 200, reason: 'timeout' })
  expect(outcome.elapsedMs).toBeGreaterThanOrEqual(1_990)
})

test('an answer of the maximum size passes; one byte more is truncated', async () => {
  await using server = await httpServer((request, _, response) => {
    response.end('x'.repeat(ANSWER_BYTES_MAX + Number(request.url?.slice(1))))
  })
  expect(await transport(get(`${server.url}/0`))).toMatchObject({ kind: 'response', status: 200 })
  expect(await transport(get(`${server.url}/1`))).toMatchObject({
    kind: 'truncated',
    reason: 'answerTooLarge',
  })
})

test('a byte order mark stays in the body; invalid UTF-8 becomes U+FFFD', async () => {
  await using server = await httpServer((_request, _body, response) => {
    response.end(Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0xff, 0x7d]))
  })
  expect(await transport(get(server.url))).toMatchObject({ body: '\uFEFF{\uFFFD}' })
})

test('aborted before the start: proven unsent, and no connection is made', async () => {
  let connections = 0
  await using server = await listen(createTcpServer(() => (connections += 1)))
  const outcome = await transport(post(server.url), AbortSignal.abort())
  expect(outcome).toMatchObject({ kind: 'dropped', phase: 'lookup', reason: 'aborted', bytesWritten: 0 })
  expect(connections).toBe(0)
})

test('a sleep before the request is written: aborted, proven unsent', async () => {
  let count = 0
  await using server = await httpServer((_request, _body, response) => {
    count += 1
    response.end()
  })
  // The clock is read when the exchange begins and when the connection is open. The computer sleeps in between.
  let sleptMs = -10 * 60_000
  const wallNowMs = (): number => systemClock.wallNowMs() + (sleptMs += 10 * 60_000)
  const slept = createTransport({ clock: { ...systemClock, wallNowMs }, proxyFor: noProxy })
  const outcome = await slept(post(server.url))
  expect(outcome).toMatchObject({ kind: 'dropped', reason: 'aborted', bytesWritten: 0 })
  expect(isProvenUnsent(outcome)).toBe(true)
  expect(count).toBe(0)
})

test('aborted while it waits for the answer: not unsent', async () => {
  const abort = new AbortController()
  await using server = await rawServer((received) => {
    if (isWhole(received)) abort.abort()
  })
  const outcome = await transport(post(server.url), abort.signal)
  expect(outcome).toMatchObject({ kind: 'dropped', phase: 'request', reason: 'aborted' })
  expect(isProvenUnsent(outcome)).toBe(false)
})

test('aborted during the TLS handshake: proven unsent', async () => {
  const abort = new AbortController()
  await using server = await rawServer(() => abort.abort())
  const outcome = await transport(post(server.url.replace('http:', 'https:')), abort.signal)
  expect(outcome).toMatchObject({ kind: 'dropped', phase: 'tls', reason: 'aborted', bytesWritten: 0 })
})

test.each([
  ['an address that is none', { url: 'not a url' }],
  ['another scheme', { url: 'ftp://127.0.0.1/' }],
  ['a header that would break the head', { headers: { authorization: 'Bearer a\r\nX: b' } }],
])('%s never throws and is proven unsent', async (_, more) => {
  let seen = ''
  await using server = await rawServer((received) => (seen = received))
  const outcome = await transport(post(server.url, more))
  expect(outcome).toMatchObject({ kind: 'dropped', reason: 'other', bytesWritten: 0 })
  expect(seen).toBe('')
})

test('a TLS server that cuts after reading the request: reset, and not unsent', async () => {
  const certificate = makeTestCertificate()
  let seen = ''
  await using server = await listen(
    createTlsServer(certificate, (socket) => {
      socket.on('error', () => undefined)
      socket.on('data', (chunk) => {
        seen += chunk.toString()
        if (isWhole(seen)) socket.destroy()
      })
    }),
    'https',
  )
  setDefaultCACertificates([certificate.cert])
  const outcome = await transport(post(server.url))
  expect(outcome).toMatchObject({ kind: 'dropped', phase: 'request', reason: 'reset' })
  expect(isProvenUnsent(outcome)).toBe(false)
  expect(isWhole(seen)).toBe(true)
})
