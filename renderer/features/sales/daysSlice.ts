import { OTHER_DAYS_MAX } from '../../../shared/saleDays.ts'
import { startOfDayMs } from '../../../shared/days.ts'
import { chartDayMs } from './chartDay.ts'
import type { Actions, Deps, Get, Set } from '../../core/types.ts'

/** While sales are sent, each brings news; the sums follow them this often. */
const REST_MS = 1_000

/** The sums above the list of sales: one question at a time, and none while no one sees them. */
export function daysSlice(set: Set, get: Get, deps: Deps): Pick<Actions, 'refreshDays'> {
  let isReading = false
  let isOld = false

  async function read(): Promise<void> {
    isReading = true
    const answer = await deps.client.call('sales.days', question(get))
    set(({ saleDays }) => ({
      saleDays: answer.ok
        ? { found: answer.value, atMs: deps.nowMs(), couldNotRead: false }
        : { ...saleDays, couldNotRead: true },
    }))
    if (!isOld) {
      isReading = false
      return
    }
    deps.later(REST_MS, () => {
      isReading = false
      isOld = false
      refresh()
    })
  }

  function refresh(): void {
    if (get().screen !== 'transactions' || get().session?.status === 'signedOut') return
    if (isReading) isOld = true
    else void read()
  }

  return { refreshDays: refresh }
}

/** The days of the rows shown, whose heads have sums. */
function question(get: Get): { alsoOf: number[]; hoursOf: number } {
  const { sales, lists, query, nowMs } = get()
  const days = new globalThis.Set(
    lists.transactions.ids.flatMap((id) => startOfDayMs(sales[id]?.sale.recordedAtMs ?? nowMs)),
  )
  return { alsoOf: [...days].slice(0, OTHER_DAYS_MAX), hoursOf: chartDayMs(query.range, nowMs) }
}
