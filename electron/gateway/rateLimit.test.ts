import { expect, test } from 'vitest'
import { createSeededRandom, createVirtualTime } from '../testing/virtualTime.ts'
import { createClient } from './client.ts'
import { readAllPages } from './pagedReader.ts'
import { createRateLimit } from './rateLimit.ts'
import type { WireRequest } from './wire.ts'

const REQUEST: WireRequest = {
  method: 'GET',
  url: 'https://bank.invalid/list',
  headers: {},
  body: null,
  timeoutMs: 1_000,
}

function limitedTo(requestsPerSecond: number) {
  const time = createVirtualTime()
  const started: string[] = []
  const startedAtMs = new Map<string, number>()
  const mayStart = createRateLimit({ ...time, requestsPerSecond })
  const ask = async (name: string, isUrgent: boolean, signal?: AbortSignal): Promise<void> => {
    if (!(await mayStart(isUrgent, signal))) return
    started.push(name)
    startedAtMs.set(name, time.clock.monotonicNowMs())
  }
  return { time, started, startedAtMs, ask }
}

test.each([1, 2, 5])(
  '%i a second: a send overtakes three hundred reads that came before it',
  async (pace) => {
    const { time, started, startedAtMs, ask } = limitedTo(pace)
    for (let page = 1; page <= 300; page += 1) void ask(`page ${page}`, false)
    await time.pass(2_500)
    const askedAtMs = time.clock.monotonicNowMs()
    const before = started.length
    void ask('send', true)
    await time.pass(1_000)
    // The next place that comes free is its own, and one comes free within a second.
    expect(started.indexOf('send')).toBe(before)
    expect((startedAtMs.get('send') ?? Infinity) - askedAtMs).toBeLessThanOrEqual(1_000)
    // And the list goes on behind it, at the pace that there is.
    await time.pass(1_000)
    expect(started.length).toBeGreaterThan(before + 1)
  },
)

test('sends go out in the order in which they were asked, and one that is called off takes no place', async () => {
  const { time, started, ask } = limitedTo(1)
  const abort = new AbortController()
  void ask('page', false)
  void ask('first', true)
  void ask('called off', true, abort.signal)
  void ask('second', true)
  abort.abort()
  await time.pass(2_000)
  expect(started).toEqual(['page', 'first', 'second'])
})

test('a list of hundreds of pages under way: a sale waits for one place at most, and the list comes whole', async () => {
  const time = createVirtualTime()
  const starts: { readonly method: string; readonly atMs: number }[] = []
  const client = createClient({
    ...time,
    random: createSeededRandom(1),
    requestsPerSecond: 2,
    transport: ({ method }) => {
      starts.push({ method, atMs: time.clock.monotonicNowMs() })
      return Promise.resolve({ kind: 'response', status: 200, headers: {}, body: '', elapsedMs: 0 })
    },
  })
  const reading = readAllPages<number>({
    readPage: async ({ pageNumber }) => {
      await client(REQUEST)
      return {
        evidence: {
          httpStatus: 200,
          phase: 'response',
          elapsedMs: 0,
          bodySha256: null,
          bodyExcerpt: null,
          serverDate: null,
        },
        result: {
          ok: true,
          value: {
            rows: [pageNumber],
            totalCount: 400,
            hasNextPage: pageNumber < 400,
            currentPage: pageNumber,
          },
        },
      }
    },
    rowId: (row) => row,
    pageSize: 1,
  })
  const waits: number[] = []
  for (let sale = 0; sale < 20; sale += 1) {
    await time.pass(3_337)
    const askedAtMs = time.clock.monotonicNowMs()
    const sending = client({ ...REQUEST, method: 'POST' })
    await time.pass(1_000)
    await sending
    waits.push((starts.findLast(({ method }) => method === 'POST')?.atMs ?? Infinity) - askedAtMs)
  }
  expect(Math.max(...waits)).toBeLessThanOrEqual(1_000)
  await time.pass(300_000)
  expect(await reading).toMatchObject({ incompleteReason: null, pagesRead: 400 })
  for (const [index, { atMs }] of starts.entries()) {
    // No second holds more than two starts.
    expect(atMs - (starts[index - 2]?.atMs ?? -Infinity)).toBeGreaterThanOrEqual(1_000)
  }
})
