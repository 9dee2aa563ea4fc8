import { spawnSync } from 'node:child_process'
import type { LaunchedApp } from '../host/launch.ts'

/** Only Linux can limit a running process. */
const LIMITER = 'prlimit'

/** Less than the size of the sales' log, and more than that of every small file. */
const ROOM_BYTES = 65_536

/** Whether {@link fillDisk} works here. */
export function canFillDisk(): boolean {
  return process.platform === 'linux' && spawnSync(LIMITER, ['--version']).status === 0
}

/** From now on main's long files cannot grow: a write to them fails, as on a full disk. */
export function fillDisk(app: LaunchedApp): void {
  limit(app, String(ROOM_BYTES))
}

export function freeDisk(app: LaunchedApp): void {
  limit(app, 'unlimited')
}

function limit(app: LaunchedApp, bytes: string): void {
  const { status, stderr } = spawnSync(LIMITER, ['--pid', String(app.pid), `--fsize=${bytes}:`], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the limit was not set: ${stderr}`)
}
