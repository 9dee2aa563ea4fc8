import { type AtCounter, createEngine, type Engine } from '../../../electron/engine/engine.ts'
import { createFoundation } from '../../../electron/engine/foundation.ts'
import type { Handovers } from '../../../electron/tills/handovers.ts'
import type { Later } from '../../../electron/work/effect.ts'
import type { SaleRow } from '../../../electron/outbox/rules/saleRow.ts'
import type { Log, Ports, SettingsStore } from '../../../electron/ports.ts'
import type { SalesFile } from '../../../electron/storage/database.ts'
import { amountWire } from '../../../shared/money.ts'
import type { Agenda } from '../agenda.ts'
import type { Chance } from '../chance.ts'
import type { Computer } from '../computer.ts'
import type { DeskSetup, ModelDesk } from '../modelDesk.ts'
import { OWN_CLIENT } from '../destinations.ts'
import { foundTurn } from '../found.ts'
import type { Written } from '../modelStore.ts'
import { MINUTE_MS, type PlannedSale } from '../plan.ts'
import { PATTERN } from '../program.ts'
import type { Decision, Till } from '../till.ts'
import { decidedBy, MISTAKES, observedBy } from './byPeople.ts'
import { createKeptLists, createNetwork, prepare, profileOf, vault, type ProfileSetup } from './prepared.ts'
import { handOver, handoversOf, isHanded } from './handedSales.ts'
import { createRealApi } from './realApi.ts'
import { createRealFile, type RealFile } from './realFile.ts'
import { strikeFile, type Disk } from './struckFile.ts'

export interface RealTillSetup extends ProfileSetup {
  readonly agenda: Agenda
  readonly chance: Chance
  readonly computer: Computer
  readonly desk: ModelDesk
  readonly deskSetup: DeskSetup
  readonly disk: Disk
  readonly say: ((text: string) => void) | null
  readonly log: Log
  readonly onDisk: (when: 'before' | 'after', written: Written) => void
  readonly onWritten: (written: Written) => void
  readonly onStart: () => void
  readonly onPowerCut: () => void
  readonly onBroken: (problem: string) => void
  /** Faults have ended. */
  readonly isCalm: () => boolean
  /** The disk keeps the program waiting. */
  readonly stall: (ms: number) => void
}

/** One run of the program; anything still running after it has no effect. */
interface Life {
  isOver: boolean
  isSigningIn: boolean
}

interface Run {
  readonly life: Life
  readonly engine: Engine
  readonly handovers: Handovers
  readonly networkChanged: () => void
}

/** How often a write takes long, and how long at most: longer than any time-out of ours. */
const STALL_RATE = 0.02
const STALL_MS_MAX = 90_000
/** A person who finds the program signed out, or not started, tries again. */
const PERSON_MS = MINUTE_MS

/** There is no name enquiry, no PIN and no cashier. */
const NOBODY: AtCounter = {
  nameCheck: () => 'notOffered',
  askedAccount: () => null,
  asksManager: () => false,
  cashier: () => null,
  handedCount: () => 0,
  disputeCount: () => 0,
}

/** The shipped engine, on a real file and the model's time, behind the same interface as the model. */
export function createRealTill(setup: RealTillSetup): Till {
  const { agenda, chance, computer, desk, deskSetup, say } = setup
  const { way } = deskSetup
  const kept = new Map<string, unknown>()
  const lists = createKeptLists()
  const file = createRealFile({ get: (key) => kept.get(key), set: (key, value) => void kept.set(key, value) })
  let living: Life | null = null
  let run: Run | null = null
  /** The last run's file, which is closed once nothing of that run is running. */
  let opened: SalesFile | null = null
  let pattern = PATTERN
  let patternOfRun = PATTERN
  let isStopped = false

  const log: Log = (level, event, facts) => {
    say?.(`log: ${event} ${JSON.stringify(facts ?? {})}`)
    setup.log(level, event, facts)
    if (MISTAKES.includes(facts?.['name'])) setup.onBroken(`${event}: ${String(facts?.['name'])}`)
  }

  /** A dead run's waiting is dropped; while the computer sleeps it is late. */
  function later(life: Life, afterMs: number, act: () => void): () => void {
    return agenda.at(agenda.nowMs() + afterMs, () => {
      if (life.isOver) return
      if (computer.isAsleep()) later(life, computer.sleepsUntilMs() - agenda.nowMs(), act)
      else act()
    })
  }

  function arriveIn(life: Life) {
    return <Value>(answering: Later<Value>): Promise<Value> =>
      new Promise((resolve) => later(life, answering.afterMs, () => resolve(answering.later())))
  }

  function powerCut(restartAfterMs: number): void {
    if (living === null) return
    say?.('the program ends without warning')
    computer.stop()
    living.isOver = true
    living = null
    run = null
    setup.onPowerCut()
    agenda.at(agenda.nowMs() + restartAfterMs, start)
  }

  /** The program reports the stop, and a person starts it again. */
  function stopped(life: Life, error: unknown): void {
    if (life.isOver) return
    if (error instanceof Error && MISTAKES.includes(error.name)) setup.onBroken(String(error))
    say?.(`the program stopped: ${String(error)}`)
    isStopped = true
    agenda.at(agenda.nowMs() + PERSON_MS, () => {
      if (!life.isOver) powerCut(1_000)
    })
  }

  function settingsOf(life: Life): SettingsStore {
    return {
      get: (key) => kept.get(key),
      set: (key, value) => void (life.isOver || kept.set(key, value)),
      delete: (key) => void (life.isOver || kept.delete(key)),
    }
  }

  function portsOf(life: Life, salesFile: SalesFile, network: Ports['network']): Ports {
    return {
      clock: computer.clock,
      random: {
        next: chance.next,
        bytes: (count) => Uint8Array.from({ length: count }, () => chance.between(0, 255)),
      },
      timers: { after: (delayMs, act) => later(life, delayMs, act) },
      network,
      vault,
      settings: settingsOf(life),
      terminalsFile: lists.portOf(life),
      recordsFile: lists.recordsOf(life),
      transport: () => Promise.reject(new Error('the engine speaks to the model of the bank')),
      salesFile: {
        ...salesFile,
        reopen: (why) => {
          if (life.isOver) throw new Error('the power is cut')
          salesFile.reopen(why)
        },
      },
      log,
    }
  }

  const struckIn = (life: Life) =>
    strikeFile({
      file,
      disk: setup.disk,
      chance,
      onDisk: setup.onDisk,
      onWritten: setup.onWritten,
      stall: () => {
        if (!setup.isCalm() && chance.happens(STALL_RATE)) setup.stall(chance.between(1, STALL_MS_MAX))
      },
      cut: () => powerCut(chance.between(1_000, 300_000)),
      isAlive: () => !life.isOver,
    })

  function start(): void {
    leaveFile()
    isStopped = false
    patternOfRun = pattern
    const life: Life = { isOver: false, isSigningIn: false }
    living = life
    computer.boot(0)
    say?.('the program starts')
    try {
      opened = file.open(
        settingsOf(life),
        log,
        computer.clock.wallNowMs,
        setup.isCalm() ? null : chance,
        struckIn(life),
      )
    } catch (error) {
      return stopped(life, error)
    }
    setup.onStart()
    const network = createNetwork()
    const profile = profileOf(setup, pattern)
    const foundation = createFoundation(profile, portsOf(life, opened, network.port), () =>
      createRealApi(deskSetup, desk, arriveIn(life)),
    )
    const engine = createEngine(foundation, null, NOBODY, () => undefined)
    const handovers = handoversOf(foundation, engine)
    const started: Run = { life, engine, handovers, networkChanged: network.changed }
    run = started
    engine.start().then(
      () => tend(started),
      (error: unknown) => stopped(life, error),
    )
  }

  function leaveFile(): RealFile {
    opened?.close()
    opened = null
    return file
  }

  /** A person who signs the right client in. */
  function tend(own: Run): void {
    if (own.life.isOver) return
    later(own.life, PERSON_MS, () => tend(own))
    signInAsWanted(own)
  }

  function signInAsWanted({ engine: { session, worker }, life }: Run): void {
    const { clientId } = way
    if (session.clientId() !== clientId && session.clientId() !== null) session.signOut()
    if (clientId === null || session.generation() !== null || life.isSigningIn) return
    life.isSigningIn = true
    void session
      .signIn({ clientId, secretKey: 'secret', loginToken: '' })
      .then((signedIn) => {
        if (!life.isOver && signedIn.ok) worker.wayChanged()
      })
      .finally(() => {
        life.isSigningIn = false
      })
  }

  /** Handles an exception as the IPC does: the person sees an error, and nothing else happens. */
  function tried<Value>(act: (engine: Engine, handovers: Handovers) => Value, otherwise: Value): Value {
    // On a sleeping computer no button can be pressed.
    if (run === null || computer.isAsleep()) return otherwise
    const { life } = run
    try {
      return act(run.engine, run.handovers)
    } catch (error) {
      if (!life.isOver && error instanceof Error && MISTAKES.includes(error.name))
        setup.onBroken(String(error))
      return otherwise
    }
  }

  function enter(sale: PlannedSale): boolean {
    const { transactionId, terminalId, amountKobo } = sale
    if (isHanded(sale))
      return tried((_engine, handovers) => handOver(handovers, sale, computer.clock.wallNowMs()), false)
    return tried(({ session, terminals, sales }) => {
      // The cashier sees who is signed in.
      if (session.clientId() !== way.clientId) return false
      if (terminals.chosen()?.terminalId !== terminalId) terminals.choose(terminalId)
      if (terminals.chosen()?.terminalId !== terminalId) return false
      const recorded = sales.record({
        amountText: amountWire(amountKobo, 'twoDecimals'),
        transactionId,
        note: '',
        confirmedAmount: true,
        confirmedSecondSale: true,
      })
      return recorded.ok || ('fields' in recorded.error && recorded.error.fields[0]?.problem === 'used')
    }, false)
  }

  const turnOf = (own: Run | null) => () =>
    own === null ? Promise.resolve(undefined) : arriveIn(own.life)(foundTurn(chance))

  function decide(row: SaleRow, decision: Decision): boolean {
    return tried((engine) => {
      if (decision === 'cancelled') return engine.sales.cancel(row.transactionId, 'reason').ok
      return decidedBy(engine, row, decision, computer.clock.wallNowMs())
    }, false)
  }

  return {
    inherit: (rows) => {
      file.inherit(rows)
      prepare(settingsOf({ isOver: false, isSigningIn: false }), lists, desk.issue(OWN_CLIENT))
    },
    start,
    isRunning: () => run !== null,
    rows: file.rows,
    byTransactionId: file.byTransactionId,
    enter,
    decide,
    observe: (records, onTaken) =>
      tried((engine) => observedBy(engine, records, desk, turnOf(run), onTaken, setup.onBroken), false),
    lookUp: ({ transactionId }) =>
      tried(({ sales }) => {
        sales.checkNow(transactionId).catch(() => undefined)
      }, undefined),
    tryNow: () => tried(({ tryNow }) => tryNow(), undefined),
    wayChanged: (told) => {
      const own = run
      if (own === null) return told()
      later(own.life, 0, () => {
        told()
        tried(() => signInAsWanted(own), undefined)
        tried(() => own.networkChanged(), undefined)
      })
    },
    powerCut,
    needsRestart: () => living !== null && (isStopped || pattern !== patternOfRun),
    setPattern: (changed) => {
      pattern = changed
    },
    copyFile: () => file.copy(agenda.nowMs()),
    putBack: (copy) => leaveFile().putBack(copy),
    edit: (row) => leaveFile().edit(row),
    heldBecause: () => run?.engine.worker.heldBecause() ?? '',
    end: () => {
      if (living !== null) living.isOver = true
      leaveFile()
      file.remove()
    },
  }
}
