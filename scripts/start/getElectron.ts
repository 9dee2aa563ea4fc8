import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { err, ok, type Result } from '../../shared/result.ts'
import { electronVersion, installedElectron, programPath } from './installedElectron.ts'
import type { Limits } from './limits.ts'
import { readTold, type Told } from './told.ts'
import { whyNot, type Failure } from './whyNot.ts'

export interface GetOptions {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  readonly limits: Limits
  /** When aborted, it leaves nothing behind. */
  readonly signal: AbortSignal
  readonly onProgress: (received: number, total: number | null) => void
}

/** What install.js needs beside it. */
const INSTALLER = ['install.js', 'package.json', 'checksums.json'] as const
const DRAFT = '.getting-'

/**
 * Gets Electron's program through electron's own install.js, with Electron's mirrors, cache and checksums. It runs in
 * its own folder inside the package, and its result is moved into place once complete: an interrupted run leaves
 * nothing that counts.
 * @returns the program, or one line on why there is none
 */
export async function getElectron(options: GetOptions): Promise<Result<string, string>> {
  const { folder, env, limits } = options
  const version = electronVersion(folder) ?? ''
  let draft: string | undefined
  try {
    await removeOldDrafts(folder)
    draft = mkdtempSync(path.join(folder, `${DRAFT}${process.pid}-`))
    for (const file of INSTALLER) copyFileSync(path.join(folder, file), path.join(draft, file))
    const failure = await runInstaller(draft, options)
    if (failure !== undefined) return err(whyNot(failure, { version, env, limits }))
    return ok(installedElectron(folder) ?? (await moveIntoPlace(draft, folder)))
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return err(whyNot({ kind: 'failed', last: undefined, text }, { version, env, limits }))
  } finally {
    if (draft !== undefined) await remove(draft)
  }
}

/** @returns how it failed; undefined if it succeeded */
async function runInstaller(draft: string, options: GetOptions): Promise<Failure | undefined> {
  const { env, limits, signal, onProgress } = options
  if (signal.aborted) return { kind: 'stopped' }
  const child = spawn(
    process.execPath,
    ['--import', pathToFileURL(path.join(import.meta.dirname, 'tellFetch.ts')).href, 'install.js'],
    { cwd: draft, env: installerEnvironment(env, draft), stdio: ['pipe', 'ignore', 'pipe'] },
  )
  let failure: Failure | undefined
  let last: Told | undefined
  let text = ''
  const end = (why: Failure): void => {
    failure ??= why
    child.kill('SIGKILL')
  }
  const watch = watchdog(limits, end)
  const stop = (): void => end({ kind: 'stopped' })
  signal.addEventListener('abort', stop)
  createInterface({ input: child.stderr }).on('line', (line) => {
    const told = readTold(line)
    if (told === undefined) text += `${line}\n`
    else {
      last = told
      watch(told)
      if (told.kind === 'sends') onProgress(told.received, told.total)
    }
  })
  try {
    await once(child, 'close')
  } finally {
    watch('over')
    signal.removeEventListener('abort', stop)
  }
  if (failure !== undefined) return failure
  return installedElectron(draft) === undefined ? { kind: 'failed', last, text } : undefined
}

/** Ends what is silent for too long. Unpacking is silent, so only the overall limit applies to it. */
function watchdog(limits: Limits, end: (why: Failure) => void): (told: Told | 'over') => void {
  const whole = setTimeout(() => end({ kind: 'tookTooLong' }), limits.wholeMs)
  let step: NodeJS.Timeout | undefined
  return (told) => {
    clearTimeout(step)
    if (told === 'over') clearTimeout(whole)
    else if (told.kind === 'asks')
      step = setTimeout(() => end({ kind: 'silent', host: told.host }), limits.silentMs)
    else if (told.kind === 'answers' || told.kind === 'sends')
      step = setTimeout(() => end({ kind: 'stalled', host: told.host }), limits.stalledMs)
  }
}

function installerEnvironment(env: NodeJS.ProcessEnv, draft: string): NodeJS.ProcessEnv {
  const temporary = path.join(draft, 'tmp')
  mkdirSync(temporary)
  // npm's own settings; a value that is no address is left to npm.
  const proxy = [env['npm_config_https_proxy'], env['npm_config_proxy']].find(
    (value) => value !== undefined && URL.canParse(value),
  )
  const {
    // These variables would put the program into another place than the one checked afterwards.
    ELECTRON_OVERRIDE_DIST_PATH: _dist,
    ELECTRON_INSTALL_PLATFORM: _platform,
    npm_config_platform: _npmPlatform,
    ...inherited
  } = env
  return {
    ...(proxy === undefined ? {} : { HTTPS_PROXY: proxy, HTTP_PROXY: proxy }),
    ...(env['npm_config_noproxy'] === undefined ? {} : { NO_PROXY: env['npm_config_noproxy'] }),
    ...inherited,
    NODE_USE_ENV_PROXY: '1',
    ELECTRON_GET_NO_PROGRESS: '1',
    // Its downloads are removed with the draft, even if it is killed.
    TMPDIR: temporary,
    TEMP: temporary,
    TMP: temporary,
  }
}

async function moveIntoPlace(draft: string, folder: string): Promise<string> {
  const pathFile = path.join(folder, 'path.txt')
  const dist = path.join(folder, 'dist')
  // `path.txt` marks the rest as complete: it is removed first and written last.
  await remove(pathFile)
  await remove(dist)
  await renamePatiently(path.join(draft, 'dist'), dist)
  writeFileSync(pathFile, programPath())
  return path.join(dist, programPath())
}

/** On Windows a virus scanner may still hold a program just written. */
async function renamePatiently(from: string, to: string, triesLeft = 20): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (process.platform !== 'win32' || triesLeft === 0) throw error
    await wait(250)
    await renamePatiently(from, to, triesLeft - 1)
  }
}

/** Removes the drafts of processes that were killed. */
async function removeOldDrafts(folder: string): Promise<void> {
  for (const name of readdirSync(folder)) {
    const pid = name.startsWith(DRAFT) ? Number.parseInt(name.slice(DRAFT.length), 10) : 0
    if (pid > 0 && !isRunning(pid)) await remove(path.join(folder, name))
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function remove(target: string): Promise<void> {
  if (existsSync(target)) await rm(target, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
