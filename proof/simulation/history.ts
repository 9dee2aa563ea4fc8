import type { SaleRow } from '../../electron/outbox/rules/saleRow.ts'
import { createChance, streams, type Chance } from './chance.ts'
import { AWAKE_START_MS } from './computer.ts'
import type { Coverage } from './coverage.ts'
import { deadTokenAnswers } from './faults.ts'
import { inherit } from './inherited.ts'
import { atRest, type Violation } from './invariants.ts'
import { enter, findSales, isChanged, isUnclear, letOracleDecide, sendAgainCarelessly } from './people.ts'
import { keptForms } from './modelBank.ts'
import { oddLists } from './oddLists.ts'
import { drawPlan, madeReference, MAIN_TERMINAL, MINUTE_MS, type Plan } from './plan.ts'
import { endFaults, schedule } from './scenario.ts'
import { createListedFaults, createRandomFaults, type Strike, type FaultSource } from './faultSource.ts'
import { createWorld, type World, type WorldOptions } from './world.ts'

export interface HistoryOptions extends WorldOptions {
  /** The share of exchanges that fail; undefined: drawn by the seed, with process faults. */
  readonly faultRate?: number | undefined
  /** `oracle`: decides with knowledge of the bank's ledger. `careless`: resends whenever the program allows it. */
  readonly manager: 'oracle' | 'careless'
}

export interface HistoryResult {
  readonly violations: readonly Violation[]
  readonly saleCount: number
  /** Sales that a person was asked about at any time. */
  readonly reviewCount: number
  /** Sales of unknown outcome at any time, including those found in `sending` at the start. */
  readonly unknownCount: number
  readonly acceptedCount: number
  /** Sales that this till settled more than once, for any reason. */
  readonly duplicateCount: number
  /** The events as text; empty unless requested. */
  readonly log: readonly string[]
}

export interface HistoryExtras {
  readonly coverage: Coverage
  readonly isLogged: boolean
  /** Called for every strike of a mix, so that the history can be replayed from a list. */
  readonly record: ((strike: Strike) => void) | null
}

/** Share of banks whose lists differ. */
const ODD_SHARE = 0.15
/** Share of histories at a bank that keeps another form of a reference. */
const KEPT_SHARE = 0.15
/** Share of histories in which another till sells on the same terminals. */
const OTHER_TILL_SHARE = 0.15
/** Lists of many pages, one after the other. */
const SLOW_LISTS_SHARE = 1 / 4
const SLOW_LIST_MS = 20_000
/** As many as are read for a sale and for those before it. */
const SLOW_LISTS_MAX = 9

/**
 * Half an hour awake for an unknown sale, ten minutes for one behind it, and a few look-ups: then every sale must be
 * at rest.
 */
const REST_MS_MAX = 47 * MINUTE_MS
/** The second time is after the longest stall, whose end an answer may await. */
const TRY_NOW_MS = [2 * MINUTE_MS, 14 * MINUTE_MS] as const
const REST_STEP_MS = 2 * MINUTE_MS
/** The shop keeps selling: the absence proof needs later sales. */
const LATER_SALES_MS = [6 * MINUTE_MS, 16 * MINUTE_MS] as const
/** Long enough for one more look-up of a closed sale (delays.ts: every half hour). */
const DECIDED_MS_MAX = 40 * MINUTE_MS
/** In a failing world, commits and records are late by at most this. */
const FAILS_EXTRA_MS = 120 * MINUTE_MS

/** Runs one history: the seed controls clock, chance, network, store and process. */
export async function runHistory(
  seed: number,
  options: HistoryOptions,
  extras: HistoryExtras,
): Promise<HistoryResult> {
  return runPlan(drawPlan(seed, options.faultRate), options, extras)
}

export async function runPlan(
  plan: Plan,
  options: HistoryOptions,
  extras: HistoryExtras,
): Promise<HistoryResult> {
  const play = playOut(plan, options, strikesOf(plan, extras), extras.coverage, extras.isLogged)
  let next = play.next()
  while (!next.done) {
    await settled()
    next = play.next()
  }
  return next.value
}

/** Resolves once everything has happened that needs neither time nor the world. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

/** On the model, which has no promises to await. */
export function playAtOnce(...of: Parameters<typeof playOut>): HistoryResult {
  const play = playOut(...of)
  const next = play.next()
  if (!next.done) throw new Error('the engine itself has promises that have to settle')
  return next.value
}

function strikesOf(plan: Plan, { record }: HistoryExtras): FaultSource {
  const { strikes: source } = plan
  return isList(source)
    ? createListedFaults(source)
    : createRandomFaults(
        createChance(plan.seed, streams.strikes),
        source,
        plan.inherited.map(({ state }) => state),
        record,
      )
}

function isList(source: Plan['strikes']): source is readonly Strike[] {
  return Array.isArray(source)
}

/** @param onWorld called with the world before anything happens in it */
function* playOut(
  plan: Plan,
  options: HistoryOptions,
  strikes: FaultSource,
  coverage: Coverage,
  isLogged: boolean,
  onWorld: (world: World) => void = () => undefined,
): Generator<void, HistoryResult> {
  const chance = createChance(plan.seed, streams.world)
  const traits = createChance(plan.seed, streams.traits)
  const deadTokenSaid = traits.pick(deadTokenAnswers)
  const odd = traits.happens(ODD_SHARE) ? traits.pick(oddLists) : null
  const listMsMax = traits.happens(SLOW_LISTS_SHARE) ? SLOW_LIST_MS : 0
  // Without lists nothing shows that form, and a copied file then may pay twice (docs/delivery.md).
  const form = odd === null && traits.happens(KEPT_SHARE) ? traits.pick(Object.values(keptForms)) : null
  const otherTill = odd === null && traits.happens(OTHER_TILL_SHARE) ? { otherTill: traits } : {}
  const kept = form === null ? {} : { kept: form }
  const world = createWorld(
    { ...options, deadTokenSaid, oddLists: odd, listMsMax, ...kept, ...otherTill },
    chance,
    strikes,
    coverage,
    isLogged,
  )
  onWorld(world)
  const inherited = inherit(plan.inherited, world.bank, world.bounds, chance)
  world.till.inherit(inherited)
  for (const row of inherited) {
    world.checker.known(row)
    const endedAwakeMs = row.unknownSinceAwakeMs ?? row.sentAwakeMs
    if (endedAwakeMs !== null)
      world.ledger.wasSent(row.transactionId, row.terminalId, endedAwakeMs - AWAKE_START_MS)
  }
  schedule(plan, world, chance)
  world.agenda.at(0, world.till.start)
  yield* world.pass(plan.faultsEndMs)
  strikes.end()
  yield* heal(plan, world, options, SLOW_LISTS_MAX * listMsMax)
  yield* decideAll(world, options, chance)
  if (options.machine !== 'empty') {
    findSales(world)
    world.checker.finish(world.till.rows())
  }
  world.till.end()
  return resultOf(world)
}

/** Faults have ended: from here on every sale must come to rest. @param readMs for reading lists, beside its waits */
function* heal(plan: Plan, world: World, options: HistoryOptions, readMs: number): Generator<void> {
  const { agenda, computer, till, checker } = world
  endFaults(world)
  const fromMs = agenda.nowMs()
  const terminals = new Set([MAIN_TERMINAL, ...plan.sales.map(({ terminalId }) => terminalId)])
  for (const [round, afterMs] of LATER_SALES_MS.entries())
    for (const [index, terminalId] of [...terminals].entries()) {
      const transactionId = madeReference(`Z${round}${index}`)
      agenda.at(fromMs + afterMs, () => {
        if (round === 0 || !isAllAtRest(till.rows()))
          enter(world, { transactionId, terminalId, amountKobo: 100_000 + 100 * round + index, atMs: 0 })
      })
    }
  // The service may have asked the program to wait for an hour; a person need not wait for that.
  for (const afterMs of TRY_NOW_MS) agenda.at(fromMs + afterMs, till.tryNow)
  const awakeFromMs = computer.trulyAwakeMs()
  const isOver = (): boolean =>
    computer.trulyAwakeMs() - awakeFromMs >= REST_MS_MAX + readMs ||
    (agenda.nowMs() - fromMs > LATER_SALES_MS[0] + REST_STEP_MS && isAllAtRest(till.rows()))
  if (options.world === 'fails') yield* world.pass(agenda.nowMs() + FAILS_EXTRA_MS)
  if (options.machine === 'empty') {
    yield* world.pass(fromMs + LATER_SALES_MS[1])
    return
  }
  const queuedSince = new Map<string, number>()
  const left = new Map<string, string>()
  while (!isOver()) {
    yield* world.pass(agenda.nowMs() + REST_STEP_MS)
    noteWaits(world, QUEUED_MS_MAX + readMs, queuedSince, left)
    if (options.manager === 'careless') sendAgainCarelessly(world)
  }
  checker.rested(till.rows(), left)
}

/**
 * @param queuedSince since when each sale has waited, truly awake ms; it is brought up to date
 * @param left gets those that have waited for too long
 */
function noteWaits(
  { till, computer }: World,
  waitMsMax: number,
  queuedSince: Map<string, number>,
  left: Map<string, string>,
): void {
  const nowMs = computer.trulyAwakeMs()
  const isStopped = /tooManyUnknown|oneAtATime|stopped/u.test(till.heldBecause())
  for (const { transactionId, state } of till.rows()) {
    if (state !== 'queued' || isStopped) queuedSince.delete(transactionId)
    else if (!queuedSince.has(transactionId)) queuedSince.set(transactionId, nowMs)
    else if (nowMs - (queuedSince.get(transactionId) ?? nowMs) > waitMsMax)
      left.set(transactionId, till.heldBecause())
  }
}

function isAllAtRest(rows: readonly SaleRow[]): boolean {
  return rows.every(({ state }) => atRest.includes(state))
}

/** Five minutes for a list, then ten for the sale itself; the waits are measured only every step. */
const QUEUED_MS_MAX = 15 * MINUTE_MS + REST_STEP_MS

const ROUNDS_MAX = 3

/** A person decides the remaining sales, and the decisions take effect. */
function* decideAll(world: World, options: HistoryOptions, chance: Chance): Generator<void> {
  if (options.machine === 'empty') return
  const { agenda, till } = world
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    if (!till.rows().some((row) => isForPerson(row) || isBehind(world, row))) return
    letOracleDecide(world, chance)
    const untilMs = agenda.nowMs() + DECIDED_MS_MAX
    do yield* world.pass(agenda.nowMs() + REST_STEP_MS)
    while (agenda.nowMs() < untilMs && till.rows().some((row) => isBehind(world, row)))
    if (options.world === 'fails') yield* world.pass(agenda.nowMs() + FAILS_EXTRA_MS)
  }
}

function isForPerson(row: SaleRow): boolean {
  const { state, differingOpen } = row
  return state === 'review' || state === 'conflict' || differingOpen || isUnclear(row) || isChanged(row)
}

const STILL_LOOKED_UP: readonly SaleRow['state'][] = ['review', 'refused', 'cancelled', 'writtenOff']

/** More of it will still happen. */
function isBehind({ bank }: World, row: SaleRow): boolean {
  if (!atRest.includes(row.state)) return true
  if (isUnclear(row)) return true
  return STILL_LOOKED_UP.includes(row.state) && bank.commitsOf(row.transactionId).length > 0
}

function resultOf(world: World): HistoryResult {
  const rows = world.till.rows()
  return {
    violations: world.checker.violations,
    saleCount: rows.length,
    reviewCount: world.reviewed.size,
    unknownCount: rows.filter((row) => row.unknownSinceAwakeMs !== null).length,
    acceptedCount: rows.filter(({ state }) => state === 'accepted').length,
    duplicateCount: rows.filter((row) => world.bank.tillCount(row.transactionId) > 1).length,
    log: world.log,
  }
}
