import { expect, test } from 'vitest'
import { callError } from '../../shared/callError.ts'
import { callNames, type Handlers } from '../../shared/contract.ts'
import type { Log } from '../ports.ts'
import { createEmit, registerCalls, type SenderEvent } from './ipc.ts'

const ownFrame = { url: 'app://bundle/', parent: null }
const session = { status: 'signedOut', clientId: null, keptAs: 'nothing' } as const

type Listener = (event: SenderEvent, ...args: unknown[]) => Promise<unknown>

function openDoor(
  overrides: Partial<Record<string, (request: unknown) => unknown>>,
  started?: Promise<unknown>,
) {
  const listeners = new Map<string, Listener>()
  const lines: string[] = []
  const log: Log = (level, event, facts) => lines.push(JSON.stringify({ level, event, ...facts }))
  const called: unknown[] = []
  const closed: string[] = []
  const handlers = Object.fromEntries(
    callNames.map((name) => [
      name,
      (request: unknown) => {
        called.push({ name, request })
        return overrides[name]?.(request) ?? callError('notFound')
      },
    ]),
  ) as unknown as Handlers
  const ipc: Parameters<typeof registerCalls>[0] = {
    handle: (channel, listener) => listeners.set(channel, listener),
    removeAllListeners: (channel) => closed.push(channel),
  }
  registerCalls(ipc, handlers, log, started)
  const call = (name: string, request: unknown, senderFrame: SenderEvent['senderFrame'] = ownFrame) =>
    listeners.get('call')?.({ senderFrame }, name, request)
  return { listeners, closed, lines, called, call }
}

test('security 17: one channel is open, and on it every name of the contract reaches its handler', async () => {
  const { listeners, closed, call, called } = openDoor({})
  expect([...listeners.keys()]).toEqual(['call'])
  expect(closed).toEqual(['electron-store-get-data'])
  await call('session.get', {})
  expect(called).toEqual([{ name: 'session.get', request: {} }])
})

test.each([
  '',
  'sales',
  'sales.record ',
  '__proto__',
  'toString',
  'electron-store-get-data',
  null,
  7,
  ['session.get'],
])('security 17: the name %j is unknown, and is not logged', async (name) => {
  const { call, called, lines } = openDoor({})
  expect(await call(name as string, {})).toEqual(callError('unknownCall'))
  expect(called).toEqual([])
  expect(lines).toEqual([JSON.stringify({ level: 'warn', event: 'ipc.unknownCall' })])
})

test.each([
  ['no frame', null],
  ['a sub-frame of our own origin', { url: 'app://bundle/', parent: ownFrame }],
  ['a foreign page', { url: 'https://evil.invalid/', parent: null }],
  ['a host that begins like ours', { url: 'app://bundle.evil/', parent: null }],
  ['another scheme with our host', { url: 'https://bundle/', parent: null }],
  ['a file', { url: 'file:///bundle/index.html', parent: null }],
  ['something that is no address', { url: 'app:', parent: null }],
  ['user information before our host', { url: 'app://bundle@evil.invalid/', parent: null }],
] as const)('security 17: %s is refused on every call before the handler sees it', async (_what, frame) => {
  const door = openDoor({})
  for (const name of callNames) {
    expect(await door.call(name, {}, frame)).toEqual(callError('untrustedSender'))
  }
  expect(door.called).toEqual([])
})

test('security 17: a request that breaks the contract never reaches the handler, and the error names its fields', async () => {
  const door = openDoor({})
  const result = await door.call('session.signIn', {
    clientId: 5,
    secretKey: 'TOP-SECRET',
    more: 'TOP-SECRET',
  })
  expect(result).toMatchObject({ ok: false, error: { code: 'invalid' } })
  expect(JSON.stringify(result)).toContain('clientId')
  expect(JSON.stringify([result, door.lines])).not.toContain('TOP-SECRET')
  expect(door.called).toEqual([])
})

test('a valid answer passes unchanged', async () => {
  const door = openDoor({ 'session.get': () => ({ ok: true, value: session }) })
  expect(await door.call('session.get', {})).toEqual({ ok: true, value: session })
})

test('an answer with an undeclared field is not returned', async () => {
  const door = openDoor({ 'session.get': () => ({ ok: true, value: { ...session, token: 'TOP-SECRET' } }) })
  const result = await door.call('session.get', {})
  expect(result).toEqual(callError('internal'))
  expect(JSON.stringify([result, door.lines])).not.toContain('TOP-SECRET')
  expect(door.lines.join()).toContain('ipc.badResult')
})

test('an error with an undeclared code or field becomes internal', async () => {
  const door = openDoor({
    'queue.get': () => ({ ok: false, error: { code: 'somethingElse' } }),
    'sales.get': () => ({ ok: false, error: { ...callError('notFound').error, stack: 'TOP-SECRET' } }),
  })
  expect(await door.call('queue.get', {})).toEqual(callError('internal'))
  expect(await door.call('sales.get', { transactionId: 'x' })).toEqual(callError('internal'))
})

test('security 17: a handler that throws, rejects or returns nothing becomes internal, and its text is dropped', async () => {
  const door = openDoor({
    'queue.get': () => {
      throw new Error('TOP-SECRET')
    },
    'session.get': () => Promise.reject(new Error('TOP-SECRET')),
    'app.info': () => Promise.resolve(null),
  })
  const results = [
    await door.call('queue.get', {}),
    await door.call('session.get', {}),
    await door.call('app.info', {}),
  ]
  expect(results).toEqual([callError('internal'), callError('internal'), callError('internal')])
  expect(JSON.stringify([results, door.lines])).not.toContain('TOP-SECRET')
})

test('a call before the back end has started waits for it; if it never starts, the answer is internal', async () => {
  const started = Promise.withResolvers<void>()
  const door = openDoor({ 'session.get': () => ({ ok: true, value: session }) }, started.promise)
  const early = door.call('session.get', {})
  await Promise.resolve()
  expect(door.called).toEqual([])
  started.resolve()
  expect(await early).toEqual({ ok: true, value: session })
  const failing = openDoor({}, Promise.reject(new Error('TOP-SECRET')))
  expect(await failing.call('session.get', {})).toEqual(callError('internal'))
  expect([failing.called, failing.lines.join().includes('TOP-SECRET')]).toEqual([[], false])
})

test('an event goes to the current window; without one, or if it breaks the contract, it is dropped', () => {
  const sent: unknown[] = []
  const lines: string[] = []
  let window: Parameters<typeof createEmit>[0] = () => undefined
  const emit = createEmit(
    () => window(),
    (level, event) => lines.push(`${level} ${event}`),
  )
  emit('session.changed', session)
  window = () => ({ isDestroyed: () => true, webContents: { send: () => sent.push('to a dead window') } })
  emit('session.changed', session)
  window = () => ({
    isDestroyed: () => false,
    webContents: { send: (...args) => sent.push(args) },
  })
  emit('session.changed', { ...session, token: 'TOP-SECRET' } as typeof session)
  expect(sent).toEqual([])
  emit('session.changed', session)
  expect(sent).toEqual([['event', 'session.changed', session]])
  expect(lines).toEqual(['error ipc.badEvent'])
})
