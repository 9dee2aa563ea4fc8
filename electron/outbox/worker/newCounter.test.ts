import { expect, test } from 'vitest'
import { createServiceZone } from '../../../shared/serviceZone.ts'
import type { DeliveryContext } from './context.ts'
import { runEffect } from '../../effect.ts'
import { createNewCounter } from './absence.ts'
import { createWay } from './learned.ts'

const destination = { environment: 'live', partnerUrl: 'https://bank.invalid', clientId: 'C1' } as const

function newCounter(incompleteReason: 'readFailed' | null) {
  let nowMs = 0
  let readCount = 0
  const clock = { monotonicNowMs: () => nowMs, wallNowMs: () => Date.UTC(2026, 10, 20, 8) + nowMs }
  const context = {
    service: {
      clientId: () => 'C1',
      terminalIds: async () => ['T1'],
      searchAll: async () => {
        readCount += 1
        return { rows: [], incompleteReason }
      },
    },
    way: createWay(clock),
    clock,
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
  const askedAt = newCounter(null)
  expect([await askedAt(0), await askedAt(60_000), await askedAt(60_001)]).toEqual([1, 1, 2])
})

test('lists that cannot be read are not read again for each waiting sale, for half a minute', async () => {
  const askedAt = newCounter('readFailed')
  expect([await askedAt(0), await askedAt(30_000), await askedAt(30_001)]).toEqual([1, 1, 2])
})
