import type { HistoryOptions } from './history.ts'
import { mutants, mutantsElsewhere, type Mutant } from './mutantList.ts'
import type { SimulateOptions } from './options.ts'
import { createHand } from './pool.ts'
import type { Totals } from './totals.ts'

/** A wrong design must be caught within so many histories. */
const HISTORIES_MAX = 10_000
/** Both policies take turns. */
const ROUND = 250

export interface Fate {
  readonly name: string
  /** How many histories it took; null: it survived. */
  readonly killedAfter: number | null
  /** What it violated, or how it broke. */
  readonly by: string
}

/** Runs the histories against one wrong design until one of them violates something. */
export async function hunt(mutant: Mutant, runSeed: number, historiesMax = HISTORIES_MAX): Promise<Fate> {
  const hand = await createHand(mutant.edits)
  try {
    for (let from = 0; from < historiesMax; from += ROUND) {
      const isAsk = (from / ROUND) % 2 === 1
      const options: HistoryOptions = {
        policy: isAsk ? 'ask' : 'auto',
        world: 'holds',
        manager: 'oracle',
        machine: 'production',
      }
      const batch = { runSeed, from, count: ROUND, options }
      const totals: Totals = await hand.totals({ kind: 'hunt', batch })
      const [failure] = totals.failures
      if (failure === undefined) continue
      const by = `${failure.invariant}: ${failure.detail} (history ${failure.seed}, ${options.policy})`
      return { name: mutant.name, killedAfter: from + totals.histories, by }
    }
    return { name: mutant.name, killedAfter: null, by: '' }
  } finally {
    await hand.end()
  }
}

/** @returns the exit status: a survivor fails the run */
export async function runMutants(options: SimulateOptions, say: (text: string) => void): Promise<number> {
  const fates: Fate[] = []
  const queue = [...mutants]
  async function work(): Promise<void> {
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
      const fate = await hunt(mutant, options.seed)
      fates.push(fate)
      say(
        fate.killedAfter === null
          ? `SURVIVED: ${fate.name}`
          : `killed after ${String(fate.killedAfter).padStart(5)}: ${fate.name}: ${fate.by}`,
      )
    }
  }
  await Promise.all(Array.from({ length: options.jobs }, work))
  for (const { name, level, why } of mutantsElsewhere) say(`not here: ${name}: level ${level}: ${why}`)
  const survivors = fates.filter(({ killedAfter }) => killedAfter === null).map(({ name }) => name)
  for (const name of survivors) console.error(`a wrong design survived ${HISTORIES_MAX} histories: ${name}`)
  const line = { mutants: fates.length, mutantsKilled: fates.length - survivors.length, survivors }
  const slowest = Math.max(...fates.map(({ killedAfter }) => killedAfter ?? HISTORIES_MAX))
  console.log(
    JSON.stringify({ ...line, historiesMax: HISTORIES_MAX, slowest, elsewhere: mutantsElsewhere.length }),
  )
  return survivors.length === 0 ? 0 : 1
}
