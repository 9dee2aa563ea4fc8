/** The pure part of the bench: percentiles, pairs measured in turn, and the verdict on a ratio. */

/** The values that one round measured on both sides, in the same unit. */
export interface Pair {
  readonly limit: number
  readonly ours: number
}

/** `atMost`: less is better, and the bar is the highest ratio. `atLeast`: more is better, and it is the lowest. */
export type Direction = 'atMost' | 'atLeast'

export type Verdict = 'aim' | 'must' | 'MISSED' | 'not measured'

export interface Goal {
  readonly direction: Direction
  /** The ratio that the bar requires. */
  readonly must: number
  /** The ratio that is worth working for. */
  readonly aim: number
}

/** One bar over all its rounds. */
export interface Summary {
  readonly limit: number
  readonly ours: number
  readonly ratio: number
  readonly p10: number
  readonly p90: number
}

/**
 * The value below which a share of the values is, interpolated between neighbours.
 * @param share from 0 to 1
 * @throws where there is no value, or one that is no number
 */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0 || values.some((value) => !Number.isFinite(value)))
    throw new Error('a percentile needs values, and numbers only')
  const sorted = values.toSorted((left, right) => left - right)
  const place = share * (sorted.length - 1)
  const below = sorted[Math.floor(place)] ?? 0
  const above = sorted[Math.ceil(place)] ?? 0
  return below + (above - below) * (place - Math.floor(place))
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/**
 * The ratio of a bar is the median of the ratios of its rounds: both sides of a round ran at the same time, so that
 * other load on the machine affects both.
 * @throws where there is no round, or a limit that is not above zero
 */
export function summarise(pairs: readonly Pair[]): Summary {
  if (pairs.some(({ limit }) => limit <= 0)) throw new Error('a limit must be above zero')
  const ratios = pairs.map(({ limit, ours }) => ours / limit)
  return {
    limit: median(pairs.map(({ limit }) => limit)),
    ours: median(pairs.map(({ ours }) => ours)),
    ratio: median(ratios),
    p10: percentile(ratios, 0.1),
    p90: percentile(ratios, 0.9),
  }
}

/** Whether a ratio meets its bar; an unmeasured one does not. */
export function verdictOf({ direction, must, aim }: Goal, ratio: number | null): Verdict {
  if (ratio === null) return 'not measured'
  const keeps = (bar: number): boolean => (direction === 'atMost' ? ratio <= bar : ratio >= bar)
  if (!keeps(must)) return 'MISSED'
  return keeps(aim) ? 'aim' : 'must'
}

export interface Rounds {
  readonly rounds: number
  /** Tries of each side within a round; its value is their median, … */
  readonly tries: number
  /** … or their mean, for values that come in steps: the median of few jumps from step to step. */
  readonly isMean?: true
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * Measures two sides alternately, one try each. Which side goes first changes with every try, so that neither always
 * runs after the other.
 */
export async function inTurn(
  sides: { readonly limit: () => Promise<number> | number; readonly ours: () => Promise<number> | number },
  { rounds, tries, isMean }: Rounds,
): Promise<readonly Pair[]> {
  const pairs: Pair[] = []
  const middle = isMean === true ? mean : median
  for (let round = 0; round < rounds; round += 1) {
    const limit: number[] = []
    const ours: number[] = []
    for (let each = 0; each < tries; each += 1) {
      const isLimitFirst = (round + each) % 2 === 0
      if (isLimitFirst) limit.push(await sides.limit())
      ours.push(await sides.ours())
      if (!isLimitFirst) limit.push(await sides.limit())
    }
    pairs.push({ limit: middle(limit), ours: middle(ours) })
  }
  return pairs
}
