import type { Clock } from '../../ports.ts'
import { passedMs, type Instant } from '../../instant.ts'

/** Attempts, by a key, about which the bank answered recently. Answers too old to count are dropped. */
export interface RecentAnswers {
  /** @param at when it was answered: the time taken to believe it makes it no younger */
  note(attempt: string, at: Instant): void
  has(attempt: string): boolean
  /** When it was answered; null where that is too old, or was not. */
  at(attempt: string): Instant | null
  count(): number
  forget(): void
}

export function createRecentAnswers(clock: Clock, countsForMs: number): RecentAnswers {
  const answered = new Map<string, Instant>()
  const isOver = (at: Instant): boolean => passedMs(clock, at) >= countsForMs
  function at(attempt: string): Instant | null {
    const found = answered.get(attempt)
    return found === undefined || isOver(found) ? null : found
  }
  return {
    note: (attempt, when) => {
      for (const [other, since] of answered) if (isOver(since)) answered.delete(other)
      answered.set(attempt, when)
    },
    has: (attempt) => at(attempt) !== null,
    at,
    count: () => answered.size,
    forget: () => answered.clear(),
  }
}
