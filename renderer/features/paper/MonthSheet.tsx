import { createDecimalSum } from '../../../shared/money.ts'
import { type DayCloseView, digitsOf } from '../../../shared/dayClose.ts'
import { useApp } from '../../core/context.tsx'
import type { MonthPaper } from '../../core/paperTypes.ts'
import { laterStrings } from '../../strings/laterStrings.ts'
import { Foreign } from '../../ui/Foreign.tsx'
import { cx } from '../../ui/cx.ts'
import { countText } from '../../ui/format/count.ts'
import { formatKobo, formatNaira } from '../../ui/format/money.ts'
import { momentText } from '../../ui/format/time.ts'
import { closedDays, closeRows, monthWords } from '../sales/closeWords.ts'
import styles from './Papers.module.css'
import { shopOf } from './shop.ts'

const words = laterStrings.closing.month

interface Line {
  readonly count: number
  readonly recordedKobo: number
  readonly paidKobo: number
  /** Decimal naira; null where a close does not say it of each terminal. */
  readonly settled: string | null
}

function lineOf({ terminals }: DayCloseView): Line {
  const [recorded] = closeRows({ terminals })
  const parts = terminals.flatMap((terminal) => terminal.parts)
  return {
    count: recorded?.count ?? 0,
    recordedKobo: recorded?.kobo ?? 0,
    paidKobo: parts.filter(({ part }) => part === 'paid').reduce((sum, { kobo }) => sum + kobo, 0),
    settled: sumOf(terminals.map(({ settled }) => settled)),
  }
}

function sumOf(amounts: readonly (string | null)[]): string | null {
  const sum = createDecimalSum()
  for (const amount of amounts) {
    if (amount === null) return null
    sum.add(amount)
  }
  return sum.total()
}

/** The closes of a month, a line each, with their sums: each close counts what was recorded since the one before. */
export function MonthSheet({ paper: { month, closes, madeAtMs } }: { paper: MonthPaper }) {
  const shop = useApp(shopOf(closes[0]?.terminals[0]?.terminalId ?? null))
  const lines = closes.map((close) => ({ close, line: lineOf(close) }))
  const total: Line = {
    count: lines.reduce((sum, { line }) => sum + line.count, 0),
    recordedKobo: lines.reduce((sum, { line }) => sum + line.recordedKobo, 0),
    paidKobo: lines.reduce((sum, { line }) => sum + line.paidKobo, 0),
    settled: sumOf(lines.map(({ line }) => line.settled)),
  }
  return (
    <>
      <h1>{words.title(monthWords(month))}</h1>
      {shop !== null && (
        <p>
          <Foreign text={shop} />
        </p>
      )}
      <table className={cx(styles.month)}>
        <thead>
          <tr>
            {words.columns.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ close, line }) => (
            <tr key={close.number}>
              <th scope="row">{close.number}</th>
              <td>{closedDays(close)}</td>
              <Amounts line={line} />
              <td className={cx(styles.digits)}>{digitsOf(close.hash)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {words.together(countText(closes.length))}
            </th>
            <Amounts line={total} />
            <td>–</td>
          </tr>
        </tfoot>
      </table>
      <p className={cx(styles.small)}>{words.note}</p>
      <p className={cx(styles.small)}>{words.made(momentText(madeAtMs))}</p>
    </>
  )
}

function Amounts({ line: { count, recordedKobo, paidKobo, settled } }: { line: Line }) {
  return (
    <>
      <td>{countText(count)}</td>
      <td>{formatKobo(recordedKobo)}</td>
      <td>{formatKobo(paidKobo)}</td>
      <td>{settled === null ? words.notKnown : formatNaira(settled)}</td>
    </>
  )
}
