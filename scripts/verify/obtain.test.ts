import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hereWith, obtainElectron, type Here } from './obtain.ts'

const ended = { exitCode: 1, output: '', timedOut: false, wasStopped: false }

function here(more: Partial<Here> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'tillside-electron-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(path.join(folder, 'package.json'), '{ "version": "45.3.4" }')
  let installs = 0
  const full: Here = { platform: 'linux', hasDisplay: true, folder, install: async () => ended, ...more }
  return {
    ...full,
    install: async () => {
      installs += 1
      return full.install()
    },
    installs: () => installs,
  }
}

function unpack(folder: string, version: string, name: string | null): void {
  mkdirSync(path.join(folder, 'dist'))
  writeFileSync(path.join(folder, 'dist', 'electron'), '')
  writeFileSync(path.join(folder, 'dist', 'version'), version)
  if (name !== null) writeFileSync(path.join(folder, 'path.txt'), name)
}

test('without a display nothing is fetched, and one line says why', async () => {
  const without = here({ hasDisplay: false })
  expect(await obtainElectron(without)).toEqual({
    ok: false,
    error: 'Electron needs a display, and this session has none.',
  })
  expect(without.installs()).toBe(0)
})

test('one that is there is not fetched again', async () => {
  const present = here()
  unpack(present.folder, 'v45.3.4', 'electron')
  expect(await obtainElectron(present)).toEqual({
    ok: true,
    value: path.join(present.folder, 'dist/electron'),
  })
  expect(present.installs()).toBe(0)
})

test.each([
  ['whose unpacking was cut off', '45.3.4', null],
  ['of another version', '45.3.3', 'electron'],
  ['whose program is gone', '45.3.4', 'electron.exe'],
])('one %s does not count', async (_what, version, name) => {
  const broken = here()
  unpack(broken.folder, version, name)
  expect(await obtainElectron(broken)).toMatchObject({ ok: false })
  expect(broken.installs()).toBe(1)
})

test('why it could not be fetched is one line', async () => {
  const output = 'Error: connect ECONNREFUSED 127.0.0.1:1\n    at TCP.afterConnect\n'
  expect(await obtainElectron(here({ install: async () => ({ ...ended, output }) }))).toEqual({
    ok: false,
    error: 'Electron could not be fetched: Error: connect ECONNREFUSED 127.0.0.1:1.',
  })
  const hidden = "TypeError: fetch failed\n  [cause]: { code: 'ENOTFOUND' }\n"
  expect(await obtainElectron(here({ install: async () => ({ ...ended, output: hidden }) }))).toMatchObject({
    error: 'Electron could not be fetched: TypeError: fetch failed (ENOTFOUND).',
  })
  expect(await obtainElectron(here({ install: async () => ({ ...ended, timedOut: true }) }))).toMatchObject({
    error: 'Electron could not be fetched: it took longer than ten minutes.',
  })
  expect(await obtainElectron(here())).toMatchObject({
    error: 'Electron could not be fetched: its installer ended with 1.',
  })
})

test('an installer that says it did its work is believed only where the program is there', async () => {
  expect(await obtainElectron(here({ install: async () => ({ ...ended, exitCode: 0 }) }))).toMatchObject({
    ok: false,
  })
})

test('the installer is Electron’s own, with the proxy and the mirror of the person', async () => {
  const { folder } = here()
  const script = `const { NODE_USE_ENV_PROXY, ELECTRON_MIRROR = 'none' } = process.env
    console.log(NODE_USE_ENV_PROXY, ELECTRON_MIRROR)`
  writeFileSync(path.join(folder, 'install.js'), script)
  vi.stubEnv('ELECTRON_MIRROR', 'http://127.0.0.1:4/')
  expect((await hereWith(folder, true).install()).output.trim()).toBe('1 http://127.0.0.1:4/')
  vi.stubEnv('ELECTRON_MIRROR', undefined)
  expect((await hereWith(folder, true).install()).output.trim()).toBe('1 none')
  vi.unstubAllEnvs()
})
