import { expect, test } from 'vitest'
import type { WireOutcome } from '../electron/gateway/wire.ts'
import { isProvenUnsent } from '../electron/gateway/wire.ts'
import { parseFaultRules, type Fault } from './faults.ts'
import { openTestBank, rowsOf, YESTERDAY } from './testing/bankClient.ts'

const status = { kind: 'httpStatus', retryAfter: null, body: 'envelope' } as const

/** Each fault that may or may not commit, with the outcome that a client sees either way. */
const committing: readonly [
  name: string,
  fault: (committed: boolean) => Fault,
  seen: Record<string, unknown>,
][] = [
  [
    'drop',
    (committed) => ({ kind: 'drop', committed }),
    { kind: 'dropped', phase: 'request', reason: 'reset' },
  ],
  [
    'silence',
    (committed) => ({ kind: 'silence', committed }),
    { kind: 'dropped', reason: 'timeout', elapsedMs: 5_000 },
  ],
  ['500', (committed) => ({ ...status, status: 500, committed }), { kind: 'response', status: 500 }],
  ['503 html', (committed) => ({ ...status, status: 503, body: 'html', committed }), { status: 503 }],
  ['401', (committed) => ({ ...status, status: 401, body: 'empty', committed }), { status: 401, body: '' }],
  ['429', (committed) => ({ ...status, status: 429, retryAfter: '7', committed }), { status: 429 }],
  ['html', (committed) => ({ kind: 'htmlPage', committed }), { status: 200 }],
  [
    'redirect',
    (committed) => ({ kind: 'redirect', status: 307, location: '/x', committed }),
    { status: 307 },
  ],
  ['truncated', (committed) => ({ kind: 'truncated', committed }), { kind: 'truncated', status: 200 }],
  ['half JSON', (committed) => ({ kind: 'halfJson', committed }), { status: 200 }],
  ['wrong types', (committed) => ({ kind: 'wrongTypes', committed }), { status: 200 }],
  ['nonsense', (committed) => ({ kind: 'nonsense', committed }), { status: 200 }],
  ['declined', (committed) => ({ kind: 'declined', message: 'no', committed }), { status: 200 }],
]

test.each(
  committing.flatMap(([name, fault, seen]) =>
    [true, false].map((yes) => ({ name, fault: fault(yes), seen, yes })),
  ),
)('$name on a sale, committed: $yes, and the next sale is honest again', async ({ fault, seen, yes }) => {
  const { bank, client } = await openTestBank()
  bank.faults.add({ on: 'logTransaction', fault })
  expect(await client.logOutcome('S1')).toMatchObject(seen)
  expect(bank.settlementCount('S1')).toBe(yes ? 1 : 0)
  expect(bank.requests().at(-1)).toMatchObject({ endpoint: 'logTransaction', fault: fault.kind })
  expect((await client.log('S2')).json['status']).toBe(true)
})

test.each(['refused', 'nameNotFound', 'tlsFailed', 'connectTimeout'] as const)(
  '%s is proven unsent and settles nothing',
  async (kind) => {
    const { bank, client } = await openTestBank()
    bank.faults.add({ on: 'any', fault: { kind } })
    const outcome = await client.logOutcome('S1')
    expect(outcome).toMatchObject({ kind: 'dropped', reason: kind, bytesWritten: 0 })
    expect(isProvenUnsent(outcome)).toBe(true)
    expect(bank.commits()).toEqual([])
  },
)

test.each(committing.filter(([, fault]) => fault(true).kind === 'drop' || fault(true).kind === 'silence'))(
  '%s is never proven unsent',
  async (_name, fault) => {
    const { bank, client } = await openTestBank()
    bank.faults.add({ on: 'any', fault: fault(false) })
    expect(isProvenUnsent(await client.logOutcome('S1'))).toBe(false)
  },
)

test('a late commit drops the answer and the sale turns up later', async () => {
  const { bank, client, clock } = await openTestBank()
  bank.faults.add({ on: 'logTransaction', fault: { kind: 'lateCommit', commitAfterMs: 30_000 } })
  expect(await client.logOutcome('S1')).toMatchObject({ kind: 'dropped', reason: 'reset' })
  clock.pass(30_999)
  expect((await client.status('S1')).json['data']).toBeNull()
  clock.pass(1)
  expect((await client.status('S1')).json['data']).toMatchObject({ transactionId: 'S1' })
})

test.each([
  ['onArrival', 0],
  ['beforeAnswer', 9_000],
] as const)('a slow answer past the time-out still commits %s', async (commit, commitDelayMs) => {
  const { bank, client, clock } = await openTestBank()
  const startMs = clock.wallNowMs()
  bank.faults.add({ on: 'logTransaction', fault: { kind: 'slow', delayMs: 9_000, commit } })
  expect(await client.logOutcome('S1', 5_000)).toMatchObject({
    kind: 'dropped',
    reason: 'timeout',
    elapsedMs: 5_000,
  })
  expect(bank.commits()[0]?.receivedAtMs).toBe(startMs + commitDelayMs)
})

test('a slow answer within the time-out arrives', async () => {
  const { bank, client } = await openTestBank()
  bank.faults.add({ on: 'any', fault: { kind: 'slow', delayMs: 4_000, commit: 'onArrival' } })
  expect(await client.logOutcome('S1', 5_000)).toMatchObject({
    kind: 'response',
    status: 200,
    elapsedMs: 4_000,
  })
})

test('429 carries Retry-After as given, or none', async () => {
  const { bank, client } = await openTestBank()
  const fault = { ...status, status: 429, committed: false }
  bank.faults.add({ on: 'any', fault: { ...fault, retryAfter: 'soon' } }, { on: 'any', fault })
  expect((await client.terminals()).headers['retry-after']).toBe('soon')
  expect((await client.terminals()).headers['retry-after']).toBeUndefined()
})

test('half JSON, wrong types and truncation change the true answer of a read', async () => {
  const { bank, client } = await openTestBank()
  const honest = await client.terminals()
  bank.faults.add(
    { on: 'any', fault: { kind: 'halfJson', committed: false } },
    { on: 'any', fault: { kind: 'wrongTypes', committed: false } },
  )
  const half = await client.terminals()
  expect(honest.text.startsWith(half.text)).toBe(true)
  expect(half.text.length).toBe(Math.floor(honest.text.length / 2))
  expect((await client.terminals()).json).toMatchObject({
    status: 'yes',
    totalCount: '12',
    data: { items: expect.arrayContaining([expect.objectContaining({ id: '301' })]) as unknown[] },
  })
})

test('nonsense differs each time and is never an envelope', async () => {
  const { bank, client } = await openTestBank()
  bank.faults.add({ on: 'any', times: 'always', fault: { kind: 'nonsense', committed: false } })
  const bodies: string[] = []
  for (let n = 0; n < 10; n += 1) bodies.push((await client.terminals()).text)
  expect(new Set(bodies).size).toBe(10)
  expect(bodies.some((body) => body.includes('"data"'))).toBe(false)
})

async function marketDay(fault: Fault) {
  const { bank, client } = await openTestBank()
  bank.faults.add({ on: 'searchTransactions', times: 'always', fault })
  const answers = [await client.search(YESTERDAY, 1, 64), await client.search(YESTERDAY, 2, 64)]
  return { answers, ids: answers.flatMap((answered) => rowsOf(answered).map((row) => row['id'])) }
}

test('pages that repeat a row hold one twice and miss one', async () => {
  const { ids } = await marketDay({ kind: 'rowsRepeat' })
  expect([ids.length, new Set(ids).size, ids[63] === ids[64]]).toEqual([128, 127, true])
})

test('pages that skip a row miss it', async () => {
  const { ids } = await marketDay({ kind: 'rowsSkip' })
  expect([ids.length, new Set(ids).size]).toEqual([127, 127])
})

test('a wrong count, a next page for ever, a page not echoed', async () => {
  const lies = await marketDay({ kind: 'totalCountLies', addRows: -3 })
  expect(lies.answers.map(({ json }) => json['totalCount'])).toEqual([125, 125])
  const forEver = await marketDay({ kind: 'nextPageForEver' })
  expect(forEver.answers[1]?.json).toMatchObject({ hasNextPage: true, totalCount: 128, currentPage: 2 })
  const notEchoed = await marketDay({ kind: 'pageNotEchoed', currentPage: 1 })
  expect(notEchoed.answers.map(({ json }) => json['currentPage'])).toEqual([1, 1])
})

test('a rule lets its first matches through, strikes its number of times, and matches its endpoint only', async () => {
  const { bank, client } = await openTestBank()
  const fault: Fault = { ...status, status: 500, committed: false }
  bank.faults.add({ on: 'retrieveTerminals', skip: 1, times: 2, fault })
  expect(bank.faults.pendingCount()).toBe(2)
  const statuses: number[] = []
  for (let n = 0; n < 4; n += 1) {
    statuses.push((await client.terminals()).status)
    expect((await client.status('x')).status).toBe(200)
  }
  expect(statuses).toEqual([200, 500, 500, 200])
  bank.faults.add({ on: 'any', times: 'always', fault })
  bank.faults.clear()
  expect((await client.terminals()).status).toBe(200)
})

test('rules survive JSON, and invalid ones are refused by path', () => {
  const rules = [
    ...committing.map(([, fault]) => ({ on: 'any', times: 'always', fault: fault(true) })),
    { on: 'login', skip: 2, times: 3, fault: { kind: 'slow', delayMs: 5, commit: 'onArrival' } },
    { on: 'any', fault: { kind: 'rowsRepeat' } },
    { on: 'any', fault: { kind: 'totalCountLies', addRows: -1 } },
    { on: 'any', fault: { kind: 'refused' } },
  ]
  expect(parseFaultRules(JSON.parse(JSON.stringify(rules)))).toEqual({ ok: true, value: rules })
  for (const wrong of [
    {},
    [{ on: 'any' }],
    [{ on: 'all', fault: { kind: 'refused' } }],
    [{ on: 'any', fault: { kind: 'drop' } }],
  ]) {
    expect(parseFaultRules(wrong).ok).toBe(false)
  }
})

test('elapsed time of an ordinary answer is the answer delay', async () => {
  const { client } = await openTestBank({ options: { answerDelayMs: 77 } })
  const outcome: WireOutcome = await client.logOutcome('S1')
  expect(outcome.elapsedMs).toBe(77)
})
