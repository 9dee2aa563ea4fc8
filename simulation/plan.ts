import type { SaleState } from '../shared/sale.ts'
import { createChance, streams, type Chance } from './chance.ts'
import { acts, drawFaultMix, processFaults, type Act, type FaultMix, type ProcessFault } from './faults.ts'
import type { Strike } from './strikes.ts'

/** When something happens: at a moment, or a little after the n-th send of the history began. */
export type When = { readonly atMs: number } | { readonly send: number; readonly afterMs: number }

export interface PlannedSale {
  readonly transactionId: string
  readonly terminalId: string
  readonly amountKobo: number
  readonly atMs: number
}

/** A sale that the file already had when the history begins, as an earlier run left it. */
export interface InheritedSale {
  readonly transactionId: string
  readonly state: SaleState
  readonly amountKobo: number
  /** When it was last sent, before the history begins; unused where it never was. */
  readonly sentAgoMs: number
  readonly isAtBank: boolean
  /** When its next look-up falls due in the history. */
  readonly dueInMs: number
}

export interface PlannedEvent {
  readonly kind: ProcessFault | Act
  readonly when: When
  readonly lengthMs: number
  /** What else the kind needs, uniform in [0, 1). */
  readonly choice: number
  readonly choice2: number
}

/** One history, whole: what a seed draws, and what is left of it when a failing one is made smaller. */
export interface Plan {
  readonly seed: number
  readonly sales: readonly PlannedSale[]
  readonly inherited: readonly InheritedSale[]
  readonly events: readonly PlannedEvent[]
  /** `mix`: faults of exchanges and writes are drawn as the history goes; a list: exactly these. */
  readonly strikes: FaultMix | readonly Strike[]
  readonly faultsEndMs: number
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

/** @param faultRate the share of exchanges that are struck; undefined: drawn by the seed, everything else with it */
export function drawPlan(seed: number, faultRate: number | undefined): Plan {
  const chance = createChance(seed, streams.plan)
  const mix = drawFaultMix(chance, faultRate)
  const isRated = faultRate !== undefined
  return {
    seed,
    sales: drawSales(chance),
    inherited: !isRated && chance.happens(INHERITED_SHARE) ? drawInherited(chance) : [],
    events: isRated ? [] : drawEvents(chance, mix),
    strikes: mix,
    faultsEndMs: FAULTS_END_MS,
  }
}

/** Half of the references are typed, which are asked for before they are sent, and half were made by the program. */
function reference(chance: Chance, name: string): string {
  return chance.happens(0.5) ? name : madeReference(name)
}

/** A reference that looks as if the program had made it. @param name in capitals, without I, L, O and U */
export function madeReference(name: string): string {
  return `0000000000E${name.padStart(15, '0')}`
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
    return {
      transactionId: reference(chance, `H${index + 1}`),
      state,
      amountKobo: chance.between(100, 999_999),
      sentAgoMs: chance.between(30 * SECOND_MS, 29 * MINUTE_MS),
      // A removed sale is of interest only where it turns up all the same.
      isAtBank: chance.happens(state === 'cancelled' ? 0.8 : 0.4),
      dueInMs: chance.between(0, 8 * MINUTE_MS),
    }
  })
}

/** Each process fault at most once, and what people do now and then. Half of it strikes while a sale is on its way. */
function drawEvents(chance: Chance, { processRate }: FaultMix): readonly PlannedEvent[] {
  const events: PlannedEvent[] = []
  const draw = (kind: PlannedEvent['kind']): void => {
    const when: When = chance.happens(0.5)
      ? { atMs: chance.between(0, EVENTS_MS_MAX) }
      : { send: chance.between(1, 4), afterMs: chance.between(0, 500) }
    const lengthMs = chance.pick([SECOND_MS, 30 * SECOND_MS, 5 * MINUTE_MS, 12 * MINUTE_MS])
    events.push({ kind, when, lengthMs, choice: chance.next(), choice2: chance.next() })
  }
  for (const kind of processFaults) {
    // Nothing but another profile makes a sale `held`, so it comes more often.
    const rate = kind === 'profileChange' ? Math.max(processRate, PROFILE_CHANGE_RATE) : processRate
    if (chance.happens(rate)) draw(kind)
  }
  for (const kind of acts) if (chance.happens(0.5)) draw(kind)
  return events
}
