import type { CloseGuard } from '../closeGuard.ts'

interface Preventable {
  preventDefault(): void
}

/** Electron's `BrowserWindow`, as far as needed. */
export interface ClosingWindow {
  on(event: 'close', listener: (event: Preventable) => void): unknown
  /** On Windows only: the session ends, and nothing may hold it. */
  on(event: 'query-session-end' | 'session-end', listener: () => void): unknown
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
  window.on('query-session-end', end)
  window.on('session-end', end)
  power.on('shutdown', end)
}
