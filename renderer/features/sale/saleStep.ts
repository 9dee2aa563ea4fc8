import { formatServiceTime, parseServiceTime } from '../../../shared/serviceTime.ts'
import type { SaleView } from '../../../shared/sale.ts'
import { strings } from '../../strings/strings.ts'
import { rowTimeText } from '../../ui/format/time.ts'
import { type FactMark, marksOf } from '../sales/facts.ts'
import { chipFor, type LookKind } from '../sales/saleWords.ts'
import { isCalm } from './calm.ts'

const words = strings.lastSale

export function lookOf(sale: SaleView, nowMs: number): LookKind {
  return isCalm(sale, nowMs) ? 'saved' : chipFor(sale)
}

export interface SaleStep {
  readonly name: 'saved' | 'accepted' | 'paid'
  readonly label: string
  readonly mark: FactMark
  /** When it was reached, or what is known instead. */
  readonly text: string
}

/** Saved, accepted, paid: each with its own time, and only where it is known. */
export function stepsOf(sale: SaleView, nowMs: number): readonly SaleStep[] {
  const [saved, accepted, paid] = marksOf(sale)
  const acceptedAt = sale.acceptedAtMs === null ? '' : rowTimeText(sale.acceptedAtMs, nowMs)
  return [
    { name: 'saved', label: words.saved, mark: saved, text: rowTimeText(sale.recordedAtMs, nowMs) },
    {
      name: 'accepted',
      label: words.accepted,
      mark: accepted,
      text: accepted === 'done' ? acceptedAt : words[accepted],
    },
    {
      name: 'paid',
      label: words.paid,
      mark: paid,
      text: paid === 'done' ? words.bankTime(paidText(sale) ?? '') : words[paid],
    },
  ]
}

/** The bank's time of the payment, as given; null where there is none. */
export function paidText({ datePaid }: SaleView): string | null {
  const time = datePaid === null ? undefined : parseServiceTime(datePaid)
  return time === undefined ? null : formatServiceTime(time)
}
