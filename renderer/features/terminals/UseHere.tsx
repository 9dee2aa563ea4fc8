import { useState } from 'react'
import type { TerminalView } from '../../../shared/terminal.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { cx } from '../../ui/cx.ts'
import { useApp } from '../../core/context.tsx'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { isOwnTerminal, terminalWarnings } from './terminalWords.ts'
import styles from './Terminal.module.css'

const words = lazyStrings.terminal

interface UseHereProps {
  readonly terminal: Pick<
    TerminalView,
    'recordId' | 'terminalId' | 'accountName' | 'isActive' | 'isReceivingPayment'
  >
  readonly look?: 'primary'
}

/** The first choice is what the person came for; a change moves where money goes, so it is asked about. */
export function UseHere({ terminal, look }: UseHereProps) {
  const list = useApp((state) => state.terminals)
  const chooseTerminal = useApp((state) => state.chooseTerminal)
  const [isAsking, setAsking] = useState(false)
  if (isOwnTerminal(terminal, list)) return <strong className={cx(styles.chosen)}>{words.chosen}</strong>
  const choose = (): void => {
    if (list?.chosenTerminalId == null) void chooseTerminal(terminal.terminalId)
    else setAsking(true)
  }
  return (
    <>
      <Button look={look ?? 'plain'} aria-label={`${words.choose}: ${terminal.terminalId}`} onPress={choose}>
        {words.choose}
      </Button>
      {isAsking && <AskChange terminal={terminal} onClose={() => setAsking(false)} />}
    </>
  )
}

function AskChange({ terminal, onClose }: Pick<UseHereProps, 'terminal'> & { readonly onClose: () => void }) {
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
