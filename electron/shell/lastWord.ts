import type { Log } from '../ports.ts'

/**
 * For what keeps even the window from being shown: a box of the system, and the end. A process without a window would
 * hold the lock, and every later start would end in silence.
 */
export function endWithBox(
  dialog: { showErrorBox(title: string, content: string): void },
  app: { exit(code: number): void },
  log: Log,
): (thrown: unknown) => void {
  let isEnding = false
  return (thrown) => {
    if (isEnding) return
    isEnding = true
    const name = thrown instanceof Error ? thrown.name : typeof thrown
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : null
    try {
      log('error', 'app.cannotShow', { name, code })
    } catch {
      // What comes now matters more.
    }
    try {
      dialog.showErrorBox(
        'Tillside cannot start.',
        `Its window could not be shown (${code ?? name}). Every sale that was saved is safe. Open Tillside again. If this stays, tell support.`,
      )
    } catch {
      // A system that shows no box: the exit code and the log are left.
    }
    app.exit(1)
  }
}
