import type { AccessView } from '../../shared/access.ts'
import { callError, type CallError } from '../../shared/callError.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { AwakeClock } from '../outbox/worker/awakeClock.ts'
import type { Clock, Log, Presence, Random, SettingsStore, Timers } from '../ports.ts'
import type { Session } from '../session/session.ts'
import { createManagerMode, type LockReason } from './managerMode.ts'
import { createPinKeeping, type KeptPin, type PinWitness, type Tries } from './keptPin.ts'
import { hashPin, isPin, SALT_BYTES } from './pinHash.ts'
import { pinProblem, waitAfterMs } from './pinRules.ts'

/** Who may act at this counter: a cashier, until a manager has typed the PIN. It never blocks a sale. */
export interface Access {
  view(): AccessView
  setPin(request: {
    readonly currentPin: string
    readonly pin: string
  }): Promise<Result<AccessView, CallError>>
  enter(pin: string): Promise<Result<AccessView, CallError>>
  reset(request: { readonly secretKey: string; readonly pin: string }): Promise<Result<AccessView, CallError>>
  lock(): AccessView
  touch(): AccessView
  /** Whether a PIN is set, and another client is signed in than the one who set it. */
  isOtherClient(): boolean
  /** A guarded call's answer to a cashier; undefined for a manager. */
  refusal(): Result<never, CallError> | undefined
  stop(): void
}

export interface AccessOptions {
  readonly settings: SettingsStore
  readonly witness: PinWitness
  readonly clock: Clock
  readonly timers: Timers
  readonly awake: AwakeClock
  readonly random: Pick<Random, 'bytes'>
  readonly presence: Presence
  readonly session: Pick<Session, 'clientId' | 'checkSecret' | 'holdsSecret'>
  readonly log: Log
  readonly idleLockMinutes: () => number
  readonly onChange: (view: AccessView) => void
}

export function createAccess(options: AccessOptions): Access {
  const { awake, random, session, log } = options
  const keeping = createPinKeeping(options)
  // Read once: an outside change of the file during the run changes nothing.
  let kept: KeptPin = keeping.readPin()
  let tries: Tries = keeping.readTries(awake.nowMs())
  let isBusy = false
  const mode = createManagerMode({
    ...options,
    onLock: (reason: LockReason) => {
      log('info', 'access.locked', { reason })
      changed()
    },
  })
  const stopWatching = options.presence.onAway(() => mode.lock('away'))

  /** At most the delay for this many wrong tries: awake time starts again with a new sales file. */
  function waitMs(): number {
    const left = tries.waitUntilAwakeMs - awake.nowMs()
    return Math.max(0, Math.min(left, waitAfterMs(tries.wrongTries)))
  }

  /** Whose secret resets the PIN: the client it was set under; otherwise any client could take it over. */
  function ownerId(): string | null {
    return (kept.kind === 'set' ? kept.stored.clientId : null) ?? session.clientId()
  }

  function resetBy(): AccessView['resetBy'] {
    const owner = ownerId()
    if (owner === null) return 'nobody'
    return session.holdsSecret() && session.clientId() === owner ? 'heldSecret' : 'service'
  }

  function view(): AccessView {
    return {
      role: mode.isOpen() ? 'manager' : 'cashier',
      pin: kept.kind,
      wrongTries: tries.wrongTries,
      waitMs: waitMs(),
      locksInMs: mode.locksInMs(),
      resetBy: resetBy(),
    }
  }

  function changed(): AccessView {
    const now = view()
    options.onChange(now)
    return now
  }

  function keepTries(next: Tries): boolean {
    if (!keeping.writeTries(next)) return false
    tries = next
    return true
  }

  /**
   * One try, counted on the disk before it is checked: ending the program meanwhile saves no count.
   * @returns undefined if it was right
   */
  async function attempt(
    code: 'wrongPin' | 'wrongSecret',
    check: () => Promise<Result<boolean, CallError>>,
  ): Promise<Result<never, CallError> | undefined> {
    if (isBusy) return callError('tooManyTries')
    if (waitMs() > 0) {
      changed()
      return callError('tooManyTries')
    }
    const before = tries
    const wrongTries = before.wrongTries + 1
    if (!keepTries({ wrongTries, waitUntilAwakeMs: awake.nowMs() + waitAfterMs(wrongTries) })) {
      return callError('notSaved')
    }
    isBusy = true
    try {
      const checked = await check()
      if (!checked.ok) {
        // Nothing was learned, so it was no try.
        keepTries(before)
        return checked
      }
      if (!checked.value) {
        log('warn', `access.${code}`, { wrongTries })
        changed()
        return callError(code)
      }
      const none = { wrongTries: 0, waitUntilAwakeMs: 0 }
      if (!keepTries(none)) tries = none
      return undefined
    } finally {
      isBusy = false
    }
  }

  function becomeManager(): Result<AccessView, CallError> {
    mode.open()
    log('info', 'access.manager')
    return ok(changed())
  }

  async function keepPin(pin: string): Promise<Result<AccessView, CallError>> {
    isBusy = true
    try {
      const stored = await hashPin(pin, random.bytes(SALT_BYTES), session.clientId())
      // The count first, so that a PIN never exists without one.
      if (!keepTries({ wrongTries: 0, waitUntilAwakeMs: 0 }) || !keeping.writePin(stored)) {
        return callError('notSaved')
      }
      kept = { kind: 'set', stored }
      log('info', 'access.pinSet')
      return becomeManager()
    } finally {
      isBusy = false
    }
  }

  return {
    view,
    setPin: async ({ currentPin, pin }) => {
      const problem = problemOf(pin)
      if (problem !== undefined) return problem
      if (kept.kind === 'damaged') return callError('notAllowed', { reason: 'damaged' })
      const { stored } = kept.kind === 'set' ? kept : { stored: null }
      if (stored !== null) {
        const refused = await attempt('wrongPin', async () => ok(await isPin(currentPin, stored)))
        return refused ?? keepPin(pin)
      }
      if (isBusy || waitMs() > 0) return callError('tooManyTries')
      return keepPin(pin)
    },
    enter: async (pin) => {
      if (kept.kind !== 'set') {
        return callError('notAllowed', { reason: kept.kind === 'none' ? 'noPin' : 'damaged' })
      }
      const { stored } = kept
      const refused = await attempt('wrongPin', async () => ok(await isPin(pin, stored)))
      return refused ?? becomeManager()
    },
    reset: async ({ secretKey, pin }) => {
      const problem = problemOf(pin)
      if (problem !== undefined) return problem
      const refused = await attempt('wrongSecret', () => session.checkSecret(ownerId(), secretKey))
      return refused ?? keepPin(pin)
    },
    lock: () => {
      mode.lock('asked')
      return view()
    },
    touch: () => {
      mode.touch()
      return view()
    },
    isOtherClient: () => {
      // An unreadable PIN may have been set by any client.
      if (kept.kind !== 'set') return kept.kind === 'damaged'
      return kept.stored.clientId !== null && kept.stored.clientId !== session.clientId()
    },
    refusal: () => {
      if (!mode.isOpen()) {
        return callError('needsManager', { needs: kept.kind === 'none' ? 'setPin' : 'enterPin' })
      }
      mode.touch()
      return undefined
    },
    stop: () => {
      stopWatching()
      mode.stop()
    },
  }
}

function problemOf(pin: string): Result<never, CallError> | undefined {
  const problem = pinProblem(pin)
  return problem === undefined
    ? undefined
    : err(callError('invalid', { fields: [{ field: 'pin', problem }] }).error)
}
