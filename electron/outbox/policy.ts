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
    /** Too many outcomes are unknown to add another (design §4). */
    readonly isHeldBack: boolean
  } | null
  /** The next verification may not start before, monotonic ms. */
  readonly verifyNotBeforeMs: number
  readonly isTokenFresh: boolean
  readonly isGateOpen: boolean
  /** When the next send or look-up that is not due yet falls due, ms from now; null where there is none. */
  readonly nextDueInMs: () => number | null
  /** Since the service last answered, ms; null where it has not in this run. */
  readonly silentForMs: number | null
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

/** With nothing to send, the service is asked this often whether it is there. */
export const PROBE_EVERY_MS = 60_000
/** An upper bound on every sleep; wake-ups end it earlier. */
const SLEEP_MS_MAX = 5 * 60_000
/** Keeps a due time that rounding put at zero from spinning the loop. */
const SLEEP_MS_MIN = 20

export function nextStep(situation: Situation): Step {
  const { nowMs, queued } = situation
  if (!situation.isSignedIn) return sleep(SLEEP_MS_MAX)
  if (nowMs < situation.hostNotBeforeMs) return sleep(situation.hostNotBeforeMs - nowMs)
  if (situation.isLookUpDue) return { kind: 'lookUp' }
  if (queued === null || queued.isHeldBack) return probeOrSleep(situation)
  if (!situation.isTokenFresh) return { kind: 'renewToken' }
  if (!queued.isVerified) {
    return nowMs < situation.verifyNotBeforeMs
      ? sleep(situation.verifyNotBeforeMs - nowMs)
      : { kind: 'verify' }
  }
  if (!situation.isGateOpen) return { kind: 'openGate' }
  return { kind: 'send' }
}

function probeOrSleep({ silentForMs, nextDueInMs }: Situation): Step {
  const probeInMs = silentForMs === null ? 0 : PROBE_EVERY_MS - silentForMs
  return probeInMs <= 0 ? { kind: 'probe' } : sleep(Math.min(probeInMs, nextDueInMs() ?? probeInMs))
}

function sleep(forMs: number): Step {
  return { kind: 'sleep', forMs: Math.min(Math.max(forMs, SLEEP_MS_MIN), SLEEP_MS_MAX) }
}
