import { useState } from 'react'
import type { SaleView } from '../../../shared/sale.ts'
import { useApp } from '../../core/context.tsx'
import { strings } from '../../strings/strings.ts'
import { Button } from '../../ui/Button.tsx'
import { Reference } from '../../ui/Figures.tsx'
import { cx } from '../../ui/cx.ts'
import { factsText, marksOf } from '../sales/facts.ts'
import { SaleAmount } from '../sales/SaleAmount.tsx'
import { lastSaleOf } from './lastSales.ts'
import { PaperSaid } from '../sales/SalePapers.tsx'
import { SaleSign } from '../sales/Chip.tsx'
import { lookOf } from '../sales/saleWords.ts'
import { nextText, type SaleStep, stepsOf } from './saleStep.ts'
import hidden from '../../ui/Hidden.module.css'
import styles from './LastSale.module.css'

const words = strings.lastSale
const SIGN_PX = 22

/** The sale recorded last: how far it is, and what to do where it does not go on by itself. */
export function LastSale() {
  const sale = useApp(lastSaleOf)
  return sale === undefined ? null : <Card key={sale.transactionId} sale={sale} />
}

function Card({ sale }: { sale: SaleView }) {
  const nowMs = useApp((state) => state.nowMs)
  const showSale = useApp((state) => state.showSale)
  const openCounterView = useApp((state) => state.openCounterView)
  const kind = lookOf(sale, nowMs)
  const steps = stepsOf(sale, nowMs)
  // Only a step that is reached before the person's eyes moves.
  const [atFirst] = useState(steps)
  const next = nextText(sale, kind)
  return (
    <section
      className={cx(styles.card, styles[kind])}
      aria-labelledby="last-sale-title"
      data-last-sale={kind}
    >
      <h2 id="last-sale-title" className={cx(hidden.hidden)}>
        {words.title}
      </h2>
      <p className={cx(styles.head)}>
        <span className={cx(styles.amount)}>
          <SaleAmount sale={sale} />
        </span>
        <span className={cx(styles.state)}>
          <SaleSign kind={kind} size={SIGN_PX} />
        </span>
      </p>
      {/* It always takes the room of two lines, so that what is below stays where it is when the state changes. */}
      <p className={cx(styles.next)}>{next}</p>
      <ol
        className={cx(styles.steps)}
        aria-label={factsText(sale)}
        data-ticks={marksOf(sale).filter((mark) => mark === 'done').length - 1}
      >
        {steps.map((step, place) => (
          <Step key={step.name} step={step} isNew={step.mark === 'done' && atFirst[place]?.mark !== 'done'} />
        ))}
      </ol>
      <div className={cx(styles.foot)}>
        <span className={cx(styles.reference)}>
          <Reference value={sale.transactionId} />
        </span>
        <Button onPress={() => showSale(sale.transactionId)}>{words.open}</Button>
        <Button onPress={() => openCounterView(sale.transactionId)}>{words.show}</Button>
      </div>
      <PaperSaid transactionId={sale.transactionId} />
    </section>
  )
}

function Step({ step: { label, mark, text, clock }, isNew }: { step: SaleStep; isNew: boolean }) {
  return (
    <li className={cx(styles.step, styles[mark])} data-mark={mark} data-new={isNew || undefined}>
      <span className={cx(styles.dot)} aria-hidden="true" />
      <span className={cx(styles.label)}>
        {label}
        {clock !== '' && <span className={cx(styles.clock)}> {clock}</span>}
      </span>
      <span className={cx(styles.time)}>{text}</span>
    </li>
  )
}
