import type { Goal, Pair } from './stats.ts'

/** One promise about speed, size or number: a ratio to a limit that is measured in the same run. */
export interface Bar extends Goal {
  readonly name: string
  /** A description of the limit. */
  readonly limit: string
  /** The unit of both sides. */
  readonly unit: string
  /** Takes long, so it runs only when it is named. */
  readonly isOnlyByName?: boolean
  /** @param say prints progress */
  readonly measure: (say: (text: string) => void) => Promise<Measured>
}

export type Measured =
  | { readonly kind: 'pairs'; readonly pairs: readonly Pair[] }
  /** It cannot be measured on this machine, so its must counts as missed. */
  | { readonly kind: 'notMeasured'; readonly why: string }

export const pairsOf = (pairs: readonly Pair[]): Measured => ({ kind: 'pairs', pairs })

/** For bars that are measured together: the first one that asks measures for all. */
export function once<Value>(
  measure: (say: (text: string) => void) => Promise<Value>,
): (say: (text: string) => void) => Promise<Value> {
  let measured: Promise<Value> | null = null
  return (say) => (measured ??= measure(say))
}
