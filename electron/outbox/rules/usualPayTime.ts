/** Fewer payments than this say nothing about the next one. */
const PAYMENTS_MIN = 5
/** The share of the sales that were paid within the time. */
const SHARE = 0.9

/**
 * Within which time the bank paid nine of ten recent sales, ms; null if that is not known.
 * @param paidAfterMs from acceptance until this computer saw the payment, of each recent paid sale
 * @param unpaidSinceMs how many recent sales have been unpaid for longer than a time: they count as slower
 */
export function usualPayTime(
  paidAfterMs: readonly number[],
  unpaidSinceMs: (limitMs: number) => number,
): number | null {
  if (paidAfterMs.length < PAYMENTS_MIN) return null
  const sorted = paidAfterMs.toSorted((a, b) => a - b)
  const unpaid = unpaidSinceMs(quantile(sorted, sorted.length) ?? 0)
  return quantile(sorted, sorted.length + unpaid)
}

/** The nearest rank among `count` values, of which those beyond the sorted ones are endless. */
function quantile(sorted: readonly number[], count: number): number | null {
  return sorted[Math.ceil(SHARE * count) - 1] ?? null
}
