import { spawnSync } from 'node:child_process'
import type { LaunchedApp } from '../host/launch.ts'

/** Linux alone can lay a limit on a process that runs. */
const LIMITER = 'prlimit'

/** Below the length of the sales' log and above that of every small file. */
const ROOM_BYTES = 65_536

/** Whether {@link fillDisk} can be done here. */
export function canFillDisk(): boolean {
  return process.platform === 'linux' && spawnSync(LIMITER, ['--version']).status === 0
}

/** From here on main's long files grow no more: a write to them is refused, as by a disk that is full. */
export function fillDisk(app: LaunchedApp): void {
  limit(app, String(ROOM_BYTES))
}

/** Somebody made room. */
export function freeDisk(app: LaunchedApp): void {
  limit(app, 'unlimited')
}

function limit(app: LaunchedApp, bytes: string): void {
  const { status, stderr } = spawnSync(LIMITER, ['--pid', String(app.pid), `--fsize=${bytes}:`], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the limit was not set: ${stderr}`)
}
