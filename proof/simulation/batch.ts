import { historySeed } from './chance.ts'
import { runHistory, type HistoryOptions } from './history.ts'
import { addHistory, createTotals, type Totals } from './totals.ts'

/** Some histories of a run, by index. */
export interface Batch {
  readonly runSeed: number
  readonly from: number
  readonly count: number
  readonly options: HistoryOptions
}

/** @param isEnough asked after each history */
export async function runBatch(
  batch: Batch,
  isEnough: (totals: Totals) => boolean = () => false,
): Promise<Totals> {
  const totals = createTotals()
  const startedCpu = process.threadCpuUsage()
  const extras = { coverage: totals.coverage, isLogged: false, record: null }
  for (let index = batch.from; index < batch.from + batch.count; index += 1) {
    const seed = historySeed(batch.runSeed, index)
    try {
      addHistory(totals, seed, await runHistory(seed, batch.options, extras))
    } catch (error) {
      throw new Error(`history ${seed} cannot be played`, { cause: error })
    }
    if (isEnough(totals)) break
  }
  const { user, system } = process.threadCpuUsage(startedCpu)
  totals.cpuMs = (user + system) / 1_000
  return totals
}
