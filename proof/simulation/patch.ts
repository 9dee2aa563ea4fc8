import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** One textual change of a source file. */
export interface Edit {
  /** From the project's root. */
  readonly file: string
  /** Must occur exactly once, so that a change of the file cannot quietly disable it. */
  readonly find: string
  readonly replace: string
}

const root = path.resolve(import.meta.dirname, '../..')

/** @throws Error naming the file unless the text occurs exactly once */
export function patched(source: string, edit: Edit): string {
  const places = source.split(edit.find).length - 1
  if (places !== 1) throw new Error(`${edit.file}: the text to change is there ${places} times, not once`)
  return source.replace(edit.find, () => edit.replace)
}

/** Applies edits to the files on disk without writing them. @returns the changed text of each file */
export function patchedFiles(edits: readonly Edit[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const edit of edits) {
    const file = path.join(root, edit.file)
    texts.set(file, patched(texts.get(file) ?? readFileSync(file, 'utf8'), edit))
  }
  return texts
}

/** From here on this thread loads the changed files. */
export function patchModules(edits: readonly Edit[]): void {
  const texts = patchedFiles(edits)
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context)
      const source = url.startsWith('file:') ? texts.get(fileURLToPath(url)) : undefined
      return source === undefined ? loaded : { ...loaded, source }
    },
  })
}
