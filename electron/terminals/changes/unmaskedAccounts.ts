import type { WholeNumbers } from './rowComparison.ts'

/** The account numbers of this run's changes, as long as their client is signed in. */
export interface KeptNumbers {
  keep(changeId: string, numbers: WholeNumbers): void
  /** Null if an earlier run or another client asked, or too many came after it. */
  of(changeId: string): WholeNumbers | null
  /** Call when the session changes: another client's numbers are forgotten. */
  clientChanged(): void
}

/** Changes whose account numbers are still compared digit by digit. */
const NUMBERS_MAX = 100

export function createKeptNumbers(clientId: () => string | null): KeptNumbers {
  const numbersOf = new Map<string, WholeNumbers>()
  let owner = clientId()
  return {
    keep: (changeId, numbers) => {
      numbersOf.set(changeId, numbers)
      for (const oldest of numbersOf.keys()) {
        if (numbersOf.size <= NUMBERS_MAX) return
        numbersOf.delete(oldest)
      }
    },
    of: (changeId) => numbersOf.get(changeId) ?? null,
    clientChanged: () => {
      // A renewed token changes the session, too.
      if (clientId() === owner) return
      owner = clientId()
      numbersOf.clear()
    },
  }
}
