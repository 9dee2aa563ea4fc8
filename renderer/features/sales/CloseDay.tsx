import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { ClosingView, DayCloseFacts } from '../../../shared/dayClose.ts'
import { useApp } from '../../core/context.tsx'
import { problemText } from '../../core/problems.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { strings } from '../../strings/strings.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { cx } from '../../ui/cx.ts'
import { countText } from '../../ui/format/count.ts'
import { formatKobo } from '../../ui/format/money.ts'
import { dayWords, momentText } from '../../ui/format/time.ts'
import { CLOSE_PAPER } from '../../core/paperTypes.ts'
import { closedDays, closeRows, earlierRows, monthWords } from './closeWords.ts'
import styles from './DayTables.module.css'
import { PaperSaid } from '../../ui/Export.tsx'

const words = lazyStrings.closing

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
  const { view, isBusy, problem, closed } = useApp((state) => state.closing)
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
          <PaperSaid about={CLOSE_PAPER} />
          <Button autoFocus onPress={() => openClosing(false)}>
            {view !== null && !isReady ? words.done : words.leave}
          </Button>
          <Button
            look="primary"
            isDisabled={!isReady || isBusy || isPrinting}
            onPress={() => void closeDay()}
          >
            {isBusy ? words.closing : words.close}
          </Button>
        </>
      }
    >
      {problem !== null && (
        <Notice tone="problem" role="alert">
          {problemText(problem)}
        </Notice>
      )}
      <div role="status">
        {closed !== null && (
          <p className={cx(styles.closed)} data-joy={closed.openCount === 0 || undefined}>
            <CircleCheck aria-hidden="true" size={20} />
            {words.closed(closed.number, closed.openCount)}
          </p>
        )}
      </div>
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
  const printMonth = useApp((state) => state.printMonth)
  const saveClose = useApp((state) => state.saveClose)
  const months = [...new Set(earlier.map(({ day }) => day.slice(0, MONTH_LENGTH)))]
  return (
    <>
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
                </Button>{' '}
                <Button aria-label={words.saveOf(number)} onPress={() => void saveClose(number)}>
                  {words.save}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={cx(styles.buttons)}>
        {months.slice(0, MONTHS_SHOWN).map((month) => (
          <Button key={month} onPress={() => void printMonth(month)}>
            {words.printMonth(monthWords(month))}
          </Button>
        ))}
      </div>
      <CheckPaper />
    </>
  )
}

/** A paper that an auditor brings: the close that it names by its digits. */
function CheckPaper() {
  const found = useApp((state) => state.closing.found)
  const findClose = useApp((state) => state.findClose)
  const printClose = useApp((state) => state.printClose)
  const [digits, setDigits] = useState('')
  return (
    <section aria-labelledby="check-paper">
      <h3 id="check-paper">{words.paperCheck}</h3>
      <form
        className={cx(styles.check)}
        onSubmit={(event) => {
          event.preventDefault()
          void findClose(digits)
        }}
      >
        <Field
          label={words.digits}
          help={words.digitsHelp}
          value={digits}
          maxLength={60}
          autoComplete="off"
          onChange={setDigits}
          {...(found === 'noDigits' ? { problem: words.noDigits } : {})}
        />
        <Button type="submit">{words.look}</Button>
      </form>
      <div role="status">
        {found === 'none' && <Notice tone="problem">{words.noneFound}</Notice>}
        {found !== null && typeof found === 'object' && (
          <Notice
            tone="plain"
            action={<Button onPress={() => void printClose(found, true)}>{words.reprint}</Button>}
          >
            {words.foundIs(
              found.number,
              closedDays(found),
              momentText(found.closedAtMs),
              formatKobo(closeRows(found)[0]?.kobo ?? 0),
            )}
          </Notice>
        )}
      </div>
    </section>
  )
}

const SHOWN_MAX = 14
const MONTHS_SHOWN = 2
const MONTH_LENGTH = 'YYYY-MM'.length
