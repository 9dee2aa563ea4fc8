import { fc } from '../../testing/fuzz.ts'
import { afterEach, expect, test } from 'vitest'
import type { WireRequest } from '../../gateway/wire.ts'
import { openCounter, type Counter, type CounterSetup } from '../../testing/counter.ts'
import { cutNetwork, restoreNetwork } from '../../testing/troubles.ts'
import { YOUNG_MS } from './saleOrder.ts'

/* While a backlog waits, new sales get at most every second send, and pass the same guards as other sales. */

const GATE_MS = 30_000
const RUNS = 6

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function open(setup: CounterSetup = {}): Promise<Counter> {
  counter = await openCounter(setup)
  return counter
}

const isSend = ({ url }: WireRequest): boolean => url.endsWith('/logtransaction')
const sentIn = (shop: Counter): readonly string[] =>
  shop.bank.commits().map(({ transactionId }) => transactionId)

/** Older sales, still waiting. */
async function waitingIn(
  shop: Counter,
  count: number,
  slip = (_each: number): string => '',
): Promise<string[]> {
  cutNetwork(shop)
  const references: string[] = []
  for (let each = 1; each <= count; each += 1)
    references.push((await shop.record(`${each}.00`, { transactionId: slip(each) })).transactionId)
  await shop.time.pass(2 * YOUNG_MS)
  expect(sentIn(shop)).toEqual([])
  return references
}

async function untilSent(shop: Counter, count: number): Promise<void> {
  for (let step = 0; step < 3_000 && sentIn(shop).length < count; step += 1) await shop.time.pass(50)
  expect(sentIn(shop)).toHaveLength(count)
}

test('recorded now: it goes next, and the backlog has every second send; both in the order of recording', async () => {
  const shop = await open()
  const backlog = await waitingIn(shop, 12)
  restoreNetwork(shop)
  await untilSent(shop, 2)
  const now: string[] = []
  for (let each = 1; each <= 3; each += 1) now.push((await shop.record(`20${each}.00`)).transactionId)
  // One may be in flight while they are recorded.
  const from = sentIn(shop).length
  await untilSent(shop, 15)
  const order = sentIn(shop).map((reference) => (now.includes(reference) ? 'now' : 'backlog'))
  expect(order.slice(from, from + 7).join(' ')).toMatch(/^(?:backlog )?now backlog now backlog now backlog/u)
  expect(sentIn(shop).filter((reference) => backlog.includes(reference))).toEqual(backlog)
  expect(sentIn(shop).filter((reference) => now.includes(reference))).toEqual(now)
})

test('a slip typed now passes a backlog too, and is asked about first like every other', async () => {
  const shop = await open()
  await waitingIn(shop, 6)
  restoreNetwork(shop)
  await untilSent(shop, 1)
  await shop.record('900.00', { transactionId: 'SLIP-NOW' })
  await untilSent(shop, 7)
  expect(sentIn(shop).indexOf('SLIP-NOW')).toBeLessThanOrEqual(3)
  const asked = shop.wire.findIndex(({ url }) => url.includes('transactionId=SLIP-NOW'))
  const sent = shop.wire.findIndex(
    (request) => isSend(request) && request.body?.includes('SLIP-NOW') === true,
  )
  expect(asked).toBeGreaterThan(-1)
  expect(asked).toBeLessThan(sent)
})

test('a backlog of slips with unreadable answers does not delay a cashier, nor cashiers the backlog', async () => {
  const shop = await open({
    garble: ({ url }, outcome) =>
      url.includes('transactionId=SLIP-1') && outcome.kind === 'response'
        ? { ...outcome, body: '<html>' }
        : outcome,
  })
  const [, ...readable] = await waitingIn(shop, 3, (each) => `SLIP-${each}`)
  restoreNetwork(shop)
  await shop.time.pass(500)
  await shop.record('900.00', { transactionId: 'SLIP-10' })
  const { transactionId } = await shop.record('901.00')
  await shop.time.pass(20_000)
  expect(sentIn(shop).toSorted()).toEqual([...readable, transactionId].toSorted())
})

test('a backlog that cannot be searched for delays no cashier, and is sent once the search is complete', async () => {
  const shop = await open()
  const backlog = await waitingIn(shop, 2)
  restoreNetwork(shop)
  shop.bank.faults.add({
    on: 'searchTransactions',
    times: 'always',
    fault: { kind: 'totalCountLies', addRows: 3 },
  })
  await shop.time.pass(30_000)
  const now = [await shop.record('900.00'), await shop.record('901.00'), await shop.record('902.00')].map(
    ({ transactionId }) => transactionId,
  )
  await shop.time.pass(YOUNG_MS / 2)
  expect(sentIn(shop)).toEqual(now)
  shop.bank.faults.clear()
  await shop.time.pass(10 * 60_000)
  expect(sentIn(shop)).toEqual([...now, ...backlog])
})

test('sales from before a restart pass nothing: the lines start again with the run', async () => {
  const shop = await open()
  await waitingIn(shop, 4)
  const last = await shop.record('900.00')
  await shop.restart()
  restoreNetwork(shop)
  await untilSent(shop, 5)
  expect(sentIn(shop).at(-1)).toBe(last.transactionId)
})

type Act = 'made' | 'slip' | 'pass' | 'passLong' | 'networkBlink' | 'minute'

test('in any order of recording: the backlog never starves, and every send has its gate and its question', async () => {
  const acts = fc.array(
    fc.constantFrom<Act>('made', 'made', 'slip', 'pass', 'passLong', 'networkBlink', 'minute'),
    {
      minLength: 5,
      maxLength: 15,
    },
  )
  const isKept = fc.asyncProperty(acts, fc.nat({ max: 8 }), async (script, waiting) => {
    const answeredAtMs = new Map<WireRequest, number>()
    let own: Counter | null = null
    const shop = await openCounter({
      bankOptions: { answerDelayMs: 5 },
      garble: (request, outcome) => {
        if (own !== null) answeredAtMs.set(request, own.time.clock.monotonicNowMs())
        return outcome
      },
    })
    own = shop
    try {
      const recorded = new Map<
        string,
        { readonly fromWire: number; readonly atMs: number; readonly place: number }
      >()
      const record = async (transactionId: string): Promise<void> => {
        const fromWire = shop.wire.length
        const atMs = shop.time.clock.monotonicNowMs()
        const sale = await shop.record(`${recorded.size + 1}.00`, { transactionId })
        recorded.set(sale.transactionId, { fromWire, atMs, place: recorded.size })
      }
      cutNetwork(shop)
      for (let each = 0; each < waiting; each += 1) await record('')
      await shop.time.pass(2 * YOUNG_MS)
      restoreNetwork(shop)
      for (const [index, act] of script.entries()) {
        if (act === 'made') await record('')
        else if (act === 'slip') await record(`SLIP-${index}`)
        else if (act === 'networkBlink') {
          shop.setOnline(false)
          shop.setOnline(true)
        } else await shop.time.pass({ pass: 300, passLong: 3_000, minute: 70_000 }[act])
      }
      await untilSent(shop, recorded.size)
      await shop.time.pass(1_000)

      let wasPast = false
      // The backlog's search failed while the network was cut; its first send shows a complete one.
      let maySearchBePutOff = true
      const sent = new Set<string>()
      for (const [place, request] of shop.wire.entries()) {
        if (!isSend(request)) continue
        const reference =
          /"transactionId":"(?<reference>[^"]*)"/u.exec(request.body ?? '')?.groups?.['reference'] ?? ''
        const sale = recorded.get(reference)
        const atMs = answeredAtMs.get(request) ?? Number.NaN
        expect(sent.has(reference)).toBe(false)
        sent.add(reference)
        const before = shop.wire
          .slice(0, place)
          .filter((other) => atMs - (answeredAtMs.get(other) ?? 0) < GATE_MS + 1_000)
        const isSameToken = (other: WireRequest): boolean =>
          other.headers['authorization'] === request.headers['authorization']
        expect(
          before.some(
            (other) =>
              other.method === 'GET' && other.url.includes('/searchtransaction') && isSameToken(other),
          ),
        ).toBe(true)
        if (reference.startsWith('SLIP'))
          expect(
            before.some((other) => other.url.includes(`transactionId=${reference}`) && isSameToken(other)),
          ).toBe(true)
        // Others that waited at the moment of the choice, in the order of recording.
        const others = [...recorded].filter(
          ([other, { fromWire, place: theirs }]) =>
            !sent.has(other) && fromWire < place && theirs < (sale?.place ?? 0),
        )
        const isPast = others.length > 0
        if (isPast) {
          expect(wasPast && !maySearchBePutOff).toBe(false)
          expect(atMs - (sale?.atMs ?? 0)).toBeLessThan(YOUNG_MS + 1_000)
        }
        wasPast = isPast
        maySearchBePutOff &&= isPast
      }
      expect(sent.size).toBe(recorded.size)
    } finally {
      await shop.close()
    }
  })
  await fc.assert(isKept, { numRuns: RUNS, seed: 13 })
})

test('if the result of a sale that passed earlier ones cannot be written, the next turn is still theirs', async () => {
  const now = { past: '', isDiskFull: false }
  const shop = await open({
    garble: (request, outcome) => {
      if (isSend(request) && now.past !== '' && request.body?.includes(now.past) === true)
        now.isDiskFull = true
      return outcome
    },
    disk: (file) => ({
      ...file,
      transaction: (work) => {
        if (now.isDiskFull) throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
        return file.transaction(work)
      },
    }),
  })
  const backlog = await waitingIn(shop, 12)
  restoreNetwork(shop)
  await untilSent(shop, 2)
  now.past = (await shop.record('201.00')).transactionId
  for (let step = 0; step < 500 && !now.isDiskFull; step += 1) await shop.time.pass(10)
  expect(sentIn(shop).at(-1)).toBe(now.past)
  const count = sentIn(shop).length
  cutNetwork(shop)
  await shop.time.pass(100)
  now.isDiskFull = false
  await shop.time.pass(10_000)
  await shop.record('202.00')
  restoreNetwork(shop)
  await untilSent(shop, count + 1)
  expect(backlog).toContain(sentIn(shop)[count])
})
