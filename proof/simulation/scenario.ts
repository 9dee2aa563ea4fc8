import { amountWire } from '../../shared/money.ts'
import type { Chance } from './chance.ts'
import { OTHER_CLIENT, OWN_CLIENT } from './destinations.ts'
import {
  bankFaults,
  corrections,
  processFaults,
  unreadableKinds,
  type BankFault,
  type ProcessFault,
} from './faults.ts'
import { cancel, checkNow, enter, enterTwice, findSales, letOracleDecide } from './people.ts'
import { isMade, MAIN_TERMINAL, MINUTE_MS, TERMINALS, type Plan, type PlannedEvent } from './plan.ts'
import { PATTERN } from './program.ts'
import type { FileCopy } from './till.ts'
import { QUIET_MS, type World } from './world.ts'

const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const WALL_JUMPS_MS = [HOUR_MS, DAY_MS, 7 * DAY_MS] as const
/** With copies, jumps stay within a search's days, with one to spare, unless the bank tells its day. */
const WALL_JUMPS_WITH_COPIES_MS = [HOUR_MS, DAY_MS] as const
/** With this the profile allows only every other reference. */
const STRICTER_PATTERN = '^[0-9A-Z]*[02468]$'
const STORM_COUNT = 10
const STORM_STEP_MS = 100
/** A copy of the file is as old as this, or as the history. */
const BACKUP_AGE_MS_MAX = 10 * MINUTE_MS

/** Puts a plan onto the agenda: sales, other devices' sales between them, and all events around them. */
export function schedule(plan: Plan, world: World, chance: Chance): void {
  const { agenda } = world
  for (const [index, sale] of plan.sales.entries()) {
    agenda.at(sale.atMs, () => enter(world, sale))
    if (plan.isAlone !== true) commitOther(world, `FOREIGN${index}`, sale.terminalId, 12_300, sale.atMs, 0)
  }
  for (const event of plan.events) {
    const { when } = event
    const act = (): void => happen(event, plan, world, chance)
    if ('atMs' in when) agenda.at(when.atMs, act)
    else
      world.onSend((sendCount) => {
        const isTime = sendCount === when.send && agenda.nowMs() < plan.faultsEndMs
        if (isTime) agenda.at(agenda.nowMs() + when.afterMs, act)
      })
  }
  const needsCopy = plan.events.some(({ kind }) => kind === 'backupRestored')
  if (needsCopy) keepCopies(plan, world)
}

/** A clock wrong by more than a day hides a copied file from the search (docs/delivery.md, "What remains"). */
function hasCopies(plan: Plan): boolean {
  return (
    plan.events.some(({ kind }) => kind === 'backupRestored') ||
    plan.inherited.some(({ state, isAtBank }) => state === 'queued' && isAtBank)
  )
}

function isFault(kind: PlannedEvent['kind']): kind is ProcessFault | BankFault {
  return [...processFaults, ...bankFaults].some((fault) => fault === kind)
}

function happen(event: PlannedEvent, plan: Plan, world: World, chance: Chance): void {
  const { agenda, till, way } = world
  const { kind, lengthMs, choice } = event
  if (agenda.nowMs() >= plan.faultsEndMs) return
  if (isFault(kind)) world.struck(kind)
  const afterwards = (act: () => void): void =>
    void agenda.at(agenda.nowMs() + lengthMs, () => {
      act()
      world.wayChanged()
    })
  switch (kind) {
    case 'crash':
      return till.powerCut(lengthMs)
    case 'sleep':
      world.sleep(lengthMs, choice < 0.5)
      return afterwards(() => undefined)
    case 'stall':
      // No event of the system reports its end.
      return world.sleep(lengthMs, true)
    case 'wallClockJump':
      return world.computer.jumpWall(
        (choice < 0.5 ? 1 : -1) *
          chance.pick(hasCopies(plan) && !world.givesDate ? WALL_JUMPS_WITH_COPIES_MS : WALL_JUMPS_MS),
      )
    case 'networkFlap':
      return storm(world, () => world.wayChanged())
    case 'tryNowStorm':
      return storm(world, till.tryNow)
    case 'outage':
      way.isOut = true
      return afterwards(() => (way.isOut = false))
    case 'portal':
      way.isPortal = true
      return afterwards(() => (way.isPortal = false))
    case 'signOut':
    case 'otherMerchant':
      way.clientId = kind === 'signOut' ? null : OTHER_CLIENT
      world.wayChanged()
      return afterwards(() => (way.clientId = OWN_CLIENT))
    case 'tokenExpiry':
      way.tokenUntilMs = 0
      return
    case 'doubleEntry':
      return enterTwice(world, plan.sales)
    case 'diskFull':
      world.disk.isFull = true
      return void agenda.at(agenda.nowMs() + lengthMs, () => (world.disk.isFull = false))
    case 'backupRestored':
      return restore(world)
    case 'rowEdited':
      return editRow(event, world)
    case 'profileChange':
      changeProfile(world, STRICTER_PATTERN)
      return void agenda.at(agenda.nowMs() + lengthMs, () => changeProfile(world, PATTERN))
    case 'takenReference':
    case 'otherDevice':
      return settleElsewhere(event, plan, world)
    case 'stuckPart':
      return stick(event, world)
    case 'unreadableSlip':
      return makeUnreadable(event, plan, world, afterwards)
    case 'bankCorrects':
      return correctBooks(event, world)
    case 'cancel':
      return cancel(world, chance)
    case 'personFinds':
      return findSales(world)
    case 'personChecks':
      return checkNow(world)
    case 'managerDecides':
      return letOracleDecide(world, chance)
  }
}

/** The installer replaces the profile and restarts the program. */
function changeProfile({ till }: World, pattern: string): void {
  till.setPattern(pattern)
  if (till.needsRestart()) till.powerCut(1_000)
}

const STUCK_SHARE_MIN = 0.3
const STUCK_SHARE_MAX = 0.9
const NEVER_COMMITTED_SHARE = 0.3

/**
 * A part of the bank takes sends, answers nothing, and commits them all at the same moment when it recovers: as late as
 * the world allows for a single commit. Some such parts lose their sales.
 */
function stick({ lengthMs, choice, choice2 }: PlannedEvent, { agenda, bounds, way, say }: World): void {
  const fromMs = agenda.nowMs()
  const share = STUCK_SHARE_MIN + choice * (STUCK_SHARE_MAX - STUCK_SHARE_MIN)
  const stuckMs = Math.min(lengthMs === 0 ? Number.POSITIVE_INFINITY : lengthMs, bounds.lateMsMax * share)
  const untilMs = fromMs + stuckMs
  const isLost = choice2 < NEVER_COMMITTED_SHARE
  const commitsAtMs = isLost ? null : untilMs + choice2 * (bounds.lateMsMax - stuckMs)
  way.stuck = { untilMs, commitsAtMs }
  say?.(`a part of the bank is stuck until ${untilMs / 1_000} s, and commits ${isLost ? 'nothing' : 'late'}`)
}

function storm({ agenda }: World, act: () => void): void {
  for (let count = 0; count < STORM_COUNT; count += 1) agenda.at(agenda.nowMs() + count * STORM_STEP_MS, act)
}

function commitOther(
  { bank }: World,
  transactionId: string,
  terminalId: string,
  amountKobo: number,
  atMs: number,
  lagMs: number,
): void {
  const visibleAtMs = atMs + lagMs
  bank.commit({
    transactionId,
    terminalId,
    amountKobo,
    by: 'other',
    atMs,
    visibleAtMs,
    paidAtMs: visibleAtMs + MINUTE_MS,
  })
}

/** Another device uses a reference of ours: for another sale, now or long ago, or for the same sale. */
function settleElsewhere({ kind, choice, choice2 }: PlannedEvent, plan: Plan, world: World): void {
  const { agenda, bounds } = world
  const all = [...plan.sales, ...plan.inherited.map((sale) => ({ ...sale, terminalId: MAIN_TERMINAL }))]
  const sale = all[Math.floor(choice * all.length)]
  if (sale === undefined) return
  const { transactionId, terminalId, amountKobo } = sale
  const lagMs = Math.floor(choice2 * bounds.lagMsMax)
  const atMs = agenda.nowMs()
  if (kind === 'otherDevice') return commitOther(world, transactionId, terminalId, amountKobo, atMs, lagMs)
  // The age of a record can be judged only by a correct clock.
  const hasClockJump = plan.events.some((event) => event.kind === 'wallClockJump')
  const isOld = choice2 < 0.3 && !hasClockJump
  if (isOld) commitOther(world, transactionId, terminalId, amountKobo, -3 * DAY_MS, 0)
  else if (choice2 < 0.6) commitOther(world, transactionId, terminalId, amountKobo + 100, atMs, 0)
  else commitOther(world, transactionId, '2TLS0009', amountKobo, atMs, 0)
}

const OWN_SHARE = 0.75

/**
 * A slip is entered at two counters: the other one was paid for it before, and for a while no answer about it can be
 * read. Sometimes there is no other counter, and only the answers are bad.
 */
function makeUnreadable(
  { choice, choice2 }: PlannedEvent,
  plan: Plan,
  world: World,
  afterwards: (act: () => void) => void,
): void {
  const { agenda, till, way } = world
  const slips = plan.sales.filter(({ transactionId }) => !isMade(transactionId))
  const toCome = slips.filter(({ transactionId }) => till.byTransactionId(transactionId) === undefined)
  const among = toCome.length > 0 ? toCome : slips
  const slip = among[Math.floor(choice * among.length)]
  if (slip === undefined) return
  const { transactionId, amountKobo } = slip
  const terminalId = choice2 < OWN_SHARE / 2 ? slip.terminalId : '2TLS0009'
  if (choice2 < OWN_SHARE) commitOther(world, transactionId, terminalId, amountKobo, agenda.nowMs(), 0)
  const kind = unreadableKinds[Math.floor(choice2 * 1_000) % unreadableKinds.length] ?? 'malformedRecord'
  way.unreadable = { transactionId, kind }
  afterwards(() => (way.unreadable = null))
}

/** The bank changes how it shows a sale that it has accepted. */
function correctBooks({ choice, choice2 }: PlannedEvent, { till, bank, agenda, say }: World): void {
  const accepted = till.rows().filter(({ state }) => state === 'accepted')
  const sale = accepted[Math.floor(choice * accepted.length)]
  const correction = corrections[Math.floor(choice2 * corrections.length)]
  if (sale === undefined || correction === undefined) return
  say?.(`the bank corrects ${sale.transactionId}: ${correction}`)
  bank.correct(sale.transactionId, correction, agenda.nowMs())
}

const copies = new WeakMap<World, FileCopy[]>()

/** Copies the file from time to time. */
function keepCopies(plan: Plan, world: World): void {
  const list: FileCopy[] = []
  copies.set(world, list)
  for (let atMs = 1; atMs < plan.faultsEndMs; atMs += BACKUP_AGE_MS_MAX / 4)
    world.agenda.at(atMs, () => void list.push(world.till.copyFile()))
}

/**
 * A person restores an old copy of the file. Sales that it lacks are lost; sales sent since the copy are queued again.
 * This takes longer than the bank needs to show them, which backlog verification relies on.
 */
function restore(world: World): void {
  const { agenda, till, checker, ledger, bounds } = world
  const copy = copies.get(world)?.findLast(({ atMs }) => atMs <= agenda.nowMs() - BACKUP_AGE_MS_MAX / 4)
  if (copy === undefined || !till.isRunning()) return
  till.powerCut(Math.max(QUIET_MS, bounds.lateMsMax + bounds.lagMsMax))
  world.say?.(`the file of ${copy.atMs / 1_000} s is put back`)
  till.putBack(copy)
  checker.restored(copy.rows)
  ledger.restored(copy.atMs)
}

/** The program ends, and the facts of a sale are changed from outside: mostly of one not sent yet. */
function editRow({ choice, choice2, lengthMs }: PlannedEvent, { till, checker, say }: World): void {
  if (!till.isRunning()) return
  till.powerCut(lengthMs)
  const queued = till.rows().filter(({ state }) => state === 'queued')
  const rows = queued.length > 0 && choice2 < 0.7 ? queued : till.rows()
  const row = rows[Math.floor(choice * rows.length)]
  if (row === undefined) return
  const otherTerminal = row.terminalId === MAIN_TERMINAL ? TERMINALS[1] : MAIN_TERMINAL
  const amountKobo = row.amountKobo + 100
  const edited =
    choice2 < 0.4
      ? { ...row, terminalId: otherTerminal }
      : { ...row, amountKobo, amountWire: amountWire(amountKobo, 'twoDecimals') }
  say?.(`${row.transactionId} is edited in the file (${row.state})`)
  till.edit(edited)
  checker.edited(edited)
}

/** Every fault ends; a person fixes what the program cannot. */
export function endFaults(world: World): void {
  const { way, disk } = world
  world.say?.('faults end')
  Object.assign(way, { isOut: false, isPortal: false, clientId: OWN_CLIENT, stuck: null, unreadable: null })
  disk.isFull = false
  changeProfile(world, PATTERN)
  world.wayChanged()
}
