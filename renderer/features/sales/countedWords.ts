import { inSentence } from '../../../shared/plainText.ts'
import type { Amounts } from '../../../shared/saleDays.ts'
import type { TransactionQuery } from '../../core/showTypes.ts'
import { laterStrings } from '../../strings/laterStrings.ts'
import { formatKobo } from '../../ui/format/money.ts'

/** What a total counts; of a list with every state, what it leaves out, as the head of each day does. */
export function countedText(
  { filter, search }: Pick<TransactionQuery, 'filter' | 'search'>,
  none: Amounts | null,
): string {
  const { counted, besides, found } = laterStrings.transactions
  const kept = search === '' ? '' : `${found(inSentence(search))} `
  if (none === null) return kept + counted[filter]
  return kept + (none.count === 0 ? '' : besides(none.count, formatKobo(none.kobo)))
}
