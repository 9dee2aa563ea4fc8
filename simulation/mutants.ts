import { longRun, STOPPED_STATUS } from '../scripts/longRun.ts'
import { stopAllOnSignal } from '../scripts/run.ts'
import { LEVELS, type Fate, type Level, type Mutant } from './mutant.ts'
import { mutants } from './mutantList.ts'
import type { SimulateOptions } from './options.ts'
import { huntByOrder } from './orderHunter.ts'
import { createHand } from './pool.ts'
import { wrongOrder } from './wrongOrder.ts'

/** A wrong design must be caught within this many histories. */
const HISTORIES_MAX = 10_000
/** The policies alternate. */
const ROUND = 250

/** Runs the histories against one wrong design until one of them violates something. */
export async function hunt({ name, edits }: Mutant, runSeed: number): Promise<Fate> {
  const hand = await createHand(edits)
  try {
    for (let from = 0; from < HISTORIES_MAX; from += ROUND) {
      const policy = (from / ROUND) % 2 === 1 ? 'ask' : 'auto'
      const options = { policy, world: 'holds', manager: 'oracle', machine: 'production' } as const
      const batch = { runSeed, from, count: ROUND, options }
      const { failures, histories } = await hand.totals({ kind: 'hunt', batch })
      const [failure] = failures
      if (failure === undefined) continue
      const where = `history ${failure.seed}, ${policy}, after ${from + histories}`
      const by = `${failure.invariant}: ${failure.detail} (${where})`
      return { name, level: 'model', outcome: 'killed', by }
    }
    return { name, level: 'model', outcome: 'survived', by: `${HISTORIES_MAX} histories` }
  } finally {
    await hand.end()
  }
}

/** @returns the exit status: a survivor fails the run */
export async function runMutants(options: SimulateOptions): Promise<number> {
  stopAllOnSignal()
  const isWanted = (level: Level): boolean => options.level === null || options.level === level
  const ofModel = isWanted('model') ? [...mutants] : []
  const ofOrder = isWanted('strace') ? wrongOrder : []
  const fates: Fate[] = []
  const startedMs = performance.now()
  const told = (fate: Fate): void => {
    fates.push(fate)
    const seconds = Math.round((performance.now() - startedMs) / 1_000)
    const count = `${fates.length} of ${mutants.length + wrongOrder.length}, ${seconds} s`
    console.error(`${count}: ${fate.outcome} at ${fate.level}: ${fate.name}: ${fate.by}`)
  }
  const work = async (): Promise<void> => {
    for (let mutant = ofModel.shift(); mutant !== undefined; mutant = ofModel.shift())
      told(await hunt(mutant, options.seed))
  }
  const huntAll = async (): Promise<void> => {
    await Promise.all(Array.from({ length: options.jobs }, work))
    // One after another, since they run on real time.
    for (const mutant of ofOrder) told({ name: mutant.name, level: 'strace', ...(await huntByOrder(mutant)) })
  }
  const isStopped = await longRun('wrong designs').isStopped(huntAll())
  const named = (outcome: Fate['outcome'], level?: Level): string[] =>
    fates
      .filter((fate) => fate.outcome === outcome && (level ?? fate.level) === fate.level)
      .map(({ name }) => name)
  const survivors = named('survived')
  console.log(
    JSON.stringify({
      mutants: fates.length,
      mutantsKilled: named('killed').length,
      survivors,
      notTried: named('notTried'),
      levels: Object.fromEntries(
        LEVELS.filter(isWanted).map((level) => [level, named('killed', level).length]),
      ),
      historiesMax: HISTORIES_MAX,
    }),
  )
  if (survivors.length > 0) return 1
  return isStopped ? STOPPED_STATUS : 0
}
