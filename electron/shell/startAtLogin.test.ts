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

test.each(['win32', 'darwin'] as const)('on %s the system itself keeps it', (platform) => {
  const { set, told, dir } = bench(platform)
  set(true)
  set(false)
  expect([told, readdirSync(dir)]).toEqual([[true, false], []])
})

test('on Linux it is a file for the desktop, and gone when it is not wanted, twice too', () => {
  const { set, told, file, autostartDir } = bench('linux')
  set(true)
  expect(file()).toBe(
    '[Desktop Entry]\nType=Application\nName=Tillside\nExec="/opt/Tillside/tillside"\nTerminal=false\n',
  )
  set(false)
  set(false)
  expect([told, readdirSync(autostartDir)]).toEqual([[], []])
})

test('a place with spaces, quotes and signs of the shell is one argument', () => {
  const { set, file } = bench('linux', true, String.raw`/home/Ọ la/"x" $HOME/50%\till`)
  set(true)
  expect(file()).toContain(String.raw`Exec="/home/Ọ la/\\"x\\" \\$HOME/50%%\\\\till"`)
})

test('a checkout of a developer is never started by the system', () => {
  for (const platform of ['win32', 'linux'] as const) {
    const { set, told, dir } = bench(platform, false)
    set(true)
    expect([told, readdirSync(dir)]).toEqual([[], []])
  }
})
