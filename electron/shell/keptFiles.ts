import { lstat, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { KeptFiles, Log } from '../ports.ts'
import { codeOf, removeLeftovers, writeWhole } from './saveFile.ts'

const FOLDER = 'kept'
const NAME = /^[a-z0-9-]{1,80}$/u
/** The maximum size of a kept file. A larger file is not ours and would fill the memory. */
export const KEPT_BYTES_MAX = 100_000_000

/**
 * Files in a folder beside the settings, written atomically (temporary file, sync, rename) and readable by their owner
 * only.
 * @param dir an absolute folder of one environment; practice and live never share one
 */
export function createKeptFiles(dir: string, log: Log): KeptFiles {
  const folder = path.join(dir, FOLDER)
  function fileOf(name: string): string {
    if (!NAME.test(name)) throw new Error('a kept file was given a name that is none')
    return path.join(folder, name)
  }

  async function written(file: string, text: string): Promise<boolean> {
    const bytes = Buffer.byteLength(text)
    if (bytes > KEPT_BYTES_MAX) {
      log('warn', 'keptFile.notWritten', { code: 'tooLong', bytes })
      return false
    }
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await removeLeftovers(folder)
    } catch (error) {
      log('warn', 'keptFile.notWritten', { code: codeOf(error) })
      return false
    }
    const whole = await writeWhole(file, text)
    if (!whole.ok) log('warn', 'keptFile.notWritten', { code: whole.error })
    return whole.ok
  }

  /** Serialises writes: each write removes leftovers, which would include the temporary file of a parallel one. */
  let writing: Promise<unknown> = Promise.resolve()
  return {
    async read(name) {
      const file = fileOf(name)
      try {
        const found = await lstat(file)
        // Reading anything else, such as a pipe, may never end.
        if (found.isFile() && found.size <= KEPT_BYTES_MAX) return await readFile(file, 'utf8')
        log('warn', 'keptFile.notOurs', { isFile: found.isFile(), bytes: found.size })
      } catch (error) {
        const code = codeOf(error)
        if (code !== 'ENOENT') log('warn', 'keptFile.notRead', { code })
      }
      return null
    },
    async write(name, text) {
      const file = fileOf(name)
      const own = writing.then(() => written(file, text))
      writing = own
      return own
    },
  }
}
