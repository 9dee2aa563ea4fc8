import { spawnSync } from 'node:child_process'

/** The world's part of ending processes. */
export interface Ender {
  /** Throws where there is none. */
  signal(pid: number): void
  taskkill(args: readonly string[]): void
}

const systemEnder: Ender = {
  signal: (pid) => process.kill(pid, 'SIGKILL'),
  taskkill: (args) => void spawnSync('taskkill', args, { stdio: 'ignore', windowsHide: true }),
}

/**
 * Ends a process at once, with all that it started. On Windows a shell may stand between, and its end leaves the
 * program alive; elsewhere the process must lead a group of its own.
 */
export function killTree(
  pid: number,
  platform: NodeJS.Platform = process.platform,
  ender: Ender = systemEnder,
): void {
  if (platform === 'win32') {
    ender.taskkill(['/pid', String(pid), '/T', '/F'])
    return
  }
  try {
    ender.signal(-pid)
  } catch {
    // The group is gone already, which is what was wanted.
  }
}
