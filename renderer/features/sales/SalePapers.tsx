import type { Request } from '../../../shared/contract.ts'
import { useApp } from '../../core/context.tsx'
import { strings } from '../../strings/strings.ts'
import { Button } from '../../ui/Button.tsx'
import { PaperSaid } from '../../ui/Export.tsx'
import { cx } from '../../ui/cx.ts'
import { DisputeButton, useDisputed } from './DisputeButton.tsx'
import styles from './SalePapers.module.css'

const words = strings.printing
const FORMATS = ['pdf', 'json'] as const

interface SalePapersProps {
  readonly transactionId: string
  readonly isOwn: boolean
  /** The case that a press opens. */
  readonly dispute: Request<'disputes.open'>
}

/**
 * Papers about a reference, and its case with the bank. A receipt is of a sale of this counter alone. While one is made its button keeps the focus,
 * and a second press does nothing.
 */
export function SalePapers({ transactionId, isOwn, dispute }: SalePapersProps) {
  useDisputed([transactionId])
  const saveSale = useApp((state) => state.saveSale)
  const printReceipt = useApp((state) => state.printReceipt)
  return (
    <div className={cx(styles.papers)}>
      <div role="group" aria-label={words.everything} className={cx(styles.group)}>
        <span aria-hidden="true">{words.everything}</span>
        {FORMATS.map((format) => (
          <Button
            key={format}
            aria-label={words.to(words[format])}
            onPress={() => void saveSale(transactionId, format)}
          >
            {words[format]}
          </Button>
        ))}
      </div>
      {isOwn && <Button onPress={() => void printReceipt(transactionId)}>{words.receipt}</Button>}
      <DisputeButton request={dispute} />
      <PaperSaid about={transactionId} />
    </div>
  )
}
