import type { FaultRule } from '../../sandbox/faults.ts'
import type { Chance } from '../../sandbox/random.ts'
import type { SaleToRecord, StopAt } from './orders.ts'

export type Death =
  /** At any moment: a time after its start, after it began to record, or after it began to send. */
  | { readonly kind: 'clock'; readonly since: 'spawn' | 'started' | 'sound'; readonly afterMs: number }
  /** Exactly before or after a durable step. */
  | { readonly kind: 'step'; readonly stopAt: StopAt }
  /** Within a commit: on entering the n-th call that changes a file (strace); by the clock without strace. */
  | { readonly kind: 'syscall'; readonly count: number }
  | { readonly kind: 'acknowledged'; readonly count: number }
  /** When the bank has booked a sale, before its answer. */
  | { readonly kind: 'booking' }

/** The network is gone for this long: from the start, or after an accepted sale, so that the next meets it. */
export interface Cut {
  readonly from: 'start' | 'accepted'
  readonly forMs: number
}

export interface Life {
  readonly sales: readonly SaleToRecord[]
  readonly death: Death
  readonly faults: readonly FaultRule[]
  readonly cut: Cut | null
}

/** How often each step was chosen, of those that a life of this kind reaches. */
export type StepAims = ReadonlyMap<string, number>

/** A process still alive this long after it began to send is killed anyway. */
export function patienceMs(life: Life): number {
  return life.faults.length > 0 || life.cut !== null ? 1_300 : 400
}

const SALES_MAX = 6
const GAP_MS_MAX = 40
/** About as many calls as a first life makes, including the creation of tables. */
const SYSCALLS_MAX = 120

/** Draws one life. The same chance and steps give the same life; its exact end depends on the machine. */
export function drawLife(chance: Chance, name: string, aims: StepAims): Life {
  const death = drawDeath(chance, aims)
  const step = death.kind === 'step' ? death.stopAt.step : ''
  return {
    sales: Array.from({ length: 1 + chance.whole(SALES_MAX) }, (_, index) => ({
      amountKobo: 1 + chance.whole(50_000_00),
      // Typed and made references are recorded differently.
      transactionId: chance.whole(2) === 0 ? '' : `${name}-${index}`,
      afterMs: index === 0 ? 0 : chance.whole(GAP_MS_MAX),
    })),
    death,
    faults: drawFaults(chance, step),
    cut: drawCut(chance, step),
  }
}

function drawDeath(chance: Chance, aims: StepAims): Death {
  const among = chance.whole(100)
  if (among < 8) return { kind: 'clock', since: 'spawn', afterMs: chance.whole(250) }
  if (among < 20) return { kind: 'clock', since: 'started', afterMs: chance.whole(500) }
  if (among < 32) return { kind: 'clock', since: 'sound', afterMs: chance.whole(200) }
  if (among < 40) return { kind: 'acknowledged', count: 1 + chance.whole(3) }
  if (among < 50) return { kind: 'booking' }
  if (among < 60) return { kind: 'syscall', count: 1 + chance.whole(SYSCALLS_MAX) }
  const step = rarest(chance, aims)
  return step === null
    ? { kind: 'clock', since: 'sound', afterMs: chance.whole(200) }
    : {
        kind: 'step',
        stopAt: {
          step,
          how: chance.whole(3) === 0 ? 'throw' : 'halt',
          occurrence: 1 + (chance.whole(3) === 0 ? chance.whole(3) : 0),
        },
      }
}

function rarest(chance: Chance, aims: StepAims): string | null {
  const least = Math.min(...aims.values())
  const [first, ...others] = [...aims].filter(([, count]) => count === least).map(([step]) => step)
  return first === undefined ? null : chance.pick([first, ...others])
}

function drawCut(chance: Chance, step: string): Cut | null {
  const forMs = 50 + chance.whole(250)
  if (step.includes('UPDATE sale queued')) return { from: 'accepted', forMs: 2 * forMs }
  const among = chance.whole(20)
  return among > 2 ? null : { from: among === 0 ? 'start' : 'accepted', forMs }
}

/** Faults of bank and network; a sale lost before it is booked correctly stays unknown. */
function drawFaults(chance: Chance, step: string): readonly FaultRule[] {
  const isWanted = step.includes('UPDATE sale unknown')
  if (!isWanted && chance.whole(100) < 45) return []
  const skip = isWanted ? 0 : chance.whole(3)
  const committed = chance.whole(10) < 8
  const on = 'logTransaction'
  const send = chance.pick<FaultRule>([
    { on, skip, fault: { kind: 'drop', committed } },
    { on, skip, fault: { kind: 'drop', committed: true } },
    { on, skip, fault: { kind: 'slow', delayMs: 50 + chance.whole(1_400), commit: 'onArrival' } },
    { on, skip, fault: { kind: 'slow', delayMs: 50 + chance.whole(1_400), commit: 'beforeAnswer' } },
    { on, skip, fault: { kind: 'lateCommit', commitAfterMs: chance.whole(400) } },
    { on, skip, fault: { kind: 'silence', committed } },
    { on, skip, fault: { kind: 'httpStatus', status: 500, committed, retryAfter: null, body: 'html' } },
    { on, skip, fault: { kind: 'httpStatus', status: 401, committed, retryAfter: null, body: 'envelope' } },
    { on, skip, fault: { kind: 'truncated', committed } },
    { on, skip, fault: { kind: 'declined', message: 'Duplicate reference', committed } },
  ])
  const read = chance.pick<FaultRule>([
    { on: 'searchTransactions', fault: { kind: 'drop', committed: false } },
    { on: 'settlementStatus', fault: { kind: 'slow', delayMs: chance.whole(300), commit: 'onArrival' } },
    { on: 'searchTransactions', fault: { kind: 'rowsSkip' } },
  ])
  return chance.whole(4) === 0 ? [send, read] : [send]
}
