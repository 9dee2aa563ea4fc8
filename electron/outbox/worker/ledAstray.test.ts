import { afterEach, expect, test } from 'vitest'
import type { SQLInputValue } from 'node:sqlite'
import { openCounter, type Counter } from '../../testing/counter.ts'

const MINUTE_MS = 60_000

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

/** A counter whose file gives wrong answers from a given moment until it is reopened. */
async function withOdd(odd: {
  readonly get?: (sql: string) => boolean
  readonly run?: (sql: string, parameters: readonly SQLInputValue[]) => boolean
}): Promise<{ shop: Counter; spoil: () => void; reopened: () => readonly boolean[] }> {
  let isOdd = false
  const reopened: boolean[] = []
  counter = await openCounter({
    disk: (file) => ({
      ...file,
      get: (sql, ...parameters) =>
        isOdd && odd.get?.(sql) === true ? undefined : file.get(sql, ...parameters),
      run: (sql, ...parameters) =>
        isOdd && odd.run?.(sql, parameters) === true ? 0 : file.run(sql, ...parameters),
    }),
    beforeReopening: (why) => {
      isOdd = false
      reopened.push(why.isDamaged)
    },
  })
  const spoil = (): void => {
    isOdd = true
  }
  return { shop: counter, spoil, reopened: () => reopened }
}

function statuses(shop: Counter): readonly unknown[] {
  return shop.events
    .filter(({ name }) => name === 'storage.changed')
    .map(({ payload }) => (payload as { status: string }).status)
}

test('a sale found by its state but not by its reference stops the loop, is reported, and starts a check of the file', async () => {
  const { shop, spoil, reopened } = await withOdd({
    get: (sql) => sql === 'SELECT sequence FROM sale WHERE transaction_id = ?',
  })
  const { transactionId } = await shop.record('100')
  spoil()
  const from = shop.wire.length
  await shop.time.pass(500)
  expect(statuses(shop).at(-1)).toBe('failing')
  expect(shop.logLines.join()).toContain('"storage.failed",{"reason":"damaged"}')
  expect(shop.wire.length - from).toBeLessThan(5)
  await shop.time.pass(MINUTE_MS)
  expect(reopened()).toEqual([true])
  expect(statuses(shop).at(-1)).toBe('sound')
  expect(shop.bank.settlementCount(transactionId)).toBe(1)
})

test('a queued sale that cannot be claimed as it is does not keep the loop busy: after the second time it is reported', async () => {
  let claims = 0
  const { shop, spoil, reopened } = await withOdd({
    run: (sql, [state]) => {
      const isClaim = sql.startsWith('UPDATE sale SET state') && state === 'sending'
      if (isClaim) claims += 1
      return isClaim
    },
  })
  spoil()
  const { transactionId } = await shop.record('100')
  await shop.time.pass(900)
  expect(claims).toBe(2)
  expect(statuses(shop)).toContain('failing')
  await shop.time.pass(MINUTE_MS)
  expect(reopened()).toEqual([true])
  expect(shop.bank.settlementCount(transactionId)).toBe(1)
})
