import { diskFaults, listFaults, readFaults, sendFaults } from './faults.ts'
import { playAtOnce, type HistoryOptions } from './history.ts'
import type { Invariant } from './invariants.ts'
import { MAIN_TERMINAL, MINUTE_MS, type Plan } from './plan.ts'
import { createListedFaults, type Strike, type FaultSource } from './faultSource.ts'
import type { World } from './world.ts'

/** A fault at one step, or a power cut at that moment while the program waits. */
export type Placed = Strike | { readonly at: 'moment'; readonly atMs: number }

export interface Explored {
  readonly runs: number
  /** How many runs had no fault, one, two. */
  readonly runsByFaults: readonly number[]
  /** Abstract states of the whole world that were visited ({@link stateKey}). */
  readonly states: ReadonlySet<string>
  readonly failures: readonly ExploreFailure[]
}

export interface ExploreFailure {
  readonly policy: 'ask' | 'auto'
  readonly saleCount: number
  readonly faults: readonly Placed[]
  readonly invariant: Invariant
  readonly detail: string
}

/** One step of a run at which a fault can be placed. */
type Step =
  | { readonly at: 'send' | 'read' | 'list' | 'write'; readonly n: number; readonly atMs: number }
  | { readonly at: 'moment'; readonly atMs: number }

const SEED = 1
const SALES_MS = [10_000, 40_000] as const
const AMOUNTS_KOBO = [150_000, 275_050] as const
/** Long enough for a whole absence proof under faults. */
const FAULTS_END_MS = 16 * MINUTE_MS
const FAILURES_MAX = 20
/** Shorter than any exchange, so the power is cut during it. */
const INTO_EXCHANGE_MS = 10
/** A longer sleep gets a step in its middle. */
const LONG_WAIT_MS = 2_000

export interface ExplorePart {
  readonly policy: 'ask' | 'auto'
  readonly saleCount: number
  readonly faultCount: 1 | 2
  /** This worker takes every n-th of the first faults. */
  readonly part: number
  readonly parts: number
}

/** Every step × every fault × before and after, for one or two sales and one or two faults, without randomness. */
export function explorePart({ policy, saleCount, faultCount, part, parts }: ExplorePart): Explored {
  const options: HistoryOptions = { policy, world: 'holds', machine: 'production', manager: 'oracle' }
  const plan = planOf(saleCount)
  const states = new Set<string>()
  const failures: ExploreFailure[] = []
  const runsByFaults = [0, 0, 0]

  function run(faults: readonly Placed[]): readonly Step[] {
    runsByFaults[faults.length] = (runsByFaults[faults.length] ?? 0) + 1
    const { steps, invariant, detail } = play(plan, options, faults, states)
    if (invariant !== null && failures.length < FAILURES_MAX)
      failures.push({ policy, saleCount, faults, invariant, detail })
    return steps
  }

  const first = run([]).flatMap(faultsAt)
  for (const [index, fault] of first.entries()) {
    if (index % parts !== part) continue
    const steps = run([fault])
    if (faultCount === 1) continue
    for (const step of stepsAfter(steps, fault)) for (const second of faultsAt(step)) run([fault, second])
  }
  return { runs: runsByFaults.reduce((sum, runs) => sum + runs, 0), runsByFaults, states, failures }
}

function planOf(saleCount: number): Plan {
  const sales = SALES_MS.slice(0, saleCount).map((atMs, index) => ({
    transactionId: `S${index + 1}`,
    terminalId: MAIN_TERMINAL,
    amountKobo: AMOUNTS_KOBO[index] ?? 100,
    atMs,
  }))
  return { seed: SEED, sales, inherited: [], events: [], strikes: [], faultsEndMs: FAULTS_END_MS }
}

function faultsAt(step: Step): readonly Placed[] {
  switch (step.at) {
    case 'send':
      return sendFaults.map((fault) => ({ at: 'send', n: step.n, fault }))
    case 'read':
      return readFaults.map((fault) => ({ at: 'read', n: step.n, fault }))
    case 'list':
      return listFaults.map((fault) => ({ at: 'list', n: step.n, fault }))
    case 'write':
      return diskFaults.flatMap((fault) => [
        { at: 'write', n: step.n, when: 'before', fault },
        { at: 'write', n: step.n, when: 'after', fault },
      ])
    case 'moment':
      return [step]
  }
}

/** The same faults in the other order give the same run, so the second is placed after the first. */
function stepsAfter(steps: readonly Step[], fault: Placed): readonly Step[] {
  if (fault.at === 'moment') return steps.filter(({ atMs }) => atMs > fault.atMs)
  const place = steps.findIndex((step) => step.at === fault.at && 'n' in step && step.n === fault.n)
  return steps.slice(place + 1)
}

function play(
  plan: Plan,
  options: HistoryOptions,
  faults: readonly Placed[],
  states: Set<string>,
): { readonly steps: readonly Step[]; readonly invariant: Invariant | null; readonly detail: string } {
  const steps: Step[] = []
  let world: World | null = null
  let isOver = false
  const listed = createListedFaults(faults.filter((fault) => fault.at !== 'moment'))
  const counts = { send: 0, read: 0, list: 0, write: 0 }

  function seen(at: 'send' | 'read' | 'list' | 'write'): void {
    if (world === null || isOver) return
    const atMs = world.agenda.nowMs()
    const last = steps.at(-1)?.atMs ?? 0
    if (atMs - last > LONG_WAIT_MS) steps.push({ at: 'moment', atMs: (atMs + last) / 2 })
    counts[at] += 1
    steps.push({ at, n: counts[at], atMs })
    // Power may also be cut while the answer is awaited.
    if (at === 'send' || at === 'read') steps.push({ at: 'moment', atMs: atMs + INTO_EXCHANGE_MS })
    states.add(stateKey(world))
  }

  const strikes: FaultSource = {
    send: () => {
      seen('send')
      return listed.send()
    },
    read: () => {
      seen('read')
      return listed.read()
    },
    list: () => {
      seen('list')
      return listed.list()
    },
    write: (when, met) => {
      if (when === 'before') seen('write')
      else if (world !== null) states.add(stateKey(world))
      return listed.write(when, met)
    },
    end: () => {
      isOver = true
      listed.end()
    },
    isOver: () => isOver,
  }
  const { violations } = playAtOnce(plan, options, strikes, new Map(), false, (created) => {
    world = created
    for (const fault of faults)
      if (fault.at === 'moment') created.agenda.at(fault.atMs, () => created.till.powerCut(5_000))
  })
  const [worst] = violations
  return { steps, invariant: worst?.invariant ?? null, detail: worst?.detail ?? '' }
}

/**
 * The state of the whole world as a text, so that different states can be counted. It reduces clocks and counters to
 * what the rules distinguish. It names each sale's state, sends, resends and proof, what the bank said and has, and
 * whether the program runs, may send, or backs off.
 */
function stateKey({ till, bank, agenda, checker, way }: World): string {
  const nowMs = agenda.nowMs()
  const sales = till.rows().map((row) => {
    const commits = bank.commitsOf(row.transactionId)
    const shown = commits.filter(({ visibleAtMs }) => visibleAtMs <= nowMs).length
    return [
      row.state,
      Math.min(row.sendCount, 3),
      row.resendCount,
      Math.min(row.notFoundCount, 3),
      Math.min(row.failureCount, 2),
      Math.min(row.checkCount, 3),
      row.bankMessage === null ? '' : 'no',
      row.datePaid === null ? '' : 'paid',
      row.reviewReason ?? '',
      row.inStop ? `stop ${Math.min(row.trialNumber, 3)}` : '',
      commits.length,
      shown,
    ].join(':')
  })
  const flags = [
    till.isRunning() ? 'on' : 'off',
    checker.isGateOpen() ? 'gate' : '',
    till.heldBecause(),
    nowMs < way.tokenUntilMs ? 'token' : '',
  ]
  return `${sales.join(' ')} ${flags.join('|')}`
}
