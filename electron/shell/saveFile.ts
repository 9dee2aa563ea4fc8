import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { FileContent, FileProblem, Files } from '../ports.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import { codeOf, problemOfWrite } from '../storage/files.ts'

/** Electron's `dialog.showSaveDialog`, as far as needed. */
export type AskWhere = (options: {
  readonly defaultPath: string
  readonly filters: { name: string; extensions: string[] }[]
  readonly properties: 'showOverwriteConfirmation'[]
}) => Promise<{ readonly canceled: boolean; readonly filePath?: string }>

/**
 * Saves a file where a person chooses. It writes a temporary file, syncs and renames it, so that an existing file is
 * replaced whole or stays as it was. The dialog asks whether to replace it (on Linux because it is told to), and starts
 * with a name that no file has.
 * @param partsDir our own folder for temporary files; null: the folder of the chosen file. macOS grants access only to
 * the chosen file, and asks the person again about any other file in its folder.
 */
export function createFiles(
  askWhere: AskWhere,
  documentsDir: () => string,
  showInFolder: (file: string) => void,
  partsDir: (() => string) | null = null,
): Files {
  /** Removes leftovers once, before the first file is written there. */
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
      // The file is then written beside its final place: an additional question is better than no file.
      return null
    }
  }
  let last: string | null = null
  return {
    save: async (suggestedName, content) => {
      const { canceled, filePath } = await askWhere({
        defaultPath: await freePath(documentsDir(), suggestedName),
        filters: [filterOf(suggestedName)],
        properties: ['showOverwriteConfirmation'],
      })
      if (canceled || filePath === undefined || filePath === '') return ok(null)
      const written = await writeWhole(path.resolve(filePath), content, await readyPartsDir())
      if (written.ok) last = written.value
      return written
    },
    showLast: () => {
      if (last !== null) showInFolder(last)
    },
  }
}

/** Numbers after a name, as a person would go on counting them; with more files the dialog asks. */
const SAME_NAME_MAX = 99

async function freePath(dir: string, name: string): Promise<string> {
  const { name: stem, ext } = path.parse(name)
  for (let number = 1; number <= SAME_NAME_MAX; number += 1) {
    const file = path.join(dir, number === 1 ? name : `${stem} (${number})${ext}`)
    const isTaken = await access(file).then(
      () => true,
      () => false,
    )
    if (!isTaken) return file
  }
  return path.join(dir, name)
}

const KINDS: Readonly<Record<string, string>> = {
  xlsx: 'Excel',
  csv: 'CSV',
  jsonl: 'JSON Lines',
  txt: 'Text',
}

/** One filter, of the file's own ending: with another the dialog would append it to the name. */
function filterOf(name: string): { name: string; extensions: string[] } {
  const ending = path.extname(name).slice(1)
  return { name: KINDS[ending] ?? ending, extensions: [ending] }
}

/** The names of temporary files. */
const BESIDE = /^\.[0-9a-f]{16}\.part$/u

/**
 * Writes a file atomically. The temporary file has a random name and must not exist yet, so that a link planted by
 * another program is never followed. A link at the final place is replaced, and its target stays unchanged.
 * @param partsDir the folder of the temporary file. If it is null, or on another disk so that the rename fails, the
 * temporary file is beside the final place.
 */
export async function writeWhole(
  file: string,
  content: FileContent,
  partsDir: string | null = null,
): Promise<Result<string, FileProblem>> {
  const part = partBeside(partsDir ?? path.dirname(file))
  let isOurs = false
  try {
    const handle = await open(part, 'wx', 0o600)
    isOurs = true
    try {
      // Each call appends to the one before.
      if (typeof content === 'string') await handle.writeFile(content, 'utf8')
      else for await (const part of content) await handle.writeFile(part, 'utf8')
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(part, file).catch((error: unknown) => {
      if (partsDir === null || codeOf(error) !== 'EXDEV') throw error
      return placeFromOtherDisk(part, file)
    })
    return ok(file)
  } catch (error) {
    if (isOurs) await rm(part, { force: true }).catch(() => undefined)
    return err(problemOfWrite(error))
  }
}

async function placeFromOtherDisk(part: string, file: string): Promise<void> {
  const beside = partBeside(path.dirname(file))
  try {
    await copyFile(part, beside, constants.COPYFILE_EXCL)
    const handle = await open(beside, 'r+')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(beside, file)
    await rm(part, { force: true })
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined)
    throw error
  }
}

const partBeside = (folder: string): string => path.join(folder, `.${randomBytes(8).toString('hex')}.part`)

/** Removes temporary files that a power cut left. Only for a folder that nothing else writes to. */
export async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder)
  await Promise.all(
    names.filter((name) => BESIDE.test(name)).map((name) => rm(path.join(folder, name), { force: true })),
  )
}
