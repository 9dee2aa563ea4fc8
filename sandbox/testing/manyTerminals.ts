import { createPracticeBank } from '../bank.ts'
import type { LedgerTerminal } from '../ledgerState.ts'
import { readSnapshot, snapshotOf } from '../snapshot.ts'
import { NOON_MS, testClock } from './bankClient.ts'

/**
 * The snapshot of a bank with `count` terminals, for a list longer than any shop's. The first ones are those of the
 * seed; the others belong to the same merchants and accounts, one in ten is inactive and every third has no serial
 * number.
 */
export function snapshotOfMany(count: number, startMs = NOON_MS): unknown {
  const books = readSnapshot(createPracticeBank({ seed: 1, clock: testClock(startMs) }).snapshot())
  if (books === undefined) throw new Error('the seed is no snapshot')
  const seeded = books.terminals
  const terminals = Array.from({ length: count }, (_, index): LedgerTerminal => {
    const own = seeded[index]
    const model = own ?? seeded[index % seeded.length]
    if (model === undefined) throw new Error('the seed has no terminal')
    if (own !== undefined) return own
    return {
      ...model,
      recordId: 10_000 + index,
      terminalId: `3TLS${String(index).padStart(6, '0')}`,
      serialNumber: index % 3 === 0 ? '' : `N9-${index}`,
      isActive: index % 10 !== 0,
    }
  })
  return snapshotOf({ ...books, terminals })
}
