import { assertNever } from '../../../shared/result.ts'
import type { SaleView } from '../../../shared/sale.ts'
import { formatKobo } from '../../ui/format/money.ts'
import { ageText, rowTimeText } from '../../ui/format/time.ts'
import { strings } from '../../strings/strings.ts'
import { chipFor, isUnclear } from '../sales/saleWords.ts'

const words = strings.earlier

/**
 * Describes the sale that may be the same as the new one, and what follows from its state.
 * @param otherCount how many more of this amount are open
 */
export function earlierText(sale: SaleView, otherCount: number, nowMs: number): readonly string[] {
  const amount = formatKobo(sale.amountKobo)
  const said = openText(sale, amount, rowTimeText(sale.recordedAtMs, nowMs))
  if (said === null) {
    return [strings.sale.secondBody(amount, strings.age.ago(ageText(sale.recordedAtMs, nowMs)))]
  }
  return [
    said,
    ...(otherCount > 0 ? [words.others(otherCount)] : []),
    sale.state === 'held' && !isUnclear(sale) ? words.ifHeld : words.ifThat,
  ]
}

/** Null where the sale is not open: then only its age matters. */
function openText(sale: SaleView, amount: string, time: string): string | null {
  const { state } = sale
  if (isUnclear(sale)) return words.unclear(amount, time)
  switch (state) {
    case 'unknown':
      return words.checking(amount, time)
    case 'review':
    case 'conflict':
      return words.help(amount, time)
    case 'sending':
      return words.sending(amount, time)
    case 'queued':
      return words.waiting(amount, time)
    case 'held':
      return words.held(amount, time)
    case 'accepted':
    case 'refused':
    case 'cancelled':
    case 'writtenOff':
      return null
    default:
      return assertNever(state, 'sale state')
  }
}

/** The text at the field for a used reference: which sale has it. */
export function usedText(sale: SaleView, nowMs: number): string {
  const time = rowTimeText(sale.recordedAtMs, nowMs)
  return words.used(formatKobo(sale.amountKobo), time, strings.chip[chipFor(sale)])
}

/**
 * What to do about a used reference. For a sale that may be at the bank it never suggests another reference: with that
 * one it would be paid twice.
 * @param sale undefined where it belongs to another sign-in, whose sales are not shown
 */
export function usedAdvice(sale: SaleView | undefined): string {
  if (sale === undefined) return words.usedElsewhere
  const { state } = sale
  switch (state) {
    case 'queued':
    case 'sending':
    case 'unknown':
    case 'review':
    case 'conflict':
      return words.usedOpen
    case 'accepted':
      return words.usedAccepted
    case 'held':
    case 'refused':
    case 'cancelled':
    case 'writtenOff':
      return words.usedOver
    default:
      return assertNever(state, 'sale state')
  }
}
