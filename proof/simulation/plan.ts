import type { SaleState } from '../../shared/sale.ts'
import { createChance, streams, type Chance } from './chance.ts'
import {
  acts,
  bankFaults,
  drawFaultMix,
  processFaults,
  type Act,
  type BankFault,
  type FaultMix,
  type ProcessFault,
} from './faults.ts'
import type { Strike } from './faultSource.ts'

/** When something happens: at a moment, or a little after the n-th send of the history started. */
export type When = { readonly atMs: number } | { readonly send: number; readonly afterMs: number }

export interface PlannedSale {
  readonly transactionId: string
  readonly terminalId: string
  readonly amountKobo: number
  readonly atMs: number
}

/** A sale in the file at the start of the history, as an earlier run left it. */
export interface InheritedSale {
  readonly transactionId: string
  readonly state: SaleState
  readonly amountKobo: number
  /** When it was last sent, before the history starts; unused if it never was. */
  readonly sentAgoMs: number
  readonly isAtBank: boolean
  /** When its next look-up falls due in the history. */
  readonly dueInMs: number
}

export interface PlannedEvent {
  readonly kind: ProcessFault | BankFault | Act
  readonly when: When
  readonly lengthMs: number
  /** Further choices of the kind, uniform in [0, 1). */
  readonly choice: number
  readonly choice2: number
}

/** One whole history: everything that a seed draws, or the rest of a failing one after shrinking. */
export interface Plan {
  readonly seed: number
  readonly sales: readonly PlannedSale[]
  readonly inherited: readonly InheritedSale[]
  readonly events: readonly PlannedEvent[]
  /** `mix`: faults of exchanges and writes are drawn during the history; a list: exactly these. */
  readonly strikes: FaultMix | readonly Strike[]
  readonly faultsEndMs: number
  /** No other device sells at these terminals, so at the first sale the bank has no records to show. */
  readonly isAlone?: boolean
}

export const MINUTE_MS = 60_000
const SECOND_MS = 1_000
const SALES_MS_MAX = 12 * MINUTE_MS
const EVENTS_MS_MAX = 15 * MINUTE_MS
const FAULTS_END_MS = 20 * MINUTE_MS
export const TERMINALS = ['2TLS0001', '2TLS0002'] as const
export const MAIN_TERMINAL = TERMINALS[0]
const SECOND_TERMINAL_SHARE = 0.15
const INHERITED_SHARE = 0.6
const PROFILE_CHANGE_RATE = 0.35
/** Share of histories in which a part of the bank gets stuck while the shop is busy. */
const STUCK_SHARE = 0.2
const STUCK_SALES_MS = 4 * MINUTE_MS
/** Share of those in which it is stuck long enough for several trials. */
const LONG_STOP_SHARE = 0.1
const LONG_STOP_SALES = 8
const LONG_STOP_SALES_MS = MINUTE_MS
/** Long enough for the second trial, a minute after the first: scenario.ts takes the length from the event's choice. */
const LONG_STUCK_CHOICE_MIN = 0.6
const UNREADABLE_RATE = 0.25
const ALONE_SHARE = 0.2
const BANK_FAULT_RATE = 0.35

/** @param faultRate the share of exchanges that fail; undefined: drawn by the seed, like everything else */
export function drawPlan(seed: number, faultRate: number | undefined): Plan {
  const chance = createChance(seed, streams.plan)
  const mix = drawFaultMix(chance, faultRate)
  const isRated = faultRate !== undefined
  const sales = drawSales(chance)
  const inherited = !isRated && chance.happens(INHERITED_SHARE) ? drawInherited(chance) : []
  const events = isRated ? [] : drawEvents(chance, mix)
  const stuck = !isRated && chance.happens(STUCK_SHARE) ? drawStuck(chance) : null
  const isAlone = chance.happens(ALONE_SHARE)
  // Drawn last, so that older plans stay as they are.
  const long = !isRated && stuck === null && chance.happens(LONG_STOP_SHARE) ? drawLongStop(chance) : null
  const stop = stuck ?? long
  return {
    seed,
    sales: [...sales, ...(stop?.sales ?? [])],
    inherited: [...inherited, ...(stop?.inherited ?? [])],
    events: [...events, ...(stop?.events ?? [])],
    strikes: mix,
    faultsEndMs: FAULTS_END_MS,
    isAlone,
  }
}

/** A part of the bank gets stuck under enough sales to stop sending. Sometimes a manager resends an older one then. */
function drawStuck(chance: Chance): Pick<Plan, 'events' | 'sales' | 'inherited'> {
  const fromMs = chance.between(0, SALES_MS_MAX)
  const sales = Array.from({ length: chance.between(4, 8) }, (_, index) =>
    drawSale(
      chance,
      reference(chance, `K${index + 1}`),
      fromMs + chance.between(0, index < 3 ? 20 * SECOND_MS : STUCK_SALES_MS),
    ),
  )
  const when: When = chance.happens(0.75)
    ? { atMs: fromMs }
    : { send: chance.between(1, 4), afterMs: chance.between(0, 500) }
  const stuck = eventOf(chance, 'stuckPart', when)
  if (chance.happens(0.6)) return { events: [stuck], sales, inherited: [] }
  const decides = eventOf(chance, 'managerDecides', {
    atMs: fromMs + chance.between(10 * SECOND_MS, STUCK_SALES_MS),
  })
  const older = inheritedOf(chance, madeReference('H9'), 'review')
  return { events: [stuck, decides], sales, inherited: [{ ...older, isAtBank: false }] }
}

/**
 * A stop with more than two trials: the second is the fifth open sale, so a third leaves only once an older one turns
 * up. Two were lost before the history starts; the bank has them and shows them late.
 */
function drawLongStop(chance: Chance): Pick<Plan, 'events' | 'sales' | 'inherited'> {
  const inherited = ['H7', 'H8'].map((name) => ({
    ...inheritedOf(chance, madeReference(name), 'unknown'),
    sentAgoMs: chance.between(1, 60) * SECOND_MS,
    isAtBank: true,
  }))
  const sales = Array.from({ length: LONG_STOP_SALES }, (_, index) => {
    const sale = drawSale(chance, madeReference(`K${index + 1}`), chance.between(0, LONG_STOP_SALES_MS))
    return { ...sale, terminalId: MAIN_TERMINAL }
  })
  const stuck = eventOf(chance, 'stuckPart', { atMs: 0 })
  const choice = LONG_STUCK_CHOICE_MIN + stuck.choice * (1 - LONG_STUCK_CHOICE_MIN)
  return { events: [{ ...stuck, choice }], sales, inherited }
}

function eventOf(chance: Chance, kind: PlannedEvent['kind'], when: When, lengthMs = 0): PlannedEvent {
  return { kind, when, lengthMs, choice: chance.next(), choice2: chance.next() }
}

/** Half of the references are typed, which need a pre-send query; half were made by the program. */
function reference(chance: Chance, name: string): string {
  return chance.happens(0.5) ? name : madeReference(name)
}

/** A reference in the program's own form. @param name in capitals, without I, L, O and U */
export function madeReference(name: string): string {
  return `0000000000E${name.padStart(15, '0')}`
}

/** Whether it looks made by the program: such a sale needs no pre-send query. */
export function isMade(transactionId: string): boolean {
  return /^[0-9A-HJKMNP-TV-Z]{26}$/u.test(transactionId)
}

/** At least three. */
function drawSales(chance: Chance): readonly PlannedSale[] {
  const count = chance.between(3, 5)
  return Array.from({ length: count }, (_, index) =>
    drawSale(chance, reference(chance, `S${index + 1}`), chance.between(0, SALES_MS_MAX)),
  )
}

function drawSale(chance: Chance, transactionId: string, atMs: number): PlannedSale {
  const terminalId = chance.happens(SECOND_TERMINAL_SHARE) ? TERMINALS[1] : TERMINALS[0]
  return { transactionId, terminalId, amountKobo: chance.between(100, 999_999), atMs }
}

const INHERITED_STATES: readonly SaleState[] = [
  'queued',
  'sending',
  'unknown',
  'review',
  'review',
  'conflict',
  'conflict',
  'refused',
  'refused',
  'held',
  'held',
  'held',
  'accepted',
  'cancelled',
  'cancelled',
  'writtenOff',
  'writtenOff',
]

function drawInherited(chance: Chance): readonly InheritedSale[] {
  return Array.from({ length: chance.between(1, 3) }, (_, index) => {
    const state = chance.pick(INHERITED_STATES)
    return inheritedOf(chance, reference(chance, `H${index + 1}`), state)
  })
}

function inheritedOf(chance: Chance, transactionId: string, state: SaleState): InheritedSale {
  return {
    transactionId,
    state,
    amountKobo: chance.between(100, 999_999),
    sentAgoMs: chance.between(30 * SECOND_MS, 29 * MINUTE_MS),
    // A removed sale matters only if it appears at the bank later.
    isAtBank: chance.happens(state === 'cancelled' ? 0.8 : 0.4),
    dueInMs: chance.between(0, 8 * MINUTE_MS),
  }
}

/** Little else makes a sale `held`, so these are more frequent. */
const RATES: Partial<Record<ProcessFault, number>> = {
  profileChange: PROFILE_CHANGE_RATE,
  unreadableSlip: UNREADABLE_RATE,
}

/** Each process fault at most once, and sometimes people's actions. Half of them happen while a sale is being sent. */
function drawEvents(chance: Chance, { processRate }: FaultMix): readonly PlannedEvent[] {
  const events: PlannedEvent[] = []
  const draw = (kind: PlannedEvent['kind']): void => {
    const when: When = chance.happens(0.5)
      ? { atMs: chance.between(0, EVENTS_MS_MAX) }
      : { send: chance.between(1, 4), afterMs: chance.between(0, 500) }
    const lengthMs = chance.pick([SECOND_MS, 30 * SECOND_MS, 5 * MINUTE_MS, 12 * MINUTE_MS])
    events.push(eventOf(chance, kind, when, lengthMs))
  }
  for (const kind of processFaults) {
    const rate = Math.max(processRate, RATES[kind] ?? 0)
    if (chance.happens(rate)) draw(kind)
  }
  for (const kind of acts) if (chance.happens(0.5)) draw(kind)
  for (const kind of bankFaults) if (chance.happens(BANK_FAULT_RATE)) draw(kind)
  return events
}
