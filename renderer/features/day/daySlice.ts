import { addDays } from '../../../shared/serviceTime.ts'
import type { DayActions, DayState } from '../../core/dayTypes.ts'
import { serviceDayOf } from '../../core/serviceDay.ts'
import type { AppState, Deps, Get, Set } from '../../core/types.ts'

export const noDay: DayState = { day: null, terminalId: null, view: null, isReading: false, problem: null }

/** A list read so recently is not read again when the screen opens. */
const FRESH_MS = 2 * 60_000

export function shownDayOf(state: Pick<AppState, 'app' | 'connection' | 'nowMs' | 'day'>): string {
  return state.day.day ?? serviceDayOf(state)
}

/** A day of this counter against the bank. Main compares; the screen asks and shows. */
export function daySlice(set: Set, get: Get, deps: Deps): DayActions {
  let latest = 0
  const change = (part: Partial<DayState>): void => set(({ day }) => ({ day: { ...day, ...part } }))

  /** @returns whether the answer is still wanted */
  async function ask(isRead: boolean): Promise<boolean> {
    const { terminalId } = get().day
    const ticket = deps.nextTicket()
    latest = ticket
    change({ isReading: isRead, problem: null })
    const answer = await deps.client.call('day.view', { terminalId, day: shownDayOf(get()), isRead })
    if (latest !== ticket) return false
    change({
      isReading: false,
      ...(answer.ok ? { view: answer.value } : { problem: answer.error }),
    })
    return answer.ok
  }

  async function open(): Promise<void> {
    if (!(await ask(false))) return
    const { view } = get().day
    const isFresh = view?.asOfMs != null && Math.abs(deps.nowMs() - view.asOfMs) < FRESH_MS
    if (!isFresh) await ask(true)
  }

  /** @returns false for a day to come, which has no sales */
  function choose(day: string): boolean {
    const today = serviceDayOf(get())
    if (day > today) return false
    change({ day: day === today ? null : day })
    return true
  }

  return {
    openDay: () => void open(),
    showDay(day) {
      if (choose(day)) get().show('day')
    },
    turnDay(days) {
      if (choose(addDays(shownDayOf(get()), days))) void open()
    },
    chooseDayTerminal(terminalId) {
      change({ terminalId })
      void open()
    },
    readDay: () => void ask(true),
  }
}
