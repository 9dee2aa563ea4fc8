import { useEffect } from 'react'
import { hasOpenQuestion } from './openQuestion.ts'
import { commandOf } from './keys.ts'
import { useApp } from '../core/context.tsx'

/** Turns keys into commands, except while a question is open, which must be answered first. */
export function useKeys(isOn: boolean): void {
  const run = useApp((state) => state.run)
  const isMac = useApp((state) => state.app?.platform === 'mac')
  useEffect(() => {
    if (!isOn) return
    function press(event: KeyboardEvent): void {
      const command = commandOf(event, isMac)
      if (command === undefined) return
      // Also where the command does nothing: Ctrl+R must not reload the window, nor Ctrl+N open another.
      event.preventDefault()
      if (event.repeat || hasOpenQuestion()) return
      run(command)
    }
    window.addEventListener('keydown', press, true)
    return () => window.removeEventListener('keydown', press, true)
  }, [isOn, isMac, run])
}
