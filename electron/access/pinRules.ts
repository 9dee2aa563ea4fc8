export const FREE_TRIES = 3
const FIRST_WAIT_MS = 30_000
const WAIT_MS_MAX = 60 * 60_000

/** The delay after wrong tries in a row, from half a minute to an hour: some thirty of 10,000 PINs a day. */
export function waitAfterMs(wrongTries: number): number {
  if (wrongTries < FREE_TRIES) return 0
  return Math.min(FIRST_WAIT_MS * 2 ** Math.min(wrongTries - FREE_TRIES, 20), WAIT_MS_MAX)
}

/** The tries that lead to the longest delay: used if the count cannot be read. */
export const TRIES_OF_LONGEST_WAIT = 10
