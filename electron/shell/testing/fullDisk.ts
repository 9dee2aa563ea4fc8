import { execFileSync } from 'node:child_process'

/** Where this can be tried: the shell's limit on a file's length is no part of Windows. */
export const CAN_FILL_A_DISK = process.platform !== 'win32'

const BLOCKS_MAX = 8

/**
 * Runs a module in a process whose files end after a few kilobytes, as on a full disk.
 * @returns what it printed
 */
export function onFullDisk(code: string): string {
  return execFileSync(
    'sh',
    ['-c', `ulimit -f ${BLOCKS_MAX}; exec "$0" --input-type=module -e "$1"`, process.execPath, code],
    { encoding: 'utf8' },
  )
}
