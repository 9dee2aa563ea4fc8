import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import { readFacts, type ImportFact, type SourceFacts } from './facts.ts'

/** The sources by path from the root, and facts about the packages that they import. */
export interface Tree {
  readonly files: ReadonlyMap<string, SourceFacts>
  /** The Markdown pages by path from the root. */
  readonly pages: ReadonlyMap<string, string>
  /** Whether a package, or one that it depends on, imports `electron`. */
  readonly packageReachesElectron: (name: string) => boolean
}

/** The folders with sources. Configuration files at the root are read too. */
export const SOURCE_FOLDERS: readonly string[] = [
  'electron',
  'shared',
  'renderer',
  'sandbox',
  'simulation',
  'kill-test',
  'bench',
  'scripts',
  'e2e',
]

export type Target =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'node'; readonly name: string }
  | { readonly kind: 'package'; readonly name: string }

/** The target of an import. Node's own modules count with and without `node:`. */
export function targetOf(from: string, specifier: string, tree: Tree): Target {
  const bare = specifier.replace(/\?.*$/u, '')
  if (bare.startsWith('.')) {
    const path = posix.normalize(posix.join(posix.dirname(from), bare))
    const found = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((each) => tree.files.has(each))
    return { kind: 'file', path: found ?? path }
  }
  if (bare.startsWith('node:')) return { kind: 'node', name: bare.slice('node:'.length) }
  if (NODE_MODULES.has(bare)) return { kind: 'node', name: bare }
  const parts = bare.split('/')
  return { kind: 'package', name: bare.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? bare) }
}

/** The first path from `start` to `electron` over imports that run, as a list of files ending in what reaches it. */
export function wayToElectron(start: string, tree: Tree): readonly string[] | null {
  const cameFrom = new Map<string, string | null>([[start, null]])
  const open = [start]
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    for (const each of tree.files.get(path)?.imports ?? []) {
      const target = runningTarget(path, each, tree)
      if (target === null) continue
      if (
        target.kind === 'package' &&
        (target.name === 'electron' || tree.packageReachesElectron(target.name))
      ) {
        return [...chain(path, cameFrom), target.name]
      }
      if (target.kind === 'file' && !cameFrom.has(target.path)) {
        cameFrom.set(target.path, path)
        open.push(target.path)
      }
    }
  }
  return null
}

function runningTarget(from: string, fact: ImportFact, tree: Tree): Target | null {
  return fact.typeOnly || fact.specifier === null ? null : targetOf(from, fact.specifier, tree)
}

function chain(end: string, cameFrom: ReadonlyMap<string, string | null>): readonly string[] {
  const way = [end]
  for (let at = cameFrom.get(end); at !== undefined && at !== null; at = cameFrom.get(at)) way.unshift(at)
  return way
}

export function readTree(root: string): Tree {
  const files = new Map<string, SourceFacts>()
  const read = (path: string): string => readFileSync(join(root, path), 'utf8')
  const list = (folders: readonly string[], isWanted: (name: string) => boolean): readonly string[] =>
    folders
      .filter((folder) => existsSync(join(root, folder)))
      .flatMap((folder) => listFiles(root, folder, isWanted))
  const top = readdirSync(root)
  const sources = [...top.filter((name) => name.endsWith('.config.ts')), ...list(SOURCE_FOLDERS, isSource)]
  for (const path of sources) files.set(path, readFacts(path, read(path)))
  const pages = [...top.filter(isPage), ...list([...SOURCE_FOLDERS, 'docs'], isPage)]
  return {
    files,
    pages: new Map(pages.map((path) => [path, read(path)])),
    packageReachesElectron: packageReader(root),
  }
}

function listFiles(root: string, folder: string, isWanted: (name: string) => boolean): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : listFiles(root, path, isWanted)
    return isWanted(entry.name) ? [path] : []
  })
}

function isSource(name: string): boolean {
  return /\.(?:ts|tsx|mts|cts|js|mjs|cjs|jsx)$/u.test(name) && !name.endsWith('.d.ts')
}

function isPage(name: string): boolean {
  return name.endsWith('.md')
}

const IMPORTS_ELECTRON = /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*(["'])electron(?:\/[a-z]+)?\1/u

/** Searches a package and its dependencies for an import of `electron`, by text: if in doubt it reports a breach. */
function packageReader(root: string): (name: string) => boolean {
  const known = new Map<string, boolean>()
  const reaches = (name: string): boolean => {
    const before = known.get(name)
    if (before !== undefined) return before
    // A cycle of packages adds nothing new.
    known.set(name, false)
    const folder = join(root, 'node_modules', name)
    const manifestPath = join(folder, 'package.json')
    const answer =
      name === 'electron' ||
      (existsSync(manifestPath) && (dependenciesOf(manifestPath).some(reaches) || scriptsMention(folder)))
    known.set(name, answer)
    return answer
  }
  return reaches
}

function dependenciesOf(manifestPath: string): readonly string[] {
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as {
    readonly dependencies?: Record<string, string>
  }
  return Object.keys(manifest.dependencies ?? {})
}

function scriptsMention(folder: string): boolean {
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name !== 'node_modules' && scriptsMention(path)
    return /\.[cm]?js$/u.test(entry.name) && IMPORTS_ELECTRON.test(readFileSync(path, 'utf8'))
  })
}

const NODE_MODULES: ReadonlySet<string> = new Set(
  process.getBuiltinModule('node:module').builtinModules.filter((name) => !name.startsWith('_')),
)
