import { type SubmitEvent, useEffect, useRef } from 'react'
import type { RecordSearchView, RecordView } from '../../shared/record.ts'
import { paidTime } from '../../shared/serviceTime.ts'
import { Button } from '../components/Button.tsx'
import { type DataColumn, DataTable, focusRow } from '../components/DataTable.tsx'
import { Naira, Reference } from '../components/Figures.tsx'
import { DateInput, SelectField } from '../components/NativeField.tsx'
import { Notice } from '../components/Notice.tsx'
import { RecordFields } from '../components/RecordFields.tsx'
import { Pane, SplitView } from '../components/SplitView.tsx'
import { cx } from '../components/cx.ts'
import { formatNaira } from '../format/money.ts'
import { bankTimeText, clockText, dayText, dayTextBefore } from '../format/time.ts'
import { useApp } from '../state/context.tsx'
import { strings } from '../strings.ts'
import styles from './Find.module.css'
import screen from './Screen.module.css'

const words = strings.find

/** What the bank has recorded for one terminal between two days. */
export function Find() {
  const { result, problem, isReading, openRecordId } = useApp((state) => state.find)
  const setFind = useApp((state) => state.setFind)
  const open = result?.records.find(({ recordId }) => recordId === openRecordId)
  const close = (): void => {
    setFind({ openRecordId: null })
    focusRow(String(openRecordId))
  }
  const pane = open !== undefined && (
    <Pane title={strings.detail.recordTitle} of={String(open.recordId)} onClose={close}>
      <RecordFields record={open} />
    </Pane>
  )
  return (
    <SplitView pane={pane === false ? null : pane}>
      <div className={cx(screen.head)}>
        <h1>{words.title}</h1>
        <p className={cx(screen.muted)}>{words.help}</p>
      </div>
      <SearchForm />
      {problem !== null && (
        <Notice tone="problem" role="alert">
          {problem}
        </Notice>
      )}
      {result?.incompleteReason != null && (
        <Notice tone="warning" role="status">
          {words.incomplete}. {words.incompleteReason[result.incompleteReason]}
        </Notice>
      )}
      <div className={cx(screen.grow)}>
        <DataTable
          label={words.results}
          items={result?.records ?? []}
          columns={columns}
          idOf={({ recordId }) => String(recordId)}
          textOf={(record) => `${record.transactionId}, ${formatNaira(record.amount)}`}
          onOpen={(id) => setFind({ openRecordId: Number(id) })}
          openId={openRecordId === null ? null : String(openRecordId)}
          isDim={isReading}
          empty={isReading ? words.searching : result === null ? words.start : words.empty}
          dependencies={[]}
        />
      </div>
      {result !== null && <Totals result={result} />}
    </SplitView>
  )
}

function SearchForm() {
  const find = useApp((state) => state.find)
  const nowMs = useApp((state) => state.nowMs)
  const terminals = useApp((state) => state.terminals)
  const setFind = useApp((state) => state.setFind)
  const search = useApp((state) => state.search)
  const form = useRef<HTMLFormElement>(null)
  const findPresses = useApp((state) => state.findPresses)
  useEffect(() => {
    if (findPresses > 0) form.current?.querySelector('select')?.focus()
  }, [findPresses])
  const chosen = terminals?.chosenTerminalId ?? ''
  const ids = new Set([
    ...(chosen === '' ? [] : [chosen]),
    ...(terminals?.terminals ?? []).map((one) => one.terminalId),
  ])
  const today = dayText(nowMs)
  const presets = [
    { text: words.today, dateFrom: today, dateTo: today },
    { text: words.yesterday, dateFrom: dayTextBefore(nowMs, 1), dateTo: dayTextBefore(nowMs, 1) },
    { text: words.week, dateFrom: dayTextBefore(nowMs, 6), dateTo: today },
  ]
  return (
    <form
      ref={form}
      className={cx(styles.form)}
      aria-label={words.title}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        void search()
      }}
    >
      <SelectField
        label={words.terminal}
        value={find.terminalId === '' ? chosen : find.terminalId}
        options={[...ids].map((id) => ({ value: id, text: id }))}
        onChange={(terminalId) => setFind({ terminalId })}
      />
      <DateInput label={words.from} value={find.dateFrom} onChange={(dateFrom) => setFind({ dateFrom })} />
      <DateInput label={words.to} value={find.dateTo} onChange={(dateTo) => setFind({ dateTo })} />
      <Button type="submit" look="primary" isDisabled={find.isReading}>
        {words.search}
      </Button>
      <div className={cx(styles.presets)}>
        {presets.map(({ text, ...dates }) => (
          <Button key={text} onPress={() => setFind(dates)}>
            {text}
          </Button>
        ))}
      </div>
    </form>
  )
}

const columns: readonly DataColumn<RecordView>[] = [
  { id: 'received', title: strings.columns.received, cell: (record) => bankTimeText(record.timeReceived) },
  {
    id: 'reference',
    title: strings.columns.reference,
    isRowHeader: true,
    cell: (record) => <Reference value={record.transactionId} />,
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
    drops: 'third',
    cell: (record) => <Naira decimal={record.amountSettled} />,
  },
  {
    id: 'paid',
    title: strings.columns.paid,
    drops: 'second',
    cell: (record) =>
      paidTime(record.isPaid, record.datePaid) === undefined
        ? strings.detail.notPaidYet
        : bankTimeText(record.datePaid),
  },
]

function Totals({ result }: { result: RecordSearchView }) {
  const count = words.records(result.records.length)
  const amount = formatNaira(result.amountTotal)
  const settled = formatNaira(result.settledTotal)
  const isComplete = result.incompleteReason === null
  return (
    <div className={cx(screen.foot)}>
      <p className={cx(screen.total)}>
        {isComplete ? words.complete : words.incomplete}.{' '}
        {isComplete ? words.total(count, amount, settled) : words.totalIncomplete(count, amount, settled)}
      </p>
      <p className={cx(screen.muted)}>
        {words.readAt(strings.terminal.pages(result.pagesRead), clockText(result.readAtMs))}
      </p>
    </div>
  )
}
