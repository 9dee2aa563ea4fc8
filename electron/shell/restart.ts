import { spawn } from 'node:child_process'
import { app } from 'electron'

/**
 * Waits until a process has ended, and then becomes another program. An AppImage runs from a mount that ends with it,
 * so neither that path nor Electron's own relauncher, which runs from there too, can start it again.
 */
const WHEN_ENDED = 'pid=$1; shift; while kill -0 "$pid" 2>/dev/null; do sleep 0.2; done; sleep 1; exec "$@"'

/** Starts a program after the process `pid` has ended. It starts even if this process ends first. Linux only. */
export function startAfter(pid: number, program: string, args: readonly string[]): void {
  const script = ['-c', WHEN_ENDED, 'tillside', String(pid), program, ...args]
  // Its folder must not be in the mount, which could then not end.
  spawn('/bin/sh', script, { cwd: '/', detached: true, stdio: 'ignore' }).unref()
}

/** Restarts the app without asking again. */
export function restartApp(): void {
  const image = app.isPackaged && process.platform === 'linux' ? process.env['APPIMAGE'] : undefined
  if (image === undefined || image === '') app.relaunch()
  else startAfter(process.pid, image, process.argv.slice(1))
  app.quit()
}
