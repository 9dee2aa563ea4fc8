import { useEffect } from 'react'
import { hasOpenQuestion } from '../input/openQuestion.ts'
import { commandOf } from '../keys.ts'
import { useApp } from '../state/context.tsx'

/** Turns the keys of the table into commands, except while a question is open: it wants its answer first. */
export function useKeys(isOn: boolean): void {
  const run = useApp((state) => state.run)
  const isMac = useApp((state) => state.app?.platform === 'mac')
  useEffect(() => {
    if (!isOn) return
    function press(event: KeyboardEvent): void {
      const command = commandOf(event, isMac)
      if (command === undefined) return
      // Also where nothing is done: Ctrl+R must not load the window again, nor Ctrl+N open another.
      event.preventDefault()
      if (event.repeat || hasOpenQuestion()) return
      run(command)
    }
    window.addEventListener('keydown', press, true)
    return () => window.removeEventListener('keydown', press, true)
  }, [isOn, isMac, run])
}
