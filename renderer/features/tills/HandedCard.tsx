import { useEffect } from 'react'
import type { HandedSale } from '../../../shared/till.ts'
import { useApp } from '../../core/context.tsx'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { formatKobo } from '../../ui/format/money.ts'
import { rowTimeText } from '../../ui/format/time.ts'
import { isBlank } from '../sale/entryState.ts'
import styles from './HandedCard.module.css'

const words = lazyStrings.tills.card

/** The sale that a till handed over first. Enter in the empty entry records it, and Esc sends it back. */
export function HandedCard() {
  const sale = useApp(({ tills }) => tills.handed?.sales[0])
  const count = useApp(({ tills }) => tills.handed?.count ?? 0)
  const isFree = useApp(
    ({ entry }) => (isBlank(entry.draft) && entry.corrects === null) || entry.handoverId !== null,
  )
  const recordHanded = useApp((state) => state.recordHanded)
  const sendHandedBack = useApp((state) => state.sendHandedBack)
  useEffect(() => {
    function follow({ key, target }: KeyboardEvent): void {
      // In a menu or a dialog it means something else.
      const isHere =
        target === document.body || (target instanceof Element && target.closest('main') !== null)
      if (key === 'Escape' && isHere) void sendHandedBack()
    }
    // Before a field sees it, which keeps it to itself.
    window.addEventListener('keydown', follow, true)
    return () => window.removeEventListener('keydown', follow, true)
  }, [sendHandedBack])
  if (sale === undefined) return null
  const more = count > 1 ? words.more(count - 1) : ''
  return (
    <section className={cx(styles.card)} aria-labelledby="handed-title" aria-live="polite">
      <h2 id="handed-title" className={cx(styles.from)}>
        {words.from(sale.from, sale.note === '' ? sale.key : sale.note)}
      </h2>
      <div className={cx(styles.line)}>
        <p className={cx(styles.facts)}>
          <span className={cx(styles.amount)}>{formatKobo(sale.amountKobo)}</span>
          {sale.slip !== '' && <bdi>{words.slip(sale.slip)}</bdi>}
          <OtherTerminal sale={sale} />
        </p>
        <div className={cx(styles.acts)}>
          <Button isDisabled={!isFree} onPress={() => void sendHandedBack()}>
            {words.sendBack}
          </Button>
          <Button look="primary" isDisabled={!isFree} onPress={() => void recordHanded()}>
            {words.record}
          </Button>
        </div>
      </div>
      <Reason sale={sale} />
      {(more !== '' || !isFree) && (
        <p className={cx(styles.muted)} role="status">
          {[isFree ? '' : words.waits, more].filter((part) => part !== '').join(' ')}
        </p>
      )}
    </section>
  )
}

/** Named where it is not the one in the top bar. */
function OtherTerminal({ sale }: { sale: HandedSale }) {
  const chosen = useApp(({ terminals }) => terminals?.chosenTerminalId)
  return sale.terminalId !== chosen && <bdi>{words.terminal(sale.terminalId)}</bdi>
}

function Reason({ sale }: { sale: HandedSale }) {
  const nowMs = useApp((state) => state.nowMs)
  const text =
    sale.reason === 'late'
      ? words.reasons.late(rowTimeText(sale.soldAtMs, nowMs))
      : words.reasons[sale.reason]
  return text !== '' && <p className={cx(styles.reason)}>{text}</p>
}
