import { nairaText } from '../../shared/money.ts'
import type { SaleView } from '../../shared/sale.ts'
import type { ApiSale, SaleStatus } from '../../shared/tillApi.ts'
import type { Handover } from './tillStore.ts'

/**
 * What a till is told of a sale.
 * @param shown the hand-over that decides: itself, or the one of another key that it is
 * @param sale undefined before it is recorded, and where the file shows it no more
 */
export function apiSaleOf(handover: Handover, shown: Handover, sale: SaleView | undefined): ApiSale {
  return {
    id: String(handover.id),
    idempotencyKey: handover.key,
    status: statusOf(shown, sale),
    asks: shown.state === 'waiting' ? (shown.reason ?? 'fill') : null,
    wasKnown: handover.state === 'known',
    terminalId: handover.terminalId,
    amount: nairaText(handover.amountKobo),
    slip: handover.slip === '' ? null : handover.slip,
    soldAt: isoText(handover.soldAtMs),
    handedOverAt: isoText(handover.handedAtMs),
    reference: sale?.transactionId ?? null,
    recordedAt: sale === undefined ? null : isoText(sale.recordedAtMs),
    acceptedAt: sale === undefined || sale.acceptedAtMs === null ? null : isoText(sale.acceptedAtMs),
    datePaid: sale?.datePaid ?? null,
    amountSettled: sale?.amountSettled ?? null,
    bankMessage: sale?.bankMessage ?? null,
  }
}

const isoText = (ms: number): string => new Date(ms).toISOString()

function statusOf({ state }: Handover, sale: SaleView | undefined): SaleStatus {
  if (sale !== undefined) {
    const { standing } = sale
    return standing === 'waiting' ? 'saved' : standing === 'onItsWay' ? 'accepted' : standing
  }
  switch (state) {
    case 'waiting':
      return 'asksPerson'
    case 'sentBack':
    case 'cancelled':
      return state
    // Another client's sale, or one that a damaged file lost.
    case 'recorded':
    case 'known':
      return 'needsYou'
  }
}
