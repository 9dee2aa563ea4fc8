import { rmSync } from 'node:fs'
import path from 'node:path'
import { startSandbox, type Sandbox } from '../../sandbox/serve.ts'
import type { Chance } from '../../sandbox/random.ts'
import { startCounter, type Counter } from './counter.ts'
import { TRACER } from './orderWitness.ts'
import { CRASHED_EXIT_CODE, type Message, type OpenSale, type Orders } from './orders.ts'
import { drawLife, patienceMs, type Life } from './plan.ts'
import { createShop, type Shop } from './shop.ts'
import type { Steps } from './stepLog.ts'
import { readSalesFile } from './salesFileStore.ts'
import { BREACH_KINDS, isAtRest, judgeFile, type Acknowledged, type Breaches } from './verdict.ts'

export interface HistoryOptions {
  readonly program: string
  /** Its own folder; removed if nothing broke. */
  readonly dataDir: string
  readonly name: string
  /** Whether strace can kill within a commit here. */
  readonly canTrace: boolean
  /** The sales come through the door, from a till that asks again under the same key. */
  readonly isIntake: boolean
  readonly chance: Chance
  /** Asked before each life: whether kills are left. */
  readonly mayKill: () => boolean
  readonly steps: Steps
  readonly onKill: (how: KilledHow) => void
}

/** Where a process really died: if a step was never reached, the clock killed it. */
export type KilledHow =
  | { readonly at: 'clock' | 'acknowledged' | 'booking' | 'syscall' }
  | { readonly at: 'step'; readonly step: string }

export interface HistoryResult {
  readonly acknowledgedCount: number
  readonly settledCount: number
  /** Sales that correctly stay unknown, since the kill or the fault lost them on the way to the bank. */
  readonly unknownCount: number
  readonly breaches: Breaches
}

/** With this many unknown sales sending almost stops (docs/delivery.md, "When sending stops"), so a new file is started. */
const UNKNOWN_ENOUGH = 3
/** Also later than a process restarts: then only the row itself shows that its sale was sent. */
const VISIBLE_AFTER_MS = [0, 100, 2_500] as const
const LIVES_MAX = 14
const ACCEPTED_STEP = 'after UPDATE sale accepted'
/** A process that has not started working by then hangs. */
const START_MS_MAX = 15_000
const SETTLE_LIMIT_MS = 90_000

/**
 * The history of one sales file: opened, used and killed repeatedly, each time as the last process left it; then a
 * healthy bank lets it drain, and file and books are compared.
 */
export async function runHistory(options: HistoryOptions): Promise<HistoryResult> {
  const { chance, dataDir, name } = options
  const bookings = new Set<() => void>()
  const sandbox = await startSandbox({
    seed: chance.whole(1_000_000),
    options: { settleAfterMs: chance.whole(400), visibleAfterMs: chance.pick(VISIBLE_AFTER_MS) },
    onChange: () => {
      for (const heard of bookings) heard()
    },
  })
  const acknowledged: Acknowledged[] = []
  const shop = createShop(chance, options.isIntake)
  const trouble: string[] = []
  let isJammed = false
  try {
    // A life without a kill, in which a manager connects the till: each PIN that a kill cuts off counts as a wrong one.
    if (options.isIntake) await drain({ ...options, sandbox, trouble, shop, acknowledged })
    for (let count = 0; count < LIVES_MAX && !isJammed && options.mayKill(); count += 1) {
      const isFirst = count === 0
      const drawn = drawLife(chance, `${name}-${count}`, options.steps.aims(isFirst))
      const life = { ...drawn, sales: shop.next(drawn.sales) }
      if (life.death.kind === 'step') options.steps.aimed(life.death.stopAt.step)
      const onStep = (step: string): void => options.steps.reached(step, isFirst)
      const lived = await live(life, { ...options, sandbox, bookings, acknowledged, trouble, onStep, shop })
      isJammed = lived.unknownCount >= UNKNOWN_ENOUGH
    }
    const open = await drain({ ...options, sandbox, trouble, shop, acknowledged })
    const file = readSalesFile(dataDir)
    const judged = judgeFile(file, { acknowledged, commits: sandbox.bank.commits() })
    const stuck = open.filter((sale) => !isAtRest(sale, isSettledAt(sandbox))).map(nameOfOpen)
    const breaches: Breaches = {
      ...judged,
      duplicated: [...judged.duplicated, ...shop.doubled(file)],
      stuck: [...judged.stuck, ...stuck, ...shop.unanswered()],
      trouble,
    }
    if (BREACH_KINDS.every((kind) => breaches[kind].length === 0)) rmSync(dataDir, { recursive: true })
    return {
      acknowledgedCount: acknowledged.length,
      settledCount: sandbox.bank.commits().length,
      unknownCount: open.filter((sale) => sale.state === 'unknown').length,
      breaches,
    }
  } finally {
    await sandbox.close()
  }
}

const isSettledAt =
  ({ bank }: Sandbox) =>
  (transactionId: string): boolean =>
    bank.settlementCount(transactionId) > 0

const nameOfOpen = ({ transactionId, state, waitingReason }: OpenSale): string =>
  `${transactionId} ${state} ${waitingReason ?? ''}`.trim()

interface LifeContext extends HistoryOptions {
  readonly sandbox: Sandbox
  readonly bookings: Set<() => void>
  readonly acknowledged: Acknowledged[]
  readonly trouble: string[]
  readonly onStep: (step: string) => void
  readonly shop: Shop
}

/** The system calls with which SQLite changes a file. */
const CHANGES = 'pwrite64,fdatasync,fsync,ftruncate,rename,unlink'

/** strace's own injection: SIGKILL when the process enters that call. */
function killingAt(count: number): readonly string[] {
  const injection = `inject=${CHANGES}:signal=KILL:when=${count}`
  return [TRACER, '-f', '-o', '/dev/null', '-e', `trace=${CHANGES}`, '-e', injection]
}

async function live(life: Life, context: LifeContext): Promise<{ readonly unknownCount: number }> {
  const { sandbox, bookings, dataDir, acknowledged, trouble, onStep, onKill } = context
  const { death } = life
  let unknownCount = 0
  let acknowledgedNow = 0
  let died: KilledHow | null = null
  /** Then it ends by itself; killed meanwhile, by its clock, it died of both. */
  let threw: KilledHow | null = null
  const timers: NodeJS.Timeout[] = []
  sandbox.bank.faults.clear()
  sandbox.bank.faults.add(...life.faults)
  let isCut = false
  async function cut(from: 'start' | 'accepted'): Promise<void> {
    if (life.cut?.from !== from || isCut) return
    isCut = true
    timers.push(setTimeout(() => void sandbox.restoreNetwork(), life.cut.forMs))
    await sandbox.cutNetwork()
  }
  await cut('start')
  const orders: Orders = {
    dataDir,
    partnerUrl: sandbox.url,
    mode: 'sell',
    sales: life.sales,
    stopAt: death.kind === 'step' ? death.stopAt : null,
    ...context.shop.orders(),
  }
  const hear = (message: Message): void => {
    switch (message.kind) {
      case 'acknowledged':
        acknowledged.push(message)
        context.shop.answered(message)
        acknowledgedNow += 1
        if (death.kind === 'acknowledged' && acknowledgedNow === death.count) kill({ at: 'acknowledged' })
        return
      case 'checking':
        unknownCount = message.count
        return
      case 'step':
        if (message.step === ACCEPTED_STEP) void cut('accepted')
        return onStep(message.step)
      case 'threw':
        threw = { at: 'step', step: message.step }
        return
      case 'halted':
        return kill({ at: 'step', step: message.step })
      case 'started':
      case 'sound':
        if (death.kind === 'clock' && death.since === message.kind) killAfter(death.afterMs)
        if (death.kind !== 'clock' && message.kind === 'sound') killAfter(patienceMs(life))
        return
      case 'trouble':
      case 'notRecorded':
        // It stops, so that its file refuses what is still asked.
        if (threw === null)
          trouble.push(message.kind === 'trouble' ? message.event : `not recorded: ${message.code}`)
        return
      case 'open':
      case 'stopped':
        return
    }
  }
  const tracer = death.kind === 'syscall' && context.canTrace ? killingAt(death.count) : []
  const counter: Counter = startCounter(context.program, orders, hear, tracer)
  function kill(how: KilledHow): void {
    if (died !== null) return
    died = how
    counter.kill()
  }
  function killAfter(delayMs: number): void {
    timers.push(setTimeout(() => kill({ at: 'clock' }), delayMs))
  }
  const onBooking = (): void => {
    if (death.kind === 'booking') kill({ at: 'booking' })
  }
  bookings.add(onBooking)
  killAfter(death.kind === 'clock' && death.since === 'spawn' ? death.afterMs : START_MS_MAX)
  const ending = await counter.ended
  bookings.delete(onBooking)
  for (const timer of timers) clearTimeout(timer)
  await sandbox.restoreNetwork()
  const how: KilledHow | null = died ?? (death.kind === 'syscall' ? { at: 'syscall' } : null)
  const isCrashed = ending.exitCode === CRASHED_EXIT_CODE && threw !== null
  if (isCrashed || (ending.signal === 'SIGKILL' && how !== null)) onKill(threw ?? how ?? { at: 'clock' })
  else trouble.push(`ended by itself: ${ending.signal ?? ending.exitCode ?? ''} ${ending.complaint}`.trim())
  return { unknownCount }
}

/** Runs an unkilled process with a healthy bank until everything is at rest. */
async function drain(
  context: HistoryOptions & Pick<LifeContext, 'sandbox' | 'trouble' | 'shop' | 'acknowledged'>,
): Promise<readonly OpenSale[]> {
  const { sandbox, dataDir, trouble } = context
  sandbox.bank.faults.clear()
  let open: readonly OpenSale[] = []
  let isStopped = false
  const orders: Orders = {
    dataDir: path.resolve(dataDir),
    partnerUrl: sandbox.url,
    mode: 'settle',
    sales: context.shop.next([]),
    stopAt: null,
    ...context.shop.orders(),
  }
  const counter = startCounter(context.program, orders, (message) => {
    if (message.kind === 'trouble') trouble.push(message.event)
    if (message.kind === 'stopped') isStopped = true
    if (message.kind === 'acknowledged') {
      context.acknowledged.push(message)
      context.shop.answered(message)
    }
    if (message.kind !== 'open') return
    open = message.sales
    if (open.every((sale) => isAtRest(sale, isSettledAt(sandbox)))) counter.release()
  })
  const release = setTimeout(() => counter.release(), SETTLE_LIMIT_MS)
  const giveUp = setTimeout(() => counter.kill(), 2 * SETTLE_LIMIT_MS)
  const ending = await counter.ended
  clearTimeout(release)
  clearTimeout(giveUp)
  if (!isStopped || ending.exitCode !== 0) trouble.push(`did not stop well: ${ending.complaint}`)
  return open
}
