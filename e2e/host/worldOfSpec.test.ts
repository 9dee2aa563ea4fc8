import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { WORLD_VARIABLE, type WorldOfSpec } from './hostMessages.ts'
import { argumentsOf, scriptBeforeMain } from './worldOfSpec.ts'

const LOADER = path.resolve(
  import.meta.dirname,
  '../../node_modules/playwright-core/lib/server/electron/loader.js',
)
const DAY_MS = 24 * 60 * 60 * 1_000

let script = ''
beforeAll(async () => {
  script = await scriptBeforeMain()
})

/**
 * Loads Playwright's own loader and then ours, as Electron's `default_app/main.ts` (45.3.4) loads each `-r` file up to
 * the first argument that is no option; then returns what main would find.
 */
function startAsPlaywright(world: WorldOfSpec) {
  const dir = mkdtempSync(path.join(tmpdir(), 'tillside-world-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const argv = ['electron', '-r', LOADER, '--inspect=0', '--remote-debugging-port=0', ...argumentsOf(script)]
  const starter = path.join(dir, 'start.cjs')
  writeFileSync(
    starter,
    `
    const { EventEmitter } = require('node:events')
    const { Module } = require('node:module')
    const switches = new Map()
    const app = Object.assign(new EventEmitter(), {
      commandLine: { appendSwitch: (name, value) => switches.set(name, value) },
      whenReady: () => new Promise(() => undefined),
      isReady: () => false,
      getPath: () => ${JSON.stringify(dir)},
      relaunch: () => { throw new Error('a second Tillside was started') },
    })
    const dialog = { showSaveDialog: () => Promise.reject(new Error('a person was asked')) }
    // As in Electron: the store checks its receiver, and its methods are on the prototype.
    class SafeStorage {
      isAsyncEncryptionAvailable() { return Promise.resolve(true) }
      getSelectedStorageBackend() { return switches.get('password-store') === 'basic' ? 'basic_text' : 'kwallet6' }
      encryptStringAsync() { return Promise.reject(new Error('the store of this system was asked')) }
      decryptStringAsync() { return Promise.reject(new Error('the store of this system was asked')) }
    }
    const electron = { app, dialog, net: { isOnline: () => true }, safeStorage: new SafeStorage() }
    const load = Module._load
    Module._load = (request, ...rest) => (request === 'electron' ? electron : load(request, ...rest))
    process.argv = ${JSON.stringify(argv)}
    const modules = []
    let isRequire = false
    for (const argument of process.argv.slice(1)) {
      if (isRequire) { modules.push(argument); isRequire = false }
      else if (argument === '-r') isRequire = true
      else if (!argument.startsWith('-')) break
    }
    for (const each of modules) require(each)
    const { safeStorage, net } = electron
    const tell = async () => ({
      modules,
      argv: process.argv,
      store: switches.get('password-store'),
      backend: safeStorage.getSelectedStorageBackend(),
      isAvailable: await safeStorage.isAsyncEncryptionAvailable(),
      opened: await safeStorage
        .encryptStringAsync('a secret')
        .then((sealed) => safeStorage.decryptStringAsync(sealed))
        .then(({ result }) => result, (error) => error.message),
      isOnline: net.isOnline(),
      now: Date.now(),
      saved: (await dialog.showSaveDialog({}, { defaultPath: '/home/ada/sales.csv' })).filePath,
      relaunched: app.relaunch() ?? null,
    })
    void tell().then((told) => console.log(JSON.stringify(told)))
    `,
  )
  const run = spawnSync(process.execPath, [starter], {
    env: { ...process.env, [WORLD_VARIABLE]: JSON.stringify(world) },
    encoding: 'utf8',
  })
  if (run.status !== 0) throw new Error(run.stderr)
  return JSON.parse(run.stdout) as Record<string, unknown>
}

test('the specs have their own keyring, although Playwright’s loader disables the system’s', () => {
  const told = startAsPlaywright({ encryption: 'protected', isOnline: true, clockOffByMs: 0 })
  expect(told).toMatchObject({
    modules: [LOADER, script],
    store: 'basic',
    backend: 'gnome_libsecret',
    isAvailable: true,
    opened: 'a secret',
    isOnline: true,
  })
  expect(Math.abs(Number(told['now']) - Date.now())).toBeLessThan(DAY_MS)
})

test('a missing keyring, a missing network and a wrong clock are in place before main’s first line', () => {
  const told = startAsPlaywright({ encryption: 'none', isOnline: false, clockOffByMs: -400 * DAY_MS })
  expect(told).toMatchObject({ backend: 'basic_text', isOnline: false })
  expect(Math.round((Number(told['now']) - Date.now()) / DAY_MS)).toBe(-400)
})

test('no native dialog waits for a person, and no second Tillside takes the lock', () => {
  const told = startAsPlaywright({ encryption: 'protected', isOnline: true, clockOffByMs: 0 })
  expect(told).toMatchObject({
    saved: expect.stringMatching(/saved.sales\.csv$/u) as string,
    relaunched: null,
  })
})

test('main sees the arguments of a manual start', () => {
  const { argv } = startAsPlaywright({ encryption: 'protected', isOnline: true, clockOffByMs: 0 })
  expect(argv).toEqual(['electron', path.resolve(import.meta.dirname, '../..')])
})
