import type { Chance } from '../../sandbox/random.ts'
import type { Orders, SaleToRecord } from './orders.ts'
import type { SalesFile } from './salesFileStore.ts'

/** The shop's program over all lives of a file: what it has handed over, and what it was told. */
export interface Shop {
  /** The sales of a life: those without an answer again, some with one, and new ones. */
  next(sales: readonly SaleToRecord[]): readonly SaleToRecord[]
  orders(): Pick<Orders, 'isIntake' | 'clockAheadMs'>
  answered(told: { readonly transactionId: string; readonly key?: string }): void
  /** Keys that were never told what became of them. */
  unanswered(): readonly string[]
  /** Keys that became two sales, and sales that no key became. */
  doubled(file: Pick<SalesFile, 'sales' | 'handovers'>): readonly string[]
}

const DAYS_ON_MS = 400 * 24 * 60 * 60_000

/** @param isIntake false: nothing changes, and a person types the sales */
export function createShop(chance: Chance, isIntake: boolean): Shop {
  let count = 0
  let clockAheadMs = 0
  const all: SaleToRecord[] = []
  const told = new Map<string, Set<string>>()

  return {
    next: (sales) => {
      if (!isIntake) return sales
      if (all.length > 0 && chance.whole(4) === 0) clockAheadMs += DAYS_ON_MS
      const again = all.filter(({ key = '' }) => !told.has(key) || chance.whole(3) === 0)
      const added = sales.map((sale) => {
        count += 1
        return { ...sale, key: `order-${count}`, soldAtMs: Date.now() + clockAheadMs }
      })
      all.push(...added)
      return [...again, ...added]
    },
    orders: () => (isIntake ? { isIntake, clockAheadMs } : {}),
    answered: ({ key, transactionId }) => {
      if (key === undefined) return
      told.set(key, (told.get(key) ?? new Set()).add(transactionId))
    },
    unanswered: () => all.flatMap(({ key = '' }) => (told.has(key) ? [] : [key])),
    doubled: ({ sales, handovers }) => {
      if (!isIntake) return []
      const references = handovers.flatMap(({ reference }) => reference ?? [])
      return [
        ...[...told].filter(([, names]) => names.size > 1).map(([key]) => `${key} was told two sales`),
        ...sales
          .filter(({ transactionId }) => !references.includes(transactionId))
          .map(({ transactionId }) => `${transactionId} came of no key`),
        ...references
          .filter((reference, place) => references.indexOf(reference) !== place)
          .map((reference) => `${reference} came of two keys`),
      ]
    },
  }
}
