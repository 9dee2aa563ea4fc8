import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** @returns the text of every file below a folder, read as single bytes, by relative path */
export async function textsBelow(dir: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const texts = files.map(async ({ parentPath, name }) => {
    const file = path.join(parentPath, name)
    return [path.relative(dir, file), await textOf(file)] as const
  })
  return new Map(await Promise.all(texts))
}

/** The app writes a temporary file and renames it, so a listed file may no longer exist. */
async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'latin1')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
