import type { Chance } from './chance.ts'

/** Few records at once, so that much happens while an answer is gone through. */
export const RECORDS_AT_ONCE_MAX = 2
/** What a person has found is gone through beside the courier, so there it takes its time. */
const TURN_MS_MAX = 2_000

export function foundTurn(chance: Chance): { readonly afterMs: number; readonly later: () => undefined } {
  return { afterMs: chance.between(0, TURN_MS_MAX), later: () => undefined }
}
