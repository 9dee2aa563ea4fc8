import { ListChecks } from 'lucide-react'
import type { TerminalChangeView } from '../../../../shared/terminalChange.ts'
import { Button } from '../../../ui/Button.tsx'
import type { DataColumn } from '../../../ui/DataRow.tsx'
import { DataTable, focusRow } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Reference } from '../../../ui/Figures.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { cx } from '../../../ui/cx.ts'
import { rowTimeText } from '../../../ui/format/time.ts'
import { useApp } from '../../../core/context.tsx'
import { CHANGES_PAGE_SIZE } from '../terminalChanges.ts'
import { lazyStrings } from '../../../strings/lazyStrings.ts'
import { problemText } from '../../../core/problems.ts'
import { changeSummary, changeTone } from '../terminalChangeWords.ts'
import { PageTurner } from '../../../ui/PageTurner.tsx'
import screen from '../../../ui/Screen.module.css'
import { Result } from './Result.tsx'
import styles from './Result.module.css'
import task from './Task.module.css'
import { TaskFrame } from './TaskFrame.tsx'

const words = lazyStrings.terminalChange.history

/** What was asked of the bank so far, the newest first; one of them opens with all that is known of it. */
export function Changes() {
  const open = useApp((state) => state.terminalWork.changes.open)
  const openChange = useApp((state) => state.openChange)
  if (open === null) return <ChangeList />
  const close = (): void => {
    openChange(null)
    // Once the list is drawn again.
    queueMicrotask(() => focusRow(open.changeId))
  }
  return <Result change={open} backText={lazyStrings.terminalChange.result.toList} onBack={close} />
}

function ChangeList() {
  const { rows, total, openCount, offset, isReading, asOfMs, problem } = useApp(
    (state) => state.terminalWork.changes,
  )
  const nowMs = useApp((state) => state.nowMs)
  const readChanges = useApp((state) => state.readChanges)
  const openChange = useApp((state) => state.openChange)
  const openTerminalTask = useApp((state) => state.openTerminalTask)
  const isFirst = asOfMs === null && problem === null
  return (
    <TaskFrame
      title={words.title}
      focusOn="changes"
      onBack={() => void openTerminalTask(null)}
      foot={
        <>
          <p className={cx(screen.total)}>{asOfMs === null ? '' : words.count(total)}</p>
          <Button onPress={() => void readChanges(offset)}>
            {isReading ? words.reading : words.refresh}
          </Button>
          <PageTurner
            offset={offset}
            shown={rows.length}
            total={total}
            size={CHANGES_PAGE_SIZE}
            onTurn={(to) => void readChanges(to)}
          />
        </>
      }
    >
      <p className={cx(task.muted)}>{words.lead}</p>
      {openCount > 0 && <Notice tone="warning">{words.open(openCount)}</Notice>}
      <div role="alert">{problem !== null && <Notice tone="problem">{problemText(problem)}</Notice>}</div>
      <DataTable
        label={words.title}
        items={rows}
        columns={columnsAt(nowMs)}
        idOf={({ changeId }) => changeId}
        textOf={(change) => `${words.kinds[change.kind]} ${change.terminalId}: ${changeSummary(change)}`}
        onOpen={openChange}
        openId={null}
        isDim={isReading && asOfMs !== null}
        isLoading={isFirst}
        empty={
          problem === null ? (
            <EmptyState icon={ListChecks} text={words.empty}>
              <Button onPress={() => void openTerminalTask({ kind: 'register' })}>
                {lazyStrings.terminal.register}
              </Button>
            </EmptyState>
          ) : null
        }
        dependencies={[nowMs]}
      />
    </TaskFrame>
  )
}

function columnsAt(nowMs: number): readonly DataColumn<TerminalChangeView>[] {
  return [
    {
      id: 'when',
      title: words.when,
      help: words.whenHelp,
      cell: ({ askedAtMs }) => rowTimeText(askedAtMs, nowMs),
    },
    {
      id: 'terminal',
      title: words.terminal,
      isRowHeader: true,
      cell: ({ terminalId }) => <Reference value={terminalId} />,
    },
    { id: 'what', title: words.what, drops: 'second', cell: ({ kind }) => words.kinds[kind] },
    { id: 'outcome', title: words.outcome, cell: (change) => <OutcomeTag change={change} /> },
    { id: 'by', title: words.by, drops: 'first', cell: ({ by }) => by },
  ]
}

/** What came of a change, in words; the colour only helps. */
function OutcomeTag({ change }: { change: TerminalChangeView }) {
  return <span className={cx(styles.tag, styles[changeTone(change)])}>{changeSummary(change)}</span>
}
