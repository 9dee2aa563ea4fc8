import type { SaleFilter } from '../../../shared/sale.ts'
import type { Amounts } from '../../../shared/saleDays.ts'
import { laterStrings } from '../../strings/laterStrings.ts'
import { formatKobo } from '../../ui/format/money.ts'

/** What a total counts; of a list with every state, what it leaves out, as the head of each day does. */
export function countedText(filter: SaleFilter, none: Amounts | null): string {
  const { counted, besides } = laterStrings.transactions
  if (none === null) return counted[filter]
  return none.count === 0 ? '' : besides(none.count, formatKobo(none.kobo))
}
