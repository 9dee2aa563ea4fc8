import type { SaleDetail, SaleView } from '../../shared/sale.ts'
import type { Corrections } from './corrections.ts'
import { changedFactsOf, type Decisions } from './decisions.ts'
import { isSameDestination } from '../gateway/destination.ts'
import type { SaleRow } from './rules/saleRow.ts'
import { saleView, timelineEntry, type ViewFacts } from './rules/saleView.ts'
import type { SaleParts } from './saleParts.ts'

/** The sales of the destination signed in now, and how the screen shows them. */
export interface OwnSales {
  /** Another destination's sale is treated as missing. */
  own(transactionId: string): SaleRow | undefined
  facts(): ViewFacts
  view(sale: SaleRow): SaleView
  detail(sale: SaleRow): SaleDetail
}

const TIMELINE_ENTRIES_MAX = 200

export function createOwnSales(
  { context, store, reads, profile, heldBecause }: SaleParts,
  decisions: Decisions,
  corrections: Corrections,
): OwnSales {
  const { clock, awake } = context

  const facts = (): ViewFacts => ({
    nowMs: clock.wallNowMs(),
    nowAwakeMs: awake.nowMs(),
    lateAfterMinutes: profile.settlement.lateAfterMinutes,
    clockAheadMs: context.clockAheadMs(),
    heldBecause: heldBecause(),
    isTyped: (sale) => reads.isTyped(sale),
    handedBy: (sale) => reads.handedBy(sale),
  })

  return {
    own: (transactionId) => {
      const destination = context.destination()
      const sale = store.byTransactionId(transactionId)
      if (destination === null || sale === undefined) return undefined
      return isSameDestination(sale.destination, destination) ? sale : undefined
    },
    facts,
    view: (sale) => saleView(sale, facts()),
    detail: (sale) => {
      const timeline = reads
        .timeline(sale.sequence, TIMELINE_ENTRIES_MAX)
        .map(timelineEntry)
        .filter((entry) => entry !== undefined)
      return {
        sale: saleView(sale, facts()),
        timeline,
        record: sale.record,
        differing: sale.differingOpen ? sale.differing : null,
        differingReadAtMs: sale.differingOpen ? sale.differingAtMs : null,
        recordReadAtMs: sale.recordAtMs,
        decision: decisions.view(sale),
        changedFacts: changedFactsOf(sale, store.compareFacts(sale)),
        corrects: sale.corrects,
        correctedBy: corrections.of(sale).at(-1) ?? null,
        mayCorrect: corrections.refusal(sale) === undefined,
        isUnseenRefusal: isUnseenRefusal(sale),
      }
    },
  }
}

/** Refused, and neither noted nor corrected. */
export function isUnseenRefusal({ state, refusalSeen }: SaleRow): boolean {
  return state === 'refused' && !refusalSeen
}
