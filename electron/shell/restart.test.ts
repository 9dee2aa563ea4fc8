import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { restartApp, startAfter } from './restart.ts'

const electron = vi.hoisted(() => ({ isPackaged: true, done: [] as string[] }))
vi.mock('electron', () => ({
  app: {
    get isPackaged() {
      return electron.isPackaged
    },
    relaunch: () => electron.done.push('relaunch'),
    quit: () => electron.done.push('quit'),
  },
}))
beforeEach(() => {
  Object.assign(electron, { isPackaged: true, done: [] })
})
afterEach(() => vi.unstubAllEnvs())

test.runIf(process.platform === 'linux')(
  'an AppImage starts again from its file, once the old one has ended, with its arguments',
  async () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'tillside-restart-'))
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
    const told = path.join(dir, 'told')
    const image = path.join(dir, 'Tillside 1.AppImage')
    writeFileSync(
      image,
      `#!/bin/sh\nfor each in "$@"; do echo "$each"; done > "${told}.part"\nmv "${told}.part" "${told}"\n`,
    )
    chmodSync(image, 0o755)
    const old = spawn('/bin/sh', ['-c', 'read line'])
    startAfter(old.pid ?? 0, image, ['--profile', 'my shop.json'])
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(existsSync(told)).toBe(false)
    const ended = new Promise((resolve) => old.on('close', resolve))
    old.stdin.end()
    await ended
    await expect.poll(() => existsSync(told), { timeout: 30_000 }).toBe(true)
    expect(readFileSync(told, 'utf8')).toBe('--profile\nmy shop.json\n')
  },
)

test.each([
  [true, undefined],
  [true, ''],
  [false, '/home/ada/Tillside.AppImage'],
])('elsewhere Electron relaunches (packaged: %s, APPIMAGE: %s)', (isPackaged, image) => {
  electron.isPackaged = isPackaged
  vi.stubEnv('APPIMAGE', image)
  restartApp()
  expect(electron.done).toEqual(['relaunch', 'quit'])
})
