import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { killTree } from '../host/processTree.ts'

/** One run of the packed program, without Playwright: as a person would start it. */
export interface Run {
  readonly pid: number
  /** Resolves with its exit code; null if a signal ended it. */
  readonly exited: Promise<number | null>
  output(): string
  end(): Promise<void>
}

export interface Start {
  /** The program, and its leading arguments. */
  readonly command: readonly [string, ...string[]]
  readonly args?: readonly string[]
  /** Undefined removes a variable. */
  readonly env: Readonly<Record<string, string | undefined>>
}

const DRAIN_MS_MAX = 2_000

export function startProgram({ command: [program, ...before], args = [], env }: Start): Run {
  const child = spawn(program, [...before, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  }
  child.on('error', (error) => (text += error.message))
  const exited = new Promise<number | null>((resolve) => {
    // Its last words may come after its end, unless a child of its own keeps the pipe.
    child.on('exit', (code) => {
      child.once('close', () => resolve(code))
      setTimeout(() => resolve(code), DRAIN_MS_MAX).unref()
    })
    child.on('error', () => resolve(null))
  })
  return {
    pid: child.pid ?? 0,
    exited,
    output: () => text,
    end: async () => {
      const isOver = child.exitCode !== null || child.signalCode !== null
      if (child.pid !== undefined) killTree(child.pid)
      if (!isOver && child.pid !== undefined) await exited
    },
  }
}

/** Polls until something is there. @returns undefined after the limit */
export async function waitFor<T>(look: () => T | undefined, limitMs: number): Promise<T | undefined> {
  const endMs = performance.now() + limitMs
  for (;;) {
    const found = look()
    if (found !== undefined || performance.now() > endMs) return found
    await pause(100)
  }
}

/** @returns the exit code, or `running` if it has not ended by then */
export async function endWithin(run: Run, limitMs: number): Promise<number | null | 'running'> {
  const over = new AbortController()
  const late = pause(limitMs, over.signal).then(() => 'running' as const)
  const first = await Promise.race([run.exited, late])
  over.abort()
  return first
}

/** Whether a process listens there. */
export async function isOpen(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' })
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
