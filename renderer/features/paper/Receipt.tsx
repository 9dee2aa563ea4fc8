import { useApp } from '../../core/context.tsx'
import type { ReceiptPaper } from '../../core/paperTypes.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { Foreign } from '../../ui/Foreign.tsx'
import { cx } from '../../ui/cx.ts'
import { formatKobo } from '../../ui/format/money.ts'
import { momentText } from '../../ui/format/time.ts'
import { receiptLines } from './paperWords.ts'
import { shopOf } from './PaperParts.tsx'
import styles from './Papers.module.css'

const words = lazyStrings.receiptPaper

/** For the customer: shop, amount, reference, and no more than is known of the payment. */
export function Receipt({ paper: { sale, copy, madeAtMs } }: { paper: ReceiptPaper }) {
  const shop = useApp(shopOf(sale.terminalId))
  const slipLabel = useApp(({ app }) => (sale.isMade ? words.reference : (app?.slipLabel ?? words.reference)))
  const foot = [
    ...(sale.cashier === null || sale.cashier === '' ? [] : [words.cashier(sale.cashier)]),
    ...(copy === 1 ? [] : [words.copy(copy)]),
  ]
  return (
    <>
      <h1 className={cx(styles.shop)}>{shop !== null && <Foreign text={shop} />}</h1>
      <p className={cx(styles.middle)}>{words.terminal(sale.terminalId)}</p>
      <p className={cx(styles.amount)}>{formatKobo(sale.amountKobo)}</p>
      <dl className={cx(styles.pairs)}>
        <div className={cx(styles.pair)}>
          <dt>{words.date}</dt>
          <dd>{momentText(sale.recordedAtMs)}</dd>
        </div>
        <div className={cx(styles.pair)}>
          <dt>{slipLabel}</dt>
          <dd>{sale.transactionId}</dd>
        </div>
      </dl>
      <ul className={cx(styles.states)}>
        {receiptLines(sale).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className={cx(styles.small)}>{words.asOf(momentText(madeAtMs))}</p>
      {foot.length > 0 && (
        <p className={cx(styles.middle)}>
          <Foreign text={foot.join(' · ')} />
        </p>
      )}
    </>
  )
}
