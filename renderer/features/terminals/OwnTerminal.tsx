import type { TerminalView } from '../../../shared/terminal.ts'
import { Button } from '../../ui/Button.tsx'
import { type Fact, Facts } from '../../ui/Facts.tsx'
import { Reference } from '../../ui/Figures.tsx'
import { Foreign } from '../../ui/Foreign.tsx'
import { MaskedAccount } from '../../ui/MaskedAccount.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { cx } from '../../ui/cx.ts'
import { useApp } from '../../core/context.tsx'
import { laterStrings } from '../../strings/laterStrings.ts'
import { terminalState, terminalWarnings } from './terminalWords.ts'
import styles from './Terminal.module.css'
import { useTerminal } from '../../core/useTerminal.ts'

const words = laterStrings.terminal
const KEY = 'own'

interface OwnTerminalProps {
  /** @param from the key of the element that it was opened from */
  readonly onOpen: (terminal: TerminalView, from: string) => void
}

/** This counter's own terminal, above the list and independent of its search. */
export function OwnTerminal({ onOpen }: OwnTerminalProps) {
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
