import { createDecimalSum, subtractDecimal } from '../../../shared/money.ts'

/** Of the record by which a sale is accepted, decimal naira: what was settled, and of which amount. */
export interface SettledOf {
  readonly settled: string | null
  readonly accepted: string | null
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
  add({ settled, accepted }: SettledOf, sign: 1 | -1 = 1): void {
    this.count += sign
    if (settled === null || accepted === null) {
      this.#unsaid += sign
      return
    }
    this.#settled.add(sign === 1 ? settled : `-${settled}`)
    this.#accepted.add(sign === 1 ? accepted : `-${accepted}`)
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
