import type { Emit } from '../../shared/contract.ts'
import type { SalesNews } from '../../shared/salesNews.ts'
import type { QueueView } from '../../shared/sale.ts'
import { todoOf } from '../../shared/todo.ts'
import type { SettingsView } from '../../shared/settings.ts'
import type { Desktop, DesktopView } from '../ports.ts'

/** Shows outside the window what the screen gets. @returns the function that takes the events */
export function createTray(
  desktop: Pick<Desktop, 'show'>,
  settings: () => SettingsView,
  queue: () => QueueView,
): Emit {
  let shown: string | null = null
  function show(queueNow: QueueView): void {
    const { tray, startAtLogin } = settings()
    const seen: DesktopView = {
      hasTray: tray,
      todoCount: todoOf(queueNow).calling,
      startsAtLogin: startAtLogin,
    }
    const asText = JSON.stringify(seen)
    if (asText === shown) return
    shown = asText
    desktop.show(seen)
  }
  return (name, payload) => {
    if (name === 'sales.changed') {
      const { queue: queueNow } = payload as SalesNews
      if (queueNow !== null) show(queueNow)
    }
    if (name === 'settings.changed') show(queue())
  }
}
