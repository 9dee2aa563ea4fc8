import { Notification, type BrowserWindow } from 'electron'
import type { Notice, Notify } from '../ports.ts'
import { bringForward, windowTitle } from './window.ts'

/** Without names, amounts and numbers, since customers may see it. */
const WORDS: Readonly<Record<Notice, string>> = {
  refused: 'The bank refused a sale. Open Tillside to see which.',
  needsPerson: 'A sale needs help. Open Tillside to see which.',
  late: 'The bank is late with the money of a sale. Open Tillside to see which.',
  allSent: 'The internet is back, and no sale waits any more.',
}

/** Shows system notifications unless the window is focused. A click brings the window to the front. */
export function createNotify(
  window: () => BrowserWindow | undefined,
  environment: 'live' | 'practice',
): Notify {
  /** These references prevent garbage collection, which would also remove the click listener. */
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
