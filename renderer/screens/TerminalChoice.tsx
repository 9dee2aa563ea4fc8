import { useState } from 'react'
import type { TerminalView } from '../../shared/terminal.ts'
import { Button } from '../components/Button.tsx'
import { DataTable, type DataColumn } from '../components/DataTable.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { Reference } from '../components/Figures.tsx'
import { Notice } from '../components/Notice.tsx'
import { cx } from '../components/cx.ts'
import { clockText } from '../format/time.ts'
import { useApp } from '../state/context.tsx'
import { strings } from '../strings.ts'
import { problemText } from '../words/problems.ts'
import { terminalWarnings } from '../words/terminalWords.ts'
import styles from './Screen.module.css'

const words = strings.terminal

/** All terminals that the bank showed, with how far the list was read; one of them can be taken for this counter. */
export function TerminalChoice() {
  const list = useApp((state) => state.terminals)
  const isReading = useApp((state) => state.terminalsReading)
  const problem = useApp((state) => state.terminalsProblem)
  const refreshTerminals = useApp((state) => state.refreshTerminals)
  const chooseTerminal = useApp((state) => state.chooseTerminal)
  const chosen = list?.chosenTerminalId ?? null
  const [asked, setAsked] = useState<TerminalView | null>(null)

  /** The first choice is what the person came for; a change moves where money goes, so it is asked about. */
  function choose(terminalId: string): void {
    if (terminalId === chosen) return
    if (chosen === null) void chooseTerminal(terminalId)
    else setAsked(list?.terminals.find((one) => one.terminalId === terminalId) ?? null)
  }

  const columns: readonly DataColumn<TerminalView>[] = [
    {
      id: 'terminal',
      title: strings.columns.terminal,
      isRowHeader: true,
      cell: (terminal) => <Reference value={terminal.terminalId} />,
    },
    {
      id: 'account',
      title: strings.columns.account,
      cell: (terminal) => <AccountName terminal={terminal} />,
    },
    {
      id: 'choose',
      title: words.chosen,
      cell: (terminal) =>
        terminal.terminalId === chosen ? (
          <strong>{words.chosen}</strong>
        ) : (
          <Button
            aria-label={`${words.choose}: ${terminal.terminalId}`}
            onPress={() => choose(terminal.terminalId)}
          >
            {words.choose}
          </Button>
        ),
    },
  ]
  return (
    <>
      <div className={cx(styles.head)}>
        <h2>{chosen === null ? words.chooseTitle : words.all}</h2>
        <Button isDisabled={isReading} onPress={() => void refreshTerminals()}>
          {isReading ? words.reading : words.refresh}
        </Button>
      </div>
      {problem !== null && (
        <Notice tone="problem" role="alert">
          {problemText(problem)}
        </Notice>
      )}
      <div className={cx(styles.grow)}>
        <DataTable
          label={words.all}
          items={list?.terminals ?? []}
          columns={columns}
          idOf={(terminal) => terminal.terminalId}
          textOf={(terminal) => `${terminal.terminalId}, ${terminal.accountName}`}
          onOpen={choose}
          openId={chosen}
          isDim={isReading}
          empty={isReading ? words.reading : words.noneRead}
          dependencies={[chosen]}
        />
      </div>
      <Completeness />
      {asked !== null && <AskChange terminal={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

/** What speaks against a terminal stands in its row at every width, so that nobody takes it without having seen it. */
function AccountName({ terminal }: { terminal: TerminalView }) {
  const warnings = terminalWarnings(terminal)
  return (
    <>
      {terminal.accountName}
      {warnings.length > 0 && (
        <span className={cx(styles.warning)}>{warnings.map(({ short }) => short).join(' · ')}</span>
      )}
    </>
  )
}

function AskChange({ terminal, onClose }: { terminal: TerminalView; onClose: () => void }) {
  const chooseTerminal = useApp((state) => state.chooseTerminal)
  return (
    <Dialog
      title={words.askTitle(terminal.terminalId)}
      onClose={onClose}
      actions={
        <>
          <Button
            onPress={() => {
              onClose()
              void chooseTerminal(terminal.terminalId)
            }}
          >
            {words.change}
          </Button>
          <Button look="primary" autoFocus onPress={onClose}>
            {words.keep}
          </Button>
        </>
      }
    >
      <p>{words.askBody(terminal.accountName)}</p>
      {terminalWarnings(terminal).map(({ sentence }) => (
        <Notice key={sentence} tone="warning">
          {sentence}
        </Notice>
      ))}
    </Dialog>
  )
}

function Completeness() {
  const list = useApp((state) => state.terminals)
  if (list === null || list.readAtMs === null) return null
  const shown = list.terminals.length
  const incomplete =
    list.totalCount === null ? words.incompleteUnknown : words.incomplete(shown, list.totalCount)
  return (
    <p className={cx(styles.muted)}>
      {words.completeness(shown, words.pages(list.pagesRead), clockText(list.readAtMs))}{' '}
      {list.isComplete ? words.complete : incomplete}
    </p>
  )
}
