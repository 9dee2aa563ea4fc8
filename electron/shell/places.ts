import path from 'node:path'
import { app } from 'electron'
import { findProfile, machineWideProfile, type FoundProfile } from '../gateway/findProfile.ts'
import type { ProfileProblem } from '../gateway/profile.ts'
import { readProfileFile } from '../gateway/profileFile.ts'
import type { Result } from '../../shared/result.ts'

/** What Windows knows Tillside by; that of the package, or a notification would belong to nobody. A test compares the two. */
export const APP_ID = 'tillside.counter'

/**
 * Before `ready` and before the lock: `TILLSIDE_DATA_DIR` moves everything that Tillside writes. Electron gives
 * a checkout the folder of the installed program, and with it the lock and the sales; it gets one of its own.
 */
export function placeData(environment: NodeJS.ProcessEnv): void {
  const dir = environment['TILLSIDE_DATA_DIR']
  if (dir !== undefined && dir !== '') app.setPath('userData', path.resolve(dir))
  else if (!app.isPackaged) app.setPath('userData', `${app.getPath('userData')} (checkout)`)
}

/** On Windows the name belongs to the installed program, whose shortcut carries it. */
export function takeIdentity(): void {
  if (app.isPackaged) app.setAppUserModelId(APP_ID)
}

/** The folders of one environment; practice and live never share a file. */
export function dataDirOf(environment: 'live' | 'practice'): string {
  return path.join(app.getPath('userData'), environment)
}

export function logDir(): string {
  return path.join(app.getPath('userData'), 'logs')
}

/** Of the build, relative to the bundle of main. */
export const rendererDir = path.join(import.meta.dirname, '../renderer')
export const preloadFile = path.join(import.meta.dirname, '../preload/preload.cjs')

export function platformOf(platform: NodeJS.Platform): 'windows' | 'mac' | 'linux' {
  if (platform === 'win32') return 'windows'
  return platform === 'darwin' ? 'mac' : 'linux'
}

/** Looks for the profile in the places of this computer (docs/profile.md). */
export function findProfileHere(): Result<FoundProfile, readonly ProfileProblem[]> {
  return findProfile({
    argv: process.argv.slice(1),
    env: process.env,
    platform: platformOf(process.platform),
    // A checkout must not open the till of the installed program, nor migrate its file.
    ...(app.isPackaged ? {} : { machineWideDir: null }),
    resourcesDir: app.isPackaged ? path.dirname(app.getAppPath()) : null,
    readFile: readProfileFile,
  })
}

/** Where an administrator puts the profile of the whole computer; null in a checkout, which reads none. */
export function profilePlaceHere(): string | null {
  if (!app.isPackaged) return null
  return machineWideProfile(platformOf(process.platform), process.env)
}
