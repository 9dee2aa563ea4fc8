import { type ClosingActions, type ClosingState, noClosing } from '../../core/closingTypes.ts'
import { digitsTyped } from '../../../shared/dayClose.ts'
import type { Deps, Get, Guarded, Set } from '../../core/types.ts'

/** Closing the day. Main counts and keeps; the screen shows and prints. */
export function closingSlice(
  set: Set,
  get: Get,
  deps: Deps,
  guarded: Guarded,
): { readonly actions: ClosingActions } {
  const change = (part: Partial<ClosingState>): void =>
    set(({ closing }) => ({ closing: { ...closing, ...part } }))

  async function count(): Promise<void> {
    const answer = await deps.client.call('dayClose.view', {})
    if (get().closing.isOpen) change(answer.ok ? { view: answer.value } : { problem: answer.error })
  }

  const actions: ClosingActions = {
    openClosing(isOpen) {
      set({ closing: { ...noClosing, isOpen } })
      if (isOpen) void count()
    },
    async closeDay() {
      if (get().closing.isBusy) return
      change({ isBusy: true, problem: null })
      const answer = await guarded(() => deps.client.call('dayClose.make', {}))
      change({ isBusy: false })
      // Also after a no: another window of time may have closed the day.
      void count()
      if (!answer.ok) {
        // Without a PIN nothing has changed, and the count says what is closed.
        const isSaid = answer.error.code === 'needsManager' || answer.error.code === 'notAllowed'
        if (!isSaid) change({ problem: answer.error })
        return
      }
      change({ closed: answer.value })
      await get().printClose(answer.value, false)
    },
    async reprintClose(number) {
      const answer = await deps.client.call('dayClose.get', { number })
      if (answer.ok) await get().printClose(answer.value, true)
      else change({ problem: answer.error })
    },
    async printMonth(month) {
      const answer = await deps.client.call('dayClose.month', { month })
      if (answer.ok) await get().printCloses(month, answer.value)
      else change({ problem: answer.error })
    },
    async findClose(typed) {
      const digits = digitsTyped(typed)
      if (digits === null) return change({ found: 'noDigits' })
      const answer = await deps.client.call('dayClose.find', { digits })
      if (answer.ok) change({ found: answer.value })
      else change(answer.error.code === 'notFound' ? { found: 'none' } : { problem: answer.error })
    },
  }
  return { actions }
}
