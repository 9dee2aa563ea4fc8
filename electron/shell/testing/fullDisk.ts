import { execFileSync } from 'node:child_process'

/** False on Windows, which has no `ulimit` for the length of files. */
export const CAN_FILL_A_DISK = process.platform !== 'win32'

const BLOCKS_MAX = 8

/**
 * Runs a module in a process that can write only a few kilobytes to a file, as on a full disk.
 * @returns what it printed
 */
export function onFullDisk(code: string): string {
  return execFileSync(
    'sh',
    ['-c', `ulimit -f ${BLOCKS_MAX}; exec "$0" --input-type=module -e "$1"`, process.execPath, code],
    { encoding: 'utf8' },
  )
}
