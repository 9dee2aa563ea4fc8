import type { Effect } from '../rules/effect.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { lookUpHeld, type HeldSlipParts } from './heldSlip.ts'
import { lookUp, type StatusQueryParts } from './statusQuery.ts'

/** Looks sales up, each once at a time: two simultaneous look-ups of one sale would count twice. */
export interface LookUps {
  isUnderWay(transactionId: string): boolean
  lookUp(sale: SaleRow, isForPerson: boolean): Effect<void>
}

export function createLookUps(parts: HeldSlipParts & StatusQueryParts): LookUps {
  const underWay = new Set<string>()
  return {
    isUnderWay: (transactionId) => underWay.has(transactionId),
    lookUp: function* (sale, isForPerson) {
      if (underWay.has(sale.transactionId)) return
      underWay.add(sale.transactionId)
      try {
        const isUnclear = sale.state === 'held' && sale.heldReason === 'bankUnclear'
        if (isUnclear) yield* lookUpHeld(parts, sale, isForPerson)
        else yield* lookUp(parts, sale, isForPerson)
      } finally {
        underWay.delete(sale.transactionId)
      }
    },
  }
}
