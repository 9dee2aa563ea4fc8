import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The linter's rules about imports, made from the table of rooms in docs/rooms.md, "Rooms". */

/** A row: files, and folders with a trailing slash; what they may import, besides what every room may. */
interface Room {
  readonly paths: readonly string[]
  readonly imports: readonly string[] | 'everything'
}

/** As oxlint's `no-restricted-imports` takes them. */
interface Restriction {
  group?: string[]
  regex?: string
  allowTypeImports?: boolean
  message: string
}
interface Restrictions {
  paths: ({ name: string; message: string } & ({ importNames?: string[] } | { allowImportNames: string[] }))[]
  patterns: Restriction[]
}

const root = path.join(import.meta.dirname, '..', '..')

/** The rows of the table, and what every room, and every room of main, may import as well. */
export function roomsOf(page: string): {
  readonly rooms: readonly Room[]
  readonly all: readonly string[]
  readonly ofMain: readonly string[]
} {
  const section = page.split('\n## Rooms\n')[1]?.split('\n## ')[0] ?? ''
  const [intro = ''] = section.split('\n|')
  const [all = [], ofMain = []] = intro.split('and every room of `electron/`').map(quotedIn)
  const rooms = [...section.matchAll(/^\| (`[^|]+)\|[^|]*\| +(.+?) +\|$/gmu)].map(
    ([, paths = '', imports = '']): Room => ({
      paths: quotedIn(paths),
      imports: imports === 'everything' ? imports : quotedIn(imports),
    }),
  )
  return { rooms, all, ofMain }
}

function quotedIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/gu)].map(([, each = '']) => each)
}

const { rooms, all, ofMain } = roomsOf(readFileSync(path.join(root, 'docs/rooms.md'), 'utf8'))

const ELECTRON = 'Only electron/main.ts, electron/preload.ts and electron/shell/ know Electron.'
const ELECTRON_PATHS = [
  'electron',
  'electron/main',
  'electron/renderer',
  'electron-store',
  'electron-updater',
]
const noElectron: Restrictions['paths'] = ELECTRON_PATHS.map((name) => ({ name, message: ELECTRON }))

const WORLD = 'The world comes in through ports (electron/ports.ts).'
const WORLD_MODULES =
  '^(node:)?(child_process|cluster|dgram|dns|http|http2|https|inspector|module|perf_hooks|timers|tls|worker_threads)(/.*)?$'
const CHANCE = [
  'default',
  'webcrypto',
  'getRandomValues',
  'randomUUID',
  'randomBytes',
  'randomInt',
  'randomFill',
]
const noWorld: Restrictions = {
  paths: [
    ...['net', 'node:net'].map((name) => ({
      name,
      allowImportNames: ['isIP', 'isIPv4', 'isIPv6'],
      message: WORLD,
    })),
    ...['crypto', 'node:crypto'].map((name) => ({ name, importNames: [...CHANCE], message: WORLD })),
  ],
  patterns: [
    { regex: WORLD_MODULES, message: WORLD },
    {
      group: ['**/shell/**', '**/transport.ts', '**/electron/main.ts'],
      allowTypeImports: true,
      message: WORLD,
    },
  ],
}

const TOOLS = ['scripts', 'proof', 'e2e'].map((folder) => `**/${folder}/**`)
const TESTS = ['**/*.test.ts', '**/*.test.tsx', '**/*.spec.ts', '**/testing/**']
const OF_TESTS = [
  'vitest',
  'playwright*',
  '@playwright/**',
  'axe-core',
  '@sparticuz/**',
  'fast-check',
  'vite',
]
const noTests: Restriction = {
  group: [...TESTS, ...TOOLS, ...OF_TESTS],
  message: 'Nothing that ships imports a test, a double or a tool.',
}

const topOf = (place: string): string => `${place.split('/')[0]}/`

/** The specifiers that reach a place from a room: with its last name in the same top folder, else with its path. */
function globOf(place: string, from: string): string {
  const isNear = topOf(place) === topOf(from) && place !== topOf(place)
  const [name = ''] = isNear ? place.replace(/\/$/u, '').split('/').slice(-1) : [place.replace(/\/$/u, '')]
  return place.endsWith('/') ? `**/${name}/**` : `**/${name}`
}

const BANK = 'The practice bank meets main only where it is put together.'

/** What a room's row does not allow. */
function ofRow({ paths, imports }: Room): readonly Restriction[] {
  const [first = ''] = paths
  if (imports === 'everything') return []
  const allowed = [...imports, ...all, ...(topOf(first) === 'electron/' ? ofMain : [])]
  const isAllowed = (place: string, room: Room): boolean =>
    allowed.some(
      (each) => each === place || (each.endsWith('/') && place.startsWith(each)) || each === room.paths[0],
    )
  const message = `docs/rooms.md, "Rooms": this is not in the row of ${first}`
  const forbidden = rooms.flatMap((room) =>
    room.paths
      .filter((place) => !paths.includes(place) && !isAllowed(place, room) && place !== topOf(first))
      .map((place): Restriction => {
        // Exceptions: a part of the place that the row names, and the room's own folder below it.
        const within = [...allowed, ...paths].filter((each) => each !== place && each.startsWith(place))
        const except = place.endsWith('/') ? within.map((each) => `!${globOf(each, first)}`) : []
        return { group: [globOf(place, first), ...except], message }
      }),
  )
  const parent = rooms.find(
    ({ paths: [other = ''] }) => other !== first && other === `${path.posix.dirname(first)}/`,
  )
  const isOfParent = parent !== undefined && !isAllowed(parent.paths[0] ?? '', parent)
  return isOfParent ? [...forbidden, { regex: String.raw`^\.\./[\w.]+\.tsx?$`, message }] : forbidden
}

function restrictionsOf(room: Room): Restrictions {
  const [first = ''] = room.paths
  const top = topOf(first)
  const knowsElectron = ['electron/main.ts', 'electron/preload.ts', 'electron/shell/'].includes(first)
  const isMain = top === 'electron/'
  const isShipped = ['electron/', 'shared/', 'renderer/', 'sandbox/'].includes(top)
  const isPure = isShipped && top !== 'renderer/' && !knowsElectron
  const hasSql = ['electron/storage/'].includes(first)
  const paths = [
    ...(knowsElectron ? [] : noElectron),
    ...(isPure ? noWorld.paths : []),
    ...(isMain && !hasSql
      ? [{ name: 'node:sqlite', importNames: ['DatabaseSync'], message: 'SQL stays in storage.' }]
      : []),
  ]
  // Of several patterns the first that matches decides, and an exception of a row is a match.
  const patterns = [
    ...(isShipped ? [noTests] : []),
    ...(isPure ? noWorld.patterns : []),
    ...(isMain && !knowsElectron ? [{ group: ['**/sandbox/**'], message: BANK }] : []),
    ...ofRow(room),
  ]
  return { paths, patterns }
}

/** One override a room, the wider first: of several that match a file, the linter takes the last. */
export function importRules() {
  const ofRooms = rooms
    .flatMap((room) => room.paths.map((place) => ({ place, restrictions: restrictionsOf(room) })))
    .toSorted((left, right) => left.place.split('/').length - right.place.split('/').length)
  const own = [
    ...TESTS.map((place) => ({ place, restrictions: { paths: noElectron, patterns: [] } })),
    ...['electron/shell/*.test.ts', 'sandbox/serve.ts', 'electron/gateway/transport.ts', 'e2e/**'].map(
      (place) => ({
        place,
        restrictions: { paths: [], patterns: [] },
      }),
    ),
  ]
  return [...ofRooms, ...own].map(({ place, restrictions }) => ({
    files: [place.endsWith('/') ? `${place}**` : place],
    rules: { 'no-restricted-imports': ['error', restrictions] as const },
  }))
}
