import { err, ok, type Result } from '../../shared/result.ts'
import { LIMITS, type getElectron } from './getElectron.ts'
import { electronVersion, installedElectron } from './installedElectron.ts'
import { NO_DOWNLOAD_VARIABLE } from './noDownload.ts'
import { progressLines, type Screen } from './progress.ts'

export interface Here extends Screen {
  /** The folder of the package `electron`. */
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  readonly hasDisplay: boolean
  readonly signal: AbortSignal
  readonly get: typeof getElectron
}

/**
 * Electron's program, fetched where it is not there yet.
 * @returns the program, or one line on why the app opens without Electron
 */
export async function electronToOpen(here: Here): Promise<Result<string, string>> {
  const { folder, env, hasDisplay, signal, say } = here
  if (!hasDisplay) return err('Electron needs a display, and this session has none.')
  const installed = installedElectron(folder)
  if (installed !== undefined) return ok(installed)
  const version = electronVersion(folder)
  if (version === undefined) return err('Electron’s package is not installed; `npm ci` installs it.')
  const whyOffline = whyNoDownload(env)
  if (whyOffline !== undefined)
    return err(`Electron is not on this machine, and is not fetched: ${whyOffline}.`)
  say(
    `Tillside fetches Electron ${version}, once: more than 100 MB. Ctrl+C stops it; ${NO_DOWNLOAD_VARIABLE}=1 goes without.`,
  )
  const progress = progressLines(here)
  const got = await here.get({ folder, env, limits: LIMITS, signal, onProgress: progress.tell })
  progress.end()
  return got.ok
    ? got
    : err(`Electron could not be fetched: ${got.error}. \`npx install-electron\` tries again.`)
}

function whyNoDownload(env: NodeJS.ProcessEnv): string | undefined {
  if (isSet(env[NO_DOWNLOAD_VARIABLE])) return `${NO_DOWNLOAD_VARIABLE} is set`
  return isSet(env['CI']) ? 'CI is set' : undefined
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false'].includes(value)
}
