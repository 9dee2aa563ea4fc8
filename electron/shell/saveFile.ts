import { randomBytes } from 'node:crypto'
import { open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { FileProblem, Files } from '../ports.ts'
import { err, ok, type Result } from '../../shared/result.ts'

/** Electron's `dialog.showSaveDialog`, as far as needed. */
export type AskWhere = (options: {
  readonly defaultPath: string
  readonly filters: { name: string; extensions: string[] }[]
}) => Promise<{ readonly canceled: boolean; readonly filePath?: string }>

/**
 * Writes the text beside its place, to the disk, and then renames it: a file of a person is there whole or as it was.
 * Without a dialog nothing is written; a file of that name is replaced, which the dialog has asked about.
 */
export function createFiles(askWhere: AskWhere, documentsDir: () => string): Files {
  return {
    save: async (suggestedName, text) => {
      const { canceled, filePath } = await askWhere({
        defaultPath: path.join(documentsDir(), suggestedName),
        filters: [filterOf(suggestedName)],
      })
      if (canceled || filePath === undefined || filePath === '') return ok(null)
      return writeWhole(path.resolve(filePath), text)
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
 * The file beside has an unpredictable name, and is opened only if it is not there yet: a link that another
 * program has laid is never written through. A link in the place itself is replaced, and what it leads to stays.
 */
export async function writeWhole(file: string, text: string): Promise<Result<string, FileProblem>> {
  const beside = path.join(path.dirname(file), `.${randomBytes(8).toString('hex')}.part`)
  let isOurs = false
  try {
    const handle = await open(beside, 'wx', 0o600)
    isOurs = true
    try {
      await handle.writeFile(text, 'utf8')
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(beside, file)
    return ok(file)
  } catch (error) {
    if (isOurs) await rm(beside, { force: true }).catch(() => undefined)
    return err(problemOf(error))
  }
}

/** Removes what a power cut left of files that were not whole. Only for a folder that nothing else writes into. */
export async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder)
  await Promise.all(
    names.filter((name) => BESIDE.test(name)).map((name) => rm(path.join(folder, name), { force: true })),
  )
}

const FULL: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG']
/** A file that a spreadsheet has open cannot be replaced on Windows: EBUSY or EPERM. */
const NO_ACCESS: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS', 'EBUSY']

function problemOf(error: unknown): FileProblem {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (FULL.includes(code)) return 'full'
  return NO_ACCESS.includes(code) ? 'noAccess' : 'other'
}
