import { expect, test } from 'vitest'
import { daysBetween } from '../../../shared/serviceTime.ts'
import { createServiceZone } from '../../../shared/serviceZone.ts'
import type { PagedRead } from '../../gateway/pagedReader.ts'
import type { TransactionRecord } from '../../gateway/answer.ts'
import type { DeliveryContext } from './context.ts'
import { runEffect } from '../../work/effect.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { DAY_MS } from './searchDays.ts'
import { createWay } from './learned.ts'
import { createVerifier, isSaidEmpty } from './verification.ts'

const NOW_MS = Date.UTC(2026, 10, 20, 8)
const destination = { environment: 'live', partnerUrl: 'https://bank.invalid', clientId: 'C1' } as const

const saleOf = (sequence: number, recordedAtMs: number): SaleRow =>
  ({
    destination,
    terminalId: 'T1',
    sequence,
    recordedAtMs,
    sentAwakeMs: null,
    transactionId: `S${sequence}`,
  }) as SaleRow

const nothing: PagedRead<TransactionRecord> = {
  rows: [],
  unreadable: [],
  totalCount: 0,
  pagesRead: 1,
  isStopped: false,
  incompleteReason: null,
  error: null,
}

/** A bank whose search shows nothing, and a backlog that starts with one sale. */
function verifierOf(oldestAtMs: number) {
  const clock = { wallNowMs: () => NOW_MS, monotonicNowMs: () => 0 }
  const context = {
    service: { clientId: () => 'C1', answeredTo: () => 1, searchAll: async () => nothing },
    reads: { backlog: () => ({ oldestAtMs, newestSequence: 9 }) },
    store: { byTransactionId: () => undefined },
    breaker: { succeeded: () => undefined },
    clock,
    now: () => ({ wallMs: clock.wallNowMs(), awakeMs: 0, wokeAtMs: 0 }),
    way: createWay(clock),
    awake: { nowMs: () => 0 },
    zone: createServiceZone('Africa/Lagos'),
    clockAheadMs: () => 0,
  } as unknown as DeliveryContext
  return createVerifier(context)
}

test('a search covers the sales of its days, and none recorded before them', async () => {
  const verifier = verifierOf(NOW_MS - DAY_MS)
  await runEffect(verifier.verify(destination, 'T1'))
  expect(verifier.covers(saleOf(8, NOW_MS - DAY_MS))).toBe(true)
  // It was held during the search, so it was not in the backlog.
  expect(verifier.covers(saleOf(3, NOW_MS - 30 * DAY_MS))).toBe(false)
  expect(verifier.covers(saleOf(10, NOW_MS))).toBe(false)
})

type One = (window: { readonly dateFrom: string; readonly dateTo: string }) => unknown
const error = { kind: 'declined', message: 'Service busy' } as const
const known = { ...saleOf(1, NOW_MS), record: { terminalId: 'T1', timeReceived: '2026-11-20T08:00:00' } }

test.each<readonly [string, typeof known | null, One]>([
  ['for a day with a known sale', known, () => ({ ok: false, error })],
  ['to each search, while no sale is known at the bank', null, () => ({ ok: false, error })],
  [
    'to too many days as well',
    known,
    ({ dateFrom, dateTo }) =>
      dateFrom > '2026' && daysBetween(dateFrom, dateTo) <= 2
        ? { ok: true, value: { rows: [known.record] } }
        : { ok: false, error },
  ],
])('words that the bank gives %s never mean an empty list', async (_when, knownSale, answerTo) => {
  let nowMs = 0
  const busy = { ...nothing, pagesRead: 0, totalCount: null, incompleteReason: 'readFailed', error } as const
  const clock = { wallNowMs: () => NOW_MS + nowMs, monotonicNowMs: () => nowMs }
  const context = {
    service: {
      clientId: () => 'C1',
      searchAll: async () => busy,
      searchOne: async (window: Parameters<One>[0]) => ({ result: answerTo(window) }),
    },
    reads: {
      backlog: () => ({ oldestAtMs: NOW_MS, newestSequence: 9 }),
      knownAtBank: () => knownSale,
    },
    store: { byTransactionId: () => undefined },
    breaker: { succeeded: () => undefined, failed: () => undefined },
    clock,
    now: () => ({ wallMs: clock.wallNowMs(), awakeMs: 0, wokeAtMs: 0 }),
    way: createWay(clock),
    awake: { nowMs: () => nowMs },
    zone: createServiceZone('Africa/Lagos'),
    clockAheadMs: () => 0,
    random: { next: () => 0.5 },
    log: () => undefined,
  } as unknown as DeliveryContext
  const verifier = createVerifier(context)
  for (let times = 0; times < 6; times += 1) {
    await runEffect(verifier.verify(destination, 'T1'))
    expect(verifier.covers(saleOf(8, NOW_MS))).toBe(false)
    // A manager would send a slip on such lists.
    expect(isSaidEmpty(context.way.learned(), error)).toBe(false)
    nowMs += 61_000
  }
})
