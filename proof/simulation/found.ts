import type { Chance } from './chance.ts'

/** Small batches, so that much can happen while an answer is processed. */
export const RECORDS_AT_ONCE_MAX = 2
/** A person's search is processed beside the worker, so it takes time there. */
const TURN_MS_MAX = 2_000

export function foundTurn(chance: Chance): { readonly afterMs: number; readonly later: () => undefined } {
  return { afterMs: chance.between(0, TURN_MS_MAX), later: () => undefined }
}
