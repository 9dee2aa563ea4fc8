import { CLEAN_READS_APART_MS } from './learned.ts'
import { markedStopOf, type Stop } from './stop.ts'
import type { DeliveryContext } from './context.ts'
import { nextSale, type NextSale, type Turns } from './saleOrder.ts'
import type { Destination } from '../../gateway/destination.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import type { Verifier } from './verification.ts'
import type { WaitingReason } from '../../../shared/sale.ts'
import type { Connection } from '../../gateway/connection.ts'
import type { Session } from '../../session/session.ts'
import type { DatabaseHealth } from '../../storage/databaseHealth.ts'

/** The worker's next step, as a pure function. The loop runs it and reports the result; it decides nothing. */
export interface Situation {
  /** Monotonic ms of this run. */
  readonly nowMs: number
  readonly isSignedIn: boolean
  /** The host's back-off ends then, monotonic ms. */
  readonly hostNotBeforeMs: number
  readonly isLookUpDue: boolean
  /** The first queued sale that is due, or null. */
  readonly queued: {
    /** It is young and of this run, or a complete search has shown that the bank does not have it. */
    readonly isVerified: boolean
    /** The search that would verify it fails, so it is asked about by itself. */
    readonly isSearchGivenUp: boolean
    /** Too many outcomes are unknown to risk another. */
    readonly isHeldBack: boolean
    /** It is the trial of a stop (stop.ts); null for any other sale. */
    readonly trial: {
      /** Time until its turn, ms; 0 or less if it has come. */
      readonly turnInMs: number
      /** Time until the gate must be asked for it, ms; null if it was answered often enough. */
      readonly readInMs: number | null
    } | null
  } | null
  /** The next verification may not start before this, monotonic ms. */
  readonly verifyNotBeforeMs: number
  readonly isTokenFresh: boolean
  readonly isGateOpen: boolean
  /** Time until the next send or look-up falls due, ms; null if there is none. */
  readonly nextDueInMs: () => number | null
  /** Time since the service last answered, ms; null if it has not in this run. */
  readonly silentForMs: number | null
  /** Whether any sale is unsettled. A payment is asked for at its own pace (settlements/). */
  readonly isAnythingAwaited: () => boolean
}

export type Step =
  | { readonly kind: 'sleep'; readonly forMs: number }
  | { readonly kind: 'lookUp' }
  | { readonly kind: 'renewToken' }
  | { readonly kind: 'openGate' }
  | { readonly kind: 'verify' }
  | { readonly kind: 'send' }
  /** No sale needs a step: one cheap GET keeps the status bar true. */
  | { readonly kind: 'probe' }

/** How often the service is probed while a sale waits, ms … */
export const PROBE_EVERY_MS = 60_000
/** … and while none does, ms. */
export const IDLE_PROBE_EVERY_MS = 6 * 60_000
/** A good answer to another loop ends the host's back-off. The worker notices within this time, ms. */
const HOST_LOOK_AGAIN_MS = 20_000
/** Upper bound on every sleep; wake-ups end it earlier. */
const SLEEP_MS_MAX = IDLE_PROBE_EVERY_MS
/** Prevents spinning on a due time that was rounded to zero. */
const SLEEP_MS_MIN = 20

export function nextStep(situation: Situation): Step {
  const { nowMs, queued } = situation
  if (!situation.isSignedIn) return sleep(SLEEP_MS_MAX)
  if (nowMs < situation.hostNotBeforeMs)
    return sleep(Math.min(situation.hostNotBeforeMs - nowMs, HOST_LOOK_AGAIN_MS))
  if (situation.isLookUpDue) return { kind: 'lookUp' }
  if (queued === null || queued.isHeldBack) return probeOrSleep(situation)
  const restMs = restBeforeTrialMs(queued)
  if (restMs > 0) return probeOrSleep(situation, restMs)
  if (!situation.isTokenFresh) return { kind: 'renewToken' }
  if (!queued.isVerified) {
    const verifyInMs = situation.verifyNotBeforeMs - nowMs
    // Meanwhile unknown sales are looked up: a found one may end the stop that this sale waits for.
    if (verifyInMs <= 0) return { kind: 'verify' }
    if (!queued.isSearchGivenUp) return probeOrSleep(situation, verifyInMs)
  }
  if (!situation.isGateOpen || isReadDue(queued)) return { kind: 'openGate' }
  return { kind: 'send' }
}

/** Time until a trial's next clean read may start, ms. */
function restBeforeTrialMs({ trial }: NonNullable<Situation['queued']>): number {
  if (trial === null) return 0
  if (trial.readInMs === null) return trial.turnInMs
  return Math.max(trial.readInMs, trial.turnInMs - CLEAN_READS_APART_MS)
}

function isReadDue({ trial }: NonNullable<Situation['queued']>): boolean {
  return trial !== null && trial.readInMs !== null
}

function probeOrSleep(
  { silentForMs, nextDueInMs, isAnythingAwaited }: Situation,
  untilMs = Number.POSITIVE_INFINITY,
): Step {
  const everyMs = isAnythingAwaited() ? PROBE_EVERY_MS : IDLE_PROBE_EVERY_MS
  const probeInMs = silentForMs === null ? 0 : everyMs - silentForMs
  if (probeInMs <= 0) return { kind: 'probe' }
  return sleep(Math.min(probeInMs, nextDueInMs() ?? probeInMs, untilMs))
}

function sleep(forMs: number): Step {
  return { kind: 'sleep', forMs: Math.min(Math.max(forMs, SLEEP_MS_MIN), SLEEP_MS_MAX) }
}

/** Why sending is held although the service answers. */
export type HeldBecause = 'checkingFirst' | 'tooManyUnknown' | 'oneAtATime'

export function heldReason({ queued, verifyNotBeforeMs, nowMs }: Situation): HeldBecause | null {
  if (queued === null) return null
  if (queued.isHeldBack) return 'tooManyUnknown'
  const isSearchPutOff = !queued.isVerified && !queued.isSearchGivenUp && nowMs < verifyNotBeforeMs
  if (isSearchPutOff && restBeforeTrialMs(queued) <= 0) return 'checkingFirst'
  return queued.trial === null ? null : 'oneAtATime'
}

/** The input for the next step, and the sales it may be about. */
export interface Seen {
  readonly situation: Situation
  readonly queued?: NextSale
  readonly lookUp?: SaleRow
}

export interface SituationParts {
  readonly verifier: Verifier
  readonly isVerified: (sale: SaleRow) => boolean
  readonly turns: Turns
  readonly isUnderWay: (transactionId: string) => boolean
  /** Whether this drain checked its token, as of a monotonic time. */
  readonly isTokenFresh: (nowMs: number) => boolean
}

/**
 * The current stop, with its sales marked as part of it. Marked in the turn in which it starts: a look-up by a person
 * may settle one of them in the next turn, and the others are still part of the stop.
 */
export function markedStop(context: DeliveryContext): Stop | null {
  const destination = context.service.generation() === null ? null : context.destination()
  return destination === null ? null : markedStopOf(context, destination)
}

/** Reads the current situation of a destination's delivery. */
export function createSituation(
  context: DeliveryContext,
  parts: SituationParts,
): (destination: Destination | null) => Seen {
  const { service, reads, breaker, clock, awake } = context
  const { verifier, isVerified, turns, isUnderWay, isTokenFresh } = parts

  return (destination) => {
    const learned = context.way.learned()
    const nowMs = clock.monotonicNowMs()
    const nowAwakeMs = awake.nowMs()
    const isSignedIn = destination !== null && service.generation() !== null
    const stop = markedStop(context)
    const trial = {
      turnInMs: stop?.kind === 'terminal' ? stop.trialFromMs - nowAwakeMs : 0,
      readInMs: learned.cleanReads.nextInMs(nowAwakeMs),
    }
    const isTrialReady = trial.turnInMs <= 0 && trial.readInMs === null
    const next = isSignedIn ? nextSale(reads, destination, stop, nowAwakeMs, isTrialReady, turns) : undefined
    const due = isSignedIn ? reads.nextLookUp(destination, nowAwakeMs) : undefined
    const situation: Situation = {
      nowMs,
      isSignedIn,
      hostNotBeforeMs: breaker.notBeforeMs(),
      // A look-up by a person is already running; starting it again would spin.
      isLookUpDue: due !== undefined && !isUnderWay(due.transactionId),
      queued:
        next === undefined
          ? null
          : {
              isVerified: isVerified(next.sale),
              isSearchGivenUp: verifier.isGivenUp(next.sale),
              isHeldBack: next.isHeldBack,
              trial: next.isTrial ? trial : null,
            },
      verifyNotBeforeMs: next === undefined ? 0 : verifier.notBeforeMs(next.sale),
      isTokenFresh: isTokenFresh(nowMs),
      isGateOpen: learned.gate.isOpen(service.generation()),
      nextDueInMs: () => {
        const nextDueMs = isSignedIn ? reads.nextOpenDueMs(destination, nowAwakeMs) : null
        return nextDueMs === null ? null : nextDueMs - nowAwakeMs
      },
      silentForMs: context.silentForMs(),
      isAnythingAwaited: () => reads.hasOpen(),
    }
    return {
      situation,
      ...(next === undefined ? {} : { queued: next }),
      ...(due === undefined ? {} : { lookUp: due }),
    }
  }
}

/** Why waiting sales are not sent now, with the reason that a person can act on first; null if nothing holds them. */
export function waitingReason(rooms: {
  readonly storage: Pick<DatabaseHealth, 'view' | 'areSalesChecked'>
  readonly session: Pick<Session, 'generation'>
  readonly connection: Pick<Connection, 'view'>
  readonly worker: { heldBecause(): HeldBecause | 'stopped' | null }
}): WaitingReason | null {
  if (rooms.storage.view().status === 'failing') return 'stopped'
  if (rooms.session.generation() === null) return 'signedOut'
  const { status } = rooms.connection.view()
  if (status === 'offline') return 'offline'
  if (!rooms.storage.areSalesChecked()) return 'checkingFile'
  if (status === 'serviceSilent' || status === 'serviceOdd') return status
  const held = rooms.worker.heldBecause()
  // A service that refuses lists still takes a sale that needs none.
  return held === 'checkingFirst' && status === 'serviceRefuses' ? status : held
}
