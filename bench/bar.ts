import type { Goal, Pair } from './stats.ts'

/** One promise about speed, size or number: a ratio to a limit that is measured beside it. */
export interface Bar extends Goal {
  readonly name: string
  /** What it is held against, in words. */
  readonly limit: string
  /** Of both sides. */
  readonly unit: string
  /** Takes long, and runs only where it is asked for by name. */
  readonly isOnlyByName?: boolean
  /** @param say tells the person who waits what is being done */
  readonly measure: (say: (text: string) => void) => Promise<Measured>
}

export type Measured =
  | { readonly kind: 'pairs'; readonly pairs: readonly Pair[] }
  /** It cannot be measured on this machine, so its must counts as not met. */
  | { readonly kind: 'notMeasured'; readonly why: string }

export const pairsOf = (pairs: readonly Pair[]): Measured => ({ kind: 'pairs', pairs })

/** For bars that are measured in one go: the first one that asks measures for all. */
export function once<Value>(
  measure: (say: (text: string) => void) => Promise<Value>,
): (say: (text: string) => void) => Promise<Value> {
  let measured: Promise<Value> | null = null
  return (say) => (measured ??= measure(say))
}
