import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Store from 'electron-store'
import type { Log, SettingsStore } from '../ports.ts'
import { SettingsFileError } from './problemPage.ts'

const FILE_NAME = 'settings'
/** Much more than a counter with many clients needs. A larger file would slow down each change and the start. */
const SETTINGS_MIB_MAX = 8

/**
 * The settings file, written atomically (temporary file, sync, rename) and readable by its owner only. A file that is
 * not a JSON object is copied before a new one is made, so that sealed secrets in it are not lost.
 * @param dir an absolute folder of one environment; practice and live never share one
 * @param wallNowMs the time for the name of the copy
 * @throws SettingsFileError where the path holds a folder, a pipe or a file that is much too long
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
    assertHoldsObject(path.join(dir, `${FILE_NAME}.json`))
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

/** The library takes `null`, a list or a text for no settings, and writes over them. @throws where it is not an object */
function assertHoldsObject(file: string): void {
  if (!existsSync(file)) return
  const held: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (typeof held !== 'object' || held === null || Array.isArray(held)) throw new Error('no settings')
}

/** Checks before opening: reading a pipe would block until a writer opens it, and the window would never open. */
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
 * The library replaces the old file even if the disk took only a part of the new one. So the same text is first written
 * to a probe file, by a call that fails on a full disk.
 * @throws the system's error; the settings then stay unchanged
 */
function assertRoom(dir: string, settings: Readonly<Record<string, unknown>>): void {
  const probe = path.join(dir, `${FILE_NAME}.probe`)
  try {
    // The library indents with tabs. Twice the text leaves room, since disks allocate blocks.
    const text = `${JSON.stringify(settings, undefined, '\t')}\n`.repeat(2)
    // Writing to a pipe of that name would block until a reader opens it.
    rmSync(probe, { force: true })
    writeFileSync(probe, text, { mode: 0o600, flag: 'wx' })
  } finally {
    rmSync(probe, { force: true })
  }
}
