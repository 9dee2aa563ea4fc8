import type { CloseGuard } from '../closeGuard.ts'

interface Preventable {
  preventDefault(): void
}

/** Electron's `BrowserWindow`, as far as needed. */
export interface ClosingWindow {
  on(event: 'close', listener: (event: Preventable) => void): unknown
  /**
   * On Windows only: the session ends, and nothing may hold it. The question before it, `query-session-end`, is not
   * listened to: the shutdown may still be called off, and Windows closes no window in between.
   */
  on(event: 'session-end', listener: () => void): unknown
}

/** Electron's `powerMonitor`, as far as needed; on Linux and macOS. */
export interface ShutdownPort {
  on(event: 'shutdown', listener: () => void): unknown
}

/** Lets the guard have its say before the window goes; a shutdown of the system is never asked about. */
export function guardClosing(
  window: ClosingWindow,
  power: ShutdownPort,
  guard: Pick<CloseGuard, 'mayClose' | 'systemEnds'>,
): void {
  window.on('close', (event) => {
    if (!guard.mayClose()) event.preventDefault()
  })
  const end = (): void => guard.systemEnds()
  window.on('session-end', end)
  power.on('shutdown', end)
}
