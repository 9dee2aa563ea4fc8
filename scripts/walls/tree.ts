import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readFacts, type SourceFacts } from './facts.ts'

/** The sources and the Markdown pages, by path from the root. */
export interface Tree {
  readonly files: ReadonlyMap<string, SourceFacts>
  readonly pages: ReadonlyMap<string, string>
}

/** A broken wall, in words for the author. */
export interface Breach {
  readonly wall: string
  readonly path: string
  readonly line: number
  readonly what: string
}

export type Wall = (tree: Tree) => readonly Breach[]

/** The folders with sources. Configuration files at the root are read too. */
export const SOURCE_FOLDERS: readonly string[] =
  'electron shared renderer sandbox proof scripts e2e build'.split(' ')

export function readTree(root: string): Tree {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8')
  const top = readdirSync(root)
  const list = (folders: readonly string[], wanted: RegExp): readonly string[] =>
    folders
      .filter((folder) => existsSync(join(root, folder)))
      .flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
          .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
          .filter((path) => wanted.test(path) && !path.includes('/node_modules/')),
      )
  const sources = [
    ...top.filter((name) => name.endsWith('.config.ts')),
    ...list(SOURCE_FOLDERS, /(?<!\.d)\.(?:[cm]?[jt]s|[jt]sx)$/u),
  ]
  const pages = [
    ...top.filter((name) => name.endsWith('.md')),
    ...list([...SOURCE_FOLDERS, 'docs'], /\.md$/u),
  ]
  return {
    files: new Map(sources.map((path) => [path, readFacts(path, read(path))])),
    pages: new Map(pages.map((path) => [path, read(path)])),
  }
}
