import type { HistoryOptions } from '../../simulation/history.ts'
import { createHand } from '../../simulation/pool.ts'
import { pairsOf, type Bar } from '../bar.ts'

const ROUNDS = 5
const MODEL_HISTORIES = 300
const REAL_HISTORIES = 40

/** Histories per second of one core, on the whole engine and on the rules with the model's store, in processor time. */
export const simulationBar: Bar = {
  name: 'simulation-real',
  limit: 'the same histories on the model',
  unit: 'histories/s',
  direction: 'atLeast',
  must: 1 / 50,
  aim: 1 / 20,
  measure: async () => {
    const hand = await createHand()
    const perSecond = async (machine: HistoryOptions['machine'], count: number): Promise<number> => {
      const options: HistoryOptions = { policy: 'ask', world: 'holds', manager: 'oracle', machine }
      const batch = { runSeed: 1, from: 0, count, options }
      const { histories, cpuMs } = await hand.totals({ kind: 'batch', batch })
      return (histories / cpuMs) * 1_000
    }
    // The first run warms up the compiler.
    await perSecond('production', MODEL_HISTORIES)
    await perSecond('real', REAL_HISTORIES)
    const pairs = []
    for (let round = 0; round < ROUNDS; round += 1)
      pairs.push({
        limit: await perSecond('production', MODEL_HISTORIES),
        ours: await perSecond('real', REAL_HISTORIES),
      })
    await hand.end()
    return pairsOf(pairs)
  },
}
