import type { RecordView } from '../../shared/record.ts'
import type { SaleView } from '../../shared/sale.ts'
import { formatKobo, formatNaira } from '../format/money.ts'
import { strings } from '../strings.ts'

/** In what the bank's record under a sale's reference is not that sale; null where it is the same. */
export function differenceText(
  sale: Pick<SaleView, 'amountKobo' | 'terminalId'>,
  record: Pick<RecordView, 'amount' | 'terminalId'>,
): string | null {
  const words = strings.find
  const [here, bank] = [formatKobo(sale.amountKobo), formatNaira(record.amount)]
  const facts = [
    ...(here === bank ? [] : [words.differsAmount(here, bank)]),
    ...(sale.terminalId === record.terminalId
      ? []
      : [words.differsTerminal(sale.terminalId, record.terminalId)]),
  ]
  return facts.length === 0 ? null : words.differs(facts.join('; '))
}
