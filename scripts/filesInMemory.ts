import { readFileSync, statfsSync } from 'node:fs'

/** Linux keeps this folder in memory. */
const FOLDER = '/dev/shm'
/** Tests that run side by side use less than a tenth of it at a time. */
const FREE_BYTES_MIN = 4 * 1024 ** 3

/**
 * The environment in which tests keep their files in memory, where the system has room for it: each step of a sale waits
 * for the disk, which is two thirds of the time that unit tests take on a disk. What a test says of such files holds on
 * both; that a sale outlives the program is proven on a disk (proof/kill-test/).
 */
export function filesInMemory(): Readonly<Partial<Record<'TMPDIR', string>>> {
  return process.env.TMPDIR === undefined && hasRoom() ? { TMPDIR: FOLDER } : {}
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(FOLDER)
    return bavail * bsize >= FREE_BYTES_MIN && runsPrograms()
  } catch {
    // Another system, or one without this folder.
    return false
  }
}

/** Some tests run a program that they have written. A container may forbid it here. */
function runsPrograms(): boolean {
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n')
  const mounted = mounts.findLast((line) => line.split(' ')[1] === FOLDER)
  return mounted?.split(' ')[3]?.split(',').includes('noexec') === false
}
