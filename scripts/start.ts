import { fork, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isatty } from 'node:tty'
import { hasDisplay, systemBrowser } from '../e2e/host/browser.ts'
import { SETTINGS_VARIABLE, type StandInSettings } from '../e2e/host/hostMessages.ts'
import { noticeForDemo, unreadProfile } from './profileFile.ts'
import { electronEnvironment, electronToOpen } from './start/electronToOpen.ts'
import { tool } from './run.ts'
import { follow, SIGNALS } from './start/follow.ts'
import { getElectron } from './start/getElectron.ts'
import { electronPackage, electronVersion } from './start/installedElectron.ts'
import { sandboxHere } from './start/chromiumSandbox.ts'

/* Opens the built app in the best host here, and names it. Arguments after `npm start --` go to the app. */

const projectDir = path.resolve(import.meta.dirname, '..')
const appArguments = process.argv.slice(2)
const places = { argv: appArguments, env: process.env, platform: platformName() }

/** An option that would be ignored is an error: without its profile the counter would open in Practice. */
function unheard(argv: readonly string[]): string | undefined {
  const [first, second, ...others] = argv
  if (first === undefined) return undefined
  const isProfile = first === '--profile' && second !== undefined && others.length === 0
  return isProfile || /^(?:--profile=|tillside:)./u.test(first) ? undefined : argv.join(' ')
}

function openInElectron(program: string): ChildProcess {
  console.log(`Tillside opens in Electron ${electronVersion()}.`)
  return spawn(program, [projectDir, ...appArguments], {
    stdio: 'inherit',
    env: electronEnvironment(process.env),
  })
}

function openInStandIn(browserName: string): ChildProcess {
  console.log(`Tillside opens on its stand-in for Electron, in a window of ${browserName}.`)
  const runDir = mkdtempSync(path.join(tmpdir(), 'tillside-run-'))
  // Without a system keyring to seal a secret, a live sign-in is kept for this run only.
  const settings: StandInSettings = { runDir, encryption: 'none', isOnline: true, drawnBy: 'ownHeaded' }
  const child = fork(path.join(projectDir, 'e2e/host/standIn.ts'), appArguments, {
    env: { ...process.env, [SETTINGS_VARIABLE]: JSON.stringify(settings) },
  })
  child.on('exit', () => rmSync(runDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
  return child
}

/** @returns undefined if the named profile is invalid: the app would not have started with it either */
function runDemo(): ChildProcess | undefined {
  const notice = noticeForDemo(places)
  for (const line of notice.lines) (notice.isRight ? console.log : console.error)(line)
  if (!notice.isRight) return undefined
  console.log(
    'There is no browser with a display on this machine: Tillside runs its demo instead, with pictures in out/demo/. For a window, start it on a desktop with Electron, or with Chromium, Chrome or Edge.',
  )
  // The command of `npm run demo`.
  const own = ['--project=specs', 'specs/demo']
  return fork(tool('@playwright/test', 'playwright'), ['test', '-c', 'e2e/playwright.config.ts', ...own])
}

function platformName(): 'windows' | 'mac' | 'linux' {
  if (process.platform === 'win32') return 'windows'
  return process.platform === 'darwin' ? 'mac' : 'linux'
}

async function open(): Promise<ChildProcess | undefined> {
  const electron = await electronToOpen({
    folder: electronPackage,
    env: process.env,
    hasDisplay: hasDisplay(),
    signal: stop.signal,
    say: console.log,
    get: getElectron,
    sandbox: sandboxHere,
  })
  if (stop.signal.aborted) return undefined
  if (electron.ok) return openInElectron(electron.value)
  for (const line of electron.error) console.log(line)
  const browser = hasDisplay() ? systemBrowser() : undefined
  return browser === undefined ? runDemo() : openInStandIn(browser.name)
}

const STOPPED_EXIT_CODE = 130
const stop = new AbortController()
for (const signal of SIGNALS) process.on(signal, () => stop.abort())
const notHeard = unheard(appArguments)
if (notHeard !== undefined) {
  console.error(`Tillside knows no ${notHeard}. A profile is named by: npm start -- --profile FILE`)
}
const unread = unreadProfile(places)
if (unread !== undefined) console.log(unread)
const child = notHeard === undefined ? await open() : undefined
if (child === undefined) process.exitCode = stop.signal.aborted ? STOPPED_EXIT_CODE : 1
else {
  process.exitCode = await follow(child, {
    platform: process.platform,
    isOnTerminal: [0, 1, 2].some((descriptor) => isatty(descriptor)),
    signals: process,
    say: console.error,
  })
}
