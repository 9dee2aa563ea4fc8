import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { useApp } from '../../core/context.tsx'
import { strings } from '../../strings/strings.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { rowTimeText } from '../../ui/format/time.ts'
import { SaleAmount } from '../sales/SaleAmount.tsx'
import { SaleSign } from '../sales/Chip.tsx'
import { lookOf } from '../sales/saleWords.ts'
import { paidText, slipText } from './saleStep.ts'
import styles from './CounterView.module.css'

const words = strings.counterView
const SIGN_PX = 88

/**
 * One sale alone, over everything, for a person on the other side of the counter. It is no question: a scan or a
 * command leaves it.
 */
export function CounterView() {
  const id = useApp((state) => state.counterViewId)
  const sale = useApp(({ sales }) => (id === null ? undefined : sales[id]?.sale))
  const nowMs = useApp((state) => state.nowMs)
  const slip = useApp((state) => (sale === undefined ? null : slipText(sale, state)))
  const isPractice = useApp((state) => state.app?.environment === 'practice')
  const openCounterView = useApp((state) => state.openCounterView)
  if (sale === undefined) return null
  const close = (): void => openCounterView(null)
  const kind = lookOf(sale, nowMs)
  const paidOn = sale.standing === 'paid' ? paidText(sale) : null
  return (
    <ModalOverlay className={cx(styles.overlay)} isOpen onOpenChange={(isOpen) => isOpen || close()}>
      <Modal className={cx(styles.view)} data-modal="view">
        <Dialog className={cx(styles.dialog, styles[kind])} aria-label={words.label}>
          {isPractice && <p className={cx(styles.practice)}>{strings.practice}</p>}
          <p className={cx(styles.amount)} data-counter="amount">
            <SaleAmount sale={sale} />
          </p>
          <p className={cx(styles.state)} data-counter="state">
            <SaleSign kind={kind} size={SIGN_PX} />
          </p>
          <p className={cx(styles.time)}>
            {kind === 'checking' && `${words.checking} `}
            {paidOn === null ? words.recorded(rowTimeText(sale.recordedAtMs, nowMs)) : words.paidOn(paidOn)}
          </p>
          {slip !== null && (
            <p className={cx(styles.slip)} data-counter="slip">
              {slip}
            </p>
          )}
          <p className={cx(styles.foot)}>
            <Button autoFocus onPress={close}>
              {words.close}
            </Button>
            <span>{words.hint}</span>
          </p>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
