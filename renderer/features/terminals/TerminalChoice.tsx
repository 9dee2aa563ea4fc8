import type { TerminalView } from '../../../shared/terminal.ts'
import { Button } from '../../ui/Button.tsx'
import type { DataColumn } from '../../ui/DataRow.tsx'
import { Reference } from '../../ui/Figures.tsx'
import { Foreign } from '../../ui/Foreign.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { cx } from '../../ui/cx.ts'
import { useApp } from '../../core/context.tsx'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { strings } from '../../strings/strings.ts'
import { terminalWarnings } from './terminalWords.ts'
import styles from '../../ui/Screen.module.css'
import { MissingTerminals } from './Payouts.tsx'
import {
  ReadTerminals,
  TerminalFoot,
  TerminalNotices,
  TerminalSearch,
  TerminalTable,
} from './TerminalList.tsx'

const words = lazyStrings.terminal

/** Where the counter has no terminal yet: one of those that the bank showed is taken for it. */
export function TerminalChoice() {
  const chooseTerminal = useApp((state) => state.chooseTerminal)
  const choose = ({ terminalId }: TerminalView): void => void chooseTerminal(terminalId)
  const columns: readonly DataColumn<TerminalView>[] = [
    {
      id: 'terminal',
      title: strings.columns.terminal,
      isRowHeader: true,
      cell: ({ terminalId }) => <Reference value={terminalId} />,
    },
    {
      id: 'account',
      title: strings.columns.account,
      cell: (terminal) => <AccountName terminal={terminal} />,
    },
    {
      id: 'choose',
      title: words.chosen,
      cell: (terminal) => (
        <Button aria-label={`${words.choose}: ${terminal.terminalId}`} onPress={() => choose(terminal)}>
          {words.choose}
        </Button>
      ),
    },
  ]
  return (
    <>
      <div className={cx(styles.head)}>
        <h2>{words.chooseTitle}</h2>
        <TerminalSearch />
        <ReadTerminals />
      </div>
      <NamedAndAbsent />
      <MissingTerminals />
      <TerminalNotices />
      <TerminalTable columns={columns} openId={null} onOpen={choose} />
      <TerminalFoot />
    </>
  )
}

/** The installer has named one, and a whole list of the bank does not show it. */
function NamedAndAbsent() {
  const named = useApp(({ app, terminals }) =>
    terminals?.isComplete === true ? (app?.profileTerminalId ?? null) : null,
  )
  return named === null ? null : <Notice tone="problem">{words.namedAndAbsent(named)}</Notice>
}

/** What speaks against a terminal stands in its row at every width, so that it is seen before the terminal is taken. */
function AccountName({ terminal }: { terminal: TerminalView }) {
  const warnings = terminalWarnings(terminal)
  return (
    <>
      <Foreign text={terminal.accountName} isInRow />
      {warnings.length > 0 && (
        <span className={cx(styles.warning)}>{warnings.map(({ short }) => short).join(' · ')}</span>
      )}
    </>
  )
}
