import { spawnSync } from 'node:child_process'

/** The system calls for ending processes. */
export interface Ender {
  signal(pid: number): void
  taskkill(args: readonly string[]): void
}

const systemEnder: Ender = {
  signal: (pid) => process.kill(pid, 'SIGKILL'),
  taskkill: (args) => void spawnSync('taskkill', args, { stdio: 'ignore', windowsHide: true }),
}

/**
 * Ends a process at once, with all its children. On Windows there may be a shell whose end leaves the program running;
 * on other systems the process must lead its own process group.
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
    // The group is already gone.
  }
}
