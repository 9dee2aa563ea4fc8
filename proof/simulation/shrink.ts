import { runPlan, type HistoryOptions, type HistoryResult } from './history.ts'
import { invariants, type Invariant } from './invariants.ts'
import { drawPlan, type Plan } from './plan.ts'
import type { Strike } from './faultSource.ts'

/** Enough for every history so far; a larger one is reported as small as it got. */
const RUNS_MAX = 4_000
/** The engine itself takes a hundred times as long. */
const REAL_RUNS_MAX = 300

/** A seed's history with every strike written down, so that parts of it can be left out. */
export async function recordPlan(seed: number, options: HistoryOptions): Promise<Plan> {
  const strikes: Strike[] = []
  const plan = drawPlan(seed, options.faultRate)
  await runPlan(plan, options, {
    coverage: new Map(),
    isLogged: false,
    record: (strike) => void strikes.push(strike),
  })
  return { ...plan, strikes }
}

async function violates(plan: Plan, options: HistoryOptions, invariant: Invariant): Promise<boolean> {
  const { violations } = await runPlan(plan, options, { coverage: new Map(), isLogged: false, record: null })
  return violations.some((violation) => violation.invariant === invariant)
}

/** Leaves out sales, events and strikes, in ever smaller pieces, while the same invariant is still violated. */
export async function shrink(recorded: Plan, options: HistoryOptions, invariant: Invariant): Promise<Plan> {
  let plan = recorded
  let runsLeft = options.machine === 'real' ? REAL_RUNS_MAX : RUNS_MAX

  async function tryPlan(smaller: Plan): Promise<boolean> {
    if (runsLeft <= 0) return false
    runsLeft -= 1
    if (!(await violates(smaller, options, invariant))) return false
    plan = smaller
    return true
  }

  /** @returns whether anything could be removed */
  async function shorten<Item>(
    of: (plan: Plan) => readonly Item[],
    withItems: (items: readonly Item[]) => Plan,
  ): Promise<boolean> {
    let isSmaller = false
    for (let size = Math.ceil(of(plan).length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
      for (let from = 0; from < of(plan).length;) {
        const items = of(plan)
        if (await tryPlan(withItems([...items.slice(0, from), ...items.slice(from + size)]))) isSmaller = true
        else from += size
      }
    }
    return isSmaller
  }

  const strikesOf = ({ strikes }: Plan): readonly Strike[] => (isList(strikes) ? strikes : [])
  for (let isSmaller = true; isSmaller;) {
    isSmaller = await shorten(strikesOf, (strikes) => ({ ...plan, strikes }))
    isSmaller =
      (await shorten(
        (each) => each.events,
        (events) => ({ ...plan, events }),
      )) || isSmaller
    isSmaller =
      (await shorten(
        (each) => each.inherited,
        (inherited) => ({ ...plan, inherited }),
      )) || isSmaller
    isSmaller =
      (await shorten(
        (each) => each.sales,
        (sales) => ({ ...plan, sales }),
      )) || isSmaller
  }
  return plan
}

function isList(strikes: Plan['strikes']): strikes is readonly Strike[] {
  return Array.isArray(strikes)
}

/**
 * Reports a failing history: what broke, the smallest part that still breaks it, and its whole log.
 * @returns whether it failed
 */
export async function tellFailure(
  seed: number,
  options: HistoryOptions,
  print: (text: string) => void,
): Promise<boolean> {
  const recorded = await recordPlan(seed, options)
  const whole = await play(recorded, options)
  const [first] = whole.violations
  if (first === undefined) {
    print(`history ${seed} (${options.policy}, ${options.world}): nothing violated`)
    print(whole.log.join('\n'))
    return false
  }
  const small = await shrink(recorded, options, first.invariant)
  print(`history ${seed} (${options.policy}, ${options.world}) violates ${invariants[first.invariant]}`)
  print(`\nThe least that still does:\n${await story(small, options)}`)
  print(`\nThe same to keep in proof/simulation/seeds.json:\n${JSON.stringify(small)}`)
  print(`\nThe whole history:\n${whole.log.join('\n')}`)
  return true
}

function play(plan: Plan, options: HistoryOptions): Promise<HistoryResult> {
  return runPlan(plan, options, { coverage: new Map(), isLogged: true, record: null })
}

/** The events of a plan, line by line, and what it broke. */
export async function story(plan: Plan, options: HistoryOptions): Promise<string> {
  const { log, violations } = await play(plan, options)
  const broken = violations.map(
    ({ invariant, transactionId, atMs, detail }) =>
      `${(atMs / 1_000).toFixed(1).padStart(8)} s  ✗ ${invariant} ${transactionId}: ${detail}`,
  )
  return [...log, ...broken].join('\n')
}
