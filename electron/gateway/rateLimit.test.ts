import { expect, test } from 'vitest'
import { createSeededRandom, createVirtualTime } from '../testing/virtualTime.ts'
import { createClient } from './client.ts'
import { readAllPages } from './pagedReader.ts'
import { createRateLimit, type Urgency } from './rateLimit.ts'
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
  const ask = async (name: string, urgency: Urgency, signal?: AbortSignal): Promise<void> => {
    const ended = await mayStart(urgency, signal)
    if (ended === null) return
    started.push(name)
    startedAtMs.set(name, time.clock.monotonicNowMs())
    ended()
  }
  return { time, started, startedAtMs, ask }
}

test.each([1, 2, 5])('%i a second: a send goes before three hundred earlier reads', async (pace) => {
  const { time, started, startedAtMs, ask } = limitedTo(pace)
  for (let page = 1; page <= 300; page += 1) void ask(`page ${page}`, 'other')
  await time.pass(2_500)
  const askedAtMs = time.clock.monotonicNowMs()
  const before = started.length
  void ask('send', 'send')
  await time.pass(1_000)
  // The send gets the next free start, within a second.
  expect(started.indexOf('send')).toBe(before)
  expect((startedAtMs.get('send') ?? Infinity) - askedAtMs).toBeLessThanOrEqual(1_000)
  // The list continues after it at the full rate.
  await time.pass(1_000)
  expect(started.length).toBeGreaterThan(before + 1)
})

test('sends start in the order of their calls, and an aborted one uses no start', async () => {
  const { time, started, ask } = limitedTo(1)
  const abort = new AbortController()
  void ask('page', 'other')
  void ask('first', 'send')
  void ask('called off', 'send', abort.signal)
  void ask('second', 'send')
  abort.abort()
  await time.pass(2_000)
  expect(started).toEqual(['page', 'first', 'second'])
})

test('a read that a send waits for goes before earlier reads, and after the sends', async () => {
  const { time, started, ask } = limitedTo(1)
  void ask('page 1', 'other')
  void ask('page 2', 'other')
  void ask('gate', 'beforeSend')
  void ask('look-up', 'beforeSend')
  void ask('send', 'send')
  await time.pass(4_000)
  expect(started).toEqual(['page 1', 'send', 'gate', 'look-up', 'page 2'])
})

test.each([1, 2, 5])('%i a second: other reads get a turn within ten starts', async (pace) => {
  const { time, started, ask } = limitedTo(pace)
  for (let each = 1; each <= 100; each += 1) void ask('look-up', 'beforeSend')
  for (let each = 1; each <= 10; each += 1) void ask('page', 'other')
  await time.pass(200_000)
  const places = started.flatMap((name, place) => (name === 'page' ? [place] : []))
  expect(places).toHaveLength(10)
  // The first ones start before a page waits.
  expect(places[0]).toBeLessThan(10 + pace)
  for (const [index, place] of places.entries()) expect(place - (places[index - 1] ?? place - 10)).toBe(10)
})

test('while a send or a read that it waits for is under way, a start is kept for the exchange that follows', async () => {
  const time = createVirtualTime()
  const mayStart = createRateLimit({ ...time, requestsPerSecond: 2 })
  const started: string[] = []
  const ask = (name: string, urgency: Urgency) =>
    mayStart(urgency).then((ended) => {
      started.push(name)
      return ended
    })
  const gate = ask('gate', 'beforeSend')
  void ask('page 1', 'other')
  await time.pass(800)
  expect(started).toEqual(['gate'])
  // The send follows from the gate's answer and starts at once.
  const gateEnded = await gate
  gateEnded?.()
  const send = ask('send', 'send')
  await time.pass(0)
  expect(started).toEqual(['gate', 'send'])
  // Even with the whole second free, the pages leave one start.
  await time.pass(1_000)
  expect(started).toEqual(['gate', 'send', 'page 1'])
  // Where nothing follows, the pages get every start.
  const sendEnded = await send
  sendEnded?.()
  void ask('page 2', 'other')
  await time.pass(101)
  expect(started).toEqual(['gate', 'send', 'page 1', 'page 2'])
})

test('a send goes before a read whose turn has come, and the read keeps its turn', async () => {
  const { time, started, ask } = limitedTo(1)
  void ask('page 1', 'other')
  void ask('page 2', 'other')
  for (let each = 1; each <= 12; each += 1) void ask('look-up', 'beforeSend')
  await time.pass(9_500)
  expect(started.filter((name) => name === 'page 2')).toEqual([])
  void ask('send', 'send')
  await time.pass(2_000)
  expect(started.slice(-2)).toEqual(['send', 'page 2'])
})

test('while a list of hundreds of pages is read, a sale waits for one start at most, and the list is complete', async () => {
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
    // There are at most two starts within any second.
    expect(atMs - (starts[index - 2]?.atMs ?? -Infinity)).toBeGreaterThanOrEqual(1_000)
  }
})
