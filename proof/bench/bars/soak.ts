import { pairsOf, type Bar } from '../bar.ts'
import { median } from '../stats.ts'
import { startTillProcess } from '../tillProcess.ts'

const SECONDS = 600
/** By then everything is loaded and compiled. */
const WARM_SECONDS = 60
const WINDOW = 20
const MEGABYTE = 1_024 * 1_024

/**
 * The memory in use by a till that records and sends for ten minutes: the end compared with the end of the first
 * minute.
 */
export const soakBar: Bar = {
  name: 'soak',
  limit: 'the same after a minute',
  unit: 'MB',
  direction: 'atMost',
  must: 1.05,
  aim: 1.01,
  isOnlyByName: true,
  measure: async () => {
    const till = await startTillProcess('soakProcess.ts')
    const seen: number[] = []
    till.onMemory((bytes) => void seen.push(bytes / MEGABYTE))
    const over = new Promise<null>((resolve) => setTimeout(() => resolve(null), SECONDS * 1_000))
    const problem = await Promise.race([till.ended, over])
    if (problem !== null) throw new Error(problem)
    await till.kill()
    const warm = seen.slice(WARM_SECONDS - WINDOW, WARM_SECONDS)
    return pairsOf([{ limit: median(warm), ours: median(seen.slice(-WINDOW)) }])
  },
}
