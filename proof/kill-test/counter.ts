import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Message, Orders, SalvageOrders } from './orders.ts'

/** A running counter or salvaging process, as its parent sees it. */
export interface Counter {
  /** SIGKILL at once; messages already sent still count. */
  kill(): void
  /** Tells a process in `settle` that it may stop. */
  release(): void
  /** Resolves when it has ended and all its lines were read. */
  readonly ended: Promise<Ending>
}

export interface Ending {
  /** `SIGKILL` if killed as ordered; null if it ended by itself. */
  readonly signal: NodeJS.Signals | null
  readonly exitCode: number | null
  readonly complaint: string
}

/** A command before Node, such as a tracer, with its arguments; empty for none. */
export type Prefix = readonly string[]

/** Starts a counter process; `hear` gets every message in order, including those in the pipe when it was killed. */
export function startCounter(
  program: string,
  orders: Orders | SalvageOrders,
  hear: (message: Message) => void,
  prefix: Prefix = [],
): Counter {
  const [command, ...args] = [...prefix, process.execPath, program, JSON.stringify(orders)]
  const child: ChildProcess = spawn(command, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    // Its own process group, so that a tracer and its target die together.
    detached: process.platform !== 'win32',
  })
  const { stdin, stdout, stderr } = child
  if (stdin === null || stdout === null || stderr === null) throw new Error('a counter has no pipes')
  let complaint = ''
  stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString('utf8')).slice(-4_000)
  })
  // A process killed in mid-read breaks this pipe, which is expected.
  stdin.on('error', () => undefined)
  const lines = createInterface({ input: stdout })
  lines.on('line', (line) => {
    const message = messageOf(line)
    if (message !== null) hear(message)
  })
  const heard = new Promise<void>((resolve) => lines.once('close', () => resolve()))
  const exited = new Promise<Ending>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exitCode, signal) => resolve({ exitCode, signal, complaint }))
  })
  return {
    kill: () => killGroup(child),
    release: () => void stdin.write('stop\n'),
    ended: Promise.all([exited, heard]).then(([ending]) => ending),
  }
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It is already gone.
  }
}

/** Ignores a line that the kill cut short. */
function messageOf(line: string): Message | null {
  try {
    return JSON.parse(line) as Message
  } catch {
    return null
  }
}
