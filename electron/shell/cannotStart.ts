import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import path from 'node:path'
import type { Log } from '../ports.ts'
import { codeOf } from '../storage/files.ts'

const BOXES = {
  starting: ['Tillside cannot start.', 'Its window could not be shown'],
  stopped: ['Tillside has stopped.', 'It failed three times in a few minutes'],
} as const

/**
 * Ends the process with an error box of the system, for errors that prevent even the window. A process without a window
 * would hold the lock, and every later start would end silently.
 */
export function endWithBox(
  dialog: { showErrorBox(title: string, content: string): void },
  app: { exit(code: number): void },
  log: Log,
  when: keyof typeof BOXES = 'starting',
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
      // The box is more important than the log.
    }
    try {
      const [title, what] = BOXES[when]
      dialog.showErrorBox(
        title,
        `${what} (${code ?? name}). Every sale that was saved is safe. Open Tillside again. If this stays, tell support.`,
      )
    } catch {
      // If the system cannot show a box, the exit code and the log remain.
    }
    app.exit(1)
  }
}

/** Electron's `app`, as far as needed. */
interface EndingApp {
  whenReady(): Promise<unknown>
  quit(): void
  exit(code: number): void
}

/**
 * Ends a start that did not get the lock. Electron refuses the lock to a second start, but also if it cannot write to
 * the data folder or, on Linux and macOS, create its socket in the temporary folder (Chromium,
 * chrome/browser/process_singleton_posix.cc, LOCK_ERROR). In those cases a box says so; otherwise Tillside would never
 * open and give no reason.
 * @param folders the data folder and the temporary folder
 */
export async function endWithoutLock(
  app: EndingApp,
  dialog: { showErrorBox(title: string, content: string): void },
  folders: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  for (const folder of folders) {
    const code = whyNotWritten(folder)
    if (code === undefined) continue
    // Linux shows a box only after `ready`.
    await app.whenReady()
    dialog.showErrorBox(
      'Tillside cannot start.',
      `The folder ${folder} cannot be written (${code}). Every sale that was saved is safe. Free some space, or have the folder given back to this user, then open Tillside again. If this stays, tell support.`,
    )
    app.exit(1)
    return
  }
  say('Tillside is open already, and was asked to come forward.')
  app.quit()
}

/** @returns the system's code, or undefined where the folder can be written, as the lock requires */
function whyNotWritten(folder: string): string | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    rmdirSync(mkdtempSync(path.join(folder, 'tillside-lock-')))
    return undefined
  } catch (error) {
    return codeOf(error)
  }
}
