import { Search, SearchX } from 'lucide-react'
import { shortText } from '../../../shared/plainText.ts'
import type { RecordSearchView, RecordView, DateBasis } from '../../../shared/record.ts'
import { believedPaidTime, addDays } from '../../../shared/serviceTime.ts'
import { TRANSACTION_ID_LENGTH_MAX } from '../../../shared/transactionId.ts'
import { Button } from '../../ui/Button.tsx'
import type { DataColumn } from '../../ui/DataRow.tsx'
import { DataTable, focusRow } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Naira, Reference } from '../../ui/Figures.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Chip } from '../sales/Chip.tsx'
import { OddMark } from '../sales/OddMark.tsx'
import { RecordFields } from '../sales/RecordFields.tsx'
import { Pane, SplitView } from '../../ui/SplitView.tsx'
import { cx } from '../../ui/cx.ts'
import { countText } from '../../ui/format/count.ts'
import { formatNaira } from '../../ui/format/money.ts'
import { bankTimeText, dayWords } from '../../ui/format/time.ts'
import { useApp } from '../../core/context.tsx'
import { isOtherSearch, findDaysOf, serviceDayOf } from '../../core/serviceDay.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { strings } from '../../strings/strings.ts'
import { noRecordsText } from '../sales/listWords.ts'
import { oddTexts } from '../sales/oddWords.ts'
import { settledOf } from '../sales/headlines.ts'
import { incompleteText, paidText, whatToKnow } from './findWords.ts'
import { FindHead } from './FindHead.tsx'
import { caseOfRecord } from '../sales/disputedSale.ts'
import { SalePapers } from '../sales/SalePapers.tsx'
import { RecordHeadline } from './RecordHeadline.tsx'
import { RecordFilters, RecordTotalsFoot } from './RecordTotals.tsx'
import screen from '../../ui/Screen.module.css'
import type { SubmitEvent } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { ChoiceField } from '../../ui/ChoiceField.tsx'
import { DateField } from '../../ui/DateField.tsx'
import styles from './Find.module.css'
import { TerminalPicker } from '../terminals/TerminalPicker.tsx'

const words = lazyStrings.find

/** The bank's records of one terminal between two dates. */
export function FindByDates() {
  const { result, shown, problem, filterProblem, isReading, openRecordId } = useApp((state) => state.find)
  const setFind = useApp((state) => state.setFind)
  const isOther = useApp(isOtherSearch)
  const open = shown?.records.find(({ recordId }) => recordId === openRecordId)
  const elsewhere = shown?.elsewhere == null ? null : new Set(shown.elsewhere)
  const isElsewhere = open !== undefined && elsewhere?.has(open.recordId) === true
  const close = (): void => {
    setFind({ openRecordId: null })
    focusRow(openRecordId ?? '')
  }
  const pane =
    open === undefined ? null : (
      <Pane title={strings.detail.recordTitle} of={String(open.recordId)} onClose={close}>
        <RecordHeadline record={open} today={result?.today ?? ''} />
        {isElsewhere && <Notice tone="plain">{words.elsewhere}</Notice>}
        <SalePapers
          transactionId={open.transactionId}
          isOwn={false}
          dispute={caseOfRecord(open, isElsewhere)}
        />
        <RecordFields record={open} />
      </Pane>
    )
  return (
    <SplitView pane={pane}>
      <FindHead>{result !== null && <RecordFilters result={result} />}</FindHead>
      <SearchForm isAside={pane !== null} />
      {isReading && <Progress />}
      {problem !== null && (
        <Notice tone="problem" role="alert">
          {problem}
        </Notice>
      )}
      {result?.incompleteReason != null && !isReading && (
        <Notice tone="warning" role="status">
          {incompleteText(result)}
        </Notice>
      )}
      {result !== null && !isReading && <WhatToKnow result={result} />}
      {filterProblem !== null && (
        <Notice tone="problem" role="alert">
          {filterProblem}
        </Notice>
      )}
      <div className={cx(screen.grow)}>
        <DataTable
          label={words.results}
          items={shown?.records ?? []}
          columns={columnsOn(result?.today ?? '', elsewhere)}
          idOf={({ recordId }) => String(recordId)}
          textOf={(record) =>
            `${shortText(record.transactionId, TRANSACTION_ID_LENGTH_MAX)}, ${formatNaira(record.amount)}`
          }
          onOpen={(id) => setFind({ openRecordId: id })}
          openId={openRecordId}
          isDim={isReading || isOther}
          isLoading={isReading && shown === null}
          empty={
            <EmptyState
              icon={result === null ? Search : SearchX}
              text={noRecordsText(result, problem !== null)}
            />
          }
          dependencies={[result?.today, shown?.elsewhere]}
        />
      </div>
      {result !== null && shown !== null && <RecordTotalsFoot result={result} shown={shown} />}
    </SplitView>
  )
}

/** The progress of reading, and a button that stops it: the records read so far stay, marked Incomplete. */
function Progress() {
  const progress = useApp((state) => state.find.progress)
  const cancelSearch = useApp((state) => state.cancelSearch)
  return (
    <Notice tone="plain" role="status" action={<Button onPress={cancelSearch}>{words.stop}</Button>}>
      {progress === null
        ? words.searching
        : words.progress(
            countText(progress.rowsRead),
            progress.totalCount === null ? null : countText(progress.totalCount),
          )}
    </Notice>
  )
}

/** Says what may be missing or wrong in a list that was read to its end. */
function WhatToKnow({ result }: { result: RecordSearchView }) {
  const said = whatToKnow(result)
  return said !== '' && <Notice tone="warning">{said}</Notice>
}

/** @param today the service's date when the list was read */
const columnsOn = (
  today: string,
  elsewhere: ReadonlySet<string> | null,
): readonly DataColumn<RecordView>[] => [
  { id: 'received', title: strings.columns.received, cell: (record) => bankTimeText(record.timeReceived) },
  {
    id: 'reference',
    title: strings.columns.reference,
    isRowHeader: true,
    // A text longer than a reference can be is cut; the detail has the whole.
    cell: (record) => <Reference value={shortText(record.transactionId, TRANSACTION_ID_LENGTH_MAX)} />,
  },
  {
    id: 'made',
    title: words.made,
    drops: 'second',
    // Nothing is said before it is known.
    cell: ({ recordId }) =>
      elsewhere !== null && words.madeAt[elsewhere.has(recordId) ? 'elsewhere' : 'here'],
  },
  {
    id: 'amount',
    title: strings.columns.amount,
    isEnd: true,
    cell: (record) => <Naira decimal={record.amount} />,
  },
  {
    id: 'net',
    title: strings.columns.settled,
    isEnd: true,
    drops: 'second',
    cell: (record) => <Naira decimal={settledOf(record, today)} />,
  },
  {
    id: 'paid',
    title: strings.columns.paid,
    cell: (record) => (
      <>
        <Paid record={record} today={today} /> <OddMark texts={oddTexts(record, today)} />
      </>
    ),
  },
]

/** The same chips as a sale has; the day on which it was paid stands beside. */
function Paid({ record, today }: { record: RecordView; today: string }) {
  const text = paidText(record, today)
  if (believedPaidTime(record, today) === undefined) return <Chip kind="onItsWay" text={text} />
  return (
    <>
      <Chip kind="paid" /> {text}
    </>
  )
}

const BASES: readonly DateBasis[] = ['saleDate', 'paidDate']

/** A terminal and dates, at first the service's today. The ready-made dates search at once. */
function SearchForm({ isAside }: { isAside: boolean }) {
  const find = useApp((state) => state.find)
  const chosen = useApp((state) => state.terminals?.chosenTerminalId ?? '')
  const setFind = useApp((state) => state.setFind)
  const search = useApp((state) => state.search)
  const today = useApp(serviceDayOf)
  const { dateFrom: from, dateTo: to } = useApp(useShallow(findDaysOf))
  const presets = [
    { text: words.today, dateFrom: today, dateTo: today },
    { text: words.yesterday, dateFrom: addDays(today, -1), dateTo: addDays(today, -1) },
    { text: words.week, dateFrom: addDays(today, -6), dateTo: today },
  ]
  return (
    <form
      className={cx(styles.tools)}
      data-aside={isAside}
      aria-label={words.title}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        void search()
      }}
    >
      <TerminalPicker
        label={words.terminal}
        value={find.terminalId ?? chosen}
        onChange={(terminalId) => setFind({ terminalId })}
      />
      <DateField label={words.from} value={from} onChange={(dateFrom) => setFind({ dateFrom })} />
      <DateField label={words.to} value={to} onChange={(dateTo) => setFind({ dateTo })} />
      <ChoiceField
        label={words.basis}
        value={find.basis}
        options={BASES.map((value) => ({ value, text: words.bases[value] }))}
        onChange={(basis) => setFind({ basis })}
      />
      <Button type="submit" look="primary" isDisabled={find.isReading}>
        {words.search}
      </Button>
      <div className={cx(styles.presets)}>
        <p className={cx(styles.days)}>
          {words.days(dayWords(from), dayWords(to))}. {words.datesAskBank}
        </p>
        {presets.map(({ text, ...dates }) => (
          <Button
            key={text}
            onPress={() => {
              setFind(dates)
              void search()
            }}
          >
            {text}
          </Button>
        ))}
      </div>
    </form>
  )
}
