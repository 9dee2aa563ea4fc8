import type { CloseGuard } from '../closeGuard.ts'
import type { Leaving, Timers } from '../ports.ts'

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

/** What is in flight gets this long to come back; then the process ends, and the next start looks it up. */
const STOP_LIMIT_MS = 5_000

/** Electron's `app`, as far as needed. */
export interface QuitPort {
  on(event: 'before-quit', listener: (event: Preventable) => void): unknown
  quit(): void
}

/** The one way out, for a person who closes Tillside and for a version that takes its place. */
export interface Quitting {
  /** @see Leaving.stop */
  stopForUpdate: Leaving['stop']
}

/**
 * Holds the first quit back until `stop` is done or its time is over, then lets the app go.
 * @param mayQuit false where a person is asked first; then nothing is stopped
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
    // A stop that fails must not keep the window open for ever: the database is safe at any moment.
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
    stopForUpdate: async () => {
      const how = await stopOnce()
      // Without a limit: no other version may come while a sale is in flight. Whoever does not want to wait quits.
      if (phase !== 'running') return 'quitting'
      phase = 'stopped'
      return how
    },
  }
}
