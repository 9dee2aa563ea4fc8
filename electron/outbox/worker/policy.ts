import { CLEAN_READS_APART_MS } from './stop.ts'

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
  /** Whether any sale is unsettled or unpaid. */
  readonly isAnythingAwaited: () => boolean
}

export type Step =
  | { readonly kind: 'sleep'; readonly forMs: number }
  | { readonly kind: 'lookUp' }
  | { readonly kind: 'renewToken' }
  | { readonly kind: 'openGate' }
  | { readonly kind: 'verify' }
  | { readonly kind: 'send' }
  /** No sale needs a step: one cheap GET, so that the status bar stays true. */
  | { readonly kind: 'probe' }

/** While something awaited cannot be sent, the service is probed this often … */
export const PROBE_EVERY_MS = 60_000
/** … and this often while nothing is awaited, ms. */
export const IDLE_PROBE_EVERY_MS = 6 * 60_000
/** A good answer to another loop ends the host's back-off; it is noticed within this time. */
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

/** How long a trial needs nothing: until its clean reads may start, or until the second one is due. */
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
