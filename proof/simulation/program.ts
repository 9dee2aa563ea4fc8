import type { TransactionRecord } from '../../electron/gateway/answer.ts'
import { createDelivery, type Delivery } from '../../electron/outbox/worker/worker.ts'
import type { DeliveryContext } from '../../electron/outbox/worker/context.ts'
import type { Effect, Later } from '../../electron/work/effect.ts'
import {
  createCircuitBreaker,
  type CircuitBreaker,
  type DeliveryService,
} from '../../electron/outbox/worker/service.ts'
import { observeRecords } from '../../electron/outbox/worker/shownRecords.ts'
import { createPayTimes } from '../../electron/outbox/worker/payTimes.ts'
import { createOwedRecords } from '../../electron/outbox/worker/owedRecords.ts'
import { askedNow, createWay } from '../../electron/outbox/worker/learned.ts'
import { NOT_YET_ANSWERED } from '../../electron/outbox/rules/machine.ts'
import { doubtSale } from '../../electron/outbox/worker/recovery.ts'
import type { Destination } from '../../electron/gateway/destination.ts'
import type { SaleRow } from '../../electron/outbox/rules/saleRow.ts'
import { createFollowUp } from '../../electron/settlements/followUp.ts'
import { TRANSACTION_ID_LENGTH_MAX } from '../../shared/transactionId.ts'
import type { Agenda } from './agenda.ts'
import type { Chance } from './chance.ts'
import type { Computer } from './computer.ts'
import { foundTurn, RECORDS_AT_ONCE_MAX } from './found.ts'
import { BANK_OFFSET_MINUTES, bankDay } from './modelBank.ts'
import type { ModelStore } from './modelStore.ts'

const NAP_MS = 5 * 60_000

/** A machine that does nothing: it measures the cost of the world around it. */
const EMPTY: Delivery = {
  recover: () => undefined,
  step: nap,
  lookUpNow: function* () {},
  wayChanged: () => undefined,
  reopened: () => undefined,
  tryNow: () => undefined,
  heldBecause: () => null,
}

class PowerCutError extends Error {}
class WriteRefusedError extends Error {}
/** Thrown by a disk write as a power cut. Created once: a stack trace costs more than a step of a history. */
export const POWER_CUT = new PowerCutError('power cut')
/** Thrown by a disk write that the system refuses: disk full, input/output error, read-only. */
export const WRITE_REFUSED = new WriteRefusedError('write refused')

export const PATTERN = '^[0-9A-Z]+$'

/**
 * The program on one computer, over all its runs: the production delivery rules on the model's time. A power cut ends a
 * run and all its waiting; the next run starts from the disk.
 */
export interface Program {
  start(): void
  isRunning(): boolean
  /** The rules of the current run, and their context; null without a run. */
  delivery(): Delivery | null
  context(): DeliveryContext | null
  wake(): void
  /** A person's search has shown these records. @returns whether a program was running to process them */
  observe(records: readonly TransactionRecord[], onTaken: () => void): boolean
  /** Runs an effect beside the loops, such as a person's look-up. */
  drive(effect: Effect<unknown>, onDone: () => void): void
  /** Acts as the program: a power cut in one of its writes ends the run. @returns false if a write failed */
  guarded(act: () => void): boolean
  powerCut(restartAfterMs: number): void
  /** It stopped itself, or its profile was changed: a person must start it again. */
  needsRestart(): boolean
  /** The service's back-off is active: no request starts now. */
  isHostHeld(): boolean
  /** The file was restored from a copy: the next start marks its unsent sales as uncertain (recovery.ts). */
  fileReplaced(): void
  /** The profile file was changed; the next start reads it. */
  setPattern(pattern: string): void
  boot(): string
}

export interface ProgramSetup {
  readonly agenda: Agenda
  readonly chance: Chance
  readonly computer: Computer
  readonly store: ModelStore
  readonly service: DeliveryService
  readonly destination: () => Destination | null
  readonly policy: 'ask' | 'auto'
  readonly quietMinutes: number
  readonly timeoutSeconds: number
  /** `empty`: the same world with a machine that does nothing, to measure the simulation's speed. */
  readonly machine: 'production' | 'empty'
  readonly say: ((text: string) => void) | null
  readonly log: DeliveryContext['log']
  /** By the service's Date header; null if it sends none. */
  readonly clockAheadMs: () => number | null
  readonly onStart: () => void
  /** A run has ended; the clocks already show the time of the next one. */
  readonly onPowerCut: () => void
  /** The rules themselves threw, without a failed write. */
  readonly onBroken: (problem: string) => void
}

interface Run {
  readonly delivery: Delivery
  readonly context: DeliveryContext
  wake(): void
  follow(effect: Effect<unknown>, done?: () => void): void
}

/** A loop with this many steps at one moment would never end. */
const TURNS_AT_ONCE_MAX = 500
/** When a person restarts a program that reported a stop. */
const RESTART_MS_MAX = 10 * 60_000

export function createProgram(setup: ProgramSetup): Program {
  const { agenda, chance, computer, store, say } = setup
  const nowMs = (): number => agenda.nowMs()
  let run: Run | null = null
  let boots = 0
  let pattern = PATTERN
  let patternOfRun = PATTERN
  let isStopped = false
  let isFileDoubted = false
  let isFileComplete = true
  let breaker: CircuitBreaker | null = null

  function contextOf(boot: string): DeliveryContext {
    const { clock, awake } = computer
    breaker = createCircuitBreaker(clock, chance)
    return {
      service: setup.service,
      store,
      reads: store,
      breaker,
      way: createWay(clock),
      payTimes: createPayTimes(clock, (of) => store.recentlyPaid(of)),
      owed: createOwedRecords(),
      breathe: () => ({ afterMs: 0, later: () => undefined }),
      recordsAtOnceMax: RECORDS_AT_ONCE_MAX,
      clock,
      awake,
      now: () => ({ wallMs: clock.wallNowMs(), awakeMs: awake.nowMs(), wokeAtMs: awake.wokeAtMs() }),
      random: chance,
      zone: {
        day: bankDay,
        offsetMinutes: () => BANK_OFFSET_MINUTES,
      },
      profile: {
        transactionIdPattern: pattern,
        reference: { maxLength: TRANSACTION_ID_LENGTH_MAX, characters: 'any' },
        settlement: { lateAfterMinutes: 30, workingDays: [] },
        outbox: {
          resendAfterAbsence: setup.policy,
          quietPeriodMinutes: setup.quietMinutes,
          requestsPerSecond: 2,
          timeoutSeconds: setup.timeoutSeconds,
          unsentStatuses: [],
        },
      },
      log: setup.log,
      clockAheadMs: () => setup.clockAheadMs(),
      boot,
      destination: setup.destination,
      onSaleChanged: () => undefined,
      isFileComplete: () => isFileComplete,
      silentForMs: () => 0,
    }
  }

  /** @returns false if a write was refused */
  function guarded(act: () => void): boolean {
    try {
      act()
      return true
    } catch (error) {
      if (error === POWER_CUT) powerCut(chance.between(1_000, 300_000))
      else if (error !== WRITE_REFUSED) throw error
      return false
    }
  }

  function powerCut(restartAfterMs: number): void {
    if (run === null) return
    say?.('the program ends without warning')
    computer.stop()
    run = null
    setup.onPowerCut()
    agenda.at(nowMs() + restartAfterMs, start)
  }

  /** The program reports the stop, and a person starts it again. */
  function stopped(ownBoot: number): void {
    say?.('the program stopped itself')
    isStopped = true
    agenda.at(nowMs() + chance.between(1_000, RESTART_MS_MAX), () => {
      if (boots === ownBoot && isStopped) powerCut(1_000)
    })
  }

  function start(): void {
    boots += 1
    isStopped = false
    patternOfRun = pattern
    computer.boot(store.newestAttemptAwakeMs())
    setup.onStart()
    const ownBoot = boots
    const context = contextOf(`boot ${boots}`)
    const delivery = setup.machine === 'empty' ? EMPTY : createDelivery(context)
    const followUp = setup.machine === 'empty' ? EMPTY : createFollowUp(context)

    /** The timers of an ended run are dropped; while the computer sleeps they are late. */
    function later(afterMs: number, act: () => void): () => void {
      return agenda.at(nowMs() + afterMs, () => {
        if (run === null || boots !== ownBoot) return
        if (computer.isAsleep()) later(computer.sleepsUntilMs() - nowMs(), act)
        else act()
      })
    }

    /** Runs an effect on the agenda; `failed` if one of its writes was refused. */
    function follow<Value>(
      effect: Effect<Value>,
      done: (value: Value) => void,
      failed: () => void,
      given?: unknown,
    ): void {
      let next: IteratorResult<unknown, Value>
      try {
        next = effect.next(given)
      } catch (error) {
        if (error === POWER_CUT) return powerCut(chance.between(1_000, 300_000))
        if (error !== WRITE_REFUSED) setup.onBroken(String(error))
        return failed()
      }
      if (next.done) return done(next.value)
      const eventual = next.value as Later<unknown>
      later(eventual.afterMs, () => follow(effect, done, failed, eventual.later()))
    }

    /** One step at a time, like loop.ts. @returns the function that wakes it */
    function loop(step: () => Effect<number>): () => void {
      let cancelSleep: () => void = () => undefined
      let isBusy = false
      let turnsAtOnce = 0
      let turnedAtMs = -1
      const turn = (): void => {
        cancelSleep()
        if (isBusy) return
        isBusy = true
        turnsAtOnce = turnedAtMs === nowMs() ? turnsAtOnce + 1 : 0
        turnedAtMs = nowMs()
        if (turnsAtOnce > TURNS_AT_ONCE_MAX) return setup.onBroken('the loop spins')
        follow(
          step(),
          (sleepMs) => {
            isBusy = false
            cancelSleep = later(sleepMs, turn)
          },
          () => stopped(ownBoot),
        )
      }
      later(0, turn)
      return () => void later(0, turn)
    }

    say?.(`the program starts (${boots})`)
    const wakes: (() => void)[] = []
    run = {
      delivery,
      context,
      wake: () => wakes.forEach((wake) => wake()),
      follow: (effect, done = () => undefined) => follow(effect, done, () => undefined),
    }
    const isRecovered = guarded(() => {
      if (isFileDoubted) doubtOpen(context, store.rows())
      isFileDoubted = false
      delivery.recover()
    })
    if (run === null) return
    if (!isRecovered) return stopped(ownBoot)
    wakes.push(
      loop(() => delivery.step()),
      loop(() => followUp.step()),
    )
  }

  return {
    start,
    isRunning: () => run !== null,
    delivery: () => run?.delivery ?? null,
    context: () => run?.context ?? null,
    wake: () => run?.wake(),
    observe: (records, onTaken) => {
      const own = setup.destination()
      if (run === null || own === null || isStopped) return false
      const shownTo = { ...run.context, turn: () => foundTurn(chance) }
      run.follow(observeRecords(shownTo, own, records, askedNow(shownTo)), onTaken)
      return run !== null
    },
    drive: (effect, onDone) => run?.follow(effect, onDone),
    guarded,
    powerCut,
    needsRestart: () => run !== null && (isStopped || pattern !== patternOfRun),
    isHostHeld: () => breaker !== null && breaker.notBeforeMs() > computer.clock.monotonicNowMs(),
    fileReplaced: () => {
      isFileDoubted = true
      isFileComplete = false
    },
    setPattern: (changed) => {
      pattern = changed
    },
    boot: () => `boot ${boots}`,
  }
}

/** Like recovery.ts on a real file: unsent sales may have been sent since it was copied. */
function doubtOpen({ store, now }: DeliveryContext, rows: readonly SaleRow[]): void {
  for (const sale of rows) {
    if (NOT_YET_ANSWERED.some((state) => state === sale.state)) doubtSale(store, sale, now())
  }
}

/** Waits once, as briefly as possible, and sleeps again. */
function* nap(): Effect<number> {
  yield { afterMs: 0, later: () => undefined }
  return NAP_MS
}
