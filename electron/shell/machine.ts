import { statfsSync } from 'node:fs'
import { arch, release, type } from 'node:os'
import type { Machine } from '../ports.ts'
import { readLogTail } from './logFile.ts'

/** What the program runs on, as the system tells it. */
export function createMachine(logDir: string): Machine {
  return {
    electron: process.versions['electron'] ?? null,
    node: process.versions.node,
    system: `${type()} ${release()} ${arch()}`,
    freeBytes: (dir) => {
      try {
        const { bavail, bsize } = statfsSync(dir)
        return bavail * bsize
      } catch {
        // Some network drives do not say; the figure is then missing, and nothing else.
        return null
      }
    },
    logTail: (count) => readLogTail(logDir, count),
  }
}
