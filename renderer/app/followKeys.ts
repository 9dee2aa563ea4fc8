import type { AppStore } from '../core/types.ts'
import { isAtLock, isAtWork } from './atWork.ts'
import { commandOf } from './keys.ts'
import { hasOpenQuestion } from './openQuestion.ts'

/**
 * Turns keys into commands, except while a question is open, which must be answered first. It asks the store at each
 * press: a listener that comes and goes with the screens would miss Ctrl+L right after a PIN.
 */
export function followKeys(target: Window, store: AppStore): void {
  target.addEventListener(
    'keydown',
    (event) => {
      const state = store.getState()
      const command = commandOf(event, state.app?.platform === 'mac')
      // Also on the lock screen, where a PIN may be about to open the counter.
      const mayRun = isAtWork(state) || (command === 'lock' && isAtLock(state))
      if (command === undefined || !mayRun) return
      // Also where the command does nothing: Ctrl+R must not reload the window, nor Ctrl+N open another.
      event.preventDefault()
      if (event.repeat || hasOpenQuestion()) return
      state.run(command)
    },
    true,
  )
}
