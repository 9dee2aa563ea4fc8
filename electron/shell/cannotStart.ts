import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import path from 'node:path'
import type { Log } from '../ports.ts'
import { codeOf } from './saveFile.ts'

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

/** Electron's `app`, as far as needed. */
interface EndingApp {
  whenReady(): Promise<unknown>
  quit(): void
  exit(code: number): void
}

/**
 * The end of a start that got no lock. Electron refuses it to a second start, and likewise where it could not write it: in
 * the data folder, and on Linux and macOS its socket in the temporary one (Chromium, chrome/browser/process_singleton_posix.cc,
 * LOCK_ERROR). That would be a program which never opens, without a word.
 * @param folders the data folder and the temporary one
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
    // Linux shows a box only from then on.
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

/** @returns the system's code, or undefined where a folder can be made in it, as the lock needs it */
function whyNotWritten(folder: string): string | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    rmdirSync(mkdtempSync(path.join(folder, 'tillside-lock-')))
    return undefined
  } catch (error) {
    return codeOf(error)
  }
}
