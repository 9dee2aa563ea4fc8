import type { ReactNode } from 'react'
import type { DayCloseView } from '../../../shared/dayClose.ts'
import { nairaText, subtractDecimal } from '../../../shared/money.ts'
import { useApp } from '../../core/context.tsx'
import type { ClosePaper } from '../../core/paperTypes.ts'
import { laterStrings } from '../../strings/laterStrings.ts'
import { Foreign } from '../../ui/Foreign.tsx'
import { cx } from '../../ui/cx.ts'
import { countText } from '../../ui/format/count.ts'
import { formatKobo, formatNaira } from '../../ui/format/money.ts'
import { dayWords, momentText } from '../../ui/format/time.ts'
import { closeRows } from '../sales/closeWords.ts'
import styles from './Papers.module.css'
import { shopOf } from './shop.ts'

const words = laterStrings.closing
const paper = words.paper
/** Enough to find the entry in the audit. */
const HASH_SHOWN = 16
/** Sales named on the paper; a roll is not endless. */
const NAMED_MAX = 20

/** A close as it was kept. */
export function CloseSheet({ paper: { close, isReprint } }: { paper: ClosePaper }) {
  const [first] = close.terminals
  const shop = useApp(shopOf(first?.terminalId ?? null))
  return (
    <>
      {isReprint && <p className={cx(styles.practice)}>{paper.reprint}</p>}
      <h1 className={cx(styles.shop)}>{paper.title(close.number)}</h1>
      {shop !== null && (
        <p className={cx(styles.middle)}>
          <Foreign text={shop} />
        </p>
      )}
      <p className={cx(styles.middle)}>
        <Foreign
          text={`${paper.day(dayWords(close.day))}, ${paper.closed(momentText(close.closedAtMs), close.by)}`}
        />
      </p>
      <p className={cx(styles.small, styles.middle)}>
        {close.fromMs === null || close.toMs === null
          ? paper.none
          : paper.span(momentText(close.fromMs), momentText(close.toMs))}
      </p>
      {close.terminals.map((terminal) => (
        <Terminal key={terminal.terminalId} terminal={terminal} />
      ))}
      <Cashiers close={close} />
      <Open close={close} />
      <Adjustments close={close} />
      <p className={cx(styles.small)}>{paper.clock}</p>
      <p className={cx(styles.small)}>
        {paper.chain(close.hash.slice(0, HASH_SHOWN))} {paper.after(close.previousHash.slice(0, HASH_SHOWN))}
      </p>
    </>
  )
}

function Pair({ name, count, children }: { name: string; count?: number; children: ReactNode }) {
  return (
    <>
      <dt>
        <Foreign text={count === undefined ? name : `${name} (${countText(count)})`} />
      </dt>
      <dd>{children}</dd>
    </>
  )
}

function Terminal({ terminal }: { terminal: DayCloseView['terminals'][number] }) {
  const { terminalId, settled, parts } = terminal
  const paid = nairaText(parts.find(({ part }) => part === 'paid')?.kobo ?? 0)
  return (
    <section className={cx(styles.part)}>
      <h2>{paper.terminal(terminalId)}</h2>
      <dl className={cx(styles.pairs)}>
        {closeRows({ terminals: [terminal] }).map(({ name, count, kobo }) => (
          <Pair key={name} name={name} count={count}>
            {formatKobo(kobo)}
          </Pair>
        ))}
        {settled !== null && (
          <>
            <Pair name={paper.fees}>{formatNaira(subtractDecimal(paid, settled))}</Pair>
            <Pair name={paper.settled}>
              <strong>{formatNaira(settled)}</strong>
            </Pair>
          </>
        )}
      </dl>
    </section>
  )
}

function Cashiers({ close: { cashiers } }: { close: DayCloseView }) {
  if (cashiers.length === 0) return null
  return (
    <section className={cx(styles.part)}>
      <h2>{paper.cashiers}</h2>
      <dl className={cx(styles.pairs)}>
        {cashiers.map(({ name, count, kobo }) => (
          <Pair key={name} name={name === '' ? paper.noCashier : name} count={count}>
            {formatKobo(kobo)}
          </Pair>
        ))}
      </dl>
    </section>
  )
}

function Open({ close: { open, openCount } }: { close: DayCloseView }) {
  if (openCount === 0) return null
  return (
    <section className={cx(styles.part)}>
      <h2>{paper.open}</h2>
      <dl className={cx(styles.pairs)}>
        {open.slice(0, NAMED_MAX).map(({ transactionId, part, kobo }) => (
          <Pair key={transactionId} name={`${transactionId}, ${words.parts[part]}`}>
            {formatKobo(kobo)}
          </Pair>
        ))}
      </dl>
      {openCount > NAMED_MAX && <p>{paper.more(countText(openCount - NAMED_MAX))}</p>}
    </section>
  )
}

function Adjustments({ close: { adjustments, adjustmentCount } }: { close: DayCloseView }) {
  if (adjustmentCount === 0) return null
  return (
    <section className={cx(styles.part)}>
      <h2>{paper.adjustments}</h2>
      <dl className={cx(styles.pairs)}>
        {adjustments.slice(0, NAMED_MAX).map(({ number, day, transactionId, from, to, kobo }) => (
          <Pair
            key={transactionId}
            name={paper.adjustment(
              number,
              dayWords(day),
              transactionId,
              from === null ? paper.settledThen : words.parts[from],
              words.parts[to],
            )}
          >
            {formatKobo(kobo)}
          </Pair>
        ))}
      </dl>
      {adjustmentCount > NAMED_MAX && <p>{paper.more(countText(adjustmentCount - NAMED_MAX))}</p>}
    </section>
  )
}
