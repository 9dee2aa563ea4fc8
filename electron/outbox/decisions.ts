import { callError, type CallError, type Request } from '../../shared/contract.ts'
import { nairaText } from '../../shared/money.ts'
import type { Result } from '../../shared/result.ts'
import type { DecisionView, EvidenceDifference, SaleDecision } from '../../shared/sale.ts'
import { paidTime } from '../../shared/serviceTime.ts'
import type { SalePatch } from './change.ts'
import type { DeliveryContext } from './deliveryContext.ts'
import { judgeFor, type JudgingContext } from './evidence.ts'
import { FRESH_LOOK_UP_MS, nextState } from './machine.ts'
import { readReason } from './reason.ts'
import type { SaleRow } from './saleRow.ts'

/** What a manager decides about a sale that waits for a person (design §4). Waiting is no decision: it goes on by itself. */
export interface Decisions {
  /** Null where nothing is to be decided. */
  view(sale: SaleRow): DecisionView | null
  /** @param sale as it stands now */
  take(sale: SaleRow, request: Omit<Request<'sales.resolve'>, 'transactionId'>): Result<SaleRow, CallError>
}

const EVENTS = {
  sendAgain: 'managerSendsAgain',
  writeOff: 'managerWritesOff',
  accept: 'managerAccepts',
} as const satisfies Readonly<Record<SaleDecision, string>>
const DECISIONS: readonly SaleDecision[] = ['sendAgain', 'accept', 'writeOff']

export function createDecisions(
  context: Pick<DeliveryContext, 'store' | 'awake'> & JudgingContext,
): Decisions {
  const { store, awake, now } = context

  function view(sale: SaleRow): DecisionView | null {
    const allowed = DECISIONS.filter(
      (decision) => nextState({ ...sale, lookUpAgeMs: 0 }, EVENTS[decision]) !== undefined,
    )
    if (allowed.length === 0) return null
    const lookUpAgeMs = sale.lookedUpAwakeMs === null ? null : awake.nowMs() - sale.lookedUpAwakeMs
    return {
      allowed,
      seen: seenOf(sale),
      lookUpAgeMs,
      freshForMs: lookUpAgeMs === null ? 0 : Math.max(0, FRESH_LOOK_UP_MS - Math.max(0, lookUpAgeMs)),
      notFoundCount: sale.notFoundCount,
      differences: differencesOf(context, sale),
    }
  }

  return {
    view,
    take: (sale, request) => {
      const reason = readReason(request.reason)
      if (!reason.ok) return reason
      const shown = view(sale)
      const hasMoved = callError('notAllowed', { detail: sale.state })
      if (shown === null || shown.seen !== request.seen) return hasMoved
      if (!shown.allowed.includes(request.decision)) return hasMoved
      if (shown.freshForMs === 0) return callError('needsLookUp')
      const at = now()
      const taken = store.apply(
        sale,
        EVENTS[request.decision],
        patchOf(request.decision, sale, at),
        at,
        `${reason.value} (${seenWords(sale, shown)})`,
      )
      return taken.ok ? taken : hasMoved
    },
  }
}

/**
 * What a person saw of a sale, in one text. A look-up that brought nothing new leaves it as it is, so that a decision
 * is not refused for having been checked.
 */
function seenOf(sale: SaleRow): string {
  return [sale.state, sale.reviewReason ?? '', sale.sendCount, sale.recordAtMs ?? ''].join(' ')
}

/** For the audit: what the decision rested on. */
function seenWords(sale: SaleRow, { lookUpAgeMs, notFoundCount, differences }: DecisionView): string {
  const why = sale.state === 'conflict' ? differences.join(' ') : (sale.reviewReason ?? '')
  const age = `looked up ${Math.round((lookUpAgeMs ?? 0) / 1_000)} s before`
  return `seen: ${sale.state} ${why}, ${age}, not found ${notFoundCount}`
}

function patchOf(
  decision: SaleDecision,
  sale: SaleRow,
  at: { readonly wallMs: number; readonly awakeMs: number },
): SalePatch {
  const due = { checkCount: 0, dueAwakeMs: at.awakeMs }
  switch (decision) {
    case 'sendAgain':
      return { ...due, failureCount: 0 }
    case 'writeOff':
      // It may have been settled all the same: the bank goes on being asked, at its own slow pace.
      return due
    case 'accept':
      return { ...due, acceptedAtMs: at.wallMs, ...paidOf(sale) }
  }
}

/** The record was taken as the truth, so is what it says of the payment. */
function paidOf({ record }: SaleRow): SalePatch {
  if (record === null || paidTime(record.isPaid, record.datePaid) === undefined) return {}
  return { datePaid: record.datePaid }
}

/** Where the two sides are not the same; by the very rules that made it a conflict. */
function differencesOf(context: JudgingContext, sale: SaleRow): EvidenceDifference[] {
  const { record } = sale
  if (record === null) return []
  const ours = {
    transactionId: sale.transactionId,
    amount: nairaText(sale.amountKobo),
    terminalId: sale.terminalId,
    timeReceived: '',
  }
  const differs = (part: Partial<typeof ours>): boolean =>
    judgeFor(context, sale, { ...ours, ...part }) === 'foundDifferent'
  const found: EvidenceDifference[] = []
  if (differs({ amount: record.amount })) found.push('amount')
  if (differs({ terminalId: record.terminalId })) found.push('terminal')
  if (differs({ timeReceived: record.timeReceived })) found.push('olderThanSale')
  return found
}
