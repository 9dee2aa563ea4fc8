import { formatServiceTime, parseServiceTime } from '../../../shared/serviceTime.ts'
import type { SaleView } from '../../../shared/sale.ts'
import type { AppState } from '../../core/types.ts'
import { strings } from '../../strings/strings.ts'
import { rowTimeText } from '../../ui/format/time.ts'
import { type FactMark, marksOf } from '../sales/facts.ts'
import type { LookKind } from '../sales/saleWords.ts'

const words = strings.lastSale

export interface SaleStep {
  readonly name: 'saved' | 'accepted' | 'paid'
  readonly label: string
  readonly mark: FactMark
  /** When it was reached, or what is known instead. */
  readonly text: string
  /** Whose clock the text is by, if not this computer's. */
  readonly clock: string
}

/** Saved, accepted, paid: each with its own time, and only where it is known. */
export function stepsOf(sale: SaleView, nowMs: number): readonly SaleStep[] {
  const [saved, accepted, paid] = marksOf(sale)
  const acceptedAt = sale.acceptedAtMs === null ? '' : rowTimeText(sale.acceptedAtMs, nowMs)
  return [
    {
      name: 'saved',
      label: words.saved,
      mark: saved,
      text: rowTimeText(sale.recordedAtMs, nowMs),
      clock: '',
    },
    {
      name: 'accepted',
      label: words.accepted,
      mark: accepted,
      text: accepted === 'done' ? acceptedAt : words[accepted],
      clock: '',
    },
    {
      name: 'paid',
      label: words.paid,
      mark: paid,
      text: paid === 'done' ? (paidText(sale) ?? '') : paid === 'awaited' ? words.awaitedPaid : words[paid],
      clock: paid === 'done' ? words.bankClock : '',
    },
  ]
}

/** What is true and what to do, in a sentence or two; empty where it goes on by itself. */
export function nextText(sale: SaleView, kind: LookKind): string {
  return kind === 'checking' && sale.bankMessage !== null ? words.saidNo : words.next[kind]
}

/** The bank's time of the payment, as given; null where there is none. */
export function paidText({ datePaid }: SaleView): string | null {
  const time = parseServiceTime(datePaid ?? '')
  return time === undefined ? null : formatServiceTime(time)
}

/** The number on the customer's own slip, under the name that the profile gives it; null for a reference made here. */
export function slipText(
  { isMade, transactionId }: Pick<SaleView, 'isMade' | 'transactionId'>,
  { app }: Pick<AppState, 'app'>,
): string | null {
  if (isMade) return null
  return strings.counterView.slip(app?.slipLabel ?? strings.columns.reference, transactionId)
}
