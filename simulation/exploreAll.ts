import type { Explored, ExploreFailure, ExplorePart } from './explorer.ts'
import type { SimulateOptions } from './options.ts'
import { share } from './pool.ts'
import { longRun, STOPPED_STATUS } from '../scripts/longRun.ts'

const PARTS = 24

/** The whole exploration: both policies, one and two sales. @returns the exit status */
export async function exploreAll(options: SimulateOptions): Promise<number> {
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
