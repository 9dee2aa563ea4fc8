import type { UnreadRows } from '../../shared/session.ts'
import type { UnreadableRow } from './rows.ts'

/** A service that writes each row in a way of its own must not fill the memory. */
const KINDS_MAX = 10

/** Counts the rows that could not be read, for support: by list, field and way of writing. A row that is read twice counts twice. */
export function createUnreadCounts() {
  const kinds = new Map<string, UnreadRows>()
  return {
    add: (list: UnreadRows['list'], rows: readonly UnreadableRow[]): void => {
      for (const { field, problem, shape } of rows) {
        const key = JSON.stringify([list, field, problem, shape])
        const count = (kinds.get(key)?.count ?? 0) + 1
        kinds.delete(key)
        kinds.set(key, { list, field, problem, shape, count })
        const [oldest] = kinds.keys()
        if (kinds.size > KINDS_MAX && oldest !== undefined) kinds.delete(oldest)
      }
    },
    all: (): readonly UnreadRows[] => [...kinds.values()],
  }
}
