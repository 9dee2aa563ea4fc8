import { app, net, safeStorage } from 'electron'
import { WORLD_VARIABLE, type WorldOfSpec } from './hostMessages.ts'
import { createSafeStorage } from './safeStorageDouble.ts'
import { setWallClock } from './wallClock.ts'

/*
 * Runs in real Electron between Playwright's loader and main (`electron -r`), so that main finds the world of the spec
 * from its first line on. The loader switches the system's key store off (`--password-store=basic`,
 * `--use-mock-keychain`); the specs therefore bring their own, and never touch that of the person who runs them. The
 * system's own is looked at without Playwright (docs/release.md).
 */

const { encryption, isOnline, clockOffByMs } = JSON.parse(process.env[WORLD_VARIABLE] ?? '') as WorldOfSpec

// Electron leaves its own arguments in; main is to see those of a start by hand.
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
