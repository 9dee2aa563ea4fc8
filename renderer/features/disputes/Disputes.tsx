import { Scale } from 'lucide-react'
import { useEffect, useState } from 'react'
import { DisputeFilter, DISPUTES_AT_ONCE, type DisputeRow, reasonWords } from '../../../shared/dispute.ts'
import { useApp } from '../../core/context.tsx'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { Button } from '../../ui/Button.tsx'
import type { DataColumn } from '../../ui/DataRow.tsx'
import { DataTable, focusRow } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Export, Exported } from '../../ui/Export.tsx'
import { Naira, ShortReference } from '../../ui/Figures.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Pane, SplitView } from '../../ui/SplitView.tsx'
import { cx } from '../../ui/cx.ts'
import { formatNaira } from '../../ui/format/money.ts'
import { dayTimeText, dayWords } from '../../ui/format/time.ts'
import screen from '../../ui/Screen.module.css'
import choice from '../sales/RangeChoice.module.css'
import { Dispute, StateOf } from './Dispute.tsx'
import { DisputeDialog } from './DisputeDialog.tsx'
import styles from './Disputes.module.css'
import { disputeProblem, leftText } from './disputeWords.ts'

const words = lazyStrings.disputes

/** Cases with the bank: what is at stake, who has to answer, and by when. */
export function Disputes() {
  const { page, show, open, problem, asked } = useApp((state) => state.disputes)
  const loadDisputes = useApp((state) => state.loadDisputes)
  const showDispute = useApp((state) => state.showDispute)
  const closeDispute = useApp((state) => state.closeDispute)
  const [isNew, setNew] = useState(false)
  useEffect(() => void loadDisputes(), [loadDisputes, asked])
  const close = (): void => {
    closeDispute()
    focusRow(open?.disputeId ?? '')
  }
  const pane =
    open === null ? null : (
      <Pane title={words.pane} of={open.disputeId} onClose={close}>
        <Dispute dispute={open} />
      </Pane>
    )
  return (
    <SplitView pane={pane}>
      <div className={cx(screen.head)}>
        <h1>{words.title}</h1>
        <Filters />
        <Button onPress={() => setNew(true)}>{words.new}</Button>
      </div>
      {problem !== null && (
        <Notice tone="problem" role="alert">
          {disputeProblem(problem)}
        </Notice>
      )}
      <div className={cx(screen.grow)}>
        <DataTable
          label={words.list}
          items={page?.rows ?? []}
          columns={columns}
          idOf={({ disputeId }) => disputeId}
          textOf={referenceOf}
          follows
          onClose={close}
          onOpen={(id) => void showDispute(id)}
          openId={open?.disputeId ?? null}
          isLoading={page === null && problem === null}
          empty={<EmptyState icon={Scale} text={words.none[show]} calm={words.calm} />}
          dependencies={[show]}
        />
      </div>
      <Foot isOpen={open !== null} />
      {isNew && <DisputeDialog kind="new" dispute={null} onClose={() => setNew(false)} />}
    </SplitView>
  )
}

function Filters() {
  const { page, show } = useApp((state) => state.disputes)
  const showDisputes = useApp((state) => state.showDisputes)
  return (
    <div role="group" aria-label={words.filterLabel} className={cx(choice.ranges)}>
      {DisputeFilter.options.map((filter) => (
        <button
          key={filter}
          type="button"
          className={cx(choice.range)}
          aria-pressed={filter === show}
          onClick={() => showDisputes(filter)}
        >
          {words.filter(words.filters[filter], page?.counts[filter] ?? 0)}
        </button>
      ))}
    </div>
  )
}

/** Beside the open case there is room for the sums and the pages. */
function Foot({ isOpen }: { isOpen: boolean }) {
  const { page, show, offset } = useApp((state) => state.disputes)
  const showDisputes = useApp((state) => state.showDisputes)
  if (page === null) return null
  const count = page.counts[show]
  const turn = (by: number): void => showDisputes(show, offset + by * DISPUTES_AT_ONCE)
  return (
    <div className={cx(screen.foot)}>
      <p className={cx(screen.total)}>
        {words.total(count, formatNaira(page.atStake))}
        {show === 'closed' && ` · ${words.recovered(formatNaira(page.recovered))}`}
      </p>
      {isOpen ? <Exported /> : <Export offBecause={null} count={count} isAll />}
      {count > DISPUTES_AT_ONCE && (
        <div className={cx(screen.pages)}>
          <Button isDisabled={offset === 0} onPress={() => turn(-1)}>
            {words.newer}
          </Button>
          <Button isDisabled={offset + DISPUTES_AT_ONCE >= count} onPress={() => turn(1)}>
            {words.older}
          </Button>
        </div>
      )}
    </div>
  )
}

const referenceOf = ({ about }: DisputeRow): string => about[0]?.transactionId ?? ''

function Left({ row }: { row: DisputeRow }) {
  const left = useApp((state) => leftText(row, state))
  return (
    <>
      <span className={cx(row.isDue && styles.due)}>
        {row.answerBy === '' ? words.noDate : dayWords(row.answerBy)}
      </span>
      {left !== null && <span className={cx(styles.second)}>{left}</span>}
    </>
  )
}

function AtBank({ row: { caseNumber, reportedAtMs } }: { row: DisputeRow }) {
  const nowMs = useApp((state) => state.nowMs)
  if (reportedAtMs === null) return words.notReported
  return (
    <>
      <bdi>{caseNumber}</bdi>
      <span className={cx(styles.second)}>{words.reported(dayTimeText(reportedAtMs, nowMs))}</span>
    </>
  )
}

const columns: readonly DataColumn<DisputeRow>[] = [
  { id: 'answer', title: words.columns.answer, cell: (row) => <Left row={row} /> },
  {
    id: 'sale',
    title: words.columns.sale,
    isRowHeader: true,
    cell: (row) => (
      <>
        <ShortReference value={referenceOf(row)} />
        {row.about.length > 1 && (
          <span className={cx(styles.second)}>{words.more(row.about.length - 1)}</span>
        )}
      </>
    ),
  },
  {
    id: 'stake',
    title: words.columns.stake,
    isEnd: true,
    cell: ({ atStake }) => <Naira decimal={atStake} />,
  },
  {
    id: 'why',
    title: words.columns.why,
    cell: (row) => (
      <>
        {reasonWords[row.reason]}
        <span className={cx(styles.second)}>
          <StateOf row={row} />
        </span>
      </>
    ),
  },
  { id: 'bank', title: words.columns.bank, drops: 'first', cell: (row) => <AtBank row={row} /> },
]
