import type { Mention, SourceFacts } from './facts.ts'
import { importWall, worldModuleProblem, type Breach, type Wall } from './imports.ts'
import { isShipped, isSqlRoom, isTest, isWireRoom, isWorldRoom } from './rooms.ts'
import type { Tree } from './tree.ts'

/** Longest source file in lines (CONTRIBUTING.md, "Walls"). Tests are exempt: a table of cases is read line by line. */
const FILE_LINES_MAX = 300

/** Files that may be longer, each with its reason and its own limit. */
export const LONG_FILES: ReadonlyMap<string, { readonly linesMax: number; readonly reason: string }> =
  new Map([
    [
      'renderer/strings/strings.ts',
      { linesMax: 800, reason: 'the table of all sentences on the screen, read as one text' },
    ],
  ])

const CLOCK = [
  /^Date\.now$/u,
  /^new Date\(\)$/u,
  /^Date\(\)$/u,
  /^performance(?:\.|$)/u,
  /^Temporal\.Now(?:\.|$)/u,
  /^process\.(?:hrtime|uptime)(?:\.|$)/u,
]
const TIMERS = [
  /^(?:set|clear)(?:Timeout|Interval|Immediate)$/u,
  /^AbortSignal\.timeout$/u,
  /^requestIdleCallback$/u,
  /^scheduler\./u,
]
const CHANCE = [/^Math\.random$/u, /^crypto(?:\.|$)/u]
const NETWORK = [/^(?:fetch|WebSocket|XMLHttpRequest|EventSource|WebTransport)$/u, /^navigator\.sendBeacon$/u]
const LOADERS = [
  /^process\.(?:getBuiltinModule|binding|dlopen)$/u,
  /^createRequire$/u,
  /^eval$/u,
  /^Function$/u,
]
/** Globals of Node, of the page and of Electron, which shared/ must not use. */
const PROCESS_GLOBALS = [
  /^(?:process|Buffer|require|module|__dirname|__filename|global)(?:\.|$)/u,
  /^(?:window|document|navigator|localStorage|sessionStorage|indexedDB|self)(?:\.|$)/u,
  /^(?:HTMLElement|Element|Node|Event|CustomEvent)(?:\.|$)/u,
]
const RENDERER_WORLD: ReadonlySet<string> = new Set(['renderer/main.tsx', 'renderer/core/clock.ts'])
const WIRE_NAME = /\b(?:provider[A-Z]\w*|terminalID)\b/u
const SQL_TEXT =
  /\bSELECT\b[\s\S]+\bFROM\b|\bINSERT\s+(?:OR\s+\w+\s+)?INTO\b|\bUPDATE\s+\w+\s+SET\b|\bDELETE\s+FROM\b|\b(?:CREATE|DROP|ALTER)\s+(?:TEMP\s+|UNIQUE\s+|VIRTUAL\s+)?(?:TABLE|INDEX|TRIGGER|VIEW)\b|\bPRAGMA\s+\w|^\s*(?:BEGIN|COMMIT|ROLLBACK|SAVEPOINT)\b/u
/** Lower-case SQL words count only at the start, since the screen's sentences use them too. */
const SMALL_SQL_TEXT =
  /^\s*(?:select\s[\s\S]+\sfrom\s|insert\s+(?:or\s+\w+\s+)?into\s|update\s+\w+\s+set\s|delete\s+from\s|(?:create|drop|alter)\s+(?:table|index|trigger|view)\s|pragma\s+\w)/u

function mentionWall(
  wall: string,
  applies: (path: string) => boolean,
  mentions: (file: SourceFacts) => readonly Mention[],
  patterns: readonly RegExp[],
  hint: string,
): Wall {
  return (tree) =>
    [...tree.files.values()]
      .filter((file) => applies(file.path))
      .flatMap((file) =>
        mentions(file)
          .filter((mention) => patterns.some((pattern) => pattern.test(mention.text)))
          .map((mention) => ({
            wall,
            path: file.path,
            line: mention.line,
            what: `${shorten(mention.text)}: ${hint}`,
          })),
      )
}

const shippedAnd =
  (more: (path: string) => boolean) =>
  (path: string): boolean =>
    isShipped(path) && more(path)
const references = (file: SourceFacts): readonly Mention[] => file.references

/** Main's code outside the rooms that make ports, the shared code and the practice bank. */
const isPure = shippedAnd((path) => !path.startsWith('renderer/') && !isWorldRoom(path))

export const clockWall = mentionWall('clock', isPure, references, CLOCK, 'the clock comes in through ports')
export const timerWall = mentionWall('timers', isPure, references, TIMERS, 'timers come in through ports')
export const chanceWall = mentionWall(
  'chance',
  shippedAnd((path) => !isWorldRoom(path)),
  references,
  CHANCE,
  'randomness comes in through ports',
)
export const networkWall = mentionWall(
  'network',
  shippedAnd((path) => !isWorldRoom(path)),
  references,
  NETWORK,
  'every exchange goes through the transport',
)
export const loaderWall = mentionWall(
  'readable',
  isShipped,
  references,
  LOADERS,
  'loads what no reader can see',
)
export const worldModuleWall = importWall('world modules', isPure, worldModuleProblem)

/** The page's clock and timers are in its entry and one file beside the state, so that tests can control them. */
export const rendererClockWall = mentionWall(
  'clock',
  shippedAnd((path) => path.startsWith('renderer/') && !RENDERER_WORLD.has(path)),
  references,
  [...CLOCK, ...TIMERS],
  'the clock and the timers of the screen come in from renderer/main.tsx',
)

/** The system's own date fields and lists have its language's order of day and month, and its looks. */
export const nativeFieldWall = mentionWall(
  'fields',
  shippedAnd((path) => path.startsWith('renderer/')),
  (file) => file.source.split('\n').map((text, place) => ({ text, line: place + 1 })),
  [/<(?:select|option)\b/u, /\btype(?:=|: )[{"']{1,2}(?:date|datetime-local|month|week)['"]/u],
  'a date is a DateField, a choice a ChoiceField (renderer/ui/)',
)

export const sharedGlobalsWall = mentionWall(
  'shared',
  shippedAnd((path) => path.startsWith('shared/')),
  references,
  PROCESS_GLOBALS,
  'shared/ knows no process',
)

/** IPC: one file may register a handler, one may call it; main.ts only passes `ipcMain` on, once. */
export const doorWall: Wall = (tree) => [
  ...mentionWall(
    'door',
    shippedAnd((path) => path !== 'electron/shell/ipc.ts' && path !== 'electron/main.ts'),
    namesAndTexts,
    [/^ipcMain$/u],
    'only electron/shell/ipc.ts registers handlers',
  )(tree),
  ...mentionWall(
    'door',
    shippedAnd((path) => path !== 'electron/preload.ts'),
    namesAndTexts,
    [/^ipcRenderer$/u],
    'only electron/preload.ts speaks to main',
  )(tree),
  // A page and a frame have IPC of their own, and a channel of ports is another entry.
  ...mentionWall(
    'door',
    shippedAnd((path) => path !== 'electron/shell/ipc.ts' && path.startsWith('electron/')),
    (file) => [...file.references, ...namesAndTexts(file)],
    [
      /\.ipc\.(?:handle|handleOnce|on|once)$/u,
      /^MessageChannelMain$/u,
      /^ipc\.(?:handle|handleOnce|on|once)$/u,
    ],
    'only electron/shell/ipc.ts registers handlers',
  )(tree),
  ...usesInMain(tree),
]

function usesInMain(tree: Tree): readonly Breach[] {
  const main = tree.files.get('electron/main.ts')
  if (main === undefined) return []
  const importLines = new Set(
    main.imports.filter((fact) => fact.names.includes('ipcMain')).map((fact) => fact.line),
  )
  const uses = namesAndTexts(main).filter((each) => each.text === 'ipcMain' && !importLines.has(each.line))
  const members = main.references.filter((each) => each.text.startsWith('ipcMain.'))
  return [...members, ...uses.slice(1)].map(({ line }) => ({
    wall: 'door',
    path: main.path,
    line,
    what: 'main.ts hands ipcMain to the door once, and does nothing else with it',
  }))
}

function namesAndTexts(file: SourceFacts): readonly Mention[] {
  return [...file.names, ...file.texts]
}

/** The service's field names stay at the wire, so that a deployment may name them after itself. */
export const wireNameWall = mentionWall(
  'wire names',
  shippedAnd((path) => !isWireRoom(path)),
  namesAndTexts,
  [WIRE_NAME],
  'wire field names stay in electron/gateway/ and sandbox/',
)

/** `?1`: some versions of Node's SQLite cannot bind a value to it, so that no sale would be sent. */
const NUMBERED_PARAMETER = /(?:^|[\s(,=<>])\?\d/u

export const numberedParameterWall = mentionWall(
  'parameters',
  (path) => !isTest(path),
  (file) => file.texts,
  [NUMBERED_PARAMETER],
  'parameters of SQL are plain or named, never numbered',
)

export const sqlWall: Wall = (tree) => [
  ...mentionWall(
    'sql',
    shippedAnd((path) => !isSqlRoom(path)),
    (file) => file.texts,
    [SQL_TEXT, SMALL_SQL_TEXT],
    'SQL stays in electron/storage/ and *store.ts',
  )(tree),
  ...importWall(
    'sql',
    shippedAnd((path) => !isSqlRoom(path)),
    (target) => (target.kind === 'node' && target.name === 'sqlite' ? 'imports node:sqlite' : null),
  )(tree),
]

/** Long files mix two purposes; LONG_FILES lists the exceptions with their reasons. */
export const sizeWall: Wall = (tree) =>
  [...tree.files.values()]
    .filter((file) => !isTest(file.path))
    .flatMap((file) => sizeBreach(file, LONG_FILES))

export function sizeBreach(
  file: Pick<SourceFacts, 'path' | 'lineCount'>,
  allowed: ReadonlyMap<string, { readonly linesMax: number }>,
): readonly Breach[] {
  const linesMax = allowed.get(file.path)?.linesMax ?? FILE_LINES_MAX
  if (file.lineCount <= linesMax) return []
  return [
    {
      wall: 'size',
      path: file.path,
      line: linesMax + 1,
      what: `${file.lineCount} lines, more than ${linesMax}`,
    },
  ]
}

/** An exception for a file that is gone, or short again, must be removed. */
export function staleLongFiles(tree: Tree): readonly string[] {
  return [...LONG_FILES.keys()].filter((path) => (tree.files.get(path)?.lineCount ?? 0) <= FILE_LINES_MAX)
}

function shorten(text: string): string {
  const line = text.trim().replaceAll(/\s+/gu, ' ')
  return line.length <= 60 ? line : `${line.slice(0, 57)}…`
}
