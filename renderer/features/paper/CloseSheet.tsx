import { Fragment } from 'react'
import { standingWords } from '../../../shared/standing.ts'
import { type DayCloseView, digitsOf, keyDigits } from '../../../shared/dayClose.ts'
import { useApp } from '../../core/context.tsx'
import type { ClosePaper } from '../../core/paperTypes.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { Foreign } from '../../ui/Foreign.tsx'
import { cx } from '../../ui/cx.ts'
import { countText } from '../../ui/format/count.ts'
import { formatKobo, formatNaira } from '../../ui/format/money.ts'
import { dayWords, momentText } from '../../ui/format/time.ts'
import { closedDays, closeRows, earlierRows } from '../sales/closeWords.ts'
import styles from './Papers.module.css'
import { Pair, Pairs, shopOf } from './PaperParts.tsx'

const words = lazyStrings.closing
const paper = words.paper
/** Sales named on the paper; a roll is not endless. */
const NAMED_MAX = 20

/** A close as it was kept. */
export function CloseSheet({ paper: { close, isReprint } }: { paper: ClosePaper }) {
  const [first] = close.terminals
  const shop = useApp(shopOf(first?.terminalId ?? null))
  return (
    <>
      {isReprint && <p className={cx(styles.practice)}>{paper.reprint}</p>}
      {shop !== null && (
        <p className={cx(styles.shop)}>
          <Foreign text={shop} />
        </p>
      )}
      <h1 className={cx(styles.shop)}>{paper.title(close.number)}</h1>
      <p className={cx(styles.middle)}>
        <Foreign
          text={`${paper.day(closedDays(close))}, ${paper.closed(momentText(close.closedAtMs), close.by)}`}
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
      <Days close={close} />
      <Open close={close} />
      <Adjustments close={close} />
      <Cashiers close={close} />
      <p className={cx(styles.small)}>{paper.clock}</p>
      <p className={cx(styles.small)}>{paper.check}</p>
      <p className={cx(styles.digits)}>{digitsOf(close.hash)}</p>
      {close.key !== '' && (
        <>
          <p className={cx(styles.small)}>{paper.key}</p>
          <p className={cx(styles.small, styles.middle)}>{keyDigits(close.key)}</p>
        </>
      )}
    </>
  )
}

function Terminal({ terminal }: { terminal: DayCloseView['terminals'][number] }) {
  const { terminalId, settled, fees } = terminal
  return (
    <Pairs title={paper.terminal(terminalId)}>
      {closeRows({ terminals: [terminal] }).map(({ name, count, kobo }, at) => (
        <Pair key={name} name={name} count={count} look={at === 0 ? 'sum' : 'part'}>
          {formatKobo(kobo)}
        </Pair>
      ))}
      {settled !== null && (
        <>
          {fees !== null && <Pair name={paper.fees}>{formatNaira(fees)}</Pair>}
          <Pair name={paper.settled} look="sum">
            {formatNaira(settled)}
          </Pair>
        </>
      )}
    </Pairs>
  )
}

/** Of a forgotten close, each of its days. */
function Days({ close: { days } }: { close: DayCloseView }) {
  if (days.length < 2) return null
  return (
    <Pairs title={paper.days}>
      {days.map(({ day, recorded, paid }) => (
        <Fragment key={day}>
          <Pair name={paper.ofDay(dayWords(day))} count={recorded.count}>
            {formatKobo(recorded.kobo)}
          </Pair>
          <Pair name={paper.paidOfDay} count={paid.count} look="part">
            {formatKobo(paid.kobo)}
          </Pair>
        </Fragment>
      ))}
    </Pairs>
  )
}

function Cashiers({ close: { cashiers } }: { close: DayCloseView }) {
  if (cashiers.length === 0) return null
  return (
    <Pairs title={paper.cashiers}>
      {cashiers.map(({ name, count, kobo }) => (
        <Pair key={name} name={name === '' ? paper.noCashier : name} count={count}>
          {formatKobo(kobo)}
        </Pair>
      ))}
    </Pairs>
  )
}

function Open({ close: { open, openCount, openKobo } }: { close: DayCloseView }) {
  if (openCount === 0) return null
  const named = open.slice(0, NAMED_MAX)
  return (
    <Pairs title={paper.open}>
      {named.map(({ transactionId, part, kobo, of }) => (
        <Pair
          key={transactionId}
          name={paper.openSale(
            transactionId,
            standingWords[part],
            of === null ? '' : paper.openOf(of.number),
          )}
        >
          {formatKobo(kobo)}
        </Pair>
      ))}
      <More count={openCount} kobo={openKobo} named={named} />
      {/* An old close does not say it. */}
      {openKobo > 0 && (
        <Pair name={paper.together} count={openCount} look="sum">
          {formatKobo(openKobo)}
        </Pair>
      )}
    </Pairs>
  )
}

/** What is not named is counted and summed. */
function More({
  count,
  kobo,
  named,
}: {
  count: number
  kobo: number
  named: readonly { readonly kobo: number }[]
}) {
  const left = count - named.length
  if (left <= 0) return null
  return (
    <Pair name={paper.more(countText(left))}>
      {formatKobo(kobo - named.reduce((sum, each) => sum + each.kobo, 0))}
    </Pair>
  )
}

function Adjustments({ close }: { close: DayCloseView }) {
  const { adjustments, adjustmentCount, adjustmentKobo } = close
  if (adjustmentCount === 0) return null
  const listed = adjustments.slice(0, NAMED_MAX)
  return (
    <Pairs title={paper.adjustments}>
      {listed.map(({ number, day, transactionId, from, to, kobo }) => (
        <Pair
          key={transactionId}
          name={paper.adjustment(
            number,
            dayWords(day),
            transactionId,
            from === null ? paper.endedThen : standingWords[from],
            standingWords[to],
          )}
        >
          {formatKobo(kobo)}
        </Pair>
      ))}
      <More count={adjustmentCount} kobo={adjustmentKobo} named={listed} />
      {earlierRows(close).map(({ name, count, kobo }) => (
        <Pair key={name} name={name} count={count} look="sum">
          {formatKobo(kobo)}
        </Pair>
      ))}
    </Pairs>
  )
}
