import { existsSync } from 'node:fs'
import path from 'node:path'
import { checkProfile } from '../gateway/findProfile.ts'
import type { Log, ProfileFiles } from '../ports.ts'
import { APP_ORIGIN } from './appProtocol.ts'
import { CHOOSE_LINK, chosenProblem, placedPage, RESTART_LINK, type StartProblem } from './problemPage.ts'

/** Electron's `WebContents`, as far as needed. Every navigation is prevented elsewhere (security.ts). */
interface Contents {
  on(event: 'will-navigate', listener: (event: { readonly url: string }) => void): unknown
}

/**
 * Lets the links of the problem page act: they are the only thing a page without script can offer. Only a start that
 * failed listens, so the app's own pages never reach this.
 */
export function followProblemLinks(
  contents: Contents,
  options: {
    /** Null: no profile can be chosen here. */
    readonly chooser: { readonly files: ProfileFiles; readonly nextProfile: string } | null
    readonly show: (problem: StartProblem) => void
    readonly restart: () => void
    readonly log: Log
  },
): void {
  const { chooser, show, restart, log } = options
  let isAsking = false

  async function choose(): Promise<void> {
    if (chooser === null || isAsking) return
    isAsking = true
    const asked = await chooser.files.ask().finally(() => {
      isAsking = false
    })
    if (asked === null) return
    const { nextProfile, files } = chooser
    const read = checkProfile(asked)
    if (!read.ok) return show(chosenProblem(asked.file, read.error))
    const placed = files.place(nextProfile, read.value.text)
    if (!placed.ok) {
      return show(
        chosenProblem(nextProfile, [{ source: nextProfile, key: '', problem: NOT_WRITTEN[placed.error] }]),
      )
    }
    log('warn', 'profile.placed', { keptOld: placed.value.keptAs !== null })
    show(placedPage(nextProfile, placed.value.keptAs))
  }

  contents.on('will-navigate', ({ url }) => {
    if (url === `${APP_ORIGIN}/${RESTART_LINK}`) restart()
    if (url === `${APP_ORIGIN}/${CHOOSE_LINK}`) void choose()
  })
}

const NOT_WRITTEN = {
  full: 'cannot be written: the disk is full',
  noAccess: 'cannot be written by this account; ask an administrator',
  other: 'cannot be written',
} as const

/**
 * Whether a manager's PIN was set on this computer. Without the app it cannot be asked for, so then no profile is
 * chosen on the problem page.
 * @param read the PIN of one environment's settings; it may throw
 */
export function hasPinHere(dataDirs: readonly string[], read: (dataDir: string) => unknown): boolean {
  return dataDirs.some((dataDir) => {
    if (!existsSync(path.join(dataDir, 'settings.json'))) return false
    try {
      return read(dataDir) !== undefined
    } catch {
      // In doubt, assume that a PIN was set.
      return true
    }
  })
}
