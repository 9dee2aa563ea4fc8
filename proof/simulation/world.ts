import type { DeliveryContext } from '../../electron/outbox/worker/context.ts'
import { createAgenda, type Agenda } from './agenda.ts'
import type { Chance } from './chance.ts'
import { createChecker, type Checker } from './checker.ts'
import { lies } from './faults.ts'
import { createComputer, type Computer } from './computer.ts'
import { count, pairOf, type Coverage } from './coverage.ts'
import { destinationOf, OWN_CLIENT } from './destinations.ts'
import { bankDay, createModelBank, listedRow, MODEL_EPOCH_MS, type ModelBank } from './modelBank.ts'
import type { Bounds } from './modelSend.ts'
import { createModelDesk, NOT_FOUND, type DeskSetup, type OnTheWire, type Way } from './modelDesk.ts'
import { createListLedger } from './listLedger.ts'
import { createModelService } from './modelService.ts'
import { createModelStore, type Written } from './modelStore.ts'
import { createModelTill } from './modelTill.ts'
import { MINUTE_MS } from './plan.ts'
import { createProgram, POWER_CUT, WRITE_REFUSED } from './program.ts'
import { createProofLedger, type ProofLedger } from './proofLedger.ts'
import { createRealTill } from './real/realTill.ts'
import type { Disk } from './real/struckFile.ts'
import { createStopLedger } from './stopLedger.ts'
import type { FaultSource } from './faultSource.ts'
import type { Till } from './till.ts'

export interface WorldOptions {
  readonly policy: 'ask' | 'auto'
  /** Whether late arrivals and invisible records stay within the quiet period, as the absence proof assumes. */
  readonly world: 'holds' | 'fails'
  /** The rules on the model's store, an empty machine, or the whole engine on a real file. */
  readonly machine: 'production' | 'empty' | 'real'
}

/** A counter, its bank and everything between them, with a checker that sees both sides. */
export interface World {
  readonly agenda: Agenda
  readonly bank: ModelBank
  readonly bounds: Bounds
  readonly computer: Computer
  readonly till: Till
  readonly way: Way
  /** Whether the bank's answers tell its own time. */
  readonly givesDate: boolean
  readonly checker: Checker
  readonly ledger: ProofLedger
  readonly reviewed: ReadonlySet<string>
  readonly disk: Disk
  readonly log: readonly string[]
  readonly say: ((text: string) => void) | null
  /** A process fault occurred, which affects sales in every state of the file. */
  struck(kind: string): void
  onSend(act: (sendCount: number) => void): void
  /** Lets time pass up to a moment, with a pause wherever the till's own promises have to settle. */
  pass(untilMs: number): Generator<void>
  sleep(ms: number, doesMonotonicRun: boolean): void
  wayChanged(): void
}

/** How often another till sells the same, where there is one. */
const OTHER_TILL_SHARE = 0.5
/** The most that awakeClock.ts credits if the monotonic clock runs during sleep. */
const CREDIT_PER_SLEEP_MS = 30_000
const QUIET_MINUTES = 10
export const QUIET_MS = QUIET_MINUTES * MINUTE_MS
const TIMEOUT_MS = 60_000
/** Faults that say something untrue of a record. */
const LIES: ReadonlySet<string> = new Set([
  ...lies.map((lie) => `read ${lie}`),
  'list staleReplica',
  'unreadableSlip',
])
/** Lateness, lag and the staleness of a replica together stay below the quiet period … */
const HOLDS: Bounds = { lateMsMax: 0.45 * QUIET_MS, lagMsMax: 0.45 * QUIET_MS, staleMsMax: 0.08 * QUIET_MS }
/** … or go far beyond it. */
const FAILS: Bounds = { lateMsMax: 6 * QUIET_MS, lagMsMax: 6 * QUIET_MS, staleMsMax: QUIET_MS }

export function createWorld(
  options: WorldOptions &
    Pick<DeskSetup, 'deadTokenSaid' | 'oddLists' | 'listMsMax'> & {
      readonly kept?: (sent: string) => string
      /** Another till sells on the same terminal. */
      readonly otherTill?: Chance
    },
  chance: Chance,
  strikes: FaultSource,
  coverage: Coverage,
  isLogged: boolean,
): World {
  const agenda = createAgenda()
  const { nowMs } = agenda
  const bank = createModelBank(options.kept)
  const bounds = options.world === 'holds' ? HOLDS : FAILS
  const computer = createComputer(nowMs)
  const way: Way = {
    clientId: OWN_CLIENT,
    isOut: false,
    isPortal: false,
    tokenUntilMs: 0,
    stuck: null,
    unreadable: null,
  }
  const disk: Disk = { isFull: false }
  const reviewed = new Set<string>()
  const lines: string[] = []
  const say = isLogged
    ? (text: string): void => void lines.push(`${(nowMs() / 1_000).toFixed(1).padStart(8)} s  ${text}`)
    : null
  let sleepCount = 0
  let sendCount = 0
  const sendActs: ((sendCount: number) => void)[] = []
  const ledger = createProofLedger({
    isOfNobody: (transactionId) =>
      till.byTransactionId(transactionId) === undefined && bank.commitsOf(transactionId).length === 0,
    nowMs,
    trulyAwakeMs: computer.trulyAwakeMs,
    sleepCount: () => sleepCount,
    stalledMs: agenda.stalledMs,
    quietMs: QUIET_MS,
  })
  const lists = createListLedger(nowMs, () => nowMs() - agenda.stalledMs(), QUIET_MS)
  const saysNoToEmpty = chance.happens(0.2)
  let hasLied = false
  const checker = createChecker({
    bank,
    ledger,
    lists,
    hasLists: options.machine === 'production' && options.oddLists === null && !saysNoToEmpty,
    nowMs,
    today: () => bankDay(deskSetup.givesDate ? MODEL_EPOCH_MS + nowMs() : computer.clock.wallNowMs()),
    worldHolds: options.world === 'holds',
    hasLied: () => hasLied,
    stops: (rows) =>
      createStopLedger({
        nowMs,
        rows,
        trulyAwakeMs: computer.trulyAwakeMs,
        awakeMs: computer.awake.nowMs,
        creditMs: () => CREDIT_PER_SLEEP_MS * sleepCount,
        clientId: OWN_CLIENT,
        listMsMax: options.listMsMax,
        isFree,
        isSearchPutOff: () => till.heldBecause().endsWith('checkingFirst'),
      }),
  })

  /** Another till of the terminal sells the same for the same amount, at the same moment. */
  function sellElsewhere({ transactionId, terminalId }: OnTheWire): void {
    const row = till.byTransactionId(transactionId)
    if (row === undefined || options.otherTill?.happens(OTHER_TILL_SHARE) !== true) return
    const atMs = nowMs() + options.otherTill.between(0, QUIET_MS / 4)
    const commit = { terminalId, amountKobo: checker.asRecorded(row).amountKobo, by: 'other', atMs } as const
    bank.commit({ ...commit, transactionId: `X${sendCount}`, visibleAtMs: atMs, paidAtMs: atMs + MINUTE_MS })
  }

  /** Only its own rules keep the program from sending. */
  function isFree(): boolean {
    if (!till.isRunning() || till.needsRestart() || computer.isAsleep() || disk.isFull) return false
    const isWayOpen = way.clientId === OWN_CLIENT && !way.isOut && !way.isPortal
    const isStuck = way.stuck !== null && nowMs() < way.stuck.untilMs
    // If an empty search is a no, a search that shows nothing takes minutes to believe.
    if (!isWayOpen || isStuck || saysNoToEmpty || options.machine !== 'production') return false
    // A trial needs clean answers, and this bank has none.
    if (options.oddLists === 'unreadable') return false
    // The host's back-off is active.
    return !till.heldBecause().startsWith('hold')
  }

  function met(kind: string, state: string): void {
    hasLied ||= LIES.has(kind)
    count(coverage, pairOf(kind, state))
    checker.unwell()
    say?.(`fault: ${kind} (${state})`)
  }

  function metFile(kind: string): void {
    hasLied ||= LIES.has(kind)
    let seen = ''
    for (const { state } of till.rows()) {
      if (seen.includes(state)) continue
      seen += `${state} `
      count(coverage, pairOf(kind, state))
    }
    checker.unwell()
    say?.(`fault: ${kind}`)
  }

  function onWritten(written: Written): void {
    const { before, after, event } = written
    checker.written(written)
    if (event === 'noted') return
    if (after.state === 'review' || after.state === 'conflict') reviewed.add(after.transactionId)
    say?.(`${after.transactionId}: ${before?.state ?? ''} → ${after.state} (${event})`)
  }

  function onDisk(when: 'before' | 'after', written: Written): void {
    if (disk.isFull && when === 'before') throw WRITE_REFUSED
    if (when === 'after') onWritten(written)
    const state = when === 'before' ? (written.before?.state ?? 'none') : written.after.state
    const fault = strikes.write(when, state)
    if (fault === null) return
    met(`${fault} ${when} write`, state)
    throw fault === 'powerCut' ? POWER_CUT : WRITE_REFUSED
  }

  const deskSetup: DeskSetup = {
    chance,
    strikes,
    bank,
    way,
    nowMs,
    timeoutMs: TIMEOUT_MS,
    saysNoToEmpty,
    oddLists: options.oddLists,
    listMsMax: options.listMsMax,
    givesTraceId: chance.happens(0.3),
    givesDate: chance.happens(0.7),
    leavesOut: { firstDay: chance.happens(0.3), lastDay: chance.happens(0.5) },
    deadTokenSaid: options.deadTokenSaid,
    bounds,
    onFault: met,
    onListFault: metFile,
    saleOf: (transactionId) => till.byTransactionId(transactionId),
    onSend: (sale, clientId) => {
      const { transactionId } = sale
      sendCount += 1
      sellElsewhere(sale)
      say?.(`${transactionId} is sent (send ${sendCount})`)
      checker.sending(till.byTransactionId(transactionId), sale, clientId)
      for (const act of sendActs) act(sendCount)
    },
    onSendEnded: checker.sendEnded,
    onStatus: (transactionId, what) => {
      ledger.answered(transactionId, what)
      if (what === 'found') lists.found(transactionId)
      if (what === 'found' || what.missedAs === NOT_FOUND.missedAs) checker.answered()
    },
    onShown: ledger.shown,
    onSearched: (terminalId, isComplete, rows) => {
      ledger.searched(
        terminalId,
        isComplete,
        rows.map(({ transactionId }) => transactionId),
      )
      lists.searched(terminalId, isComplete, rows.map(listedRow))
    },
    onGoodAnswer: () => {
      checker.gateOpened()
      checker.answered()
    },
    awakeMs: computer.trulyAwakeMs,
    onTokenLeftDead: checker.tokenLeftDead,
  }
  const desk = createModelDesk(deskSetup)
  const log: DeliveryContext['log'] = (_level, event, facts) =>
    checker.logged(`${event} ${JSON.stringify(facts)}`)
  function onStart(rows: Parameters<typeof checker.found>[0]): void {
    desk.runBegins()
    checker.found(rows)
  }
  function onPowerCut(): void {
    checker.gateClosed()
    checker.unwell()
    // The request in flight continues without the program; its answer is lost.
    for (const row of till.rows()) if (row.state === 'sending') checker.sendEnded(row.transactionId)
  }
  const till = options.machine === 'real' ? realTill() : modelTill()

  function modelTill(): Till {
    const store = createModelStore(onDisk)
    const program = createProgram({
      agenda,
      chance,
      computer,
      store,
      service: createModelService(deskSetup, desk),
      destination: () => (way.clientId === null ? null : destinationOf(way.clientId)),
      policy: options.policy,
      quietMinutes: QUIET_MINUTES,
      timeoutSeconds: TIMEOUT_MS / 1_000,
      machine: options.machine === 'empty' ? 'empty' : 'production',
      say,
      log,
      clockAheadMs: () =>
        deskSetup.givesDate ? computer.clock.wallNowMs() - (MODEL_EPOCH_MS + nowMs()) : null,
      onStart: () => onStart(store.rows()),
      onPowerCut,
      onBroken: checker.broken,
    })
    return createModelTill({ nowMs, computer, store, program })
  }

  function realTill(): Till {
    return createRealTill({
      agenda,
      chance,
      computer,
      desk,
      deskSetup,
      disk,
      policy: options.policy,
      quietMinutes: QUIET_MINUTES,
      timeoutSeconds: TIMEOUT_MS / 1_000,
      say,
      log,
      onDisk,
      onWritten,
      onStart: () => onStart(till.rows()),
      onPowerCut,
      onBroken: checker.broken,
      isCalm: strikes.isOver,
      stall: (ms) => {
        agenda.stall(ms)
        // The program cannot tell it from a sleep, before which no sale was recorded just now.
        if (ms > CREDIT_PER_SLEEP_MS) checker.unwell()
      },
    })
  }

  return {
    agenda,
    bank,
    bounds,
    computer,
    till,
    way,
    givesDate: deskSetup.givesDate,
    checker,
    ledger,
    reviewed,
    disk,
    log: lines,
    say,
    struck: metFile,
    onSend: (act) => void sendActs.push(act),
    pass: function* (untilMs) {
      if (options.machine === 'real') yield* agenda.steps(untilMs)
      else agenda.runUntil(untilMs)
    },
    sleep: (ms, doesMonotonicRun) => {
      sleepCount += 1
      computer.sleep(ms, doesMonotonicRun)
    },
    wayChanged: () => {
      checker.unwell()
      till.wayChanged(checker.gateClosed)
    },
  }
}
