import { useEffect, useRef, useState } from 'react'
import type { TerminalView } from '../../../shared/terminal.ts'
import { Button } from '../../ui/Button.tsx'
import type { DataColumn } from '../../ui/DataRow.tsx'
import { focusRow } from '../../ui/DataTable.tsx'
import { Reference } from '../../ui/Figures.tsx'
import { Foreign } from '../../ui/Foreign.tsx'
import { MaskedAccount } from '../../ui/MaskedAccount.tsx'
import { PracticeNumbers } from '../../core/PracticeNumbers.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SplitView } from '../../ui/SplitView.tsx'
import { cx } from '../../ui/cx.ts'
import { useApp } from '../../core/context.tsx'
import type { TerminalTask as Task } from '../../core/terminalTypes.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { strings } from '../../strings/strings.ts'
import { isOwnTerminal, terminalState, terminalWarnings } from './terminalWords.ts'
import { Payouts } from './Payouts.tsx'
import screen from '../../ui/Screen.module.css'
import styles from './Terminal.module.css'
import { TerminalDetail } from './TerminalDetail.tsx'
import {
  ReadTerminals,
  TerminalFoot,
  TerminalNotices,
  TerminalSearch,
  TerminalTable,
} from './TerminalList.tsx'
import { TerminalTask } from './forms/TerminalTask.tsx'
import { useOpenTerminal, useTerminal } from '../../core/useTerminal.ts'
import { type Fact, Facts } from '../../ui/Facts.tsx'
import type { CallError } from '../../../shared/callError.ts'
import type { PayoutChange } from '../../../shared/payout.ts'
import { momentText } from '../../ui/format/time.ts'
import { payoutChangeOf } from '../../core/payoutWords.ts'
import { problemText } from '../../core/problems.ts'
import { SaidDialog } from './forms/SaidDialog.tsx'

const words = lazyStrings.terminal

/** This counter's terminal and all others of the merchants; or, in their place, the agent's work on one of them. */
export function Terminal() {
  const task = useApp((state) => state.terminalTask)
  useFocusAfter(task)
  return (
    <>
      {task === null ? <Terminals /> : <TerminalTask />}
      <PayoutDialog />
    </>
  )
}

/** Back in the list the focus is where it was; after an edit the open details take it. */
function useFocusAfter(task: Task | null): void {
  const before = useRef(task)
  useEffect(() => {
    const ended = before.current
    before.current = task
    if (task === null && ended !== null && ended.kind !== 'edit') focusRow(ended.kind)
  }, [task])
}

function Terminals() {
  const openTerminal = useApp((state) => state.openTerminal)
  const open = useOpenTerminal()
  const list = useApp((state) => state.terminals)
  /** The row, or the button, that the details were opened from. */
  const [opener, setOpener] = useState('')
  const show = (terminal: TerminalView, from: string): void => {
    setOpener(from)
    openTerminal(terminal.recordId)
  }
  const close = (): void => {
    openTerminal(null)
    focusRow(opener)
  }
  return (
    <SplitView pane={open === undefined ? null : <TerminalDetail terminal={open} onClose={close} />}>
      <div className={cx(screen.head)}>
        <h1>{words.title}</h1>
        <Tasks />
      </div>
      <OpenChanges />
      <Payouts />
      <OwnTerminal onOpen={show} />
      <div className={cx(screen.head)}>
        <h2>{words.all}</h2>
        <TerminalSearch />
        <ReadTerminals />
      </div>
      <TerminalNotices />
      <TerminalTable
        columns={columnsOf((terminal) => isOwnTerminal(terminal, list))}
        openId={open?.recordId ?? null}
        onOpen={(terminal) => show(terminal, terminal.recordId)}
      />
      <TerminalFoot />
    </SplitView>
  )
}

/** What had no clear answer must not be forgotten, nor asked for a second time. */
function OpenChanges() {
  const openCount = useApp((state) => state.terminalWork.changes.openCount)
  // What is told of a change on the page is not counted there.
  const openShown = useApp((state) => state.terminalWork.changes.rows.filter(({ isOpen }) => isOpen).length)
  const readChanges = useApp((state) => state.readChanges)
  const openTerminalTask = useApp((state) => state.openTerminalTask)
  useEffect(() => void readChanges(0), [readChanges, openShown])
  if (openCount === 0) return null
  return (
    <Notice
      tone="warning"
      role="status"
      action={<Button onPress={() => void openTerminalTask({ kind: 'changes' })}>{words.showChanges}</Button>}
    >
      {words.openChanges(openCount)}
    </Notice>
  )
}

/** Everybody sees them; main asks for a manager where one is needed. */
function Tasks() {
  const openTerminalTask = useApp((state) => state.openTerminalTask)
  return (
    <div className={cx(styles.tasks)}>
      <PracticeNumbers />
      <Button data-key="changes" onPress={() => void openTerminalTask({ kind: 'changes' })}>
        {words.changes}
      </Button>
      <Button data-key="register" onPress={() => void openTerminalTask({ kind: 'register' })}>
        {words.register}
      </Button>
    </div>
  )
}

function columnsOf(isOwn: (terminal: TerminalView) => boolean): readonly DataColumn<TerminalView>[] {
  return [
    {
      id: 'terminal',
      title: strings.columns.terminal,
      isRowHeader: true,
      cell: ({ terminalId }) => <Reference value={terminalId} />,
    },
    {
      id: 'name',
      title: words.accountName,
      cell: (terminal) => (
        <>
          <Foreign text={terminal.accountName} isInRow />
          {isOwn(terminal) && <strong className={cx(styles.mark)}>{words.chosen}</strong>}
        </>
      ),
    },
    {
      id: 'merchant',
      title: words.merchant,
      drops: 'second',
      cell: ({ merchantId }) => <Foreign text={merchantId} />,
    },
    {
      id: 'account',
      title: words.account,
      drops: 'third',
      cell: ({ accountEnding }) => <MaskedAccount ending={accountEnding} />,
    },
    // What speaks against a terminal stands in its row at every width.
    { id: 'state', title: words.state, cell: (terminal) => <State terminal={terminal} /> },
    {
      id: 'serial',
      title: words.serial,
      drops: 'first',
      cell: ({ serialNumber }) =>
        serialNumber === '' ? (
          <span className={cx(screen.muted)}>{words.serialEmpty}</span>
        ) : (
          <Reference value={serialNumber} />
        ),
    },
  ]
}

function State({ terminal }: { terminal: TerminalView }) {
  const isWarning = terminalWarnings(terminal).length > 0
  return <span className={cx(styles.state, isWarning && styles.bad)}>{terminalState(terminal)}</span>
}

const KEY = 'own'

interface OwnTerminalProps {
  /** @param from the key of the element that it was opened from */
  readonly onOpen: (terminal: TerminalView, from: string) => void
}

/** This counter's own terminal, above the list and independent of its search. */
function OwnTerminal({ onOpen }: OwnTerminalProps) {
  const show = useApp((state) => state.show)
  const { isKnown, terminalId, terminal } = useTerminal()
  if (!isKnown) return null
  return (
    <section className={cx(styles.own)} aria-label={words.title}>
      {terminalId === null && (
        <>
          <p>{words.none}</p>
          <Button onPress={() => show('sale')}>{words.chooseTitle}</Button>
        </>
      )}
      {terminalId !== null && terminal === undefined && (
        <>
          <Facts facts={[idOf(terminalId)]} label={words.own} />
          <p>{words.detailsUnknown}</p>
        </>
      )}
      {terminal !== undefined && (
        <>
          <Facts facts={factsOf(terminal)} label={words.own} />
          <Button data-key={KEY} onPress={() => onOpen(terminal, KEY)}>
            {words.showDetails}
          </Button>
          <Warnings terminal={terminal} />
        </>
      )}
    </section>
  )
}

function Warnings({ terminal }: { terminal: TerminalView }) {
  const warnings = terminalWarnings(terminal)
  if (warnings.length === 0) return null
  return (
    <Notice tone="warning">
      {warnings.map(({ sentence }) => sentence).join(' ')} {words.goOn}
    </Notice>
  )
}

function idOf(terminalId: string): Fact {
  return { label: words.chosen, value: <Reference value={terminalId} /> }
}

/** Above the list, which they must not push away: the details have the whole of a long text. */
function factsOf(terminal: TerminalView): readonly Fact[] {
  const { merchantId, accountName, accountEnding, serialNumber } = terminal
  return [
    idOf(terminal.terminalId),
    { label: words.accountName, value: <Foreign text={accountName} isInRow /> },
    { label: words.merchant, value: <Foreign text={merchantId} isInRow /> },
    { label: words.account, value: <MaskedAccount ending={accountEnding} /> },
    {
      label: words.serial,
      value: serialNumber === '' ? words.serialEmpty : <Reference value={serialNumber} />,
    },
    { label: words.state, value: terminalState(terminal) },
    { label: words.fee, value: words.percent(terminal.feePercentage) },
  ]
}

const payoutWords = lazyStrings.payoutDialog

/** A manager looks at what others have changed, and says that it is right, or leaves it open. */
function PayoutDialog() {
  const terminalId = useApp((state) => state.terminalWork.payout.terminalId)
  const change = useApp(({ terminals }) => payoutChangeOf(terminals, terminalId))
  return terminalId === null || change === null ? null : <Question terminalId={terminalId} change={change} />
}

function Question({ terminalId, change }: { terminalId: string; change: PayoutChange }) {
  const { isBusy, problem } = useApp((state) => state.terminalWork.payout)
  const openPayout = useApp((state) => state.openPayout)
  const acknowledgePayout = useApp((state) => state.acknowledgePayout)
  return (
    <SaidDialog
      title={payoutWords.title(terminalId)}
      words={{ ...payoutWords, save: payoutWords.accept }}
      isBusy={isBusy}
      problem={problem === null ? null : answerText(problem)}
      isLeaveFirst
      onClose={() => openPayout(null)}
      onSay={(said) => void acknowledgePayout({ ...said, seen: change.version })}
    >
      <p>{payoutWords.guide}</p>
      <PayoutFacts change={change} />
    </SaidDialog>
  )
}

/** What was and what is, with the last digits of accounts, and since when. */
function PayoutFacts({ change }: { change: PayoutChange }) {
  return <Facts facts={payoutFactsOf(change)} label={payoutWords.facts} />
}

function payoutFactsOf(change: PayoutChange): readonly Fact[] {
  const { account, merchant, isActive, isReceivingPayment, firstSeenAtMs, shownBy, isBack } = change
  const masked = (ending: string): string =>
    ending === '' ? strings.detail.notGiven : strings.detail.accountMasked(ending)
  const yesNo = (value: boolean): string => (value ? payoutWords.yes : payoutWords.no)
  const pair = <Value,>(
    label: string,
    value: { readonly from: Value; readonly to: Value } | null,
    text: (one: Value) => string,
  ): readonly Fact[] =>
    value === null ? [] : [{ label, value: payoutWords.fromTo(text(value.from), text(value.to)) }]
  return [
    ...pair(payoutWords.account, account, masked),
    ...pair(payoutWords.merchant, merchant, (text) => text),
    ...pair(payoutWords.status, isActive, yesNo),
    ...pair(payoutWords.receiving, isReceivingPayment, yesNo),
    { label: payoutWords.firstSeen, value: payoutWords.seenAt(momentText(firstSeenAtMs)) },
    { label: payoutWords.shownBy, value: payoutWords[shownBy] },
    ...(isBack ? [{ label: strings.payout.now, value: strings.payout.isBack }] : []),
  ]
}

function answerText(error: CallError): string {
  switch (error.code) {
    case 'changedMeanwhile':
      return payoutWords.changed
    case 'notFound':
      return payoutWords.gone
    case 'notSaved':
    case 'readOnly':
      return payoutWords.notSaved
    case 'needsManager':
      return payoutWords.forManager
    default:
      return problemText(error)
  }
}
