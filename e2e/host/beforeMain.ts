import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { app, dialog, net, safeStorage } from 'electron'
import { WORLD_VARIABLE, type WorldOfSpec } from './hostMessages.ts'
import { createSafeStorage } from './safeStorageDouble.ts'
import { setWallClock } from './wallClock.ts'

/*
 * Runs in real Electron between Playwright's loader and main (`electron -r`), so that main runs under the spec's
 * settings from its first line. The loader disables the system's key store (`--password-store=basic`,
 * `--use-mock-keychain`), so the specs bring their own, and never use that of the person who runs them. The system's
 * key store is checked without Playwright (docs/release.md).
 */

const { encryption, isOnline, clockOffByMs } = JSON.parse(process.env[WORLD_VARIABLE] ?? '') as WorldOfSpec

// Electron leaves its own arguments in `process.argv`; main must see those of a manual start.
const ownArgument = process.argv.indexOf('-r')
if (ownArgument > 0) process.argv.splice(ownArgument, 2)

// A native dialog would wait for a person: as in the double, each file is saved below the data folder.
dialog.showSaveDialog = async (...asked: readonly unknown[]) => {
  const { defaultPath = 'file' } = asked.at(-1) as { readonly defaultPath?: string }
  const folder = path.join(app.getPath('userData'), 'saved')
  mkdirSync(folder, { recursive: true })
  return { canceled: false, filePath: path.join(folder, path.basename(defaultPath)) }
}
// The next Tillside would hold the lock of the folder, and no spec would know it.
app.relaunch = () => undefined

if (clockOffByMs !== 0) setWallClock(clockOffByMs)
if (!isOnline) Object.defineProperty(net, 'isOnline', { value: () => false, configurable: true })
const keyring = createSafeStorage(
  () => encryption,
  () => app.getPath('userData'),
)
for (const [name, value] of Object.entries(keyring))
  Object.defineProperty(safeStorage, name, { value, configurable: true, writable: true })
