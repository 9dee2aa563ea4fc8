import { createDecimalSum } from '../../../shared/money.ts'
import { type DayCloseView, digitsOf } from '../../../shared/dayClose.ts'
import { useApp } from '../../core/context.tsx'
import type { MonthPaper } from '../../core/paperTypes.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { cx } from '../../ui/cx.ts'
import { countText } from '../../ui/format/count.ts'
import { formatKobo, formatNaira } from '../../ui/format/money.ts'
import { momentText } from '../../ui/format/time.ts'
import { closedDays, closeRows, monthWords } from '../sales/closeWords.ts'
import { PaperTable, shopOf } from './PaperParts.tsx'
import styles from './Papers.module.css'

const words = lazyStrings.closing.month

/** The closes of a month, a line each, with their sums: each close counts what was recorded since the one before. */
export function MonthSheet({ paper: { month, closes, madeAtMs } }: { paper: MonthPaper }) {
  const shop = useApp(shopOf(closes[0]?.terminals[0]?.terminalId ?? null))
  return (
    <>
      <h1>{[words.title(monthWords(month)), ...(shop === null ? [] : [shop])].join(', ')}</h1>
      <PaperTable
        isFigures
        head={words.columns}
        rows={closes.map((close) => [
          close.number,
          closedDays(close),
          ...amountsOf(close.terminals),
          digitsOf(close.hash),
        ])}
        foot={[
          words.together,
          words.closes(closes.length),
          ...amountsOf(closes.flatMap(({ terminals }) => terminals)),
          '–',
        ]}
      />
      <p className={cx(styles.small)}>{words.note}</p>
      <p className={cx(styles.small)}>{words.made(momentText(madeAtMs))}</p>
    </>
  )
}

/** Of any terminals: how many sales, what was recorded, what of it is paid, and what was settled, if each says so. */
function amountsOf(terminals: DayCloseView['terminals']): readonly string[] {
  const [recorded] = closeRows({ terminals })
  const paid = terminals.flatMap(({ parts }) => parts.filter(({ part }) => part === 'paid'))
  const settled = createDecimalSum()
  for (const terminal of terminals) settled.add(terminal.settled ?? '0')
  return [
    countText(recorded?.count ?? 0),
    formatKobo(recorded?.kobo ?? 0),
    formatKobo(paid.reduce((sum, { kobo }) => sum + kobo, 0)),
    terminals.some((terminal) => terminal.settled === null) ? words.notKnown : formatNaira(settled.total()),
  ]
}
