import type { TestPaper } from '../../core/paperTypes.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { cx } from '../../ui/cx.ts'
import styles from './Papers.module.css'

const words = lazyStrings.settings.printing

/** What has to be printed of a paper, from one mark to the other, in mm. */
const PRINTED = { 58: [5, 53], 80: [4, 76], 210: [14, 196] } as const
/** A longer line on the ruler every 5 mm, a number every 10. */
const MARKS = { short: 2, middle: 3.5, long: 5 } as const

/** A ruler from edge to edge, so that a person sees what a printer cuts. Lines are drawn: backgrounds are not printed. */
export function TestSheet({ paper: { width } }: { paper: TestPaper }) {
  const [from, to] = PRINTED[width]
  const wide = Number(width)
  const marks = Array.from({ length: wide + 1 }, (_, at) => at)
  return (
    <>
      <h1 className={cx(styles.shop)}>{words.testTitle(words.papers[width])}</h1>
      <svg
        className={cx(styles.ruler)}
        viewBox={`0 0 ${wide} 10`}
        style={{ width: `${wide}mm`, height: '10mm', marginLeft: `${width === '210' ? -from : 0}mm` }}
      >
        {marks.map((at) => (
          <line
            key={at}
            x1={at}
            x2={at}
            y1={0}
            y2={at % 10 === 0 ? MARKS.long : at % 5 === 0 ? MARKS.middle : MARKS.short}
            stroke="#000"
            strokeWidth={at === from || at === to ? 0.5 : 0.15}
          />
        ))}
        {marks
          .filter((at) => at % 10 === 0 && at > 0 && at < wide)
          .map((at) => (
            <text key={at} x={at} y={8.5} fontSize={2.8} textAnchor="middle">
              {at}
            </text>
          ))}
      </svg>
      <p>{words.testSays(from, to)}</p>
      <p className={cx(styles.amount)}>₦999,999,999.99</p>
      <p>{words.testCut}</p>
    </>
  )
}
