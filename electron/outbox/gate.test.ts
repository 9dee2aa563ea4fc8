import { expect, test } from 'vitest'
import type { SalesFile } from '../storage/database.ts'
import { openCounter } from '../testing/counter.ts'
import { createGate } from './gate.ts'

function open(): { isOpenAfter(passed: { readonly monotonicMs: number; readonly wallMs: number }): boolean } {
  let monotonicMs = 1_000
  let wallMs = 1_000_000
  const gate = createGate({ monotonicNowMs: () => monotonicMs, wallNowMs: () => wallMs })
  gate.open('token')
  return {
    isOpenAfter: (passed) => {
      monotonicMs += passed.monotonicMs
      wallMs += passed.wallMs
      return gate.isOpen('token')
    },
  }
}

test('a good answer vouches for half a minute', () => {
  expect(open().isOpenAfter({ monotonicMs: 29_999, wallMs: 29_999 })).toBe(true)
  expect(open().isOpenAfter({ monotonicMs: 30_000, wallMs: 30_000 })).toBe(false)
})

test('after a sleep in which the monotonic clock rested it is closed before anybody is told of the waking', () => {
  expect(open().isOpenAfter({ monotonicMs: 5, wallMs: 720_000 })).toBe(false)
})

test('a clock that was set costs another question and no more', () => {
  expect(open().isOpenAfter({ monotonicMs: 5, wallMs: -3_600_000 })).toBe(false)
})

test('it is open to the token that was answered and to no other', () => {
  const gate = createGate({ monotonicNowMs: () => 0, wallNowMs: () => 0 })
  expect(gate.isOpen('token')).toBe(false)
  gate.open('token')
  expect(gate.isOpen('other')).toBe(false)
  expect(gate.isOpen(null)).toBe(false)
  gate.close()
  expect(gate.isOpen('token')).toBe(false)
})

test('the disk takes 40 s to write what the gate’s answer shows: the bank is asked again before a sale leaves', async () => {
  let isSlow = false
  let askedBefore = 0
  const disk = (file: SalesFile): SalesFile => ({
    ...file,
    run: (sql, ...parameters) => {
      if (isSlow && sql.startsWith('UPDATE sale SET state') && parameters.includes('accepted')) {
        isSlow = false
        shop.time.skip(40_000)
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
    const paths = shop.wire.slice(askedBefore).map(({ url }) => new URL(url).pathname.split('/').at(-1))
    expect(paths.indexOf('searchtransaction')).toBeGreaterThanOrEqual(0)
    expect(paths.indexOf('searchtransaction')).toBeLessThan(paths.indexOf('logtransaction'))
  } finally {
    await shop.close()
  }
})
