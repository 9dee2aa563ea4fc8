import type { SaleRow } from '../../electron/outbox/rules/saleRow.ts'
import { leavesTo } from './invariants.ts'
import type { Written } from './modelStore.ts'

/** The problems of a step, by the durable row before it; empty if there are none. */
export function stepProblems(
  last: SaleRow | undefined,
  { before, after, event }: Written,
): readonly string[] {
  if (last?.version !== before?.version || last?.state !== before?.state)
    return [`${event} from a row that was not there`]
  if (before === null) return after.state === 'queued' && after.version === 1 ? [] : [event]
  const isMove = event !== 'noted'
  const isAllowed = isMove ? leavesTo[before.state].includes(after.state) : before.state === after.state
  return [
    ...(isAllowed ? [] : [`${before.state} → ${after.state} (${event})`]),
    ...(after.version === before.version + 1 ? [] : ['version']),
  ]
}
