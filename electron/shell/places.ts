import path from 'node:path'
import { app } from 'electron'
import { findProfile, machineWideProfile, type FoundProfile } from '../gateway/findProfile.ts'
import type { ProfileProblem } from '../gateway/profile.ts'
import { readProfileFile } from '../gateway/profileFile.ts'
import type { Result } from '../../shared/result.ts'

/** The package's app id, by which Windows assigns notifications to Tillside. A test compares the two. */
export const APP_ID = 'tillside.counter'

/**
 * Must run before `ready` and before the lock. `TILLSIDE_DATA_DIR` moves everything that Tillside writes. A checkout
 * gets its own folder: Electron would give it that of the installed program, with the lock and the sales.
 */
export function placeData(environment: NodeJS.ProcessEnv): void {
  const dir = environment['TILLSIDE_DATA_DIR']
  if (dir !== undefined && dir !== '') app.setPath('userData', path.resolve(dir))
  else if (!app.isPackaged) app.setPath('userData', `${app.getPath('userData')} (checkout)`)
}

/** On Windows only the installed program has the id, by its shortcut. */
export function takeIdentity(): void {
  if (app.isPackaged) app.setAppUserModelId(APP_ID)
}

/** The folder of one environment. Practice and live never share a file. */
export function dataDirOf(environment: 'live' | 'practice'): string {
  return path.join(app.getPath('userData'), environment)
}

export function logDir(): string {
  return path.join(app.getPath('userData'), 'logs')
}

/** The built renderer, relative to the bundle of main. */
export const rendererDir = path.join(import.meta.dirname, '../renderer')
export const preloadFile = path.join(import.meta.dirname, '../preload/preload.cjs')

export function platformOf(platform: NodeJS.Platform): 'windows' | 'mac' | 'linux' {
  if (platform === 'win32') return 'windows'
  return platform === 'darwin' ? 'mac' : 'linux'
}

/** Searches this computer for the profile (docs/profile.md). */
export function findProfileHere(): Result<FoundProfile, readonly ProfileProblem[]> {
  return findProfile({
    argv: process.argv.slice(1),
    env: process.env,
    platform: platformOf(process.platform),
    // A checkout must not use the installed program's profile, or it would open and migrate its sales file.
    ...(app.isPackaged ? {} : { machineWideDir: null }),
    resourcesDir: app.isPackaged ? path.dirname(app.getAppPath()) : null,
    readFile: readProfileFile,
  })
}

/** The machine-wide profile's file; null in a checkout, which reads none. */
export function profilePlaceHere(): string | null {
  if (!app.isPackaged) return null
  return machineWideProfile(platformOf(process.platform), process.env)
}
