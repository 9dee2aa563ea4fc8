import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { FileProblem, Files } from '../ports.ts'
import { err, ok, type Result } from '../../shared/result.ts'

/** Electron's `dialog.showSaveDialog`, as far as needed. */
export type AskWhere = (options: {
  readonly defaultPath: string
  readonly filters: { name: string; extensions: string[] }[]
}) => Promise<{ readonly canceled: boolean; readonly filePath?: string }>

/**
 * Writes the text elsewhere, to the disk, and then renames it: a file of a person is there whole or as it was. Without a
 * dialog nothing is written; a file of that name is replaced, which the dialog has asked about.
 * @param partsDir a folder of ours for what is not whole yet; null: beside its place. macOS gives a program the one file
 * that was chosen, and asks a person anew about any other in the same folder.
 */
export function createFiles(
  askWhere: AskWhere,
  documentsDir: () => string,
  partsDir: (() => string) | null = null,
): Files {
  /** Once, before the first file is written there. */
  let tidying: Promise<void> | null = null
  async function readyPartsDir(): Promise<string | null> {
    if (partsDir === null) return null
    const dir = partsDir()
    try {
      await mkdir(dir, { recursive: true, mode: 0o700 })
      tidying ??= removeLeftovers(dir)
      await tidying
      return dir
    } catch {
      // Then beside its place: a question too many is better than no file.
      return null
    }
  }
  return {
    save: async (suggestedName, text) => {
      const { canceled, filePath } = await askWhere({
        defaultPath: path.join(documentsDir(), suggestedName),
        filters: [filterOf(suggestedName)],
      })
      if (canceled || filePath === undefined || filePath === '') return ok(null)
      return writeWhole(path.resolve(filePath), text, await readyPartsDir())
    },
  }
}

/** A dialog that knew only CSV would add that to the name of a text. */
function filterOf(name: string): { name: string; extensions: string[] } {
  const isText = path.extname(name) === '.txt'
  return isText ? { name: 'Text', extensions: ['txt'] } : { name: 'CSV', extensions: ['csv'] }
}

/** How a file beside a place is called until it is whole. */
const BESIDE = /^\.[0-9a-f]{16}\.part$/u

/**
 * The file that becomes this one has an unpredictable name, and is opened only if it is not there yet: a link that
 * another program has laid is never written through. A link in the place itself is replaced, and what it leads to stays.
 * @param partsDir where it is written; beside its place where this is null or on another disk, from which nothing can be
 * renamed
 */
export async function writeWhole(
  file: string,
  text: string | readonly string[],
  partsDir: string | null = null,
): Promise<Result<string, FileProblem>> {
  const part = path.join(partsDir ?? path.dirname(file), `.${randomBytes(8).toString('hex')}.part`)
  let isOurs = false
  try {
    const handle = await open(part, 'wx', 0o600)
    isOurs = true
    try {
      // Each goes on where the one before it ended.
      for (const each of typeof text === 'string' ? [text] : text) await handle.writeFile(each, 'utf8')
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(part, file)
    return ok(file)
  } catch (error) {
    if (isOurs) await rm(part, { force: true }).catch(() => undefined)
    return partsDir !== null && codeOf(error) === 'EXDEV' ? writeWhole(file, text) : err(problemOf(error))
  }
}

/** Removes what a power cut left of files that were not whole. Only for a folder that nothing else writes into. */
export async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder)
  await Promise.all(
    names.filter((name) => BESIDE.test(name)).map((name) => rm(path.join(folder, name), { force: true })),
  )
}

const FULL: readonly string[] = ['ENOSPC', 'EDQUOT', 'EFBIG']
/** A file that a spreadsheet has open cannot be replaced on Windows: EBUSY or EPERM. */
const NO_ACCESS: readonly string[] = ['EACCES', 'EPERM', 'EROFS', 'EBUSY']

function problemOf(error: unknown): FileProblem {
  const code = codeOf(error)
  if (FULL.includes(code)) return 'full'
  return NO_ACCESS.includes(code) ? 'noAccess' : 'other'
}

/** The system's code of a failure, such as `ENOSPC`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
