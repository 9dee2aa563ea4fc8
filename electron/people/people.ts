import { callError, type CallError } from '../../shared/callError.ts'
import type { Request } from '../../shared/contract.ts'
import { CASHIER_NOT_KNOWN, type Cashier, type PeopleView } from '../../shared/people.ts'
import { ok, type Result } from '../../shared/result.ts'
import { createManagerMode } from '../access/managerMode.ts'
import { isPin } from '../access/pinHash.ts'
import type { AwakeClock } from '../clock/awakeClock.ts'
import type { Clock, Log, Presence, Random, SettingsStore, Timers } from '../ports.ts'
import { createCashierTries } from './cashierTries.ts'
import { createCashierKeeping, type CashiersWitness, type KeptCashier } from './keptCashiers.ts'
import { createPeopleList, type PeopleList } from './peopleList.ts'
import type { PeopleLog } from './peopleLog.ts'

/** Who is at this counter. Without cashiers set up it asks nothing and names no one. */
export interface People extends PeopleList {
  view(): PeopleView
  /** Who acts now, for what is written; null without cashiers, or while none is in, {@link CASHIER_NOT_KNOWN} for a damaged list. */
  cashier(): Cashier | null
  /** The answer to a call that asks for a cashier; undefined if it may go on. */
  refusal(): Result<never, CallError> | undefined
  enter(request: Request<'people.enter'>): Promise<Result<PeopleView, CallError>>
  lock(): PeopleView
  /** Someone uses keys or mouse. */
  touch(): void
  stop(): void
}

export interface PeopleOptions {
  readonly settings: SettingsStore
  readonly witness: CashiersWitness
  readonly audit: PeopleLog
  readonly clock: Clock
  readonly timers: Timers
  readonly awake: Pick<AwakeClock, 'nowMs'>
  readonly random: Pick<Random, 'bytes'>
  readonly presence: Presence
  readonly log: Log
  /** 0: the counter does not lock by itself. */
  readonly lockMinutes: () => number
  /** Another cashier may be there now. */
  readonly onEnter: () => void
  readonly onChange: (view: PeopleView) => void
}

export function createPeople(options: PeopleOptions): People {
  const { log, onEnter } = options
  const tries = createCashierTries(options)
  let currentId: string | null = null
  let isChecking = false
  /** A lock that comes while a PIN is checked wins: who asked for it believes that the counter is locked. */
  let locks = 0
  /** A restart starts locked: who is in is kept in memory only. */
  const counter = createManagerMode({
    ...options,
    idleLockMinutes: () => options.lockMinutes() || Infinity,
    onLock: (reason) => {
      currentId = null
      log('info', 'people.locked', { reason })
      changed()
    },
  })
  const list = createPeopleList({
    ...options,
    tries,
    keeping: createCashierKeeping(options),
    view,
    onChange: (removedId) => {
      if (currentId !== null && (removedId === currentId || list.state() !== 'on')) counter.lock('asked')
      changed()
    },
  })
  const stopWatching = options.presence.onAway(() => {
    if (options.lockMinutes() > 0) lock('away')
  })

  function lock(reason: 'asked' | 'away'): void {
    locks += 1
    counter.lock(reason)
  }

  function current(): KeptCashier | undefined {
    return list.state() === 'on' && counter.isOpen()
      ? list.active().find(({ id }) => id === currentId)
      : undefined
  }

  function view(): PeopleView {
    const cashiers = list.active().map(({ id, name }) => ({
      id,
      name,
      wrongTries: tries.wrongTries(id),
      waitMs: tries.waitMs(id),
    }))
    return { state: list.state(), cashiers, currentId: current()?.id ?? null }
  }

  function changed(): PeopleView {
    const now = view()
    options.onChange(now)
    return now
  }

  async function check(cashier: KeptCashier, pin: string): Promise<Result<PeopleView, CallError>> {
    const { id } = cashier
    if (cashier.pin === null) return callError('notFound')
    if (!tries.count(id)) return callError('notSaved')
    const locksBefore = locks
    const isRight = await isPin(pin, cashier.pin)
    // A manager may have removed them, or set another PIN, meanwhile.
    if (!list.active().includes(cashier)) return callError('notFound')
    if (!isRight) {
      log('warn', 'people.wrongPin', { wrongTries: tries.wrongTries(id) })
      changed()
      return callError('wrongPin')
    }
    tries.clear(id)
    if (locks !== locksBefore) return ok(changed())
    currentId = id
    counter.open()
    log('info', 'people.in')
    onEnter()
    return ok(changed())
  }

  return {
    ...list,
    view,
    cashier: () => {
      if (list.state() === 'damaged') return CASHIER_NOT_KNOWN
      const now = current()
      return now === undefined ? null : { id: now.id, name: now.name }
    },
    refusal: () => {
      if (list.state() !== 'on') return undefined
      if (current() === undefined) return callError('needsCashier')
      counter.touch()
      return undefined
    },
    enter: async ({ cashierId, pin }) => {
      const cashier = list.active().find(({ id }) => id === cashierId)
      if (cashier === undefined) return callError('notFound')
      if (isChecking || tries.waitMs(cashierId) > 0) return callError('tooManyTries')
      isChecking = true
      try {
        return await check(cashier, pin)
      } finally {
        isChecking = false
      }
    },
    lock: () => {
      lock('asked')
      return view()
    },
    touch: () => counter.touch(),
    stop: () => {
      stopWatching()
      counter.stop()
    },
  }
}
