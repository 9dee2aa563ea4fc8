import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import path from 'node:path'

const LOCK_NAME = 'stand-in.lock'

interface Holder {
  readonly pid: number
  readonly doorbell: string
}

/**
 * The lock that keeps a second stand-in off the same folder, held by process id, so that it does not outlive a kill.
 * @returns whether this process is the first; false also if the folder cannot be written, as in Electron
 */
export function takeLock(dir: string, doorbell: string): boolean {
  const lock = path.join(dir, LOCK_NAME)
  const mine = `${lock}.${process.pid}`
  try {
    mkdirSync(dir, { recursive: true })
    writeFileSync(mine, JSON.stringify({ pid: process.pid, doorbell } satisfies Holder))
  } catch {
    return false
  }
  try {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      // A link is created atomically, so the lock always contains a process id.
      if (tryLink(mine, lock)) return true
      const holder = holderOf(lock)
      if (holder !== undefined && isAlive(holder.pid)) return false
      rmSync(lock, { force: true })
    }
    return false
  } finally {
    rmSync(mine, { force: true })
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch {
    return false
  }
}

function holderOf(lock: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(lock, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** In a folder that is removed with the run; a socket's path is limited to about a hundred characters. */
export function doorbellIn(dir: string): string {
  return process.platform === 'win32' ? `\\\\.\\pipe\\tillside-${process.pid}` : path.join(dir, 'doorbell')
}

/** Notifies the first instance of a second start. The doorbell is a socket, on Windows a named pipe. */
export function listenForSecond(doorbell: string, onSecond: (argv: readonly string[]) => void): void {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let told = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => (told += chunk))
    socket.on('error', () => undefined)
    socket.on('end', () => {
      socket.end()
      onSecond(JSON.parse(told) as string[])
    })
  })
  server.listen(doorbell)
  server.unref()
}

/** Notifies the first instance with this one's arguments; resolves whether or not it answers. */
export async function tellFirst(dir: string, argv: readonly string[]): Promise<void> {
  const doorbell = holderOf(path.join(dir, LOCK_NAME))?.doorbell
  if (doorbell === undefined) return
  await new Promise<void>((resolve) => {
    const socket = connect(doorbell)
    socket.on('error', () => resolve())
    socket.on('close', () => resolve())
    socket.resume()
    socket.end(JSON.stringify(argv))
  })
}
