/** Seeded chance: one whole number always gives the same history, on every machine (Marsaglia's xorshift, 32 bits). */
export interface Chance {
  /** Uniform in [0, 1). */
  next(): number
  happens(probability: number): boolean
  /** A whole number from low to high, both included. */
  between(low: number, high: number): number
  pick<Value>(values: readonly Value[]): Value
}

/** One history draws from several streams, so that leaving a fault out changes no other draw. */
export const streams = { plan: 0, strikes: 0x51ed270b, world: 0x2545f491, traits: 0x1b873593 } as const

/** @param stream one of {@link streams} */
export function createChance(seed: number, stream = 0): Chance {
  let state = (mixed(seed ^ stream) ^ 0x9e3779b9) >>> 0
  if (state === 0) state = 0x9e3779b9
  const next = (): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 2 ** 32
  }
  for (let turn = 0; turn < 4; turn += 1) next()
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    happens: (probability) => next() < probability,
    between,
    pick: (values) => {
      const value = values[Math.floor(next() * values.length)]
      if (value === undefined) throw new Error('nothing to pick from')
      return value
    },
  }
}

/** Neighbouring numbers must not give similar histories (the finaliser of MurmurHash3). */
function mixed(number: number): number {
  let hash = number | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The seed of one history of a run: runs with neighbouring seeds share no history. */
export function historySeed(runSeed: number, index: number): number {
  return (mixed(runSeed ^ 0x3c6ef372) + index) >>> 0
}
