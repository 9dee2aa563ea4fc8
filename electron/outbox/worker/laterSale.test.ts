import { expect, test } from 'vitest'
import { err } from '../../../shared/result.ts'
import { createServiceZone } from '../../../shared/serviceZone.ts'
import { practiceProfile } from '../../gateway/profile.ts'
import type { DeliveryContext } from './context.ts'
import { runEffect, wait, type Effect } from '../../work/effect.ts'
import { laterSaleIn, LOOKED_AT_ONCE } from './absence.ts'
import { lookUp, type StatusQueryParts } from './statusQuery.ts'
import { createOwedRecords } from './owedRecords.ts'
import { createWay } from './learned.ts'
import type { SaleRow } from '../rules/saleRow.ts'

/* A list may have two hundred thousand rows, and each needs a query of the file. */

const UNKNOWN = sale({ transactionId: 'A0', state: 'unknown', unknownSinceAwakeMs: 100, sentAwakeMs: 90 })

function sale(more: Partial<SaleRow>): SaleRow {
  return { terminalId: 'T1', unknownSinceAwakeMs: null, ...more } as SaleRow
}

interface Watched {
  readonly context: DeliveryContext
  readonly askedInTurn: number[]
}

/** @param known the sales in this file */
function watch(known: readonly SaleRow[]): Watched {
  const askedInTurn = [0]
  const context = {
    store: {
      byTransactionId: (reference: string) => {
        askedInTurn.push((askedInTurn.pop() ?? 0) + 1)
        return known.find(({ transactionId }) => transactionId === reference)
      },
      compareFacts: () => ({ kind: 'same' }),
    },
    breathe: () => {
      askedInTurn.push(0)
      return Promise.resolve()
    },
  } as unknown as DeliveryContext
  return { context, askedInTurn }
}

const rows = (count: number): { transactionId: string }[] =>
  Array.from({ length: count }, (_, index) => ({ transactionId: `S${index}`, amount: '1' }))

function run(context: DeliveryContext, shown: readonly { transactionId: string }[]): string | undefined {
  const effect = laterSaleIn(context, UNKNOWN, shown)
  for (;;) {
    const next = effect.next()
    if (next.done === true) return next.value
  }
}

const later = (n: number, more: Partial<SaleRow> = {}): SaleRow =>
  sale({ transactionId: `S${n}`, state: 'accepted', sentAwakeMs: 101, ...more })

test('the queries for a list run in bounded steps, and stop at the first match', () => {
  const last = 2 * LOOKED_AT_ONCE + 5
  const { context, askedInTurn } = watch([later(last)])
  expect(run(context, rows(3 * LOOKED_AT_ONCE))).toBe(`S${last}`)
  expect(askedInTurn).toEqual([LOOKED_AT_ONCE, LOOKED_AT_ONCE, 6])
})

test('a short list is searched in one step', () => {
  const { context, askedInTurn } = watch([])
  expect(run(context, rows(LOOKED_AT_ONCE))).toBeUndefined()
  expect(askedInTurn).toEqual([LOOKED_AT_ONCE])
})

test.each([
  ['of another terminal', { terminalId: 'T2' }],
  ['sent before', { sentAwakeMs: 100 }],
  ['never sent', { sentAwakeMs: null }],
  ['not accepted', { state: 'conflict' }],
] as const)('a sale %s is no later one', (_, more) => {
  expect(run(watch([later(0, more)]).context, rows(1))).toBeUndefined()
  expect(run(watch([later(0)]).context, rows(1))).toBe('S0')
})

const MINUTE_MS = 60_000
const DESTINATION = { environment: 'live', partnerUrl: 'https://bank.invalid', clientId: 'merchant' } as const

/** @param inTurn runs between two steps of the search @returns the events of the sale in question */
async function proveAbsence(inTurn: (asked: SaleRow) => SaleRow): Promise<readonly string[]> {
  const profile = practiceProfile()
  const quietMs = profile.outbox.quietPeriodMinutes * MINUTE_MS
  const progress = {
    notFoundCount: 2,
    lastNotFoundAwakeMs: 100,
    checkCount: 0,
    sendCount: 1,
    recordedAtMs: 0,
  }
  let asked: SaleRow = { ...UNKNOWN, ...progress, destination: DESTINATION, bankMessage: null }
  const events: string[] = []
  const clock = { monotonicNowMs: () => 0, wallNowMs: () => 0 }
  const refusal = { kind: 'declined', message: 'Transaction not found' }
  const store = {
    // A sale of another client, so that its record changes nothing.
    byTransactionId: (reference: string) =>
      reference === asked.transactionId
        ? asked
        : reference === `S${LOOKED_AT_ONCE}`
          ? later(LOOKED_AT_ONCE, { destination: { ...DESTINATION, clientId: 'other' } })
          : undefined,
    compareFacts: () => ({ kind: 'same' }),
    beginAttempt: () => 1,
    together: (items: readonly unknown[], act: (item: unknown) => void) => items.forEach(act),
    note: (_: SaleRow, patch: Partial<SaleRow>) => {
      asked = { ...asked, ...patch }
    },
    apply: (_: SaleRow, event: string) => {
      events.push(event)
    },
  }
  const context = {
    store,
    service: {
      clientId: () => DESTINATION.clientId,
      status: () => ({
        result: err(refusal),
        shape: { httpStatus: 200, places: [] },
        evidence: { httpStatus: 200 },
      }),
      searchAll: () => ({
        rows: rows(LOOKED_AT_ONCE + 1),
        incompleteReason: null,
        error: null,
        pagesRead: 1,
      }),
    },
    reads: { unknownCount: () => 0, unmarkedUnknownCount: () => 0 },
    way: createWay(clock),
    owed: createOwedRecords(),
    breaker: { succeeded: () => undefined, failed: () => undefined },
    clock,
    now: () => ({ wallMs: 0, awakeMs: 100 + quietMs }),
    zone: createServiceZone('Africa/Lagos'),
    clockAheadMs: () => 0,
    profile,
    onSaleChanged: () => undefined,
    breathe: () => {
      asked = inTurn(asked)
    },
  }
  const notFound = {
    *isBelieved(): Effect<boolean> {
      yield* wait(Promise.resolve())
      return true
    },
  }
  const parts = { context, notFound, verifier: { isSaidEmpty: () => false } } as unknown as StatusQueryParts
  await runEffect(lookUp(parts, asked, false))
  return events
}

test('a list that lacks the sale, with a later one after many rows, proves its absence', async () => {
  expect(await proveAbsence((asked) => asked)).toEqual(['absentAsk'])
})

test('a list does not prove the absence of a sale that became uncertain again during the search', async () => {
  expect(await proveAbsence((asked) => ({ ...asked, unknownSinceAwakeMs: 200 }))).toEqual([])
})
