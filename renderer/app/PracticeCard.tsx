import { Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { PracticeCard as Card, Rehearsal } from '../../shared/practiceCard.ts'
import { nairaText } from '../../shared/money.ts'
import { useApp } from '../core/context.tsx'
import { problemText } from '../core/problems.ts'
import { lazyStrings } from '../strings/lazyStrings.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Foreign } from '../ui/Foreign.tsx'
import { formatKobo } from '../ui/format/money.ts'
import { Notice } from '../ui/Notice.tsx'
import styles from './PracticeCard.module.css'

const words = lazyStrings.practiceCard

/** Numbers of the practice bank that work, each with a button that copies it, so that practising needs no file. */
export function PracticeCard() {
  const { card, problem } = useApp((state) => state.practice)
  const openPracticeCard = useApp((state) => state.openPracticeCard)
  const [said, setSaid] = useState('')
  const close = (): void => openPracticeCard(false)
  return (
    <Dialog
      title={words.title}
      onClose={close}
      isAlert={false}
      isWide
      actions={
        <>
          <Button look="primary" autoFocus onPress={close}>
            {words.close}
          </Button>
          <p role="status" className={cx(styles.said)}>
            {said}
          </p>
        </>
      }
    >
      <p>{words.lead}</p>
      {problem !== null && (
        <Notice tone="problem" role="alert">
          {problemText(problem)}
        </Notice>
      )}
      {card === null ? problem === null && <p>{words.reading}</p> : <Numbers card={card} onSay={setSaid} />}
    </Dialog>
  )
}

interface Line {
  /** As copied. */
  readonly value: string
  readonly shown?: string
  readonly text: ReactNode
}

/** What happens on the way to the bank; the others are there, and differ. */
const IN_DELIVERY: ReadonlySet<Rehearsal> = new Set(['refused', 'answerLost', 'neverArrives'])

function Numbers({ card, onSay }: { card: Card; onSay: (said: string) => void }) {
  const owner = (name: string): ReactNode => <Foreign text={words.paysTo(name)} />
  const amounts = (isWanted: (does: Rehearsal) => boolean): readonly Line[] =>
    card.amounts
      .filter(({ does }) => isWanted(does))
      .map(({ kobo, does }) => ({ value: nairaText(kobo), shown: formatKobo(kobo), text: words.does[does] }))
  const groups: readonly (readonly [string, readonly Line[]])[] = [
    [words.amounts, amounts((does) => IN_DELIVERY.has(does))],
    [words.differing, amounts((does) => !IN_DELIVERY.has(does))],
    [
      words.accounts,
      card.accounts.map(({ number, name }) => ({
        value: number,
        text: name === null ? words.notFound : <Foreign text={name} />,
      })),
    ],
    [words.newTerminals, card.newTerminalIds.map((value) => ({ value, text: words.newTerminal }))],
    [
      words.terminals,
      card.terminals.map(({ terminalId, accountName }) => ({ value: terminalId, text: owner(accountName) })),
    ],
    [
      words.merchants,
      card.merchants.map(({ merchantId, accountName }) => ({
        value: merchantId,
        text: <Foreign text={accountName} />,
      })),
    ],
  ]
  return (
    <div className={cx(styles.groups)}>
      {groups.map(([title, lines]) => (
        <section key={title} aria-label={title} className={cx(styles.group)}>
          <h3>{title}</h3>
          {lines.length === 0 && <p className={cx(styles.text)}>{words.noNewTerminals}</p>}
          <ul>
            {lines.map((line) => (
              <li key={line.value} className={cx(styles.line)}>
                <span className={cx(styles.value)}>{line.shown ?? line.value}</span>
                <CopyValue value={line.value} onSay={onSay} />
                <span className={cx(styles.text)}>{line.text}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function CopyValue({ value, onSay }: { value: string; onSay: (said: string) => void }) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(value)
      onSay(words.copied(value))
    } catch {
      onSay(words.copyByHand(value))
    }
  }
  return (
    <Button look="quiet" aria-label={words.copy(value)} onPress={() => void copy()}>
      <Copy aria-hidden="true" size={16} />
    </Button>
  )
}
