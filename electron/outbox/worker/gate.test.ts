import { expect, test } from 'vitest'
import type { WireRequest } from '../../gateway/wire.ts'
import type { Connection } from '../../storage/database.ts'
import { openCounter } from '../../testing/counter.ts'
import type { VirtualTime } from '../../testing/virtualTime.ts'
import { createGate } from './learned.ts'

function open(): { isOpenAfter(passed: { readonly monotonicMs: number; readonly wallMs: number }): boolean } {
  let monotonicMs = 1_000
  let wallMs = 1_000_000
  const gate = createGate({ monotonicNowMs: () => monotonicMs, wallNowMs: () => wallMs })
  gate.open(1)
  return {
    isOpenAfter: (passed) => {
      monotonicMs += passed.monotonicMs
      wallMs += passed.wallMs
      return gate.isOpen(1)
    },
  }
}

test('a good answer counts for half a minute', () => {
  expect(open().isOpenAfter({ monotonicMs: 29_999, wallMs: 29_999 })).toBe(true)
  expect(open().isOpenAfter({ monotonicMs: 30_000, wallMs: 30_000 })).toBe(false)
})

test('it is closed after a sleep during which the monotonic clock stopped, before the wake-up event', () => {
  expect(open().isOpenAfter({ monotonicMs: 5, wallMs: 720_000 })).toBe(false)
})

test('a clock that was set costs only another question', () => {
  expect(open().isOpenAfter({ monotonicMs: 5, wallMs: -3_600_000 })).toBe(false)
})

test('an answer counts from when it came, or was asked for, and not from when it is told', () => {
  let monotonicMs = 0
  const gate = createGate({ monotonicNowMs: () => monotonicMs, wallNowMs: () => monotonicMs })
  monotonicMs = 60_000
  gate.open(1, { monotonicMs: 0, wallMs: 0 })
  expect(gate.isOpen(1)).toBe(false)
  gate.open(1, { monotonicMs: 40_000, wallMs: 40_000 })
  expect(gate.isOpen(1)).toBe(true)
})

test('it is open to the answered token and to no other', () => {
  const gate = createGate({ monotonicNowMs: () => 0, wallNowMs: () => 0 })
  expect(gate.isOpen(1)).toBe(false)
  gate.open(1)
  expect(gate.isOpen(2)).toBe(false)
  expect(gate.isOpen(null)).toBe(false)
  gate.close()
  expect(gate.isOpen(1)).toBe(false)
})

const wordsOf = ({ url }: WireRequest): string => new URL(url).pathname.split('/').at(-1) ?? ''
/** The gate asks for one row, a search before a first send for the whole list. */
/** Its own read, or the list of a backlog. */
const isOfGate = (request: WireRequest): boolean => wordsOf(request) === 'searchtransaction'
const isSend = (request: WireRequest): boolean => wordsOf(request) === 'logtransaction'

test('the disk takes half a minute to write what the gate’s answer shows: the bank is asked again before a sale is sent', async () => {
  let isSlow = false
  let askedBefore = 0
  const disk = (file: Connection): Connection => ({
    ...file,
    run: (sql, ...parameters) => {
      if (isSlow && sql.startsWith('UPDATE sale SET state') && parameters.includes('accepted')) {
        isSlow = false
        // A longer step counts as a sleep: then a search and a login follow, and the gate asks again in any case.
        shop.time.skip(30_000)
        askedBefore = shop.wire.length
      }
      return file.run(sql, ...parameters)
    },
  })
  const shop = await openCounter({ disk })
  try {
    shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: true } })
    shop.bank.faults.add({
      on: 'settlementStatus',
      times: 'always',
      fault: { kind: 'declined', message: 'Not now', committed: false },
    })
    const lost = await shop.record('1500')
    await shop.time.pass(3_000)
    expect((await shop.sale(lost.transactionId)).sale.state).toBe('unknown')
    isSlow = true
    const next = await shop.record('200')
    await shop.time.pass(60_000)
    expect((await shop.sale(lost.transactionId)).sale.state).toBe('accepted')
    expect((await shop.sale(next.transactionId)).sale.state).toBe('accepted')
    const after = shop.wire.slice(askedBefore)
    expect(after.findIndex(isOfGate)).toBeGreaterThanOrEqual(0)
    expect(after.findIndex(isOfGate)).toBeLessThan(after.findIndex(isSend))
  } finally {
    await shop.close()
  }
})

test.each([
  ['the disk takes 40 s', (time: VirtualTime) => time.skip(40_000)],
  ['the computer sleeps, and its monotonic clock rests', (time: VirtualTime) => time.jumpWall(720_000)],
])('the gate closes while a claim is written: %s: the bank is asked again first', async (_what, lose) => {
  let askedBefore: number | null = null
  const disk = (file: Connection): Connection => ({
    ...file,
    run: (sql, ...parameters) => {
      if (askedBefore === null && sql.startsWith('UPDATE sale SET state') && parameters.includes('sending')) {
        askedBefore = shop.wire.length
        lose(shop.time)
      }
      return file.run(sql, ...parameters)
    },
  })
  const shop = await openCounter({ disk })
  try {
    const { transactionId } = await shop.record('1500')
    await shop.time.pass(90_000)
    if (askedBefore === null) throw new Error('nothing was claimed')
    const after = shop.wire.slice(askedBefore)
    expect(after.findIndex(isOfGate)).toBeGreaterThanOrEqual(0)
    expect(after.findIndex(isOfGate)).toBeLessThan(after.findIndex(isSend))
    const { sale, timeline } = await shop.sale(transactionId)
    expect(sale.state).toBe('accepted')
    expect(timeline.map(({ detail }) => detail)).toContain('gateClosed')
    expect(shop.bank.commits()).toHaveLength(1)
  } finally {
    await shop.close()
  }
})
