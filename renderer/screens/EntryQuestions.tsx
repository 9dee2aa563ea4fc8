import { parseAmount } from '../../shared/money.ts'
import type { SaleView } from '../../shared/sale.ts'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { ageText } from '../format/time.ts'
import { useApp } from '../state/context.tsx'
import { entryAmountText } from '../state/entrySlice.ts'
import type { AppState } from '../state/types.ts'
import { strings } from '../strings.ts'

/** The questions that main puts before it records a sale. The safe answer has the focus, and Esc gives it. */
export function EntryQuestions() {
  const question = useApp((state) => state.entry.question)
  const amount = useApp((state) => entryAmountText(state.entry.draft))
  const answerQuestion = useApp((state) => state.answerQuestion)
  const earlier = useApp(earlierSale)
  const nowMs = useApp((state) => state.nowMs)
  const words = strings.sale
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
          actions={<Answers yes={words.secondYes} no={words.no} onYes={yes} onNo={no} />}
        >
          <p>
            {earlier === undefined
              ? words.secondBodyUnknown(amount)
              : words.secondBody(amount, strings.age.ago(ageText(earlier.recordedAtMs, nowMs)))}
          </p>
        </Dialog>
      )
    case 'notSaved':
      return (
        <Dialog
          title={words.notSavedTitle}
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
}

function Answers({ yes, no, onYes, onNo }: AnswersProps) {
  return (
    <>
      <Button onPress={onYes}>{yes}</Button>
      <Button look="primary" autoFocus onPress={onNo}>
        {no}
      </Button>
    </>
  )
}

/** The newest known sale of the same amount. */
function earlierSale({ sales, entry }: AppState): SaleView | undefined {
  if (entry.question !== 'secondSale') return undefined
  const amount = parseAmount(entry.draft.amountText)
  if (!amount.ok) return undefined
  let newest: SaleView | undefined
  for (const { sale } of Object.values(sales)) {
    if (sale.amountKobo !== amount.value || sale.state === 'cancelled') continue
    if (newest === undefined || sale.sequence > newest.sequence) newest = sale
  }
  return newest
}
