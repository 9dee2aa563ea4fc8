import type { TerminalView } from '../../shared/terminal.ts'
import { type Fact, Facts } from '../components/Facts.tsx'
import { Reference } from '../components/Figures.tsx'
import { MaskedAccount } from '../components/MaskedAccount.tsx'
import { cx } from '../components/cx.ts'
import { bankTimeText } from '../format/time.ts'
import { strings } from '../strings.ts'
import { TerminalChoice } from './TerminalChoice.tsx'
import styles from './Terminal.module.css'
import { useTerminal } from './useTerminal.ts'

const words = strings.terminal

/** What the bank shows of this counter's terminal. The fee is text: only the bank's back office changes it. */
export function Terminal() {
  const { isKnown, terminalId, terminal } = useTerminal()
  return (
    <div className={cx(styles.screen)}>
      <section className={cx(styles.own)} aria-labelledby="terminal-title">
        <h1 id="terminal-title">{words.title}</h1>
        {isKnown && terminalId === null && <p>{words.none}</p>}
        {terminalId !== null && terminal === undefined && (
          <>
            <Facts facts={[{ label: words.id, value: <Reference value={terminalId} /> }]} />
            <p>{words.detailsUnknown}</p>
          </>
        )}
        {terminal !== undefined && <Facts facts={terminalFacts(terminal)} label={words.title} />}
      </section>
      <section className={cx(styles.all)}>
        <TerminalChoice />
      </section>
    </div>
  )
}

function terminalFacts(terminal: TerminalView): readonly Fact[] {
  return [
    { label: words.id, value: <Reference value={terminal.terminalId} /> },
    { label: words.merchant, value: <Reference value={terminal.merchantId} /> },
    { label: words.accountName, value: terminal.accountName },
    { label: words.account, value: <MaskedAccount ending={terminal.accountEnding} /> },
    { label: words.serial, value: terminal.serialNumber === '' ? words.serialEmpty : terminal.serialNumber },
    {
      label: words.status,
      value: terminal.isActive ? words.active : `${words.inactive}. ${words.inactiveHelp}`,
    },
    {
      label: words.receiving,
      value: terminal.isReceivingPayment ? words.isReceiving : words.isNotReceiving,
    },
    { label: words.fee, value: words.percent(terminal.feePercentage) },
    { label: words.created, value: bankTimeText(terminal.dateCreated) },
  ]
}
