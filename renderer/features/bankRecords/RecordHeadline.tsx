import type { RecordView } from '../../../shared/record.ts'
import { believedPaidTime } from '../../../shared/serviceTime.ts'
import { cx } from '../../ui/cx.ts'
import { formatNaira } from '../../ui/format/money.ts'
import { bankTimeText } from '../../ui/format/time.ts'
import { useApp } from '../../core/context.tsx'
import { serviceDayOf } from '../../core/serviceDay.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { strings } from '../../strings/strings.ts'
import { settledOf } from '../sales/headlines.ts'
import styles from './Find.module.css'

/** Whether the money was paid, before the bank's details. */
export function RecordHeadline({ record, today }: { record: RecordView; today?: string }) {
  const now = useApp(serviceDayOf)
  const { headlinePaid, headlinePaidNoAmount, headlineUnpaid, accountNotGiven } = lazyStrings.find
  const day = today ?? now
  const net = settledOf(record, day)
  const isPaid = believedPaidTime(record, day) !== undefined
  const { accountEnding } = record
  const account = accountEnding === '' ? accountNotGiven : strings.detail.accountMasked(accountEnding)
  const onDay = bankTimeText(record.datePaid)
  return (
    <p className={cx(styles.headline)}>
      {!isPaid && headlineUnpaid(formatNaira(record.amount))}
      {isPaid &&
        (net === null
          ? headlinePaidNoAmount(account, onDay)
          : headlinePaid(formatNaira(net), account, onDay))}
    </p>
  )
}
