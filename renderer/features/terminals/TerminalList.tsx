import { SearchX, Tablet } from 'lucide-react'
import { useLayoutEffect } from 'react'
import { Input, Label, TextField } from 'react-aria-components'
import { Button } from '../../ui/Button.tsx'
import type { DataColumn } from '../../ui/DataRow.tsx'
import { DataTable, focusRow } from '../../ui/DataTable.tsx'
import field from '../../ui/Field.module.css'
import { Notice } from '../../ui/Notice.tsx'
import { cx } from '../../ui/cx.ts'
import { rowTimeText } from '../../ui/format/time.ts'
import { useApp } from '../../core/context.tsx'
import { TERMINALS_PAGE_SIZE } from './terminalsSlice.ts'
import type { TerminalView } from '../../../shared/terminal.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import {
  incompleteText,
  knownText,
  matchesText,
  noTerminalsText,
  readingText,
  sharedMerchantTexts,
  terminalProblemText,
} from './terminalWords.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageTurner } from '../../ui/PageTurner.tsx'
import screen from '../../ui/Screen.module.css'
import styles from './Terminal.module.css'
import { useIsReadingTerminals } from '../../core/useTerminal.ts'

const words = lazyStrings.terminal

/** Looks through all terminals that are known here; the pages below it are of what it finds. */
export function TerminalSearch() {
  const search = useApp((state) => state.terminalRows.search)
  const searchTerminals = useApp((state) => state.searchTerminals)
  return (
    <search className={cx(styles.search)}>
      <TextField
        className={cx(styles.searchField)}
        value={search}
        onChange={searchTerminals}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && search !== '') searchTerminals('')
        }}
      >
        <Label className={cx(field.label)}>{words.search}</Label>
        <Input
          className={cx(field.input)}
          // A device's serial number is scanned from its label.
          data-scan="search"
          placeholder={words.searchHint}
          maxLength={200}
          autoComplete="off"
          spellCheck="false"
        />
      </TextField>
    </search>
  )
}

const READ_KEY = 'readTerminals'
const CANCEL_KEY = 'cancelReading'

/** It does nothing while the list is being read, but keeps the focus, so that the keyboard goes on from there. */
export function ReadTerminals() {
  const isReading = useIsReadingTerminals()
  const refreshTerminals = useApp((state) => state.refreshTerminals)
  return (
    <Button
      data-key={READ_KEY}
      aria-disabled={isReading}
      onPress={() => (isReading ? undefined : void refreshTerminals())}
    >
      {words.refresh}
    </Button>
  )
}

/** What is to be said of the list before its rows: how far it is read, what it lacks, how old it is. */
export function TerminalNotices() {
  const isReading = useIsReadingTerminals()
  const problem = useApp((state) => state.terminalsProblem)
  const readAtMs = useApp((state) => state.terminals?.readAtMs ?? null)
  const incomplete = useApp(({ terminals }) => (terminals === null ? null : incompleteText(terminals)))
  const isOffline = useApp((state) => state.connection.status === 'offline')
  const couldNotRead = useApp((state) => state.terminalRows.couldNotRead)
  const sharedMerchants = useApp((state) => state.terminalRows.sharedMerchants)
  const readTerminals = useApp((state) => state.readTerminals)
  const nowMs = useApp((state) => state.nowMs)
  return (
    <>
      {isReading && <Progress />}
      {problem !== null && (
        <Notice tone="problem" role="alert">
          {terminalProblemText(problem, readAtMs, nowMs)}
        </Notice>
      )}
      {couldNotRead && (
        <Notice
          tone="warning"
          role="status"
          action={<Button onPress={() => void readTerminals()}>{words.tryAgain}</Button>}
        >
          {words.couldNotRead}
        </Notice>
      )}
      {sharedMerchantTexts(sharedMerchants).map((text) => (
        <Notice key={text} tone="warning">
          {text}
        </Notice>
      ))}
      {incomplete !== null && !isReading && (
        <Notice tone="warning" role="status">
          {incomplete}
        </Notice>
      )}
      {isOffline && readAtMs !== null && problem === null && (
        <Notice tone="plain">{words.savedCopy(rowTimeText(readAtMs, nowMs))}</Notice>
      )}
    </>
  )
}

/** It counts up by the page, hundreds of times: the announcer speaks of the end alone. */
function Progress() {
  const reading = useApp((state) => state.terminals?.reading ?? null)
  const cancelTerminalReading = useApp((state) => state.cancelTerminalReading)
  useLayoutEffect(() => leaveCancel, [])
  return (
    <Notice
      tone="plain"
      action={
        <Button data-key={CANCEL_KEY} onPress={() => void cancelTerminalReading()}>
          {words.cancel}
        </Button>
      }
    >
      {readingText(reading)}
    </Notice>
  )
}

/** The reading is over, and its button goes: the focus that stood there is handed to the next reading's. */
function leaveCancel(): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && activeElement.dataset['key'] === CANCEL_KEY) focusRow(READ_KEY)
}

interface TerminalTableProps {
  readonly columns: readonly DataColumn<TerminalView>[]
  readonly openId: string | null
  readonly onOpen: (terminal: TerminalView) => void
}

/** The page in view. */
export function TerminalTable({ columns, openId, onOpen }: TerminalTableProps) {
  const { rows, found, search, isReading, couldNotRead } = useApp((state) => state.terminalRows)
  const chosenTerminalId = useApp((state) => state.terminals?.chosenTerminalId)
  return (
    <div className={cx(screen.grow)}>
      <DataTable
        label={words.all}
        items={rows}
        columns={columns}
        idOf={({ recordId }) => recordId}
        textOf={({ terminalId, accountName }) => `${terminalId}, ${accountName}`}
        onOpen={(id) => {
          const terminal = rows.find(({ recordId }) => recordId === id)
          if (terminal !== undefined) onOpen(terminal)
        }}
        openId={openId}
        isDim={found !== null && (isReading || search.trim() !== found)}
        isLoading={found === null && !couldNotRead}
        empty={<Empty />}
        dependencies={[chosenTerminalId]}
      />
    </div>
  )
}

function Empty() {
  const rows = useApp((state) => state.terminalRows)
  const list = useApp((state) => state.terminals)
  const isReading = useIsReadingTerminals()
  const problem = useApp((state) => state.terminalsProblem)
  const searchTerminals = useApp((state) => state.searchTerminals)
  // What could not be read is not called empty.
  if (list === null || (rows.couldNotRead && rows.rows.length === 0)) return null
  return (
    <EmptyState
      icon={rows.search === '' ? Tablet : SearchX}
      text={noTerminalsText(rows, list, isReading, problem)}
    >
      {rows.search !== '' && <Button onPress={() => searchTerminals('')}>{words.clear}</Button>}
    </EmptyState>
  )
}

/** How many are known and from when, and the way to the other pages. */
export function TerminalFoot() {
  const { offset, rows, found, total } = useApp((state) => state.terminalRows)
  const turnTerminals = useApp((state) => state.turnTerminals)
  const known = useApp(({ terminals, nowMs }) => (terminals === null ? '' : knownText(terminals, nowMs)))
  return (
    <div className={cx(screen.foot)}>
      <p className={cx(screen.muted, styles.known)}>{known}</p>
      <p role="status">{matchesText({ found, total })}</p>
      <PageTurner
        offset={offset}
        shown={rows.length}
        total={total}
        size={TERMINALS_PAGE_SIZE}
        onTurn={(to) => void turnTerminals(to)}
      />
    </div>
  )
}
