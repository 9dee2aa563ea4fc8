import type { Clock, Log } from '../ports.ts'
import type { StartProblem } from './problemPage.ts'

/** Electron's `BrowserWindow`, as far as needed. */
export interface CrashingWindow {
  on(event: 'unresponsive' | 'responsive', listener: () => void): unknown
  isDestroyed(): boolean
  readonly webContents: {
    on(
      event: 'render-process-gone',
      listener: (event: unknown, details: { readonly reason: string; readonly exitCode: number }) => void,
    ): unknown
  }
}

/** A page that is lost again so soon would be lost a third time. */
const AGAIN_WITHIN_MS = 60_000

/** The screen was lost twice in a minute. Main goes on without it. */
export const LOST_SCREEN: StartProblem = {
  title: 'The screen of Tillside has stopped.',
  file: null,
  lines: [],
  sentences: [
    'Every sale that was saved is safe, and sales that wait are still sent.',
    'Open Tillside again to record more. If this stays, tell support.',
  ],
}

/** Loads the page again if its process is gone, once; then the problem page. Delivery goes on meanwhile. */
export function followPage(
  window: CrashingWindow,
  options: {
    readonly clock: Pick<Clock, 'monotonicNowMs'>
    readonly log: Log
    readonly reload: () => void
    readonly giveUp: () => void
  },
): void {
  const { clock, log, reload, giveUp } = options
  let lastMs = Number.NEGATIVE_INFINITY
  let hasGivenUp = false
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    log('error', 'page.gone', { reason, exitCode })
    if (window.isDestroyed() || hasGivenUp) return
    const nowMs = clock.monotonicNowMs()
    hasGivenUp = nowMs - lastMs < AGAIN_WITHIN_MS
    lastMs = nowMs
    if (hasGivenUp) giveUp()
    else reload()
  })
  window.on('unresponsive', () => log('warn', 'page.unresponsive'))
  window.on('responsive', () => log('info', 'page.responsive'))
}
