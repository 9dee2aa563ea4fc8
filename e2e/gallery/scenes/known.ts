import type { CallError, CallErrorCode } from '../../../shared/callError.ts'
import { ok } from '../../../shared/result.ts'
import type { SaleView } from '../../../shared/sale.ts'
import type { SessionView } from '../../../shared/session.ts'
import type { DoubleFacts } from '../../../renderer/testing/bridgeDouble.ts'
import {
  appInfo,
  cashier,
  FIXED_NOW_MS,
  online,
  saleOf,
  saleOfEveryState,
  signedIn,
} from '../../../renderer/testing/fixtures.ts'
import { exampleErrors } from '../../../renderer/testing/callErrors.ts'
import { queueOf } from '../../../renderer/testing/salesDouble.ts'

/** Shared by several screens. */
export const sales = saleOfEveryState()

export const offline: Partial<DoubleFacts> = {
  connection: {
    status: 'offline',
    problem: null,
    lastContactAtMs: FIXED_NOW_MS - 14 * 60_000,
    clockAheadMs: null,
  },
}
export const practice: Partial<DoubleFacts> = {
  app: { ...appInfo, environment: 'practice', serviceHost: null, profileName: 'Practice' },
  session: { ...signedIn, clientId: 'practice' },
}
export const signedOut: SessionView = { status: 'signedOut', clientId: null, keptAs: 'nothing' }
export const manager: Partial<DoubleFacts> = {
  access: { ...cashier, role: 'manager', locksInMs: 300_000 },
}
/** The bank was never reached from here. */
export const neverOnline: Partial<DoubleFacts> = {
  connection: { ...online, status: 'notTried', problem: null, lastContactAtMs: null, clockAheadMs: null },
}

export function fails(error: CallErrorCode | CallError): { readonly ok: false; readonly error: CallError } {
  return { ok: false, error: typeof error === 'string' ? exampleErrors[error] : error }
}

/** More than a page, with the longest references, the largest amounts and a sale in every state. */
export function crowdOfSales(): readonly SaleView[] {
  const many = Array.from({ length: 64 }, (_, place) =>
    saleOf({
      transactionId: `LONG-REFERENCE/BRANCH-0042/TILL-3/2026-11-20/RECEIPT-${100_000 + place}`.slice(0, 64),
      sequence: 100 + place,
      amountKobo: 999_999_999_999 - place,
      recordedAtMs: FIXED_NOW_MS - (64 - place) * 60_000,
      waitingReason: 'checkingFirst',
      nextTryAtMs: FIXED_NOW_MS + 60_000,
      note: 'Two bags of rice, one carton of tomato paste, and the balance of last Friday',
    }),
  )
  return [...sales, ...many]
}

/** Two weeks of a shop, mostly paid, with a sale in every state today. */
export const weeksOfSales: readonly SaleView[] = [
  ...sales,
  ...Array.from({ length: 60 }, (_, place) => {
    const daysAgo = 1 + (place % 15)
    const recordedAtMs = FIXED_NOW_MS - daysAgo * 86_400_000 - (place % 7) * 3_500_000
    const isPaid = daysAgo > 1 + (place % 4)
    return saleOf({
      transactionId: `WEEK-${place + 1}`,
      sequence: 100 - place,
      recordedAtMs,
      amountKobo: 7_500_000 + ((place * 7_919) % 90) * 300_000,
      state: 'accepted',
      sendCount: 1,
      acceptedAtMs: recordedAtMs,
      datePaid: isPaid ? '2026-11-19T09:12:00' : null,
      amountSettled: isPaid ? '4975' : null,
      fee: isPaid ? '25' : null,
    })
  }),
]

/** Makes the single request of the start fail, so that a scene can replace the answer to one of the separate calls. */
export const oneByOne = { 'app.start': fails('internal') } as const

/** Nothing waits for this address of the service, and a dozen sales wait for another. */
export const elsewhere = ok({ ...queueOf([], 1_000), elsewhereCount: 12 })
