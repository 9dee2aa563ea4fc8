import { pairsOf, type Bar } from '../bar.ts'
import type { Pair } from '../stats.ts'
import { fixtureDir } from '../fixtures.ts'
import { startTillProcess } from '../tillProcess.ts'

const ROUNDS = 3
const WAITING = 100_000
const MEGABYTE = 1_024 * 1_024

/** Resident memory of the core in its own process, after V8 has given back its reserve; MB. */
async function residentOf(waiting: number): Promise<number> {
  const till = await startTillProcess('memoryProcess.ts', String(waiting))
  const told = new Promise<number>((resolve) => till.onMemory((bytes) => resolve(bytes / MEGABYTE)))
  const seen = await Promise.race([told, till.ended])
  if (typeof seen === 'string') throw new Error(seen)
  await till.ended
  return seen
}

/** Both sides send two hundred sales; one of them has a hundred thousand waiting. */
export const memoryBar: Bar = {
  name: 'memory',
  limit: 'the same with none in line',
  unit: 'MB',
  direction: 'atMost',
  must: 1.1,
  aim: 1.02,
  measure: async (say) => {
    // The fixtures are made here, so that making them does not count as the till's memory.
    for (const [settled, waiting] of [
      [10, 0],
      [0, WAITING],
    ] as const)
      fixtureDir({ settled, waiting }, say)
    const pairs: Pair[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      pairs.push({ limit: await residentOf(0), ours: await residentOf(WAITING) })
    return pairsOf(pairs)
  },
}
