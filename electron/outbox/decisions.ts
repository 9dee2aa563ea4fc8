import { callError, type CallError } from '../../shared/callError.ts'
import type { Request } from '../../shared/contract.ts'
import type { Result } from '../../shared/result.ts'
import type { DecisionView, EvidenceDifference, SaleDecision } from '../../shared/decision.ts'
import type { Cashier } from '../../shared/people.ts'
import type { ChangedFacts } from '../../shared/sale.ts'
import type { FactsFound } from '../storage/boundFacts.ts'
import {
  differencesFrom,
  differencesFromRecorded,
  paidDateOf,
  recordText,
  settlementOfDifference,
  type JudgingContext,
} from './worker/acceptance.ts'
import { accountText } from './worker/unaccounted.ts'
import { lookUpAgeMs, type Moment, type SalePatch } from './rules/change.ts'
import type { DeliveryContext } from './worker/context.ts'
import { factsOf } from './store/factsStore.ts'
import { FRESH_LOOK_UP_MS, nextState } from './rules/machine.ts'
import { readReason } from './rules/reason.ts'
import { isOfOther } from './rules/references.ts'
import { signed } from './rules/signature.ts'
import type { SaleRow } from './rules/saleRow.ts'
import type { SaleStore } from './store/saleStore.ts'

/** What a manager decides about a sale that waits for a person. Waiting needs no decision. */
export interface Decisions {
  view(sale: SaleRow): DecisionView | null
  /** @param sale in its current state */
  take(sale: SaleRow, request: Omit<Request<'sales.resolve'>, 'transactionId'>): Result<SaleRow, CallError>
}

const EVENTS = {
  sendAgain: 'managerSendsAgain',
  writeOff: 'managerWritesOff',
  accept: 'managerAccepts',
  sendUnclear: 'managerSendsUnclear',
  restoreFacts: 'managerRestores',
  keepOurs: 'managerKeepsOurs',
  takeBanks: 'managerTakesBanks',
  otherRecord: 'managerSaysOther',
} as const satisfies Readonly<Record<SaleDecision, string>>
const DECISIONS: readonly SaleDecision[] = [
  'sendAgain',
  'sendUnclear',
  'accept',
  'otherRecord',
  'writeOff',
  'keepOurs',
  'takeBanks',
]

export function createDecisions(
  context: Pick<DeliveryContext, 'store'> &
    JudgingContext & { readonly reads: Pick<DeliveryContext['reads'], 'isTaken'> },
  rows: Pick<SaleStore, 'mayRestore' | 'restore'>,
  cashier: () => Cashier | null = () => null,
): Decisions {
  const { store, reads, now } = context

  function allowedFor(sale: SaleRow): readonly SaleDecision[] {
    const isPossible = (decision: SaleDecision): boolean =>
      nextState({ ...sale, lookUpAgeMs: 0 }, EVENTS[decision]) !== undefined
    // If the recorded facts can be restored, that comes first; other decisions can follow.
    if (isPossible('restoreFacts') && rows.mayRestore(sale)) return ['restoreFacts']
    return DECISIONS.filter((decision) => isPossible(decision) && !(decision === 'accept' && isTaken(sale)))
  }

  /** One record is taken by one sale. */
  function isTaken(sale: SaleRow): boolean {
    const { record, destination } = sale
    return record !== null && isOfOther(sale) && reads.isTaken(destination, sale, record.transactionId)
  }

  function view(sale: SaleRow): DecisionView | null {
    const allowed = allowedFor(sale)
    if (allowed.length === 0) return null
    const ageMs = lookUpAgeMs(sale, now())
    return {
      allowed: [...allowed],
      seen: seenOf(sale),
      lookUpAgeMs: ageMs,
      freshForMs: ageMs === null ? 0 : Math.max(0, FRESH_LOOK_UP_MS - Math.max(0, ageMs)),
      notFoundCount: sale.notFoundCount,
      differences: differencesOf(context, sale),
      restsOnLookUp: !allowed.includes('restoreFacts'),
    }
  }

  function apply(
    sale: SaleRow,
    decision: SaleDecision,
    reason: string,
    seen: string,
  ): ReturnType<SaleStore['restore']> {
    const at = now()
    const { patch, words } = effectOf(context, decision, sale, at)
    const detail = signed(`${reason} (${words === null ? seen : `${seen}, ${words}`})`, cashier())
    return decision === 'restoreFacts'
      ? rows.restore(sale, patch, at, detail)
      : store.apply(sale, EVENTS[decision], patch, at, detail)
  }

  return {
    view,
    take: (sale, request) => {
      const reason = readReason(request.reason)
      if (!reason.ok) return reason
      const shown = view(sale)
      const hasMoved = callError('notAllowed', { reason: 'saleState', state: sale.state })
      if (shown === null || shown.seen !== request.seen) return hasMoved
      if (!shown.allowed.includes(request.decision)) return hasMoved
      if (shown.restsOnLookUp && shown.freshForMs === 0) return callError('needsLookUp')
      const seen = shown.restsOnLookUp ? seenWords(sale, shown) : changeWords(sale, store.compareFacts(sale))
      const taken = apply(sale, request.decision, reason.value, seen)
      return taken.ok ? taken : hasMoved
    },
  }
}

/** What a person saw of a sale, as text. A look-up without news leaves it unchanged, so decisions stay valid. */
function seenOf(sale: SaleRow): string {
  if (sale.state === 'accepted') {
    return [sale.record, sale.differing].map((each) => (each === null ? '' : recordText(each))).join(' ')
  }
  return [sale.state, sale.reviewReason ?? '', sale.sendCount, sale.recordAtMs ?? ''].join(' ')
}

/** For the audit: the basis of the decision. */
function seenWords(sale: SaleRow, { lookUpAgeMs, notFoundCount, differences }: DecisionView): string {
  const isOfRecords = sale.state === 'conflict' || sale.state === 'accepted'
  const why = isOfRecords ? differences.join(' ') : (sale.reviewReason ?? sale.askProblem ?? '')
  const age = `looked up ${Math.round((lookUpAgeMs ?? 0) / 1_000)} s before`
  return `seen: ${sale.state} ${why}, ${age}, not found ${notFoundCount}`
}

/** For the audit: which facts replaced which. */
function changeWords(sale: SaleRow, found: FactsFound): string {
  const { differences } = changedFactsOf(sale, found) ?? { differences: null }
  const changes = (differences ?? []).map(
    ({ fact, recorded, stands }) => `${fact} ${JSON.stringify(stands)} back to ${JSON.stringify(recorded)}`,
  )
  return `seen: ${changes.join(', ')}`
}

/** Both sides, for the screen; null if they are equal. */
export function changedFactsOf(sale: SaleRow, found: FactsFound): ChangedFacts | null {
  switch (found.kind) {
    case 'same':
      return null
    case 'unproven':
      return { differences: null }
    case 'changed':
      return {
        differences: found.differs.map((fact) => ({
          fact,
          recorded: found.facts[fact],
          stands: factsOf(sale)[fact],
        })),
      }
  }
}

/** What a decision writes, and what the audit needs of it besides what was seen. */
function effectOf(
  context: JudgingContext,
  decision: SaleDecision,
  sale: SaleRow,
  at: Moment,
): { readonly patch: SalePatch; readonly words: string | null } {
  const due = { checkCount: 0, dueAwakeMs: at.awakeMs }
  switch (decision) {
    case 'sendAgain':
      return { patch: { ...due, failureCount: 0 }, words: null }
    case 'sendUnclear':
      return { patch: { ...due, failureCount: 0, heldReason: null, askWaived: true }, words: null }
    case 'writeOff':
      // It may have been settled all the same, so the bank is still asked, at a slow pace.
      return { patch: due, words: null }
    case 'otherRecord':
      return {
        patch: { ...due, record: null, recordAtMs: null, notFoundCount: 0, lastNotFoundAwakeMs: null },
        words: sale.record === null ? null : accountText(sale.record),
      }
    case 'restoreFacts':
      return { patch: { ...due, failureCount: 0, heldReason: null }, words: null }
    case 'accept':
      return { patch: { ...due, acceptedAtMs: at.wallMs, ...paidOf(context, sale) }, words: null }
    case 'keepOurs':
    case 'takeBanks':
      return settlementOfDifference(context, sale, decision, at)
  }
}

/** The record was accepted as the truth, and so was its payment. */
function paidOf(context: JudgingContext, { record, recordedAtMs }: SaleRow): SalePatch {
  const datePaid = record === null ? null : paidDateOf(context, record, recordedAtMs)
  return datePaid === null ? {} : { datePaid }
}

/** The differences between the two sides; by the same rules that made it a conflict, or a difference after acceptance. */
function differencesOf(context: JudgingContext, sale: SaleRow): EvidenceDifference[] {
  if (sale.state === 'accepted') {
    return sale.differing === null ? [] : [...differencesFrom(context, sale, sale.differing)]
  }
  return sale.record === null ? [] : differencesFromRecorded(context, sale, sale.record)
}
