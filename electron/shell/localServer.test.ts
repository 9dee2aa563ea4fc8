import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { ServerOpened } from '../ports.ts'
import { localServer } from './localServer.ts'

const opened: ServerOpened[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await Promise.all(opened.splice(0).map((each) => each.close()))
})

async function open(port = 0): Promise<ServerOpened> {
  const result = await localServer.open(port, async (request, trust) => {
    if (request.headers.has('x-signed')) trust()
    return new Response(`${request.method} ${await request.text()}`)
  })
  if (!result.ok) throw new Error(result.error)
  opened.push(result.value)
  return result.value
}

/** A raw connection, and everything that it got once it ended. */
function raw(port: number, text: string): { readonly socket: Socket; readonly got: Promise<string> } {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let got = ''
  const ended = new Promise<string>((resolve) => {
    socket.on('data', (chunk) => (got += chunk.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(got))
  })
  socket.write(text)
  return { socket, got: ended }
}

test('it serves this computer, and says so when another program has the port', async () => {
  const { port } = await open()
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x' })
  expect(await answer.text()).toBe('POST x')
  expect(await localServer.open(port, async () => new Response())).toEqual({ ok: false, error: 'portTaken' })
})

test('a flood of strangers displaces strangers, and no caller that is known', async () => {
  const { port } = await open()
  const till = raw(port, 'GET / HTTP/1.1\r\nHost: a\r\nX-Signed: 1\r\n\r\n')
  await new Promise((resolve) => till.socket.once('data', resolve))
  const flood = Array.from({ length: 60 }, () => raw(port, 'GET / HTTP/1.1\r\n'))
  await Promise.all(flood.slice(0, 30).map(({ got }) => got))
  till.socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  expect((await till.got).match(/200 OK/gu)).toHaveLength(2)
  const other = await fetch(`http://127.0.0.1:${port}/`)
  expect(other.status).toBe(200)
})

test.for([
  ['no HTTP', '\0\u0001\u0002\r\n\r\n'],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx'],
  [
    'a length and chunks',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['long headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['no host', 'GET / HTTP/1.1\r\n\r\n'],
] as const)('%s is refused, and the connection ends', async ([, text]) => {
  const { port } = await open()
  expect(await raw(port, text).got).toMatch(/^HTTP\/1\.1 4\d\d /u)
})

test.for([
  'CONNECT bank.example:443 HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
])('no tunnel and no upgrade: %j', async (text) => {
  const { port } = await open()
  expect(await raw(port, text).got).toBe('')
})

test('closing ends what is open', async () => {
  const { port, close } = await open()
  const { got } = raw(port, 'GET / HTTP/1.1\r\n')
  await fetch(`http://127.0.0.1:${port}/`)
  await close()
  expect(await got).toBe('')
})

test('a caller that never ends its headers is cut off, and others are served meanwhile', async () => {
  const { port } = await open()
  const { got } = raw(port, 'POST / HTTP/1.1\r\nHost: a\r\nX-Slow: ')
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
  expect(await got).toMatch(/^HTTP\/1\.1 408 /u)
})
