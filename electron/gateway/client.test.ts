import { expect, test } from 'vitest'
import type { Clock, Timers } from '../ports.ts'
import { createClient } from './client.ts'
import { createTransport } from './transport.ts'
import { httpServer, rawServer, noProxy, systemClock } from './testing/servers.ts'
import type { DropReason } from '../../shared/callError.ts'
import type { Transport, WireOutcome, WireRequest } from './wire.ts'

/** A clock that jumps to a timer's time as soon as one is set. */
function virtualTime(): { clock: Clock; timers: Timers; waits: number[] } {
  let nowMs = 0
  const waits: number[] = []
  return {
    waits,
    clock: { wallNowMs: () => Date.UTC(2026, 10, 20) + nowMs, monotonicNowMs: () => nowMs },
    timers: {
      after: (delayMs, run) => {
        let isCancelled = false
        waits.push(delayMs)
        queueMicrotask(() => {
          if (isCancelled) return
          nowMs += delayMs
          run()
        })
        return () => (isCancelled = true)
      },
    },
  }
}

function clientOf(transport: Transport, requestsPerSecond = 100) {
  const time = virtualTime()
  const random = { next: () => 0.5, bytes: (count: number) => new Uint8Array(count) }
  return { ...time, client: createClient({ transport, ...time, random, requestsPerSecond }) }
}

/** Answers with each outcome in turn, then repeats the last one, and counts the calls. */
function scripted(...outcomes: readonly WireOutcome[]) {
  const requests: WireRequest[] = []
  const transport: Transport = (request) => {
    const outcome = outcomes[Math.min(requests.length, outcomes.length - 1)]
    requests.push(request)
    if (outcome === undefined) throw new Error('empty script')
    return Promise.resolve(outcome)
  }
  return { transport, requests }
}

const status = (code: number, headers: Record<string, string> = {}): WireOutcome => ({
  kind: 'response',
  status: code,
  headers,
  body: `body of ${code}`,
  elapsedMs: 1,
})
const drop = (reason: DropReason): WireOutcome => ({
  kind: 'dropped',
  phase: 'request',
  reason,
  bytesWritten: 9,
  elapsedMs: 1,
})
const cut: WireOutcome = { kind: 'truncated', status: 200, reason: 'reset', elapsedMs: 1 }

const get: WireRequest = {
  method: 'GET',
  url: 'http://127.0.0.1:1/list?a=1',
  headers: { authorization: 'Bearer TOKEN' },
  body: null,
  timeoutMs: 1_000,
}
const post: WireRequest = { ...get, method: 'POST', body: '{"amount":"1.00"}' }

const everyFailure: readonly WireOutcome[] = [
  ...[301, 307, 401, 408, 413, 429, 500, 502, 503, 504].map((code) => status(code, { 'retry-after': '0' })),
  ...(['reset', 'timeout', 'refused', 'other', 'unreachable', 'connectTimeout'] as const).map(drop),
  cut,
]

test.each(everyFailure)('a POST is tried once after %o', async (outcome) => {
  const { transport, requests } = scripted(outcome)
  expect(await clientOf(transport).client(post)).toEqual(outcome)
  expect(requests).toEqual([post])
})

test.each([
  status(408),
  status(429),
  status(500),
  status(502),
  status(503),
  status(504),
  drop('reset'),
  drop('refused'),
  cut,
])('a GET after %o: three tries in all, each later, and the last outcome unchanged', async (outcome) => {
  const { transport, requests } = scripted(outcome)
  const { client, waits } = clientOf(transport)
  expect(await client(get)).toBe(outcome)
  expect(requests).toEqual([get, get, get])
  expect(waits).toEqual([400, 800])
})

test('a Retry-After of up to five seconds is waited for, and a good answer ends the tries', async () => {
  const { transport, requests } = scripted(status(503, { 'retry-after': '3' }), status(200))
  const { client, waits } = clientOf(transport)
  expect(await client(get)).toMatchObject({ status: 200, body: 'body of 200' })
  expect(requests).toEqual([get, get])
  expect(waits).toEqual([3_000])
})

test('aborted between two tries: no further try', async () => {
  const abort = new AbortController()
  const { transport, requests } = scripted(status(503))
  const { client } = clientOf((request, signal) => {
    queueMicrotask(() => abort.abort())
    return transport(request, signal)
  })
  expect(await client(get, abort.signal)).toMatchObject({ reason: 'aborted', bytesWritten: 0 })
  expect(requests).toHaveLength(1)
})

test.each([
  status(200),
  status(204),
  status(199),
  status(301),
  status(307),
  status(400),
  status(401),
  status(404),
  status(600),
  status(999),
  drop('timeout'),
  drop('aborted'),
  drop('tlsFailed'),
  drop('nameNotFound'),
  drop('connectTimeout'),
  { ...cut, reason: 'answerTooLarge' } as const,
])('a GET is not tried again after %o', async (outcome) => {
  const { transport, requests } = scripted(outcome)
  expect(await clientOf(transport).client(get)).toBe(outcome)
  expect(requests).toHaveLength(1)
})

test('a GET with a body is tried like any other', async () => {
  const withBody = { ...get, body: '{"pageSize":"1"}' }
  const { transport, requests } = scripted(status(503))
  expect(await clientOf(transport).client(withBody)).toMatchObject({ status: 503 })
  expect(requests).toEqual([withBody, withBody, withBody])
})

test('a Retry-After beyond five seconds is left to the caller', async () => {
  const { transport, requests } = scripted(status(429, { 'retry-after': '6' }))
  expect(await clientOf(transport).client(get)).toMatchObject({ status: 429 })
  expect(requests).toHaveLength(1)
})

test('within any second there are at most the allowed starts, retries included', async () => {
  const { clock, timers, client } = clientOf((request) => {
    starts.push(clock.monotonicNowMs())
    return Promise.resolve(request.method === 'GET' ? status(503, { 'retry-after': '0' }) : status(200))
  }, 2)
  const starts: number[] = []
  void timers
  await client(get)
  await client(post)
  await client(post)
  expect(starts).toEqual([0, 0, 1_000, 1_000, 2_000])
})

test('aborted while it waits for its turn: proven unsent', async () => {
  const { transport, requests } = scripted(status(200))
  const abort = new AbortController()
  const clock: Clock = { wallNowMs: () => 0, monotonicNowMs: () => 0 }
  const random = { next: () => 0, bytes: (count: number) => new Uint8Array(count) }
  const timers: Timers = { after: () => () => undefined }
  const client = createClient({ transport, clock, timers, random, requestsPerSecond: 1 })
  await client(get)
  const waiting = client(post, abort.signal)
  abort.abort()
  expect(await waiting).toMatchObject({
    kind: 'dropped',
    phase: 'lookup',
    reason: 'aborted',
    bytesWritten: 0,
  })
  expect(requests).toEqual([get])
})

test('on real sockets: a server that reads and drops sees a GET three times and a POST once', async () => {
  const seen: string[] = []
  await using server = await rawServer((received, socket) => {
    if (!received.endsWith('}') && !received.endsWith('\r\n\r\n')) return
    seen.push(received.slice(0, 4).trim())
    socket.resetAndDestroy()
  })
  const { client } = clientOf(createTransport({ clock: systemClock, proxyFor: noProxy }))
  expect(await client({ ...post, url: server.url })).toMatchObject({ kind: 'dropped', phase: 'request' })
  expect(seen).toEqual(['POST'])
  expect(await client({ ...get, url: server.url })).toMatchObject({ kind: 'dropped', phase: 'request' })
  expect(seen).toEqual(['POST', 'GET', 'GET', 'GET'])
})

test('on real sockets: a redirect of a GET is returned and not followed', async () => {
  const paths: (string | undefined)[] = []
  await using server = await httpServer((request, _, response) => {
    paths.push(request.url)
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  const { client } = clientOf(createTransport({ clock: systemClock, proxyFor: noProxy }))
  expect(await client({ ...get, url: `${server.url}/a` })).toMatchObject({ kind: 'response', status: 302 })
  expect(paths).toEqual(['/a'])
})

test('on real sockets: no answer is cached, even if the server allows it', async () => {
  const asked: unknown[] = []
  await using server = await httpServer((request, _, response) => {
    asked.push(request.headers['if-none-match'] ?? request.headers['if-modified-since'])
    response.writeHead(200, {
      'content-type': 'application/json',
      'cache-control': 'public, max-age=3600, immutable',
      etag: '"1"',
      'last-modified': 'Fri, 20 Nov 2026 10:00:00 GMT',
    })
    response.end(String(asked.length))
  })
  const { client } = clientOf(createTransport({ clock: systemClock, proxyFor: noProxy }))
  for (const body of ['1', '2', '3']) {
    expect(await client({ ...get, url: `${server.url}/same` })).toMatchObject({ kind: 'response', body })
  }
  expect(asked).toEqual([undefined, undefined, undefined])
})
