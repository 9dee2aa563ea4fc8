import { availableParallelism } from 'node:os'
import { readCommandLine } from '../../scripts/commandLine.ts'
import { longRun, STOPPED_STATUS, type LongRun } from '../../scripts/longRun.ts'
import type { Batch } from './batch.ts'
import { coverageTable, summarise } from './coverage.ts'
import type { HistoryOptions } from './history.ts'
import { runMutants } from './mutants.ts'
import { readOptions, USAGE, type SimulateOptions } from './options.ts'
import { createHand, share } from './pool.ts'
import { isRed, LOWEST_SHOWN, reportOf, unexpectedOf, type Speed } from './report.ts'
import { tellFailure } from './shrink.ts'
import { addTotals, createTotals, type Totals } from './totals.ts'
import type { Explored, ExploreFailure, ExplorePart } from './explorer.ts'

const PARTS = 24

/** `npm run simulate`: many seeded histories, the exhaustive explorer, or the wrong designs (docs/delivery.md). */

const BATCH = 2_000
const REAL_BATCH = 100
const SPEED_HISTORIES = 500
const REAL_SPEED_HISTORIES = 100
const SPEED_ROUNDS = 3

const status = await main(readCommandLine((args) => readOptions(args, availableParallelism()), USAGE))
// What was stopped still has threads.
if (status === STOPPED_STATUS) process.exit(status)
process.exitCode = status

async function main(options: SimulateOptions): Promise<number> {
  const say = (text: string): void => {
    if (!options.isJson) console.error(text)
  }
  if (options.replay !== undefined) return replay(options, options.replay)
  if (options.isMutants) return runMutants(options)
  if (options.isExplore) return exploreAll(options)
  return simulate(options, say)
}

function historyOptions(options: SimulateOptions): HistoryOptions {
  const { policy, world, faultRate, manager, engine } = options
  return { policy, world, faultRate, manager, machine: engine === 'real' ? 'real' : 'production' }
}

async function simulate(options: SimulateOptions, say: (text: string) => void): Promise<number> {
  const totals = createTotals()
  const run = longRun('histories')
  const measured: Measured = { speed: null, fromMs: 0 }
  // Ctrl+C may come while the speed is measured.
  async function measureAndRun(): Promise<void> {
    measured.speed = await measureSpeed(options)
    measured.fromMs = performance.now()
    await runAll(options, totals, run, say)
  }
  const isStopped = await run.isStopped(measureAndRun())
  const { speed, fromMs } = measured
  if (speed === null || totals.histories === 0) {
    console.error('It ended before its first history.')
    // Its threads are still at work.
    process.exit(1)
  }
  const seconds = (performance.now() - fromMs) / 1_000
  const historiesPerSecond = Math.round(totals.histories / seconds)
  say(coverageTable(totals.coverage))
  for (const { pair, count } of summarise(totals.coverage, LOWEST_SHOWN).lowest)
    say(`least seen: ${pair}: ${count}`)
  const mustHold = options.world === 'holds'
  const [failure] = totals.failures
  if (mustHold && failure !== undefined)
    await tellFailure(failure.seed, historyOptions(options), console.error)
  for (const { seed, invariant, detail } of totals.failures)
    say(`${mustHold ? 'FAILED' : 'seen'}: history ${seed}: ${invariant}: ${detail}`)
  for (const { pair, count, seed } of unexpectedOf(totals))
    say(`FAILED: history ${seed}: ${pair} is not on the list of what can happen, and did: ${count}`)
  console.log(JSON.stringify(reportOf(options, totals, { historiesPerSecond, ...speed })))
  if (isRed(options, totals)) return 1
  return isStopped ? STOPPED_STATUS : 0
}

async function runAll(
  options: SimulateOptions,
  totals: Totals,
  run: LongRun,
  say: (text: string) => void,
): Promise<void> {
  await share(options.jobs, batches(options), async (hand, batch) => {
    const found = await hand.totals({ kind: 'batch', batch })
    addTotals(totals, found)
    for (const { seed, invariant, detail } of found.failures) say(`history ${seed}: ${invariant}: ${detail}`)
    const bad = [...totals.violated].map(([name, times]) => `, ${name} ${times}`).join('')
    run.progress(totals.histories, options.histories, bad)
  })
}

function* batches(options: SimulateOptions): Generator<Batch> {
  const size = options.engine === 'real' ? REAL_BATCH : BATCH
  for (let from = 0; from < options.histories; from += size) {
    const count = Math.min(size, options.histories - from)
    yield { runSeed: options.seed, from, count, options: historyOptions(options) }
  }
}

interface Measured {
  speed: Omit<Speed, 'historiesPerSecond'> | null
  fromMs: number
}

/** Compared with the reference machine, on one thread, in processor time: other programs run here too. */
async function measureSpeed(options: SimulateOptions): Promise<Omit<Speed, 'historiesPerSecond'>> {
  const hand = await createHand()
  async function perSecond(machine: HistoryOptions['machine'], histories: number): Promise<number> {
    let best = 0
    // The first round warms up the compiler.
    for (let round = 0; round < SPEED_ROUNDS; round += 1) {
      const machineOptions = { ...historyOptions(options), machine }
      const batch = { runSeed: options.seed, from: 0, count: histories, options: machineOptions }
      const { histories: ran, cpuMs } = await hand.totals({ kind: 'batch', batch })
      best = Math.max(best, (ran / cpuMs) * 1_000)
    }
    return best
  }
  const isReal = options.engine === 'real'
  const measure = await perSecond(isReal ? 'production' : 'empty', SPEED_HISTORIES)
  const own = isReal
    ? await perSecond('real', REAL_SPEED_HISTORIES)
    : await perSecond('production', SPEED_HISTORIES)
  await hand.end()
  return {
    historiesPerCoreSecond: Math.round(own),
    ...(isReal
      ? { modelHistoriesPerCoreSecond: Math.round(measure) }
      : { emptyHistoriesPerCoreSecond: Math.round(measure) }),
    speedRatio: Number((own / measure).toFixed(4)),
  }
}

async function replay(options: SimulateOptions, seed: number): Promise<number> {
  const hasFailed = await tellFailure(seed, historyOptions(options), console.log)
  console.log(JSON.stringify({ seed, violated: hasFailed }))
  return hasFailed ? 1 : 0
}

/** The whole exploration: both policies, one and two sales. @returns the exit status */
async function exploreAll(options: SimulateOptions): Promise<number> {
  const states = new Set<string>()
  const failures: ExploreFailure[] = []
  const runs: Record<string, number> = {}
  const startedMs = performance.now()
  let total = 0
  let done = 0
  const all = [...parts(options)]
  const run = longRun('parts')
  const work = share(options.jobs, all, async (hand, part) => {
    const explored: Explored = await hand.explored({ kind: 'explore', part })
    for (const state of explored.states) states.add(state)
    failures.push(...explored.failures)
    const key = `${part.policy}, ${part.saleCount} sale${part.saleCount === 1 ? '' : 's'}`
    runs[key] = (runs[key] ?? 0) + explored.runs
    total += explored.runs
    done += 1
    run.progress(done, all.length, `: ${total} runs, ${states.size} states, ${failures.length} violations`)
  })
  const isStopped = await run.isStopped(work)
  for (const failure of failures)
    console.error(`FAILED: ${failure.invariant}: ${failure.detail}: ${JSON.stringify(failure)}`)
  const seconds = Number(((performance.now() - startedMs) / 1_000).toFixed(1))
  const line = { exploredRuns: total, runs, faultsAtOnce: options.exploreFaults, visitedStates: states.size }
  console.log(JSON.stringify({ ...line, violations: failures.length, seconds }))
  if (failures.length > 0) return 1
  return isStopped ? STOPPED_STATUS : 0
}

function* parts(options: SimulateOptions): Generator<ExplorePart> {
  for (const saleCount of [1, 2])
    for (const policy of ['ask', 'auto'] as const)
      for (let part = 0; part < PARTS; part += 1)
        yield { policy, saleCount, faultCount: options.exploreFaults, part, parts: PARTS }
}
