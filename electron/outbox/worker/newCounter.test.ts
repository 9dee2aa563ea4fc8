import { expect, test } from 'vitest'
import { createServiceZone } from '../../../shared/serviceZone.ts'
import type { DeliveryContext } from './context.ts'
import { runEffect } from '../../work/effect.ts'
import { createNewCounter } from './absence.ts'
import { createWay } from './learned.ts'

const destination = { environment: 'live', partnerUrl: 'https://bank.invalid', clientId: 'C1' } as const

/** @param tookMs by each reading */
function newCounter(incompleteReason: 'readFailed' | null, tookMs: number) {
  let nowMs = 0
  let readCount = 0
  const clock = { monotonicNowMs: () => nowMs, wallNowMs: () => Date.UTC(2026, 10, 20, 8) + nowMs }
  const context = {
    service: {
      clientId: () => 'C1',
      terminalIds: async () => ['T1'],
      searchAll: async () => {
        readCount += 1
        nowMs += tookMs
        return { rows: [], incompleteReason }
      },
    },
    way: createWay(clock),
    clock,
    now: () => ({ wallMs: clock.wallNowMs(), awakeMs: 0, wokeAtMs: 0 }),
    zone: createServiceZone('Africa/Lagos'),
    clockAheadMs: () => 0,
  } as unknown as DeliveryContext
  const counter = createNewCounter(context)
  return async (atMs: number): Promise<number> => {
    nowMs = atMs
    const isNew = await runEffect(counter.hasNoRecord(context.way.learned(), destination, 'T1'))
    expect(isNew).toBe(incompleteReason === null)
    return readCount
  }
}

test('empty lists count for a minute, as all evidence does; then they are read again', async () => {
  const askedAt = newCounter(null, 0)
  expect([await askedAt(0), await askedAt(60_000), await askedAt(60_001)]).toEqual([1, 1, 2])
})

test('lists that cannot be read are read again after three times as long as that took, a minute at most', async () => {
  const slow = newCounter('readFailed', 5_000)
  expect([await slow(0), await slow(20_000), await slow(20_001)]).toEqual([1, 1, 2])
  const slower = newCounter('readFailed', 100_000)
  expect([await slower(0), await slower(160_000), await slower(160_001)]).toEqual([1, 1, 2])
  const quick = newCounter('readFailed', 100)
  expect([await quick(0), await quick(401)]).toEqual([1, 2])
})
