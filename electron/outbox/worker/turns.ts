import type { DeliveryContext, DeliveryReads } from './deliveryContext.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import type { Young } from './young.ts'

/**
 * Whose turn it is: a sale recorded just now may pass earlier ones every second time, because a cashier waits for it; a
 * backlog still moves at half its pace at least. Both lines are in local order, and every guard still applies.
 */
export interface Turns {
  /** @param otherThanTerminalId a terminal whose sales may not be sent now; null for none */
  choose(earlier: SaleRow, nowAwakeMs: number, otherThanTerminalId: string | null): Chosen
  /** It was sent, or delayed because the bank's answer about it says nothing: the next turn is the other line's. */
  taken(isPastEarlier: boolean): void
}

export interface Chosen {
  readonly sale: SaleRow
  /** Earlier ones that could be sent wait behind it. */
  readonly isPastEarlier: boolean
}

/** No sale passes another. */
export const LOCAL_ORDER: Pick<Turns, 'choose'> = {
  choose: (earlier) => ({ sale: earlier, isPastEarlier: false }),
}

export interface TurnsParts {
  readonly boot: DeliveryContext['boot']
  readonly reads: Pick<DeliveryReads, 'nextRecordedSince'>
  readonly young: Pick<Young, 'has' | 'sinceMs'>
  /** Whether the search that a sale of the backlog needs first is put off: nothing could be sent in its turn. */
  readonly isSearchPutOff: (sale: SaleRow) => boolean
}

export function createTurns({ boot, reads, young, isSearchPutOff }: TurnsParts): Turns {
  let hasGonePast = false

  /** A resent sale has waited for a proof, and no cashier waits for it. */
  const mayGoPast = (sale: SaleRow): boolean =>
    young.has(sale) && sale.unknownSinceAwakeMs === null && sale.resendCount === 0

  return {
    choose: (earlier, nowAwakeMs, otherThanTerminalId) => {
      const inOrder = LOCAL_ORDER.choose(earlier, nowAwakeMs, otherThanTerminalId)
      if (young.has(earlier) || (hasGonePast && !isSearchPutOff(earlier))) return inOrder
      // Not one from before a sleep: it passes none itself, and those behind it would wait with it.
      const since = { boot, sinceAwakeMs: young.sinceMs(), otherThanTerminalId }
      const sale = reads.nextRecordedSince(earlier.destination, since, nowAwakeMs)
      return sale === undefined || !mayGoPast(sale) ? inOrder : { sale, isPastEarlier: true }
    },
    taken: (isPastEarlier) => {
      hasGonePast = isPastEarlier
    },
  }
}
