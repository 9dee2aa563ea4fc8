import type { ClosingView, DayCloseFacts } from '../../../shared/dayClose.ts'
import { useApp } from '../../core/context.tsx'
import { problemText } from '../../core/problems.ts'
import { laterStrings } from '../../strings/laterStrings.ts'
import { strings } from '../../strings/strings.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { cx } from '../../ui/cx.ts'
import { countText } from '../../ui/format/count.ts'
import { formatKobo } from '../../ui/format/money.ts'
import { dayWords, momentText } from '../../ui/format/time.ts'
import { CLOSE_PAPER } from '../../core/paperTypes.ts'
import { closedDays, closeRows, earlierRows } from './closeWords.ts'
import styles from './DayTables.module.css'
import { PaperSaid } from './SalePapers.tsx'

const words = laterStrings.closing

/** Closes the day: what it would hold is shown before, and the earlier closes can be printed again. */
export function CloseDay() {
  const isOpen = useApp((state) => state.closing.isOpen)
  const openClosing = useApp((state) => state.openClosing)
  return (
    <>
      <Button onPress={() => openClosing(true)}>{words.open}</Button>
      {isOpen && <ClosingDialog />}
    </>
  )
}

function ClosingDialog() {
  const { view, isBusy, problem } = useApp((state) => state.closing)
  const isPrinting = useApp((state) => state.paper.isBusy)
  const openClosing = useApp((state) => state.openClosing)
  const closeDay = useApp((state) => state.closeDay)
  const isReady = view !== null && view.refused === null
  return (
    <Dialog
      title={words.title}
      isAlert={false}
      isWide
      onClose={() => openClosing(false)}
      actions={
        <>
          <Button
            look="primary"
            isDisabled={!isReady || isBusy || isPrinting}
            onPress={() => void closeDay()}
          >
            {isBusy ? words.closing : words.close}
          </Button>
          <Button autoFocus onPress={() => openClosing(false)}>
            {view !== null && !isReady ? words.done : words.leave}
          </Button>
          <PaperSaid transactionId={CLOSE_PAPER} />
        </>
      }
    >
      {problem !== null && (
        <Notice tone="problem" role="alert">
          {problemText(problem)}
        </Notice>
      )}
      {view === null ? problem === null && <p role="status">{words.counting}</p> : <Next view={view} />}
      {view !== null && view.earlier.length > 0 && <Earlier earlier={view.earlier} />}
    </Dialog>
  )
}

function Next({ view: { next, refused } }: { view: ClosingView }) {
  return (
    <>
      {refused === null ? (
        <p>
          {words.lead(closedDays(next))} {next.endsWithMonth && words.monthEnds}
        </p>
      ) : (
        <Notice tone="plain">{words.refused(countText(recordedCount(next)))}</Notice>
      )}
      <table className={cx(styles.table)}>
        <caption>{words.sinceLast}</caption>
        <tbody>
          {[...closeRows(next), ...earlierRows(next)].map(({ name, count, kobo }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{strings.count.sales(count)}</td>
              <td>{formatKobo(kobo)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {next.openCount > 0 && <p>{words.open_(countText(next.openCount))}</p>}
      {next.adjustmentCount > 0 && <p>{words.adjusted(countText(next.adjustmentCount))}</p>}
    </>
  )
}

function recordedCount({ terminals }: DayCloseFacts): number {
  return terminals.reduce((all, { recorded }) => all + recorded.count, 0)
}

function Earlier({ earlier }: Pick<ClosingView, 'earlier'>) {
  const reprintClose = useApp((state) => state.reprintClose)
  return (
    <table className={cx(styles.table)}>
      <caption>{words.earlier}</caption>
      <tbody>
        {earlier.slice(0, SHOWN_MAX).map(({ number, day, closedAtMs }) => (
          <tr key={number}>
            <th scope="row">{words.closeOf(number, dayWords(day))}</th>
            <td>{words.closedAt(momentText(closedAtMs))}</td>
            <td>
              <Button aria-label={words.reprintOf(number)} onPress={() => void reprintClose(number)}>
                {words.reprint}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const SHOWN_MAX = 14
