import { CLEAN_READS_APART_MS } from './stop.ts'

/**
 * What the courier does next, as a pure function of what is known. The loop carries it out and comes back with what
 * that showed; it decides nothing itself.
 */
export interface Situation {
  /** Monotonic ms of this run. */
  readonly nowMs: number
  readonly isSignedIn: boolean
  /** The host holds everything back until then, monotonic ms. */
  readonly hostNotBeforeMs: number
  readonly isLookUpDue: boolean
  /** The first queued sale whose time has come, or null. */
  readonly queued: {
    /** It is young and of this run, or a complete search has shown that the bank does not have it. */
    readonly isVerified: boolean
    /** Too many outcomes are unknown to add another. */
    readonly isHeldBack: boolean
    /** It is the trial of a stop (stop.ts); null: it goes as any other. */
    readonly trial: {
      /** When its turn comes, ms from now; 0 or less where it has come. */
      readonly turnInMs: number
      /** When the gate is to be asked for it, ms from now; null where it was answered often enough. */
      readonly readInMs: number | null
    } | null
  } | null
  /** The next verification may not start before, monotonic ms. */
  readonly verifyNotBeforeMs: number
  readonly isTokenFresh: boolean
  readonly isGateOpen: boolean
  /** When the next send or look-up that is not due yet falls due, ms from now; null where there is none. */
  readonly nextDueInMs: () => number | null
  /** Since the service last answered, ms; null where it has not in this run. */
  readonly silentForMs: number | null
  /** Whether any sale is not settled yet, or is yet to be paid. */
  readonly isAnythingAwaited: () => boolean
}

export type Step =
  | { readonly kind: 'sleep'; readonly forMs: number }
  | { readonly kind: 'lookUp' }
  | { readonly kind: 'renewToken' }
  | { readonly kind: 'openGate' }
  | { readonly kind: 'verify' }
  | { readonly kind: 'send' }
  /** Nothing to do for a sale: one cheap GET, so that what the status bar says stays true. */
  | { readonly kind: 'probe' }

/** While anything is awaited that cannot be sent now, the service is asked this often whether it is there … */
export const PROBE_EVERY_MS = 60_000
/** … and so often where nothing is, ms. */
export const IDLE_PROBE_EVERY_MS = 6 * 60_000
/** A good answer to another loop ends the host's back-off; it is noticed so soon. */
const HOST_LOOK_AGAIN_MS = 20_000
/** An upper bound on every sleep; wake-ups end it earlier. */
const SLEEP_MS_MAX = IDLE_PROBE_EVERY_MS
/** Keeps a due time that rounding put at zero from spinning the loop. */
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
    // Unknown sales are looked up meanwhile: what is found of them may end the stop that this sale waits for.
    return verifyInMs > 0 ? probeOrSleep(situation, verifyInMs) : { kind: 'verify' }
  }
  if (!situation.isGateOpen || isReadDue(queued)) return { kind: 'openGate' }
  return { kind: 'send' }
}

/** How long nothing is to be done for a trial: until its clean reads may begin, or until the second of them is due. */
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
  const isSearchPutOff = !queued.isVerified && nowMs < verifyNotBeforeMs
  if (isSearchPutOff && restBeforeTrialMs(queued) <= 0) return 'checkingFirst'
  return queued.trial === null ? null : 'oneAtATime'
}
