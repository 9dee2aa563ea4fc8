import { CheckCheck, ChevronLeft, ChevronRight } from 'lucide-react'
import { atStake, type DayLine, type DayView, needsLook } from '../../../shared/day.ts'
import { standingWords } from '../../../shared/standing.ts'
import { shortText } from '../../../shared/plainText.ts'
import { TRANSACTION_ID_LENGTH_MAX } from '../../../shared/transactionId.ts'
import { Button } from '../../ui/Button.tsx'
import { ChoiceField } from '../../ui/ChoiceField.tsx'
import type { DataColumn } from '../../ui/DataRow.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Export } from '../../ui/Export.tsx'
import { Naira, ShortReference } from '../../ui/Figures.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SplitView } from '../../ui/SplitView.tsx'
import { cx } from '../../ui/cx.ts'
import { countText } from '../../ui/format/count.ts'
import { formatNaira } from '../../ui/format/money.ts'
import { bankTimeText, dayWords, rowTimeText } from '../../ui/format/time.ts'
import { useApp } from '../../core/context.tsx'
import { problemText } from '../../core/problems.ts'
import { serviceDayOf } from '../../core/serviceDay.ts'
import { CloseDay } from '../sales/CloseDay.tsx'
import { DisputeButton, useDisputed } from '../sales/DisputeButton.tsx'
import { caseOfLines } from '../sales/disputedSale.ts'
import { OpenSale } from '../sales/SaleDetail.tsx'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import screen from '../../ui/Screen.module.css'
import styles from './Day.module.css'
import { shownDayOf } from './daySlice.ts'
import { isCompared, knownText, sumOfPart } from './dayWords.ts'

const words = lazyStrings.day

/** One day of this counter, or of one of its terminals: what was recorded here, what the bank has, and why they differ. */
export function Day() {
  const view = useApp((state) => state.day.view)
  const day = useApp(shownDayOf)
  const terminalId = useApp((state) => state.day.terminalId)
  const problem = useApp((state) => state.day.problem)
  const isOpen = useApp((state) => state.detail !== null)
  const isShown = view?.day === day && view.terminalId === terminalId
  return (
    <SplitView pane={isOpen ? <OpenSale /> : null}>
      <Head day={day} view={isShown ? view : null} />
      {isShown && view.terminals.length === 0 && <Notice tone="plain">{words.noTerminal}</Notice>}
      {problem !== null && (
        <Notice tone="problem" role="alert">
          {problemText(problem)}
        </Notice>
      )}
      {isShown && <Compared view={view} />}
    </SplitView>
  )
}

function Head({ day, view }: { day: string; view: DayView | null }) {
  const turnDay = useApp((state) => state.turnDay)
  const readDay = useApp((state) => state.readDay)
  const isReading = useApp((state) => state.day.isReading)
  const isToday = useApp((state) => shownDayOf(state) === serviceDayOf(state))
  const nowMs = useApp((state) => state.nowMs)
  const isOpen = useApp((state) => state.detail !== null)
  return (
    <div className={cx(screen.head)}>
      <h1>{words.title}</h1>
      <div className={cx(styles.turns)}>
        <Button onPress={() => turnDay(-1)} aria-label={words.before}>
          <ChevronLeft aria-hidden="true" size={16} />
        </Button>
        <h2>{dayWords(day)}</h2>
        <Button onPress={() => turnDay(1)} isDisabled={isToday} aria-label={words.after}>
          <ChevronRight aria-hidden="true" size={16} />
        </Button>
      </div>
      <Terminals />
      <p className={cx(screen.lead)} role="status">
        {isReading && words.reading}
        {!isReading && view?.asOfMs != null && words.asOf(rowTimeText(view.asOfMs, nowMs))}
      </p>
      <Button onPress={readDay} isDisabled={isReading}>
        {words.read}
      </Button>
      {/* Beside the open sale there is no room for it. */}
      {!isOpen && <CloseDay />}
    </div>
  )
}

/** With one terminal there is nothing to choose. */
function Terminals() {
  const view = useApp((state) => state.day.view)
  const terminalId = useApp((state) => state.day.terminalId)
  const choose = useApp((state) => state.chooseDayTerminal)
  const known = view?.terminals ?? []
  if (known.length < 2 && terminalId === null) return null
  const ids = terminalId === null || known.includes(terminalId) ? known : [terminalId, ...known]
  return (
    <div className={cx(styles.choice)}>
      <ChoiceField
        label={words.terminal}
        value={terminalId ?? ALL}
        options={[
          { value: ALL, text: words.allTerminals },
          ...ids.map((id) => ({ value: id, text: shortText(id, TERMINAL_ID_SHOWN) })),
        ]}
        onChange={(id) => choose(id === ALL ? null : id)}
      />
    </div>
  )
}

/** No terminal has an empty ID. */
const ALL = ''
const TERMINAL_ID_SHOWN = 24

function Compared({ view }: { view: DayView }) {
  const isReading = useApp((state) => state.day.isReading)
  const isKnown = isCompared(view)
  return (
    <>
      {view.notRead !== null && (
        <Notice tone="warning" role="status">
          {words.notRead[view.notRead]} {isKnown ? words.older : words.notCompared}
        </Notice>
      )}
      {!isKnown && view.notRead === null && !isReading && <Notice tone="plain">{words.notKnown}</Notice>}
      {isKnown && view.unexplained !== '0' && (
        <Notice tone="problem" role="alert">
          {words.unexplained(formatNaira(view.unexplained))}
        </Notice>
      )}
      <Cards view={view} />
      {isKnown ? <Lines view={view} /> : <Rows view={view} />}
    </>
  )
}

function salesText(count: number): string {
  return words.sales(count, countText(count))
}

function elsewhereText({ count, amount }: DayView['paidElsewhere']): string {
  return words.paidElsewhere(amount === null ? words.paidOutNotKnown : formatNaira(amount), salesText(count))
}

/** What needs a look is not explained, though it changes no sum. */
function linesText({ lineCount, lookCount }: DayView): string {
  if (lineCount === 0) return words.none
  return lookCount > 0 ? words.toLookAt(lineCount, lookCount) : words.explained(lineCount)
}

function Cards({ view }: { view: DayView }) {
  const { here, besides, difference, paidOut, paidCount, paidElsewhere, fees } = view
  const way = sumOfPart(view, 'onItsWay')
  const isKnown = isCompared(view)
  const cards = [
    {
      label: words.recorded,
      figure: formatNaira(here.amount),
      below: [
        salesText(here.count),
        ...(besides.count === 0
          ? []
          : [words.besides(salesText(besides.count), formatNaira(besides.amount))]),
      ].join('. '),
    },
    {
      label: words.paidOut,
      figure: paidOut === null ? words.paidOutNotKnown : formatNaira(paidOut),
      below: [
        fees === null ? salesText(paidCount) : words.afterFees(salesText(paidCount), formatNaira(fees)),
        ...(paidElsewhere.count === 0 ? [] : [elsewhereText(paidElsewhere)]),
      ].join('. '),
    },
    { label: standingWords.onItsWay, figure: formatNaira(way.amount), below: salesText(way.count) },
    {
      label: words.difference,
      figure: isKnown ? formatNaira(difference) : '–',
      below: isKnown ? linesText(view) : '',
    },
  ]
  return (
    <dl className={cx(styles.cards)}>
      {cards.map(({ label, figure, below }) => (
        <div key={label} className={cx(styles.card)}>
          <dt>{label}</dt>
          <dd>
            <strong>{figure}</strong>
            <span>{below}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Rows({ view }: { view: DayView }) {
  const isKnown = isCompared(view)
  const shown = view.rows.filter(({ here, bank }) => here.count > 0 || (isKnown && bank.count > 0))
  const { columns } = words
  const atBank = (amount: string): string => (isKnown ? formatNaira(amount) : '–')
  const together = { here: view.here, bank: view.bank, difference: view.difference }
  const counts = ({ here, bank }: Pick<DayView, 'here' | 'bank'>): string =>
    isKnown ? words.counts(countText(here.count), countText(bank.count)) : salesText(here.count)
  return (
    <table className={cx(styles.table)} aria-label={words.table}>
      <thead>
        <tr>
          <th scope="col">{columns.what}</th>
          <th scope="col">{columns.here}</th>
          <th scope="col">{columns.bank}</th>
          <th scope="col">{columns.difference}</th>
          <th scope="col">{columns.counts}</th>
        </tr>
      </thead>
      <tbody>
        {[
          ...shown.map((row) => ({ ...row, name: words.parts[row.part] })),
          { ...together, name: words.together },
        ].map((row) => (
          <tr key={row.name} data-differs={isKnown && row.difference !== '0'}>
            <th scope="row">{row.name}</th>
            <td>{formatNaira(row.here.amount)}</td>
            <td>{atBank(row.bank.amount)}</td>
            <td>{atBank(row.difference)}</td>
            <td>{counts(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Lines({ view }: { view: DayView }) {
  const openDetail = useApp((state) => state.openDetail)
  const openId = useApp((state) => state.detail?.transactionId ?? null)
  const { lines, lineCount, cappedFees } = view
  const [own, others] = byTill(lines)
  const looks = lines.filter(needsLook)
  const note = lazyStrings.disputes.fromDay(dayWords(view.day))
  useDisputed(lines.map(({ transactionId }) => transactionId))
  const columns = view.terminalId === null && view.terminals.length > 1 ? ofTerminals : ofOne
  return (
    <>
      {cappedFees.map(({ terminalId, fee }) => (
        <p key={terminalId} className={cx(screen.muted)}>
          {words.capped(formatNaira(fee), terminalId)}
        </p>
      ))}
      <div className={cx(screen.grow)}>
        <DataTable
          label={words.list}
          items={own}
          columns={columns}
          idOf={idOf}
          textOf={({ transactionId }) => transactionId}
          // Only a sale of this computer has a detail here.
          onOpen={(id) => {
            if (lines.some(({ standing, transactionId }) => standing !== null && transactionId === id))
              openDetail(id)
          }}
          openId={openId}
          headOf={(line, before) =>
            before === undefined || needsLook(before) !== needsLook(line) ? (
              <p className={cx(styles.lineHead)}>
                {needsLook(line) ? words.looks(view.lookCount) : words.explains}
                {needsLook(line) && looks.length > 1 && (
                  <DisputeButton
                    request={caseOfLines(looks, note)}
                    text={lazyStrings.disputes.all(looks.length)}
                  />
                )}
              </p>
            ) : null
          }
          empty={<EmptyState icon={CheckCheck} text={others.length === 0 ? words.none : words.noneHere} />}
          dependencies={[view]}
        />
      </div>
      {others.length > 0 && (
        <details className={cx(styles.sums)}>
          <summary>{words.otherTills}</summary>
          <div className={cx(styles.others)}>
            <DataTable
              label={words.otherTills}
              items={others}
              columns={columns}
              idOf={idOf}
              textOf={({ transactionId }) => transactionId}
              onOpen={() => undefined}
              openId={null}
              empty={null}
              dependencies={[view]}
            />
          </div>
        </details>
      )}
      <details className={cx(styles.sums)} open={lineCount === 0}>
        <summary>
          {view.unexplained === '0' ? words.addsUp : words.table},{' '}
          {words.counts(countText(view.here.count), countText(view.bank.count))}
        </summary>
        <Rows view={view} />
      </details>
      <div className={cx(screen.foot)}>
        <p className={cx(screen.total)}>
          {words.lines(lineCount, countText(lineCount))}
          {lineCount > lines.length && ` · ${words.moreLines(countText(lines.length))}`}
        </p>
        <Export offBecause={null} count={lineCount} isAll />
      </div>
    </>
  )
}

type Line = DayLine & { readonly place: number }

const idOf = ({ standing, transactionId, place }: Line): string =>
  standing === null ? `${place}` : transactionId

/** The lines of this counter, and those of other tills, which are no work of this one. */
function byTill(lines: readonly DayLine[]): readonly [own: readonly Line[], others: readonly Line[]] {
  const placed = lines.map((line, place) => ({ ...line, place }))
  const isOther = ({ reason }: Line): boolean => reason === 'elsewhere'
  return [placed.filter((line) => !isOther(line)), placed.filter(isOther)]
}

function Acts({ line }: { line: Line }) {
  const openDetail = useApp((state) => state.openDetail)
  const note = useApp((state) => lazyStrings.disputes.fromDay(dayWords(shownDayOf(state))))
  const { place: _, ...own } = line
  return (
    <span className={cx(styles.acts)}>
      {line.standing !== null && <Button onPress={() => openDetail(line.transactionId)}>{words.open}</Button>}
      {(needsLook(line) || line.reason === 'elsewhere') && (
        <DisputeButton request={caseOfLines([own], note)} />
      )}
    </span>
  )
}

const terminal: DataColumn<Line> = {
  id: 'terminal',
  title: words.terminal,
  drops: 'second',
  cell: ({ terminalId }) => shortText(terminalId, TERMINAL_ID_SHOWN),
}

const ofOne: readonly DataColumn<Line>[] = [
  {
    id: 'time',
    title: words.lineColumns.time,
    drops: 'second',
    cell: ({ receivedAt }) => (receivedAt === '' ? '–' : bankTimeText(receivedAt)),
  },
  {
    id: 'reference',
    title: words.lineColumns.reference,
    isRowHeader: true,
    cell: ({ transactionId }) => (
      <ShortReference value={shortText(transactionId, TRANSACTION_ID_LENGTH_MAX)} />
    ),
  },
  {
    id: 'amount',
    title: words.lineColumns.amount,
    isEnd: true,
    cell: ({ difference }) => <Naira decimal={difference} />,
  },
  { id: 'why', title: words.lineColumns.why, cell: ({ reason }) => words.reasons[reason] },
  {
    id: 'stake',
    title: words.lineColumns.stake,
    isEnd: true,
    drops: 'third',
    cell: (line) => (needsLook(line) ? <Naira decimal={atStake(line)} /> : '–'),
  },
  { id: 'what', title: words.lineColumns.what, drops: 'third', cell: (line) => knownText(line) },
  {
    id: 'next',
    title: words.lineColumns.next,
    drops: 'first',
    cell: (line) => <Acts line={line} />,
  },
]

const ofTerminals: readonly DataColumn<Line>[] = [...ofOne.slice(0, 2), terminal, ...ofOne.slice(2)]
