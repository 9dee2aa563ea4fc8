import { odditiesOf, type Oddity } from '../../../shared/oddities.ts'
import type { RecordView } from '../../../shared/record.ts'
import { formatNaira } from '../../ui/format/money.ts'
import { bankTimeText } from '../../ui/format/time.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'

const words = lazyStrings.odd

/** What looks wrong in a record of the bank, a sentence each. @param today the service's date */
export function oddTexts(record: RecordView, today: string): readonly string[] {
  return odditiesOf(record, today).map((oddity) => oddText(oddity, record))
}

function oddText(oddity: Oddity, { datePaid, amountSettled, amount, unread = [] }: RecordView): string {
  const settled = amountSettled === null ? '' : formatNaira(amountSettled)
  switch (oddity) {
    case 'paidAfterTomorrow':
      return words.paidAfterTomorrow(bankTimeText(datePaid))
    case 'paidBeforeReceived':
      return words.paidBeforeReceived(bankTimeText(datePaid))
    case 'paidWithoutDate':
      return words.paidWithoutDate
    case 'settledBelowZero':
      return words.settledBelowZero(settled)
    case 'settledAboveAmount':
      return words.settledAboveAmount(settled, formatNaira(amount))
    case 'receivedUnreadable':
      return words.receivedUnreadable
    case 'fieldsUnread':
      return words.fieldsUnread(unread.map(({ field, text }) => words.fieldText(field, text)).join(', '))
  }
}
