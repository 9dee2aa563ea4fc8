import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Reference } from '../../ui/Figures.tsx'
import { formatKobo } from '../../ui/format/money.ts'
import { rowTimeText } from '../../ui/format/time.ts'
import { useApp } from '../../core/context.tsx'
import { entryAmountText } from './entryState.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { strings } from '../../strings/strings.ts'
import { earlierText } from './earlierSale.ts'
import { quoted } from '../../../shared/plainText.ts'
import { cx } from '../../ui/cx.ts'
import styles from './EntryQuestions.module.css'

/** The questions before a sale is recorded. The safe answer has the focus, and Esc gives it. */
export function EntryQuestions() {
  const question = useApp((state) => state.entry.question)
  const amount = useApp((state) => entryAmountText(state.entry.draft))
  const answerQuestion = useApp((state) => state.answerQuestion)
  const corrects = useApp((state) => state.entry.corrects)
  const words = lazyStrings.saleQuestions
  const no = (): void => void answerQuestion(false)
  const yes = (): void => void answerQuestion(true)
  switch (question) {
    case null:
      return null
    case 'largeAmount':
      return (
        <Dialog
          title={words.confirmAmountTitle(amount)}
          onClose={no}
          actions={<Answers yes={words.confirmAmountYes} no={words.no} onYes={yes} onNo={no} />}
        >
          <p>{words.confirmAmountBody}</p>
        </Dialog>
      )
    case 'secondSale':
      return (
        <Dialog
          title={words.secondTitle}
          onClose={no}
          actions={
            <Answers yes={words.secondYes} no={words.no} onYes={yes} onNo={no}>
              <ShowEarlier />
            </Answers>
          }
        >
          <EarlierSale amount={amount} />
        </Dialog>
      )
    case 'removedSlip':
      return (
        <Dialog
          title={corrects === null ? lazyStrings.removedSlip.title : lazyStrings.removedSlip.correctedTitle}
          onClose={no}
          actions={
            <Answers
              yes={corrects === null ? lazyStrings.removedSlip.yes : lazyStrings.removedSlip.correctedYes}
              no={words.no}
              onYes={yes}
              onNo={no}
            >
              <ShowEarlier />
            </Answers>
          }
        >
          <RemovedSlip />
        </Dialog>
      )
    case 'alikeSlip':
      return (
        <Dialog
          title={lazyStrings.alikeSlip.title}
          onClose={no}
          actions={
            <Answers yes={lazyStrings.removedSlip.yes} no={words.no} onYes={yes} onNo={no}>
              <ShowEarlier />
            </Answers>
          }
        >
          <AlikeSlip />
        </Dialog>
      )
    case 'unchanged':
      return (
        <Dialog
          title={lazyStrings.unchanged.title}
          onClose={no}
          actions={<Answers yes={lazyStrings.unchanged.yes} no={words.backToEntry} onYes={yes} onNo={no} />}
        >
          <p>{lazyStrings.unchanged.body(amount, corrects ?? '')}</p>
        </Dialog>
      )
    case 'notSaved':
      return (
        <Dialog
          title={strings.sale.notSavedTitle}
          onClose={no}
          actions={<Answers yes={words.tryAgain} no={words.backToEntry} onYes={yes} onNo={no} />}
        >
          <p>{words.notSavedBody}</p>
        </Dialog>
      )
  }
}

interface AnswersProps {
  readonly yes: string
  readonly no: string
  readonly onYes: () => void
  readonly onNo: () => void
  /** What the person may look at before the answer. */
  readonly children?: ReactNode
}

function Answers({ yes, no, onYes, onNo, children }: AnswersProps) {
  return (
    <>
      {children}
      <Button onPress={onYes}>{yes}</Button>
      <Button look="primary" autoFocus onPress={onNo}>
        {no}
      </Button>
    </>
  )
}

/** The sale that main found to be possibly the same as the new one. */
function EarlierSale({ amount }: { amount: string }) {
  const { earlierId, otherCount } = useApp((state) => state.entry)
  const sale = useApp(({ sales }) => (earlierId === null ? undefined : sales[earlierId]?.sale))
  const nowMs = useApp((state) => state.nowMs)
  if (sale === undefined) return <p>{lazyStrings.saleQuestions.secondBodyUnknown(amount)}</p>
  return (
    <>
      {earlierText(sale, otherCount, nowMs).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p>
        {strings.columns.reference} <Reference value={sale.transactionId} />
      </p>
    </>
  )
}

/** The removed sale that main named. */
function RemovedSlip() {
  const { earlierId } = useApp((state) => state.entry)
  const sale = useApp(({ sales }) => (earlierId === null ? undefined : sales[earlierId]?.sale))
  const nowMs = useApp((state) => state.nowMs)
  const { body, unknown, manager } = lazyStrings.removedSlip
  return (
    <>
      <p>
        {sale === undefined
          ? unknown
          : body(formatKobo(sale.amountKobo), rowTimeText(sale.recordedAtMs, nowMs))}
      </p>
      {sale !== undefined && (
        <p>
          {strings.columns.reference} <Reference value={sale.transactionId} />
        </p>
      )}
      <p>{manager}</p>
    </>
  )
}

/** Both references, one under the other and letter by letter: the groups of other places would hide the difference. */
function AlikeSlip() {
  const { earlierId, draft } = useApp((state) => state.entry)
  const sale = useApp(({ sales }) => (earlierId === null ? undefined : sales[earlierId]?.sale))
  const nowMs = useApp((state) => state.nowMs)
  const { typed, earlier, body } = lazyStrings.alikeSlip
  return (
    <>
      {sale !== undefined && (
        <p>{body(formatKobo(sale.amountKobo), rowTimeText(sale.recordedAtMs, nowMs))}</p>
      )}
      <p>
        {earlier} <bdi className={cx(styles.verbatim)}>{quoted(earlierId ?? '')}</bdi>
      </p>
      <p>
        {typed} <bdi className={cx(styles.verbatim)}>{quoted(draft.transactionId.trim())}</bdi>
      </p>
      <p>{lazyStrings.removedSlip.manager}</p>
    </>
  )
}

function ShowEarlier() {
  const showEarlier = useApp((state) => state.showEarlier)
  const isKnown = useApp((state) => state.entry.earlierId !== null)
  return isKnown && <Button onPress={showEarlier}>{strings.earlier.show}</Button>
}
