import path from 'node:path'
import { app } from 'electron'
import { findProfile, PROFILE_NAME, type FoundProfile } from '../gateway/findProfile.ts'
import type { ProfileProblem } from '../gateway/profile.ts'
import { readProfileFile } from '../gateway/profileFile.ts'
import type { Result } from '../../shared/result.ts'

/** The package's app id, by which Windows assigns notifications to Tillside. A test compares the two. */
export const APP_ID = 'tillside.counter'

/**
 * By which Windows starts the program that a notification belongs to. Without one of its own, Electron makes a new one at
 * each start, and leaves a key of each in the registry. The installer's script removes this one. A test compares the two.
 */
export const TOAST_CLSID = '{7A0C5E52-2D1F-4B8C-9C37-5A6F4E1D8B21}'

/**
 * Must run before `ready` and before the lock. `TILLSIDE_DATA_DIR` moves everything that Tillside writes. A checkout
 * gets its own folder: Electron would give it that of the installed program, with the lock and the sales.
 */
export function placeData(environment: NodeJS.ProcessEnv): void {
  const dir = environment['TILLSIDE_DATA_DIR']
  if (dir !== undefined && dir !== '') app.setPath('userData', path.resolve(dir))
  else if (!app.isPackaged) app.setPath('userData', `${app.getPath('userData')} (checkout)`)
}

/**
 * After {@link placeData}, since the name would move the folder, and before anything reads them. On Windows only the
 * installed program has the id, by its shortcut. A checkout has a name of its own, or it would share the installed
 * program's item in the keychain of macOS, and its entry in the task bar of Linux.
 */
export function takeIdentity(): void {
  if (app.isPackaged) {
    app.setAppUserModelId(APP_ID)
    if (process.platform === 'win32') app.setToastActivatorCLSID(TOAST_CLSID)
    return
  }
  app.setName('Tillside checkout')
  if (process.platform === 'linux') app.setDesktopName('tillside-checkout.desktop')
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
    chosenDir: app.getPath('userData'),
    resourcesDir: app.isPackaged ? path.dirname(app.getAppPath()) : null,
    readFile: readProfileFile,
  })
}

/**
 * Where a chosen profile goes, so that the next start finds it first: the file that decides now, or the one of the data
 * folder where there is none. A package's own is never written: that would break its signature.
 * @param decides the file that decides now; null: none
 */
export function nextProfileHere(decides: string | null): string {
  const own = path.join(app.getPath('userData'), PROFILE_NAME)
  if (decides === null) return own
  const file = path.resolve(decides)
  const isInPackage = app.isPackaged && path.dirname(file) === path.dirname(app.getAppPath())
  return isInPackage ? own : file
}
