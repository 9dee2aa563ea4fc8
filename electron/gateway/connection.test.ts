import { expect, test } from 'vitest'
import { createPracticeBank, type PracticeBank } from '../../sandbox/bank.ts'
import { PRACTICE_CLIENT_ID, PRACTICE_SECRET_KEY } from '../../sandbox/options.ts'
import type { Fault } from '../../sandbox/faults.ts'
import type { ConnectionView } from '../../shared/session.ts'
import { createVirtualTime } from '../testing/virtualTime.ts'
import type { SettlementApi } from './answer.ts'
import { createConnection, type Connection } from './connection.ts'
import { createSettlementApi } from './settlementApi.ts'
import type { Transport, WireOutcome } from './wire.ts'

interface Bench {
  readonly bank: PracticeBank
  readonly connection: Connection
  readonly api: SettlementApi
  readonly seen: ConnectionView['status'][]
  readonly pass: (ms: number) => Promise<void>
  setOnline(isOnline: boolean): void
  ask(): Promise<ConnectionView['status']>
}

function bench(between: (transport: Transport) => Transport = (transport) => transport): Bench {
  const { clock, pass } = createVirtualTime()
  const bank = createPracticeBank({ seed: 1, clock })
  const seen: ConnectionView['status'][] = []
  let isOnline = true
  const connection = createConnection({
    transport: between(bank.transport),
    clock,
    network: { isOnline: () => isOnline },
    onChange: (view) => void seen.push(view.status),
  })
  const api = connection.watch(
    createSettlementApi({
      transport: connection.transport,
      clock,
      baseUrl: 'https://practice.tillside.invalid',
      fieldPrefix: 'provider',
      getParameters: 'query',
      timeoutMs: 1_000,
    }),
  )
  return {
    bank,
    connection,
    api,
    seen,
    pass,
    setOnline: (next) => {
      isOnline = next
      connection.networkChanged()
    },
    ask: async () => {
      await api.login({ clientId: PRACTICE_CLIENT_ID, secretKey: PRACTICE_SECRET_KEY, loginToken: '' })
      return connection.view().status
    },
  }
}

test('the status is unknown before the first exchange; one good answer makes it online, with its time', async () => {
  const { connection, ask } = bench()
  expect(connection.view()).toEqual({
    status: 'notTried',
    problem: null,
    lastContactAtMs: null,
    clockAheadMs: null,
  })
  expect(connection.silentForMs()).toBeNull()
  expect(await ask()).toBe('online')
  expect(connection.view().lastContactAtMs).not.toBeNull()
  expect(connection.silentForMs()).toBe(0)
})

const faults: readonly (readonly [ConnectionView['status'], Fault])[] = [
  ['offline', { kind: 'nameNotFound' }],
  ['serviceSilent', { kind: 'refused' }],
  ['serviceSilent', { kind: 'drop', committed: false }],
  ['serviceOdd', { kind: 'htmlPage', committed: false }],
  ['serviceOdd', { kind: 'halfJson', committed: true }],
  ['serviceOdd', { kind: 'wrongTypes', committed: true }],
  ['online', { kind: 'declined', message: 'no', committed: false }],
  ['online', { kind: 'httpStatus', status: 500, committed: false, retryAfter: null, body: 'envelope' }],
]
test.for(faults)('%s after %o, and online again after the next good answer', async ([status, fault]) => {
  const { bank, ask } = bench()
  bank.faults.add({ on: 'login', fault })
  expect(await ask()).toBe(status)
  expect(await ask()).toBe('online')
})

test('a single lost answer says nothing of the service; ten seconds without one do', async () => {
  const { bank, ask, pass, seen } = bench()
  await ask()
  bank.faults.add({ on: 'login', times: 'always', fault: { kind: 'drop', committed: false } })
  expect(await ask()).toBe('online')
  await pass(9_000)
  expect(await ask()).toBe('online')
  await pass(1_000)
  expect(await ask()).toBe('serviceSilent')
  bank.faults.clear()
  expect(await ask()).toBe('online')
  bank.faults.add({ on: 'login', fault: { kind: 'refused' } })
  expect(await ask()).toBe('online')
  expect(seen.filter((status) => status === 'serviceSilent')).toHaveLength(1)
})

test('what cannot be read is told as its field or status, until an answer can be read', async () => {
  const { bank, ask, connection } = bench()
  bank.faults.add({ on: 'login', fault: { kind: 'htmlPage', committed: false } })
  await ask()
  expect(connection.view()).toMatchObject({ status: 'serviceOdd', problem: 'content-type' })
  bank.faults.add({
    on: 'login',
    fault: { kind: 'httpStatus', status: 500, committed: false, retryAfter: null, body: 'html' },
  })
  await ask()
  expect(connection.view()).toMatchObject({ status: 'serviceOdd', problem: 'HTTP 500' })
  await ask()
  expect(connection.view()).toMatchObject({ status: 'online', problem: null })
})

test('a minute of nothing but refused lists of records is told in the words of the bank', async () => {
  const { bank, api, connection, pass } = bench()
  const login = await api.login({
    clientId: PRACTICE_CLIENT_ID,
    secretKey: PRACTICE_SECRET_KEY,
    loginToken: '',
  })
  if (!login.result.ok) throw new Error('no token')
  const { authToken } = login.result.value
  const page = { pageNumber: 1, pageSize: 20 }
  const terminals = await api.retrieveTerminals(authToken, page)
  const terminalId = terminals.result.ok ? (terminals.result.value.rows[0]?.terminalId ?? '') : ''
  const query = { terminalId, dateFrom: '2026-11-24', dateTo: '2026-11-24', ...page }
  const list = async (refused: string | null): Promise<ConnectionView['status']> => {
    if (refused !== null) {
      bank.faults.add({
        on: 'searchTransactions',
        fault: { kind: 'declined', message: refused, committed: false },
      })
    }
    await api.searchTransactions(authToken, query)
    return connection.view().status
  }
  expect(await list('Range too wide')).toBe('online')
  await pass(50_000)
  expect(await list('Not now')).toBe('online')
  await pass(10_000)
  // A single list may be refused for what was asked, and other questions are asked long after it.
  await api.retrieveTerminals(authToken, page)
  expect(connection.view().status).toBe('online')
  expect(await list('Not allowed')).toBe('serviceRefuses')
  expect(connection.view().problem).toBe('Not allowed')
  // It answers other questions meanwhile.
  expect((await api.retrieveTerminals(authToken, page)).result.ok).toBe(true)
  expect(connection.view().status).toBe('serviceRefuses')
  expect(await list(null)).toBe('online')
  expect(await list('Not now')).toBe('online')
})

test('rows that cannot be read are counted by field and way of writing, without what they say', async () => {
  const { api, connection } = bench((transport) => async (request, signal) => {
    const outcome = await transport(request, signal)
    if (outcome.kind !== 'response') return outcome
    return {
      ...outcome,
      body: outcome.body.replaceAll(/"feePercentage":[0-9.]+/gu, '"feePercentage":"0,5 per cent"'),
    }
  })
  const login = await api.login({
    clientId: PRACTICE_CLIENT_ID,
    secretKey: PRACTICE_SECRET_KEY,
    loginToken: '',
  })
  const token = login.result.ok ? login.result.value.authToken : ''
  const page = { pageNumber: 1, pageSize: 20 }
  expect(connection.unread()).toEqual([])
  for (let time = 0; time < 2; time += 1) await api.retrieveTerminals(token, page)
  expect(connection.unread()).toEqual([
    {
      list: 'terminals',
      field: 'feePercentage',
      problem: 'cannot be read',
      shape: '"9,9 xxx xxxx"',
      count: 24,
    },
  ])
})

test('a refused connection means offline if the system has no network', async () => {
  const { bank, ask, setOnline } = bench()
  setOnline(false)
  bank.faults.add({ on: 'login', fault: { kind: 'refused' } })
  expect(await ask()).toBe('offline')
})

test('an answer to a request from before the network was lost does not make it online', async () => {
  const { connection, setOnline, ask } = bench()
  await ask()
  const asking = ask()
  setOnline(false)
  expect(await asking).toBe('offline')
  expect(connection.view().status).toBe('offline')
  // An answer to a later request does: the system may be wrong about its network.
  expect(await ask()).toBe('online')
})

test('an answer that comes once the network is back is one of the service', async () => {
  const { ask, setOnline } = bench()
  const asking = ask()
  setOnline(false)
  setOnline(true)
  expect(await asking).toBe('online')
})

test('a question that ends without an answer says nothing once a later one was answered', async () => {
  const held = Promise.withResolvers<WireOutcome>()
  let isFirst = true
  const { connection, ask, pass } = bench((transport) => (request, signal) => {
    const own = isFirst ? held.promise : transport(request, signal)
    isFirst = false
    return own
  })
  const asking = ask()
  await pass(500)
  expect(await ask()).toBe('online')
  held.resolve({ kind: 'dropped', phase: 'response', reason: 'timeout', bytesWritten: 9, elapsedMs: 1_000 })
  await asking
  expect(connection.view().status).toBe('online')
})

test('a restored network does not change the status', async () => {
  const { ask, setOnline, connection } = bench()
  await ask()
  setOnline(false)
  expect(connection.view().status).toBe('offline')
  setOnline(true)
  expect(connection.view().status).toBe('notTried')
})

test.for(['declined', 'status404', 'nullData'] as const)(
  'a look-up that finds nothing, as %s, does not make the service odd',
  async (notFound) => {
    const { bank, api, ask, connection } = bench()
    bank.changeOptions({ notFound })
    await ask()
    const login = await api.login({
      clientId: PRACTICE_CLIENT_ID,
      secretKey: PRACTICE_SECRET_KEY,
      loginToken: '',
    })
    await api.settlementStatus(login.result.ok ? login.result.value.authToken : '', 'NOT-THERE')
    expect(connection.view().status).toBe('online')
  },
)

const NEW_TERMINAL = {
  terminalId: '9XXX0001',
  merchantId: 'M',
  accountNumber: '0123456789',
  serialNumber: '',
  isReceivingPayment: true,
  isActive: true,
}
const EDITED_TERMINAL = {
  ...NEW_TERMINAL,
  recordId: '999',
  merchantRecordId: '71',
  accountName: 'ADA',
  feePercentageSource: '0.50',
  dateCreated: '2026-01-02T03:04:05.1234567',
}

const ofTerminals: readonly (readonly [ConnectionView['status'], Fault | null])[] = [
  // The bank issued no such terminal and has no such record. Its no is a valid answer.
  ['online', null],
  ['online', { kind: 'httpStatus', status: 400, committed: false, retryAfter: null, body: 'envelope' }],
  // A single lost answer is about its question alone.
  ['online', { kind: 'drop', committed: true }],
  ['online', { kind: 'silence', committed: false }],
  ['serviceOdd', { kind: 'htmlPage', committed: false }],
  ['serviceOdd', { kind: 'wrongTypes', committed: true }],
  // An answer without the record id is not a yes.
  ['serviceOdd', { kind: 'nonsense', committed: false }],
]
test.for(ofTerminals)('a registration and an edit: %s after %o', async ([status, fault]) => {
  for (const call of ['createTerminal', 'editTerminal'] as const) {
    const { bank, api, connection, ask } = bench()
    await ask()
    const login = await api.login({
      clientId: PRACTICE_CLIENT_ID,
      secretKey: PRACTICE_SECRET_KEY,
      loginToken: '',
    })
    const token = login.result.ok ? login.result.value.authToken : ''
    if (fault !== null) bank.faults.add({ on: call, fault })
    const answer =
      call === 'createTerminal'
        ? await api.createTerminal(token, NEW_TERMINAL)
        : await api.editTerminal(token, EDITED_TERMINAL)
    expect(answer.result.ok).toBe(false)
    expect([call, connection.view().status]).toEqual([call, status])
  }
})

/** One exchange with a bank whose clock, and so the Date of its answers, differs from ours. */
async function clockSeen(
  serverAheadMs: number,
  date?: string | null,
  fault?: Fault,
): Promise<ConnectionView['clockAheadMs']> {
  const time = createVirtualTime()
  const bank = createPracticeBank({
    seed: 1,
    clock: { ...time.clock, wallNowMs: () => time.clock.wallNowMs() + serverAheadMs },
  })
  if (fault !== undefined) bank.faults.add({ on: 'login', fault })
  const connection = createConnection({
    transport: async (request) => {
      const outcome = await bank.transport(request)
      if (outcome.kind !== 'response' || date === undefined) return outcome
      const { date: _, ...headers } = outcome.headers
      return { ...outcome, headers: date === null ? headers : { ...headers, date } }
    },
    clock: time.clock,
    network: { isOnline: () => true },
    onChange: () => undefined,
  })
  const api = connection.watch(
    createSettlementApi({
      transport: connection.transport,
      clock: time.clock,
      baseUrl: 'https://practice.tillside.invalid',
      fieldPrefix: 'provider',
      getParameters: 'query',
      timeoutMs: 1_000,
    }),
  )
  await api.login({ clientId: PRACTICE_CLIENT_ID, secretKey: PRACTICE_SECRET_KEY, loginToken: '' })
  return connection.view().clockAheadMs
}

test('the service’s Date shows the error of this computer’s clock, to the second', async () => {
  expect(await clockSeen(0)).toBe(0)
  expect(await clockSeen(-2 * 60 * 60_000)).toBe(2 * 60 * 60_000)
  expect(await clockSeen(6 * 60_000)).toBe(-6 * 60_000)
})

test.each([
  null,
  '',
  'yesterday',
  '0',
  '2026-11-20T09:00:00Z',
  'Fri, 20 Nov 2026 09:00:00',
  'Fri, 99 Nov 2026 99:00:00 GMT',
])('a Date of %j is ignored', async (date) => {
  expect(await clockSeen(0, date)).toBeNull()
})

test('the Date of a captive portal’s page is ignored', async () => {
  const portal = { kind: 'htmlPage', committed: false } as const
  expect(await clockSeen(-2 * 60 * 60_000, undefined, portal)).toBeNull()
})

test('a clock difference of a second is not reported', async () => {
  const { ask, seen } = bench()
  await ask()
  await ask()
  expect(seen).toEqual(['online'])
})

test('a newer contact is reported although the status is the same, at most twice a minute', async () => {
  const { ask, pass, seen } = bench()
  await ask()
  const told = seen.length
  await ask()
  expect(seen).toHaveLength(told)
  await pass(30_000)
  await ask()
  expect(seen).toHaveLength(told + 1)
})
