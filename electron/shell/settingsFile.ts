import { copyFileSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Store from 'electron-store'
import type { Log, SettingsStore } from '../ports.ts'
import { SettingsFileError } from './problemPage.ts'

const FILE_NAME = 'settings'
/** Far above what a counter of many clients keeps; more would hold up each later setting, and the start. */
const SETTINGS_MIB_MAX = 8

/**
 * The settings file, written whole (beside the place, to the disk, then renamed) and readable by its owner only. A file
 * that is no JSON is kept under another name before a fresh one begins, so that nothing sealed in it is lost unseen.
 * @param dir absolute folder of one environment; practice and live never share one
 * @param wallNowMs names the copy of a broken file
 * @throws SettingsFileError where a folder, a pipe or a file that is far too long stands in its place
 */
export function openSettings(dir: string, wallNowMs: () => number, log: Log): SettingsStore {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  assertIsFile(path.join(dir, `${FILE_NAME}.json`))
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
    set: (key, value) => {
      assertRoom(dir, { ...store.store, [key]: value })
      store.set(key, value)
    },
    delete: (key) => {
      assertRoom(dir, store.store)
      store.delete(key)
    },
  }
}

/** Looked at before it is opened: reading a pipe waits for a writer, and no window would ever come. */
function assertIsFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) return
  if (found.isDirectory()) throw new SettingsFileError(file, 'It is a folder.')
  if (!found.isFile()) throw new SettingsFileError(file, 'It is a pipe or a device, and no file.')
  const mib = Math.round(found.size / 1_048_576)
  if (mib > SETTINGS_MIB_MAX) {
    throw new SettingsFileError(file, `It is ${mib} MB long. Tillside writes at most ${SETTINGS_MIB_MAX} MB.`)
  }
}

/**
 * The library renames what it wrote over the old file even where the disk took only half of it. So the same text is
 * written beside it first, by a call that does notice.
 * @throws Error as the system says it, and the settings stay as they are
 */
function assertRoom(dir: string, settings: Readonly<Record<string, unknown>>): void {
  const probe = path.join(dir, `${FILE_NAME}.probe`)
  try {
    // The library indents with tabs, and a disk gives its room by blocks.
    const text = `${JSON.stringify(settings, undefined, '\t')}\n`.repeat(2)
    // A pipe under that name would wait for a reader.
    rmSync(probe, { force: true })
    writeFileSync(probe, text, { mode: 0o600, flag: 'wx' })
  } finally {
    rmSync(probe, { force: true })
  }
}
