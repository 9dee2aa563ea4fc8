import { copyFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import Store from 'electron-store'
import type { Log, SettingsStore } from '../ports.ts'

const FILE_NAME = 'settings'

/**
 * The settings file, written whole (beside the place, to the disk, then renamed) and readable by its owner only. A file
 * that is no JSON is kept under another name before a fresh one begins, so that nothing sealed in it is lost unseen.
 * @param dir absolute folder of one environment; practice and live never share one
 * @param wallNowMs names the copy of a broken file
 */
export function openSettings(dir: string, wallNowMs: () => number, log: Log): SettingsStore {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const open = (clearInvalidConfig: boolean): Store<Record<string, unknown>> =>
    new Store({
      name: FILE_NAME,
      cwd: dir,
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
      clearInvalidConfig,
    })
  let store: Store<Record<string, unknown>>
  try {
    store = open(false)
  } catch {
    const copy = `${FILE_NAME}.broken-${wallNowMs()}.json`
    copyFileSync(path.join(dir, `${FILE_NAME}.json`), path.join(dir, copy))
    log('error', 'settings.broken', { keptAs: copy })
    store = open(true)
  }
  return {
    get: (key) => store.get(key),
    set: (key, value) => store.set(key, value),
    delete: (key) => store.delete(key),
  }
}
