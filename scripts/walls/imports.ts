import type { ImportFact, SourceFacts } from './facts.ts'
import { isElectronRoom, isShipped, isTest, isWorldRoom } from './rooms.ts'
import { mayImport, roomOf } from './roomTable.ts'
import { targetOf, wayToElectron, type Target, type Tree } from './tree.ts'

/** A broken wall, in words for the author. */
export interface Breach {
  readonly wall: string
  readonly path: string
  readonly line: number
  readonly what: string
}

export type Wall = (tree: Tree) => readonly Breach[]

/** The libraries of the screen. A new one is added here by decision (CONTRIBUTING.md, "Dependencies"). */
const RENDERER_PACKAGES: ReadonlySet<string> = new Set([
  '@fontsource-variable/inter',
  '@internationalized/date',
  'lucide-react',
  'react',
  'react-aria-components',
  'react-dom',
  'zod',
  'zustand',
])
const TEST_PACKAGES =
  /^(?:vitest|playwright(?:-core)?|@playwright\/.*|axe-core|@sparticuz\/.*|fast-check|vite)$/u
const WORLD_MODULES: ReadonlySet<string> = new Set([
  'child_process',
  'cluster',
  'dgram',
  'dns',
  'dns/promises',
  'http',
  'http2',
  'https',
  'inspector',
  'net',
  'perf_hooks',
  'timers',
  'timers/promises',
  'tls',
  'worker_threads',
])
const CHANCE_OF_CRYPTO = /^(?:default|\*|random.*|getRandomValues|webcrypto)$/u

/** Reads every import of the shipped sources that `applies` selects and names its problem. */
export function importWall(
  wall: string,
  applies: (path: string) => boolean,
  problem: (target: Target, fact: ImportFact, path: string) => string | null,
): Wall {
  return (tree) =>
    [...tree.files.values()]
      .filter((file) => applies(file.path))
      .flatMap((file) =>
        file.imports.flatMap((fact) => {
          if (fact.specifier === null) return []
          const what = problem(targetOf(file.path, fact.specifier, tree), fact, file.path)
          return what === null ? [] : [{ wall, path: file.path, line: fact.line, what }]
        }),
      )
}

/** Every source except tests follows its row of the table of rooms, and a shipped one must have a row. */
export const roomWall: Wall = (tree) => [
  ...[...tree.files.values()]
    .filter((file) => isShipped(file.path) && roomOf(file.path) === undefined)
    .map((file) => ({ wall: 'rooms', path: file.path, line: 1, what: 'has no row in the table of rooms' })),
  ...importWall(
    'rooms',
    (path) => !isTest(path),
    (target, _fact, path) => {
      const room = roomOf(path)
      if (room === undefined || target.kind !== 'file' || mayImport(room, target.path)) return null
      return `imports ${target.path}, which is not in its row of the table of rooms`
    },
  )(tree),
]

/** Only main.ts, preload.ts and shell/ know Electron: by name, through a package, or through another file. */
export const electronWall: Wall = (tree) =>
  [...tree.files.values()].flatMap((file) => {
    if (isElectronRoom(file.path) || file.path.startsWith('e2e/')) return []
    const direct = file.imports.filter((fact) => isElectronImport(file, fact, tree))
    const breaches = direct.map((fact) =>
      breachOf('electron', file, fact, `imports ${fact.specifier ?? ''}, which is or imports electron`),
    )
    // A test may load a whole room, and the bench starts the app in a browser; shipped code may not.
    if (breaches.length > 0 || isTest(file.path) || file.path.startsWith('bench/')) return breaches
    const way = wayToElectron(file.path, tree)
    return way === null
      ? []
      : [{ wall: 'electron', path: file.path, line: 1, what: `reaches electron: ${way.join(' → ')}` }]
  })

function isElectronImport(file: SourceFacts, fact: ImportFact, tree: Tree): boolean {
  if (fact.specifier === null) return false
  const target = targetOf(file.path, fact.specifier, tree)
  if (target.kind !== 'package') return false
  if (target.name === 'electron') return true
  // Development tools may reach anything; only code that runs in the app or loads with it matters here.
  return !fact.typeOnly && isShipped(file.path) && tree.packageReachesElectron(target.name)
}

function breachOf(wall: string, file: SourceFacts, fact: ImportFact, what: string): Breach {
  return { wall, path: file.path, line: fact.line, what }
}

/** shared/ runs in every process: it imports itself and zod, and nothing else. */
export const sharedWall = importWall('shared', shippedIn('shared/'), (target) => {
  if (target.kind === 'file') return target.path.startsWith('shared/') ? null : `imports ${target.path}`
  return target.kind === 'package' && target.name === 'zod' ? null : `imports ${target.name}`
})

/** The screen reaches the rest only through window.tillside. */
export const rendererWall = importWall('renderer', shippedIn('renderer/'), (target) => {
  if (target.kind === 'file')
    return /^(?:renderer|shared)\//u.test(target.path) ? null : `imports ${target.path}`
  if (target.kind === 'node') return `imports node:${target.name}`
  return RENDERER_PACKAGES.has(target.name)
    ? null
    : `imports the package ${target.name}, which is not in the screen's list`
})

/** The preload runs beside the page: Electron's bridge and a list of names, no library. */
export const preloadWall = importWall(
  'preload',
  (path) => path === 'electron/preload.ts',
  (target, fact) => {
    if (target.kind === 'package')
      return target.name === 'electron' ? null : `imports the package ${target.name}`
    if (target.kind === 'node') return `imports node:${target.name}`
    if (target.path === 'shared/callNames.ts') return null
    if (!target.path.startsWith('shared/')) return `imports ${target.path}`
    return fact.typeOnly ? null : `imports more than types of ${target.path}`
  },
)

/** The list that the preload imports must itself have no imports that run. */
export const callNamesWall = importWall(
  'preload',
  (path) => path === 'shared/callNames.ts',
  (_target, fact) =>
    fact.typeOnly ? null : `imports ${fact.specifier ?? ''}, which would enter the preload`,
)

/** The back end meets the practice bank only where the processes are assembled. */
export const practiceWall = importWall(
  'practice bank',
  (path) =>
    path.startsWith('electron/') &&
    isShipped(path) &&
    path !== 'electron/main.ts' &&
    !path.startsWith('electron/shell/'),
  (target) =>
    target.kind === 'file' && target.path.startsWith('sandbox/') ? `imports ${target.path}` : null,
)

/** main.ts passes the real clock, network and files in; a room that imported them would bypass its port. */
export const portsWall = importWall(
  'ports',
  (path) => isShipped(path) && !isElectronRoom(path),
  (target, fact, path) => {
    if (target.kind !== 'file' || fact.typeOnly || path === target.path) return null
    return isWorldRoom(target.path) || target.path === 'electron/main.ts' ? `imports ${target.path}` : null
  },
)

/** The practice bank shares the wire's types, and no logic, with the client that it tests. */
export const sandboxWall = importWall('practice bank', shippedIn('sandbox/'), (target, fact) => {
  if (target.kind !== 'file' || /^(?:sandbox|shared)\//u.test(target.path)) return null
  const isSeam = target.path === 'electron/gateway/wire.ts' || target.path === 'electron/ports.ts'
  return isSeam && fact.typeOnly ? null : `imports ${target.path}`
})

/** Nothing that ships imports a test, a double or a tool. */
export const seamWall = importWall('test seam', isShipped, (target, fact) => {
  if (target.kind === 'package')
    return TEST_PACKAGES.test(target.name) && !isViteClient(fact) ? `imports ${target.name}` : null
  if (target.kind !== 'file') return null
  if (isTest(target.path)) return `imports ${target.path}`
  return /^(?:scripts|simulation|kill-test|bench)\//u.test(target.path) ? `imports ${target.path}` : null
})

function isViteClient(fact: ImportFact): boolean {
  return fact.specifier === 'vite/client'
}

/** Node's sockets, timers, randomness and processes come in through ports; only storage uses the database driver. */
export function worldModuleProblem(target: Target, fact: ImportFact): string | null {
  if (target.kind !== 'node') return null
  const mereText =
    target.name === 'net' && fact.names.length > 0 && fact.names.every((name) => name.startsWith('isIP'))
  if (WORLD_MODULES.has(target.name) && !mereText) return `imports node:${target.name}`
  if (target.name === 'crypto' && !fact.typeOnly && fact.names.some((name) => CHANCE_OF_CRYPTO.test(name))) {
    return `takes ${fact.names.join(', ')} from node:crypto; import what draws no chance by name`
  }
  return target.name === 'module' ? 'imports node:module, which can load anything' : null
}

/** An import with a computed target could bypass any wall. */
export const readableWall: Wall = (tree) =>
  [...tree.files.values()]
    .filter((file) => isShipped(file.path))
    .flatMap((file) => [
      ...file.parseErrors.map((what) => ({
        wall: 'readable',
        path: file.path,
        line: 1,
        what: `cannot be parsed: ${what}`,
      })),
      ...file.imports
        .filter((fact) => fact.specifier === null)
        .map((fact) => breachOf('readable', file, fact, 'imports what only shows when it runs')),
    ])

function shippedIn(folder: string): (path: string) => boolean {
  return (path) => path.startsWith(folder) && isShipped(path)
}
