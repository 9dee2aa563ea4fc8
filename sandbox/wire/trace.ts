import { bankTimestamp } from '../bankTime.ts'
import { chanceFrom } from '../random.ts'
import type { Exchange } from './exchange.ts'

/** What a gateway adds to an answer of its own: another one for each request, and no chance of the books used up. */
export function traceOf({ requestNumber, nowMs }: Pick<Exchange, 'requestNumber' | 'nowMs'>): {
  readonly traceId: string
  readonly timestamp: string
} {
  const chance = chanceFrom(nowMs + requestNumber * 7_919)
  return { traceId: chance.hex(32), timestamp: bankTimestamp(nowMs, requestNumber) }
}
