import { runPlan, type HistoryOptions, type HistoryResult } from './history.ts'
import { invariants, type Invariant } from './invariants.ts'
import { drawPlan, type Plan } from './plan.ts'
import type { Strike } from './strikes.ts'

/** Enough for every history seen so far; a larger one is told as small as it got. */
const RUNS_MAX = 4_000

/** A seed's history with every strike written down, so that parts of it can be left out. */
export function recordPlan(seed: number, options: HistoryOptions): Plan {
  const strikes: Strike[] = []
  const plan = drawPlan(seed, options.faultRate)
  runPlan(plan, options, {
    coverage: new Map(),
    isLogged: false,
    record: (strike) => void strikes.push(strike),
  })
  return { ...plan, strikes }
}

function violates(plan: Plan, options: HistoryOptions, invariant: Invariant): boolean {
  const { violations } = runPlan(plan, options, { coverage: new Map(), isLogged: false, record: null })
  return violations.some((violation) => violation.invariant === invariant)
}

/**
 * Leaves out sales, events and strikes as long as the same invariant is still violated: halves first, then ever smaller
 * pieces, until nothing can go any more.
 */
export function shrink(recorded: Plan, options: HistoryOptions, invariant: Invariant): Plan {
  let plan = recorded
  let runsLeft = RUNS_MAX

  function tryPlan(smaller: Plan): boolean {
    if (runsLeft <= 0) return false
    runsLeft -= 1
    if (!violates(smaller, options, invariant)) return false
    plan = smaller
    return true
  }

  /** @returns whether anything could go */
  function shorten<Item>(
    of: (plan: Plan) => readonly Item[],
    withItems: (items: readonly Item[]) => Plan,
  ): boolean {
    let isSmaller = false
    for (let size = Math.ceil(of(plan).length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
      for (let from = 0; from < of(plan).length;) {
        const items = of(plan)
        if (tryPlan(withItems([...items.slice(0, from), ...items.slice(from + size)]))) isSmaller = true
        else from += size
      }
    }
    return isSmaller
  }

  const strikesOf = ({ strikes }: Plan): readonly Strike[] => (isList(strikes) ? strikes : [])
  for (let isSmaller = true; isSmaller;) {
    isSmaller = shorten(strikesOf, (strikes) => ({ ...plan, strikes }))
    isSmaller =
      shorten(
        (each) => each.events,
        (events) => ({ ...plan, events }),
      ) || isSmaller
    isSmaller =
      shorten(
        (each) => each.inherited,
        (inherited) => ({ ...plan, inherited }),
      ) || isSmaller
    isSmaller =
      shorten(
        (each) => each.sales,
        (sales) => ({ ...plan, sales }),
      ) || isSmaller
  }
  return plan
}

function isList(strikes: Plan['strikes']): strikes is readonly Strike[] {
  return Array.isArray(strikes)
}

/**
 * Tells a failing history: what broke, the least that still breaks it, and its whole log.
 * @returns whether it failed
 */
export function tellFailure(seed: number, options: HistoryOptions, print: (text: string) => void): boolean {
  const recorded = recordPlan(seed, options)
  const whole = play(recorded, options)
  const [first] = whole.violations
  if (first === undefined) {
    print(`history ${seed} (${options.policy}, ${options.world}): nothing violated`)
    print(whole.log.join('\n'))
    return false
  }
  const small = shrink(recorded, options, first.invariant)
  print(`history ${seed} (${options.policy}, ${options.world}) violates ${invariants[first.invariant]}`)
  print(`\nThe least that still does:\n${story(small, options)}`)
  print(`\nThe same to keep in simulation/seeds.json:\n${JSON.stringify(small)}`)
  print(`\nThe whole history:\n${whole.log.join('\n')}`)
  return true
}

function play(plan: Plan, options: HistoryOptions): HistoryResult {
  return runPlan(plan, options, { coverage: new Map(), isLogged: true, record: null })
}

/** What happened in a plan, line by line, and what it broke. */
export function story(plan: Plan, options: HistoryOptions): string {
  const { log, violations } = play(plan, options)
  const broken = violations.map(
    ({ invariant, transactionId, atMs, detail }) =>
      `${(atMs / 1_000).toFixed(1).padStart(8)} s  ✗ ${invariant} ${transactionId}: ${detail}`,
  )
  return [...log, ...broken].join('\n')
}
