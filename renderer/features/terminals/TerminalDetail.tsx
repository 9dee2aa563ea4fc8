import type { TerminalView } from '../../../shared/terminal.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import { type Fact, Facts } from '../../ui/Facts.tsx'
import { Reference } from '../../ui/Figures.tsx'
import { Foreign } from '../../ui/Foreign.tsx'
import { MaskedAccount } from '../../ui/MaskedAccount.tsx'
import { Pane } from '../../ui/SplitView.tsx'
import { cx } from '../../ui/cx.ts'
import { bankTimeText, momentText } from '../../ui/format/time.ts'
import { useApp } from '../../core/context.tsx'
import { payoutText } from '../../core/payoutWords.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { terminalText } from './terminalWords.ts'
import styles from './Terminal.module.css'
import { UseHere } from './UseHere.tsx'

const words = lazyStrings.terminal

interface TerminalDetailProps {
  readonly terminal: TerminalView
  readonly onClose: () => void
}

/** Everything that the bank shows of a terminal. The fee is text: only the bank's back office changes it. */
export function TerminalDetail({ terminal, onClose }: TerminalDetailProps) {
  const payout = usePayout(terminal.terminalId)
  return (
    <Pane title={words.details} of={terminal.recordId} onClose={onClose}>
      <div className={cx(styles.actions)}>
        <UseHere terminal={terminal} />
        <Edit terminal={terminal} />
        <Copy terminal={terminal} />
      </div>
      <Facts facts={[...payout, ...factsOf(terminal)]} label={words.details} />
      <h3>{words.forBank}</h3>
      <Facts
        facts={[
          { label: words.recordId, value: terminal.recordId },
          { label: words.merchantRecordId, value: terminal.merchantRecordId },
        ]}
        label={words.forBank}
      />
    </Pane>
  )
}

/** What others have changed, and since when that is watched; nothing for a terminal that no counter here has used. */
function usePayout(terminalId: string): readonly Fact[] {
  const watched = useApp(({ terminals }) =>
    terminals?.payouts.terminals.find((each) => each.terminalId === terminalId),
  )
  if (watched === undefined) return []
  const { change, sinceMs } = watched
  const texts = lazyStrings.payoutWatch
  const changed =
    change === null
      ? []
      : [
          { label: texts.changed, value: <strong className={cx(styles.bad)}>{payoutText(change)}</strong> },
          { label: lazyStrings.payoutDialog.firstSeen, value: momentText(change.firstSeenAtMs) },
        ]
  return [...changed, { label: texts.since, value: momentText(sinceMs) }]
}

function factsOf(terminal: TerminalView): readonly Fact[] {
  const { accountEnding, serialNumber, isActive, isReceivingPayment } = terminal
  return [
    { label: words.id, value: <Reference value={terminal.terminalId} /> },
    { label: words.accountName, value: terminal.accountName },
    { label: words.merchant, value: <Foreign text={terminal.merchantId} /> },
    { label: words.account, value: <MaskedAccount ending={accountEnding} /> },
    { label: words.active, value: isActive ? words.activeHelp : words.inactiveHelp },
    { label: words.receiving, value: isReceivingPayment ? words.isReceiving : words.isNotReceiving },
    {
      label: words.serial,
      value: serialNumber === '' ? words.serialHelp : <Reference value={serialNumber} />,
    },
    { label: words.fee, value: words.percent(terminal.feePercentage) },
    { label: words.created, value: bankTimeText(terminal.dateCreated) },
  ]
}

function Edit({ terminal: { recordId } }: { terminal: TerminalView }) {
  const openTerminalTask = useApp((state) => state.openTerminalTask)
  const open = (isMove: boolean): void => void openTerminalTask({ kind: 'edit', recordId, isMove })
  return (
    <>
      <Button onPress={() => open(true)}>{words.move}</Button>
      <Button onPress={() => open(false)}>{words.edit}</Button>
    </>
  )
}

function Copy({ terminal }: { terminal: TerminalView }) {
  const app = useApp((state) => state.app)
  const readAtMs = useApp((state) => state.terminals?.readAtMs ?? null)
  if (app === null) return null
  return (
    <CopyText
      // What was copied is said of this terminal and no other.
      key={terminal.recordId}
      label={words.copy}
      copied={words.copied}
      text={terminalText(terminal, readAtMs, app)}
    />
  )
}
