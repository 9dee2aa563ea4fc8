import type { AccessView } from '../../shared/access.ts'
import { callError, type CallError } from '../../shared/callError.ts'
import { pinProblem } from '../../shared/newPin.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { AwakeClock } from '../clock/awakeClock.ts'
import type { Clock, Log, Presence, Random, SettingsStore, Timers } from '../ports.ts'
import type { Session } from '../session/session.ts'
import { createManagerMode, type LockReason } from './managerMode.ts'
import { createPinKeeping, type KeptPin, type PinWitness } from './keptPin.ts'
import { hashPin, isPin, SALT_BYTES, type StoredPin } from './pinHash.ts'
import { createPinTries } from './pinTries.ts'

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
  const { random, session, log } = options
  const keeping = createPinKeeping(options)
  // Read once: an outside change of the file during the run changes nothing.
  let kept: KeptPin = keeping.readPin()
  const tries = createPinTries(keeping, options, () => changed())
  const mode = createManagerMode({
    ...options,
    onLock: (reason: LockReason) => {
      log('info', 'access.locked', { reason })
      changed()
    },
  })
  const stopWatching = options.presence.onAway(() => mode.lock('away'))

  function view(): AccessView {
    return {
      role: mode.isOpen() ? 'manager' : 'cashier',
      pin: kept.kind,
      wrongTries: tries.wrongTries(),
      waitMs: tries.waitMs(),
      locksInMs: mode.locksInMs(),
      resetBy: resetBy(kept, session),
    }
  }

  function changed(): AccessView {
    const now = view()
    options.onChange(now)
    return now
  }

  const attemptPin = (pin: string, stored: StoredPin) =>
    tries.attempt('wrongPin', async () => ok(await isPin(pin, stored)))

  function becomeManager(): Result<AccessView, CallError> {
    mode.open()
    log('info', 'access.manager')
    return ok(changed())
  }

  function keepPin(pin: string): Promise<Result<AccessView, CallError>> {
    return tries.whileBusy(async () => {
      const stored = await hashPin(pin, random.bytes(SALT_BYTES), session.clientId())
      // The count first, so that a PIN never exists without one.
      if (!tries.startAnew() || !keeping.writePin(stored)) return callError('notSaved')
      kept = { kind: 'set', stored }
      log('info', 'access.pinSet')
      return becomeManager()
    })
  }

  return {
    view,
    setPin: async ({ currentPin, pin }) => {
      const problem = problemOf(pin)
      if (problem !== undefined) return problem
      if (kept.kind === 'damaged') return callError('notAllowed', { reason: 'damaged' })
      if (kept.kind === 'set') return (await attemptPin(currentPin, kept.stored)) ?? keepPin(pin)
      return tries.isBusy() || tries.waitMs() > 0 ? callError('tooManyTries') : keepPin(pin)
    },
    enter: async (pin) => {
      if (kept.kind !== 'set') {
        return callError('notAllowed', { reason: kept.kind === 'none' ? 'noPin' : 'damaged' })
      }
      return (await attemptPin(pin, kept.stored)) ?? becomeManager()
    },
    reset: async ({ secretKey, pin }) => {
      const problem = problemOf(pin)
      if (problem !== undefined) return problem
      const refused = await tries.attempt('wrongSecret', () =>
        session.checkSecret(ownerOf(kept, session), secretKey),
      )
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
    isOtherClient: () => isOfOtherClient(kept, session),
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

/** Whose secret resets the PIN: the client it was set under; otherwise any client could take it over. */
function ownerOf(kept: KeptPin, session: Pick<Session, 'clientId'>): string | null {
  return (kept.kind === 'set' ? kept.stored.clientId : null) ?? session.clientId()
}

function resetBy(kept: KeptPin, session: Pick<Session, 'clientId' | 'holdsSecret'>): AccessView['resetBy'] {
  const owner = ownerOf(kept, session)
  if (owner === null) return 'signInFirst'
  return session.holdsSecret() && session.clientId() === owner ? 'heldSecret' : 'service'
}

/** Whether a PIN is set, and another client is signed in than the one who set it. */
function isOfOtherClient(kept: KeptPin, session: Pick<Session, 'clientId'>): boolean {
  // An unreadable PIN may have been set by any client.
  if (kept.kind !== 'set') return kept.kind === 'damaged'
  return kept.stored.clientId !== null && kept.stored.clientId !== session.clientId()
}
