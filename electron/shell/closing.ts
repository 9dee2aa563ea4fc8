import type { CloseGuard } from '../desk/closeGuard.ts'
import type { Leaving, Timers } from '../ports.ts'

interface Preventable {
  preventDefault(): void
}

/** Electron's `BrowserWindow`, as far as needed. */
export interface ClosingWindow {
  on(event: 'close', listener: (event: Preventable) => void): unknown
  /**
   * On Windows only: the session ends, which cannot be prevented. The earlier `query-session-end` is ignored: the
   * shutdown may still be cancelled, and Windows closes no window before the session ends.
   */
  on(event: 'session-end', listener: () => void): unknown
}

/** Electron's `powerMonitor`, as far as needed; on Linux and macOS. */
export interface ShutdownPort {
  on(event: 'shutdown', listener: () => void): unknown
}

/** Lets the guard prevent the window from closing. A shutdown of the system is never prevented. */
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

/** How long a quit waits for sales in flight. Then the process ends, and the next start looks them up. */
const STOP_LIMIT_MS = 5_000

/** Electron's `app`, as far as needed. */
export interface QuitPort {
  on(event: 'before-quit', listener: (event: Preventable) => void): unknown
  quit(): void
}

/** The only way to quit, for a person and for an update. */
export interface Quitting {
  /** @see Leaving.stop */
  stopForUpdate: Leaving['stop']
  /** A person is closing Tillside, or it stops for a restart. */
  isQuitting(): boolean
}

/**
 * Delays the first quit until `stop` has ended or the time limit is reached.
 * @param mayQuit false if a person is asked first; then nothing is stopped
 */
export function stopBeforeQuit(
  app: QuitPort,
  timers: Timers,
  mayQuit: () => boolean,
  stop: () => Promise<void>,
): Quitting {
  let phase: 'running' | 'stopping' | 'stopped' = 'running'
  let stopped: Promise<'stopped' | 'failed'> | null = null
  const stopOnce = (): Promise<'stopped' | 'failed'> => {
    // A failed stop must not prevent the quit: the database is safe at any moment.
    stopped ??= stop().then(
      () => 'stopped',
      () => 'failed',
    )
    return stopped
  }
  app.on('before-quit', (event) => {
    if (phase === 'stopped') return
    event.preventDefault()
    if (phase === 'stopping' || !mayQuit()) return
    phase = 'stopping'
    const finish = (): void => {
      if (phase === 'stopped') return
      phase = 'stopped'
      cancel()
      app.quit()
    }
    const cancel = timers.after(STOP_LIMIT_MS, finish)
    void stopOnce().then(finish)
  })
  return {
    isQuitting: () => phase !== 'running',
    stopForUpdate: async () => {
      const how = await stopOnce()
      // No time limit: an update must not be installed while a sale is in flight. A person can still quit.
      if (phase !== 'running') return 'quitting'
      phase = 'stopped'
      return how
    },
  }
}
