import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { setStartAtLogin } from './startAtLogin.ts'

function bench(platform: NodeJS.Platform, isPackaged = true, program = '/opt/Tillside/tillside') {
  const dir = mkdtempSync(path.join(tmpdir(), 'tillside-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const autostartDir = path.join(dir, 'autostart')
  const told: boolean[] = []
  const app = {
    isPackaged,
    setLoginItemSettings: ({ openAtLogin }: { readonly openAtLogin: boolean }) => void told.push(openAtLogin),
  }
  const set = (isOn: boolean): void => setStartAtLogin(app, { platform, program, autostartDir }, isOn)
  const file = (): string => readFileSync(path.join(autostartDir, 'tillside.desktop'), 'utf8')
  return { set, told, file, dir, autostartDir }
}

test.each(['win32', 'darwin'] as const)('on %s the system itself stores the setting', (platform) => {
  const { set, told, dir } = bench(platform)
  set(true)
  set(false)
  expect([told, readdirSync(dir)]).toEqual([[true, false], []])
})

test('on Linux it is a desktop entry, which is removed when the setting is off, also if it is set twice', () => {
  const { set, told, file, autostartDir } = bench('linux')
  set(true)
  expect(file()).toBe(
    '[Desktop Entry]\nType=Application\nName=Tillside\nExec="/opt/Tillside/tillside"\nTerminal=false\n',
  )
  set(false)
  set(false)
  expect([told, readdirSync(autostartDir)]).toEqual([[], []])
})

test('a path with spaces, quotes and shell characters is one argument', () => {
  const { set, file } = bench('linux', true, String.raw`/home/Ọ la/"x" $HOME/50%\till`)
  set(true)
  expect(file()).toContain(String.raw`Exec="/home/Ọ la/\\"x\\" \\$HOME/50%%\\\\till"`)
})

test('the system never starts a developer’s checkout', () => {
  for (const platform of ['win32', 'linux'] as const) {
    const { set, told, dir } = bench(platform, false)
    set(true)
    expect([told, readdirSync(dir)]).toEqual([[], []])
  }
})
