import { expect, test } from 'vitest'
import { createServiceZone } from '../../shared/serviceZone.ts'
import type { PagedRead } from '../gateway/pagedReader.ts'
import type { TransactionRecord } from '../gateway/answer.ts'
import type { DeliveryContext } from './deliveryContext.ts'
import { runCourse } from './eventual.ts'
import type { SaleRow } from './saleRow.ts'
import { DAY_MS } from './searchDays.ts'
import { createVerifier } from './verifier.ts'

const NOW_MS = Date.UTC(2026, 10, 20, 8)
const destination = { environment: 'live', partnerUrl: 'https://bank.invalid', clientId: 'C1' } as const

const saleOf = (sequence: number, recordedAtMs: number): SaleRow =>
  ({ destination, terminalId: 'T1', sequence, recordedAtMs, sentAwakeMs: null }) as SaleRow

const nothing: PagedRead<TransactionRecord> = {
  rows: [],
  totalCount: 0,
  pagesRead: 1,
  isStopped: false,
  incompleteReason: null,
  error: null,
}

/** A bank whose search shows nothing, and a backlog that begins with one sale. */
function verifierOf(oldestAtMs: number) {
  const context = {
    service: { clientId: () => 'C1', searchAll: async () => nothing },
    reads: { backlog: () => ({ oldestAtMs, newestSequence: 9 }) },
    host: { succeeded: () => undefined },
    clock: { wallNowMs: () => NOW_MS, monotonicNowMs: () => 0 },
    awake: { nowMs: () => 0 },
    zone: createServiceZone('Africa/Lagos'),
    clockAheadMs: () => 0,
  } as unknown as DeliveryContext
  return createVerifier(context)
}

test('a search covers the sales of its days, and none that was recorded before them', async () => {
  const verifier = verifierOf(NOW_MS - DAY_MS)
  await runCourse(verifier.verify(destination, 'T1'))
  expect(verifier.covers(saleOf(8, NOW_MS - DAY_MS))).toBe(true)
  // It was held while the search was made, so it was none of the backlog.
  expect(verifier.covers(saleOf(3, NOW_MS - 30 * DAY_MS))).toBe(false)
  expect(verifier.covers(saleOf(10, NOW_MS))).toBe(false)
})
