import { longRun, STOPPED_STATUS } from '../scripts/longRun.ts'
import { stopAllOnSignal } from '../scripts/run.ts'
import type { HistoryOptions } from './history.ts'
import { createHunter } from './mutantHunters.ts'
import { LEVELS, type Level, type Mutant } from './mutant.ts'
import { mutants, mutantsElsewhere } from './mutantList.ts'
import type { Verdict } from './mutantVerdict.ts'
import type { SimulateOptions } from './options.ts'
import { createHand } from './pool.ts'
import type { Totals } from './totals.ts'

/** A wrong design must be caught within this many histories. */
const HISTORIES_MAX = 10_000
/** The policies alternate. */
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

/** The result of one wrong design, at its level. */
interface Told extends Verdict {
  readonly name: string
  readonly level: Level
  /** Its level fails without any wrong design, so it could not be tried; that is not a limit of the machine. */
  readonly isProblem?: true
}

type Say = (text: string) => void

/** @returns the exit status: a survivor fails the run, and so does a level that fails without a wrong design */
export async function runMutants(options: SimulateOptions): Promise<number> {
  stopAllOnSignal()
  const isWanted = (level: Level): boolean => options.level === null || options.level === level
  const ofModel = isWanted('model') ? mutants.length : 0
  const sayNext = counted(
    ofModel + mutantsElsewhere.filter(({ level }) => isWanted(level)).length,
    console.error,
  )
  const told: Told[] = []
  const fates: Fate[] = []
  const huntAll = async (): Promise<void> => {
    if (isWanted('model')) await huntByModel(options, fates, sayNext)
    await huntElsewhere(isWanted, told, sayNext)
  }
  const isStopped = await longRun('wrong designs').isStopped(huntAll())
  told.unshift(...fates.map(toldOf))
  const named = (outcome: Verdict['outcome']): string[] =>
    told.filter((each) => each.outcome === outcome).map(({ name, level }) => `${level}: ${name}`)
  const survivors = named('survived')
  const problems = told.filter(({ isProblem }) => isProblem).map(({ name, by }) => `${name}: ${by}`)
  for (const name of survivors) console.error(`a wrong design survived: ${name}`)
  for (const problem of problems) console.error(`a wrong design could not be tried: ${problem}`)
  console.log(
    JSON.stringify({
      mutants: told.length,
      mutantsKilled: named('killed').length,
      survivors,
      notTried: named('notTried'),
      problems: problems.length,
      levels: Object.fromEntries(LEVELS.filter(isWanted).map((level) => [level, countsOf(level, told)])),
      historiesMax: HISTORIES_MAX,
      slowest: isWanted('model') ? Math.max(0, ...fates.map(historiesOf)) : null,
    }),
  )
  if (survivors.length > 0 || problems.length > 0) return 1
  return isStopped ? STOPPED_STATUS : 0
}

/** Prints a line for each decided one, with their count and the time so far: all of them take over an hour. */
export function counted(total: number, say: Say, nowMs: () => number = () => performance.now()): Say {
  const startedMs = nowMs()
  let count = 0
  return (text) => {
    count += 1
    say(`${count} of ${total}, ${Math.round((nowMs() - startedMs) / 1_000)} s: ${text}`)
  }
}

function countsOf(
  level: Level,
  told: readonly Told[],
): { readonly mutants: number; readonly killed: number } {
  const ofLevel = told.filter((each) => each.level === level)
  return { mutants: ofLevel.length, killed: ofLevel.filter(({ outcome }) => outcome === 'killed').length }
}

async function huntByModel(options: SimulateOptions, fates: Fate[], say: Say): Promise<void> {
  const queue = [...mutants]
  async function work(): Promise<void> {
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
      const fate = await hunt(mutant, options.seed)
      fates.push(fate)
      say(
        fate.killedAfter === null
          ? `SURVIVED ${HISTORIES_MAX} histories: ${fate.name}`
          : `killed after ${String(fate.killedAfter).padStart(5)}: ${fate.name}: ${fate.by}`,
      )
    }
  }
  await Promise.all(Array.from({ length: options.jobs }, work))
}

const historiesOf = ({ killedAfter }: Fate): number => killedAfter ?? HISTORIES_MAX

function toldOf({ name, killedAfter, by }: Fate): Told {
  return { name, level: 'model', outcome: killedAfter === null ? 'survived' : 'killed', by }
}

const WORDS = { killed: 'killed', survived: 'SURVIVED', notTried: 'not tried' } as const

/** One after another: these levels use the real clock, and a busy machine would distort the result. */
async function huntElsewhere(isWanted: (level: Level) => boolean, told: Told[], say: Say): Promise<void> {
  const hunter = createHunter()
  for (const mutant of mutantsElsewhere) {
    const { name, level } = mutant
    if (!isWanted(level)) continue
    const verdict = await verdictOn(() => hunter.hunt(mutant))
    told.push({ name, level, ...verdict })
    say(`${WORDS[verdict.outcome]} at ${level}: ${name}: ${verdict.by}`)
  }
}

async function verdictOn(huntIt: () => Promise<Verdict>): Promise<Verdict & { readonly isProblem?: true }> {
  try {
    return await huntIt()
  } catch (error) {
    const by = error instanceof Error ? error.message : String(error)
    return { outcome: 'notTried', by, isProblem: true }
  }
}
