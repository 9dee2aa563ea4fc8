import type { CallResult, Request } from '../../shared/contract.ts'
import { parseAmount } from '../../shared/money.ts'
import { ok } from '../../shared/result.ts'
import type { SaleView } from '../../shared/sale.ts'
import { FOUND_IN_GROUP_MAX, FoundBy } from '../../shared/saleFind.ts'
import { folded, searchWords } from '../../shared/searchText.ts'

/** This computer's search, by the main rules of main's. The double knows neither the bank's references nor names. */
export function foundSales(
  { search, before }: Request<'sales.find'>,
  all: readonly SaleView[],
): CallResult<'sales.find'> {
  const sales = all.filter(({ sequence }) => before === null || sequence < before)
  const amount = parseAmount(search)
  const words = searchWords(search)
  const code = search.toUpperCase().replaceAll(/[^A-Z0-9]/gu, '')
  const meets = ({ transactionId, amountKobo, note }: SaleView): FoundBy | null => {
    const own = transactionId.toUpperCase().replaceAll(/[^A-Z0-9]/gu, '')
    if (code !== '' && own.startsWith(code)) return 'reference'
    if (code.length > 3 && own.endsWith(code)) return 'referenceEnd'
    if (amount.ok && amountKobo === amount.value) return 'amount'
    return note !== '' && words.every((word) => folded(note).includes(word)) ? 'note' : null
  }
  const groups = FoundBy.options.flatMap((by) => {
    const found = sales.filter((sale) => meets(sale) === by).toSorted((a, b) => b.sequence - a.sequence)
    const exact = found.filter(({ transactionId }) => transactionId.toUpperCase() === search.toUpperCase())
    const inOrder = [...exact, ...found.filter((sale) => !exact.includes(sale))]
    if (found.length === 0) return []
    return [{ by, sales: inOrder.slice(0, FOUND_IN_GROUP_MAX), hasMore: found.length > FOUND_IN_GROUP_MAX }]
  })
  const oldest = sales.toSorted((a, b) => a.sequence - b.sequence)[0]
  return ok({
    groups,
    searched: [...FoundBy.options].filter((by) => by !== 'amount' || amount.ok),
    readThrough: { count: sales.length, oldestAtMs: oldest?.recordedAtMs ?? null, next: null },
  })
}
