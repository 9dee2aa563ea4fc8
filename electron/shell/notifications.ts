import { Notification, type BrowserWindow } from 'electron'
import type { Notice, Notify } from '../ports.ts'
import { bringForward, windowTitle } from './window.ts'

/** No name, no amount, no number: whoever stands before the counter may read it. */
const WORDS: Readonly<Record<Notice, string>> = {
  refused: 'The bank refused a sale. Open Tillside to see which.',
  needsPerson: 'A sale needs help. Open Tillside to see which.',
  late: 'The bank is late with the money of a sale. Open Tillside to see which.',
  allSent: 'The internet is back, and no sale waits any more.',
}

/** Shows notices of the system, except to somebody who has the window before him. A click brings it forward. */
export function createNotify(
  window: () => BrowserWindow | undefined,
  environment: 'live' | 'practice',
): Notify {
  /** A notification that nobody holds is collected, and its click with it. */
  const shown = new Set<Notification>()
  return (notice, onClick) => {
    const target = window()
    if (!Notification.isSupported() || target?.isFocused() === true) return
    const notification = new Notification({ title: windowTitle(environment), body: WORDS[notice] })
    shown.add(notification)
    const forget = (): void => void shown.delete(notification)
    notification.on('click', () => {
      forget()
      bringForward(window())
      onClick()
    })
    notification.on('close', forget)
    notification.on('failed', forget)
    notification.show()
  }
}
