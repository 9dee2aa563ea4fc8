import { bankTimestamp } from '../bankTime.ts'
import { chanceFrom } from '../random.ts'
import type { Exchange } from './exchange.ts'

/** A trace that a gateway adds to its answers: different for each request, without using the ledger's randomness. */
export function traceOf({ requestNumber, nowMs }: Pick<Exchange, 'requestNumber' | 'nowMs'>): {
  readonly traceId: string
  readonly timestamp: string
} {
  const chance = chanceFrom(nowMs + requestNumber * 7_919)
  return { traceId: chance.hex(32), timestamp: bankTimestamp(nowMs, requestNumber) }
}
