import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { killTree } from '../e2e/host/processTree.ts'
import { withoutElectronDownload } from './start/noDownload.ts'

export interface Command {
  /** A script for this Node, and its arguments. */
  readonly args: readonly string[]
  /** Undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Past it, the command and everything that it started are killed. Default: none. */
  readonly limitMs?: number
  /** After it, the command is told to end, as by Ctrl+C. */
  readonly interruptAfterMs?: number
}

export interface Finished {
  /** Null where it was killed, also by its time limit. */
  readonly exitCode: number | null
  /** Standard output and error in the order of arrival. */
  readonly output: string
  readonly timedOut: boolean
  /** It was told to end, see {@link Command.interruptAfterMs}. */
  readonly wasInterrupted: boolean
  /** Ended because this process was told to stop, see {@link stopAllOnSignal}. */
  readonly wasStopped: boolean
}

/** The limits are for all of them together. */
export interface CommandsInTurn extends Omit<Command, 'args'> {
  /** They run one after another, until one fails. */
  readonly commands: readonly (readonly string[])[]
}

export const root = path.join(import.meta.dirname, '..')

/** The script behind a tool's command, so that it runs on the same Node and without a shell. */
export function tool(packageName: string, command: string = packageName): string {
  const folder = path.join(root, 'node_modules', packageName)
  const manifest: unknown = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const bin = (manifest as { readonly bin: string | Readonly<Record<string, string>> }).bin
  const file = typeof bin === 'string' ? bin : bin[command]
  if (file === undefined) throw new Error(`${packageName} has no command ${command}`)
  return path.join(folder, file)
}

/** How long output may still come after a child has ended. */
const DRAIN_LIMIT_MS = 15_000

const running = new Set<ChildProcess>()
let isStopping = false

/** Runs a command to its end. Never rejects. */
export function run(command: Command): Promise<Finished> {
  const notRun = { exitCode: null, output: '', timedOut: false, wasInterrupted: false, wasStopped: true }
  if (isStopping) return Promise.resolve(notRun)
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let timedOut = false
    let wasInterrupted = false
    const child = spawn(process.execPath, command.args, {
      cwd: root,
      env: environment(command.env ?? {}),
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own can be ended as a whole: a browser must not outlive its suite.
      detached: process.platform !== 'win32',
    })
    running.add(child)
    const after = (ms: number | undefined, act: () => void): NodeJS.Timeout | undefined =>
      ms === undefined ? undefined : setTimeout(act, ms)
    const limit = after(command.limitMs, () => {
      timedOut = true
      killGroup(child)
    })
    const interrupt = after(command.interruptAfterMs, () => {
      wasInterrupted = true
      child.kill('SIGINT')
    })
    let ended = false
    const finish = (exitCode: number | null): void => {
      if (ended) return
      ended = true
      clearTimeout(limit)
      clearTimeout(interrupt)
      running.delete(child)
      const output = Buffer.concat(chunks).toString('utf8')
      const wasStopped = isStopping && exitCode === null && !timedOut
      resolve({ exitCode, output, timedOut, wasInterrupted, wasStopped })
    }
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.once('error', (error) => {
      chunks.push(Buffer.from(`${error.message}\n`))
      finish(null)
    })
    // Ends the child's own children too; then the pipes close and all output has arrived. A process that has left the
    // group and keeps a pipe open must not delay the run.
    child.once('exit', (exitCode) => {
      killGroup(child)
      setTimeout(() => finish(exitCode), DRAIN_LIMIT_MS).unref()
    })
    child.once('close', (exitCode) => finish(exitCode))
  })
}

/** Runs commands in turn, with one joined output and the exit status of the last that ran. Never rejects. */
export async function runInTurn({
  commands,
  limitMs,
  interruptAfterMs,
  ...rest
}: CommandsInTurn): Promise<Finished> {
  const startedMs = performance.now()
  const left = (ms: number): number => Math.max(1, startedMs + ms - performance.now())
  let output = ''
  let last: Finished | undefined
  for (const args of commands) {
    last = await run({
      ...rest,
      args,
      ...(limitMs === undefined ? {} : { limitMs: left(limitMs) }),
      ...(interruptAfterMs === undefined ? {} : { interruptAfterMs: left(interruptAfterMs) }),
    })
    output += last.output
    if (last.exitCode !== 0) break
  }
  if (last === undefined) throw new Error('no command to run')
  return { ...last, output }
}

/** Ends all running children when this process is told to stop. */
export function endChildrenOnSignal(): void {
  onStopSignal(() => {
    for (const child of running) killGroup(child)
    process.exit(1)
  })
}

/** Like {@link endChildrenOnSignal}, for a process that then reports its results and starts nothing more. */
export function stopAllOnSignal(): void {
  onStopSignal(() => {
    isStopping = true
    for (const child of running) killGroup(child)
  })
}

function onStopSignal(act: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, act)
}

function killGroup(child: ChildProcess): void {
  if (child.pid !== undefined) killTree(child.pid)
}

/** The variables of a child: this Node first on the path, no colours, no download of Electron. */
export function environment(more: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  const bin = path.join(root, 'node_modules', '.bin')
  const { FORCE_COLOR: _colour, ...inherited } = process.env
  const PATH = `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`
  return { ...inherited, PATH, NO_COLOR: '1', ...withoutElectronDownload, ...more }
}
