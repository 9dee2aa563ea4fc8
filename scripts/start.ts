import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { hasDisplay, systemBrowser } from '../e2e/host/browser.ts'
import { SETTINGS_VARIABLE, type StandInSettings } from '../e2e/host/hostMessages.ts'
import { noticeForDemo } from './profileFile.ts'

/*
 * Opens the built app in the best host that this machine has, and says in one line which one that is.
 * What follows `npm start --` goes to the app, for example `--profile shop.json`.
 */

const projectDir = path.resolve(import.meta.dirname, '..')
const electronDir = path.join(projectDir, 'node_modules/electron/dist')
const appArguments = process.argv.slice(2)

/** A profile that was named and not heard would be worse than none: the counter would open in Practice. */
function unheard(argv: readonly string[]): string | undefined {
  const [first, second, ...others] = argv
  if (first === undefined) return undefined
  const isProfile = first === '--profile' && second !== undefined && others.length === 0
  return isProfile || /^(?:--profile=|tillside:)./u.test(first) ? undefined : argv.join(' ')
}

function electronBinary(): string | undefined {
  const names: Partial<Record<NodeJS.Platform, string>> = {
    win32: 'electron.exe',
    darwin: 'Electron.app/Contents/MacOS/Electron',
  }
  const file = path.join(electronDir, names[process.platform] ?? 'electron')
  return existsSync(path.join(electronDir, 'version')) && existsSync(file) ? file : undefined
}

function openInElectron(binary: string): ChildProcess {
  const version = readFileSync(path.join(electronDir, 'version'), 'utf8').trim()
  console.log(`Tillside opens in Electron ${version}.`)
  return spawn(binary, [projectDir, ...appArguments], { stdio: 'inherit' })
}

function openInStandIn(browserName: string): ChildProcess {
  console.log(
    `Electron's binary is not on this machine: Tillside opens on its stand-in, in a window of ${browserName}.`,
  )
  const runDir = mkdtempSync(path.join(tmpdir(), 'tillside-run-'))
  // Nothing seals a secret here as a system's keyring would, so a live sign-in is kept for this run only.
  const settings: StandInSettings = { runDir, encryption: 'none', isOnline: true, drawnBy: 'ownHeaded' }
  const child = fork(path.join(projectDir, 'e2e/host/standIn.ts'), appArguments, {
    env: { ...process.env, [SETTINGS_VARIABLE]: JSON.stringify(settings) },
  })
  child.on('exit', () => rmSync(runDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
  return child
}

/** @returns undefined where a profile was named that is wrong: the app would not have started with it either */
function runDemo(): ChildProcess | undefined {
  const notice = noticeForDemo({ argv: appArguments, env: process.env, platform: platformName() })
  for (const line of notice.lines) (notice.isRight ? console.log : console.error)(line)
  if (!notice.isRight) return undefined
  console.log('No Electron, and no browser with a display, on this machine: Tillside runs its demo instead.')
  return fork(path.join(projectDir, 'e2e/demo/demo.ts'))
}

function platformName(): 'windows' | 'mac' | 'linux' {
  if (process.platform === 'win32') return 'windows'
  return process.platform === 'darwin' ? 'mac' : 'linux'
}

function open(): ChildProcess | undefined {
  const binary = electronBinary()
  if (binary !== undefined) return openInElectron(binary)
  const browser = hasDisplay() ? systemBrowser() : undefined
  return browser === undefined ? runDemo() : openInStandIn(browser.name)
}

const notHeard = unheard(appArguments)
if (notHeard !== undefined) {
  console.error(`Tillside knows no ${notHeard}. A profile is named by: npm start -- --profile FILE`)
}
const child = notHeard === undefined ? open() : undefined
if (child === undefined) process.exitCode = 1
else {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  await once(child, 'exit')
  process.exitCode = child.exitCode ?? 1
}
