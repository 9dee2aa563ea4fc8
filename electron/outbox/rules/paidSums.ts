import { createDecimalSum, subtractDecimal } from '../../../shared/money.ts'

/** Of the record by which a sale is accepted, decimal naira: what was settled, and of which amount. */
export interface SettledOf {
  readonly settled: string | null
  readonly accepted: string | null
}

/** A JSON number would come as a float, so only texts count. */
const DECIMAL = /^[0-9]+(?:\.[0-9]+)?$/u
const ZERO = /^[0.]+$/u

const isDecimal = (text: unknown): text is string => typeof text === 'string' && DECIMAL.test(text)

/** Decimal naira; null where the bank does not say it, or gives what no payment can have: nothing, or more than was sold. */
export function feeOf({ settled, accepted }: SettledOf): string | null {
  if (!isDecimal(settled) || !isDecimal(accepted)) return null
  const fee = subtractDecimal(accepted, settled)
  return ZERO.test(settled) || fee.startsWith('-') ? null : fee
}

/**
 * Sums of paid sales. A fee is what was accepted less what was settled of it: a manager may have taken another amount
 * than was recorded here.
 */
export class PaidSums {
  count = 0
  #unsaid = 0
  readonly #settled = createDecimalSum()
  readonly #accepted = createDecimalSum()

  /** @param sign -1 takes a sale out again */
  add(sale: SettledOf, sign: 1 | -1 = 1): void {
    this.count += sign
    if (feeOf(sale) === null) {
      this.#unsaid += sign
      return
    }
    const of = (amount: string | null): string => (sign === 1 ? `${amount}` : `-${amount}`)
    this.#settled.add(of(sale.settled))
    this.#accepted.add(of(sale.accepted))
  }

  /** Null where the bank does not say it of each. */
  settled(): string | null {
    return this.#unsaid === 0 ? this.#settled.total() : null
  }

  fees(): string | null {
    return this.#unsaid === 0 ? subtractDecimal(this.#accepted.total(), this.#settled.total()) : null
  }
}

/** {@link SettledOf} as SQL. */
export const SETTLED_COLUMNS = `CASE WHEN json_valid(record_json) THEN record_json ->> '$.amountSettled' END AS settled,
  CASE WHEN json_valid(record_json) THEN record_json ->> '$.amount' END AS accepted`
