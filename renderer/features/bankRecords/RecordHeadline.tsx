import type { RecordView } from '../../../shared/record.ts'
import { cx } from '../../ui/cx.ts'
import { formatNaira } from '../../ui/format/money.ts'
import { bankTimeText } from '../../ui/format/time.ts'
import { useApp } from '../../core/context.tsx'
import { serviceDayOf } from '../../core/serviceDay.ts'
import { strings } from '../../strings/strings.ts'
import { settledOf } from '../sales/headlines.ts'
import styles from './Find.module.css'

/** Whether the money was paid, before the bank's details. */
export function RecordHeadline({ record, today }: { record: RecordView; today?: string }) {
  const now = useApp(serviceDayOf)
  const { headlinePaid, headlineUnpaid } = strings.find
  const net = settledOf(record, today ?? now)
  return (
    <p className={cx(styles.headline)}>
      {net === null
        ? headlineUnpaid(formatNaira(record.amount))
        : headlinePaid(formatNaira(net), bankTimeText(record.datePaid))}
    </p>
  )
}
