/** Seeded randomness: the same seed and the same order of calls give the same bank, on every machine. */
export interface Chance {
  /** A whole number from 0 to `below` − 1. */
  whole(below: number): number
  pick<Item>(items: readonly [Item, ...Item[]]): Item
  /** Decimal digits, leading zeros included. */
  digits(count: number): string
  hex(count: number): string
  /** The state for {@link chanceFrom} to continue from here. */
  state(): number
}

/** Mulberry32: a 32-bit Weyl sequence with a mixing step. Small, and good enough for a practice bank. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const whole = (below: number): number => Math.floor(next() * below)
  return {
    whole,
    pick: (items) => items[whole(items.length)] ?? items[0],
    digits: (count) => Array.from({ length: count }, () => String(whole(10))).join(''),
    hex: (count) => Array.from({ length: count }, () => whole(16).toString(16)).join(''),
    state: () => state,
  }
}
