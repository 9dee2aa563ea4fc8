import { useApp } from '../../core/context.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { cx } from '../../ui/cx.ts'
import { payoutChangeOf, payoutText } from '../../core/payoutWords.ts'
import { strings } from '../../strings/strings.ts'
import { useLazyScreens } from '../../app/lazyLoading.ts'
import { NotRead } from '../../app/NotRead.tsx'
import { EntryForm } from './EntryForm.tsx'
import { Money } from './Money.tsx'
import styles from './Sale.module.css'
import { Today } from './Today.tsx'
import { useState } from 'react'
import type { SaleView } from '../../../shared/sale.ts'
import { Button } from '../../ui/Button.tsx'
import { Reference } from '../../ui/Figures.tsx'
import { factsText, marksOf } from '../sales/facts.ts'
import { SaleAmount } from '../sales/SaleAmount.tsx'
import { lastSaleOf } from './lastSales.ts'
import { PaperSaid } from '../../ui/Export.tsx'
import { SaleSign } from '../sales/Chip.tsx'
import { lookOf } from '../sales/saleWords.ts'
import { nextText, type SaleStep, stepsOf } from './saleStep.ts'
import hidden from '../../ui/Hidden.module.css'
import lastSaleStyles from './LastSale.module.css'

/** The cashier's main screen. The form works before any list has been read. */
export function Sale() {
  const isUnset = useApp((state) => state.terminals !== null && state.terminals.chosenTerminalId === null)
  if (isUnset) {
    return (
      <div className={cx(styles.choice)}>
        <Choice />
      </div>
    )
  }
  return (
    <div className={cx(styles.sale)}>
      <div className={cx(styles.column)}>
        <PayoutChanged />
        <OtherAccount />
        <Handed />
        <EntryForm />
        <LastSale />
      </div>
      <Money />
      <Today />
      <Questions />
    </div>
  )
}

/** Sales go on; the person who records them must know that a manager is needed. */
function PayoutChanged() {
  const change = useApp(({ terminals }) => payoutChangeOf(terminals, terminals?.chosenTerminalId ?? null))
  if (change === null) return null
  return (
    <Notice tone="problem" role="status">
      {payoutText(change)} {strings.payout.askManager}
    </Notice>
  )
}

/** Warns while the bank shows another account than the one asked for here. Sales are paid into the one it shows. */
function OtherAccount() {
  const shown = useApp(({ terminals }) => terminals?.chosen?.accountEnding ?? null)
  const asked = useApp(({ terminals }) => terminals?.askedAccountEnding ?? null)
  if (asked === null || shown === null) return null
  return (
    <Notice tone="problem" role="status">
      {strings.payout.otherAccount(strings.detail.accountMasked(shown), strings.detail.accountMasked(asked))}
    </Notice>
  )
}

/** Used once in the life of a counter, so it is loaded after the start. */
function Choice() {
  const { parts, hasFailed } = useLazyScreens()
  if (parts === null) return hasFailed ? <NotRead /> : <Skeleton />
  return <parts.TerminalChoice />
}

/** Loaded after the start, and at once where one is asked. */
function Questions() {
  const isAsked = useApp((state) => state.entry.question !== null)
  const { parts } = useLazyScreens(isAsked)
  return parts !== null && <parts.EntryQuestions />
}

/** Only where a till hands sales over, so it is loaded after the start. */
function Handed() {
  const isWanted = useApp(({ tills }) => (tills.handed?.count ?? 0) > 0)
  const { parts } = useLazyScreens(isWanted)
  return isWanted && parts !== null && <parts.HandedCard />
}

const words = strings.lastSale
const SIGN_PX = 22

/** The sale recorded last: how far it is, and what to do where it does not go on by itself. */
function LastSale() {
  const sale = useApp(lastSaleOf)
  return sale === undefined ? null : <Card key={sale.transactionId} sale={sale} />
}

function Card({ sale }: { sale: SaleView }) {
  const nowMs = useApp((state) => state.nowMs)
  const showSale = useApp((state) => state.showSale)
  const openCounterView = useApp((state) => state.openCounterView)
  const run = useApp((state) => state.run)
  const kind = lookOf(sale, nowMs)
  const steps = stepsOf(sale, nowMs)
  // Only a step that is reached before the person's eyes moves.
  const [atFirst] = useState(steps)
  const next = nextText(sale, kind)
  return (
    <section
      className={cx(lastSaleStyles.card, lastSaleStyles[kind])}
      aria-labelledby="last-sale-title"
      data-last-sale={kind}
      data-joy={(kind === 'paid' && atFirst.at(-1)?.mark !== 'done') || undefined}
    >
      <h2 id="last-sale-title" className={cx(hidden.hidden)}>
        {words.title}
      </h2>
      <p className={cx(lastSaleStyles.head)}>
        <span className={cx(lastSaleStyles.amount)}>
          <SaleAmount sale={sale} />
        </span>
        <span className={cx(lastSaleStyles.state)}>
          <SaleSign kind={kind} size={SIGN_PX} />
        </span>
      </p>
      {/* It always takes the room of two lines, so that what is below stays where it is when the state changes. */}
      <p className={cx(lastSaleStyles.next)}>{next}</p>
      <ol
        className={cx(lastSaleStyles.steps)}
        aria-label={factsText(sale)}
        data-ticks={marksOf(sale).filter((mark) => mark === 'done').length - 1}
      >
        {steps.map((step, place) => (
          <Step key={step.name} step={step} isNew={step.mark === 'done' && atFirst[place]?.mark !== 'done'} />
        ))}
      </ol>
      <div className={cx(lastSaleStyles.foot)}>
        <span className={cx(lastSaleStyles.reference)}>
          <Reference value={sale.transactionId} />
        </span>
        <Button onPress={() => showSale(sale.transactionId)}>{words.open}</Button>
        <Button onPress={() => openCounterView(sale.transactionId)}>{words.show}</Button>
        <Button aria-keyshortcuts="F9" onPress={() => run('receipt')}>
          {words.receipt}
        </Button>
      </div>
      <PaperSaid about={sale.transactionId} />
    </section>
  )
}

function Step({ step: { label, mark, text, clock }, isNew }: { step: SaleStep; isNew: boolean }) {
  return (
    <li
      className={cx(lastSaleStyles.step, lastSaleStyles[mark])}
      data-mark={mark}
      data-new={isNew || undefined}
    >
      <span className={cx(lastSaleStyles.dot)} aria-hidden="true" />
      <span className={cx(lastSaleStyles.label)}>
        {label}
        {clock !== '' && <span className={cx(lastSaleStyles.clock)}> {clock}</span>}
      </span>
      <span className={cx(lastSaleStyles.time)}>{text}</span>
    </li>
  )
}
