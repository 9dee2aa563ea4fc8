import { app, net, safeStorage } from 'electron'
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

if (clockOffByMs !== 0) setWallClock(clockOffByMs)
if (!isOnline) Object.defineProperty(net, 'isOnline', { value: () => false, configurable: true })
const keyring = createSafeStorage(
  () => encryption,
  () => app.getPath('userData'),
)
for (const [name, value] of Object.entries(keyring))
  Object.defineProperty(safeStorage, name, { value, configurable: true, writable: true })
