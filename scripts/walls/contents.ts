import type { Mention, SourceFacts } from './facts.ts'
import { isShipped, isSqlRoom, isTest, isWireRoom, isWorldRoom } from './rooms.ts'
import type { Wall } from './tree.ts'

const WIRE_NAME = /\b(?:provider[A-Z]\w*|terminalID)\b/u
const SQL_TEXT =
  /\bSELECT\b[\s\S]+\bFROM\b|\bINSERT\s+(?:OR\s+\w+\s+)?INTO\b|\bUPDATE\s+\w+\s+SET\b|\bDELETE\s+FROM\b|\b(?:CREATE|DROP|ALTER)\s+(?:TEMP\s+|UNIQUE\s+|VIRTUAL\s+)?(?:TABLE|INDEX|TRIGGER|VIEW)\b|\bPRAGMA\s+\w|^\s*(?:BEGIN|COMMIT|ROLLBACK|SAVEPOINT)\b/u
/** Lower-case SQL words count only at the start, since the screen's sentences use them too. */
const SMALL_SQL_TEXT =
  /^\s*(?:select\s[\s\S]+\sfrom\s|insert\s+(?:or\s+\w+\s+)?into\s|update\s+\w+\s+set\s|delete\s+from\s|(?:create|drop|alter)\s+(?:table|index|trigger|view)\s|pragma\s+\w)/u
/** `?1`: some versions of Node's SQLite cannot bind a value to it, so that no sale would be sent. */
const NUMBERED_PARAMETER = /(?:^|[\s(,=<>])\?\d/u
const OTHER_ENTRIES = [
  /\.ipc\.(?:handle|handleOnce|on|once)$/u,
  /^MessageChannelMain$/u,
  /^ipc\.(?:handle|handleOnce|on|once)$/u,
]

/**
 * Where a payment date is kept, read, compared with the bank's, and made a standing; the sums, screens, papers and files
 * are none of them.
 */
const DECIDES_STANDING =
  /^electron\/(?:storage\/saleT(?:ables|otals)|outbox\/(?:decisions|rules\/(?:change|saleRow|standing)|store\/(?:saleConditions|saleReadStore|saleWriteStore|rangeTotalsStore)|worker\/(?:acceptance|followAccepted))|settlements\/followUp)\.ts$/u

/** Rejects what is mentioned in the files that `applies` selects. */
function wallOf(
  wall: string,
  applies: (path: string) => boolean,
  mentions: (file: SourceFacts) => readonly Mention[],
  patterns: readonly RegExp[],
  hint: string,
): Wall {
  return ({ files }) =>
    [...files.values()]
      .filter(({ path }) => applies(path))
      .flatMap((file) =>
        mentions(file)
          .filter(({ text }) => patterns.some((pattern) => pattern.test(text)))
          .map(({ text, line }) => ({ wall, path: file.path, line, what: `${shorten(text)}: ${hint}` })),
      )
}

const shipped =
  (but: (path: string) => boolean) =>
  (path: string): boolean =>
    isShipped(path) && !but(path)
const references = (file: SourceFacts): readonly Mention[] => file.references
const words = (file: SourceFacts): readonly Mention[] => [...file.names, ...file.texts]
const texts = (file: SourceFacts): readonly Mention[] => file.texts
const lines = ({ source }: SourceFacts): readonly Mention[] =>
  source.split('\n').map((text, place) => ({ text, line: place + 1 }))
const isDoor = (path: string): boolean => path === 'electron/shell/ipc.ts'

/** `main.ts` passes `ipcMain` on once: an import and one use. */
const mainWall: Wall = ({ files }) => {
  const main = files.get('electron/main.ts')
  const uses = main?.names.filter(({ text }) => text === 'ipcMain') ?? []
  const isHandedOn = main?.references.some(({ text }) => text.startsWith('ipcMain.')) !== true
  return isHandedOn && new Set(uses.map(({ line }) => line)).size <= 2
    ? []
    : [
        {
          wall: 'door',
          path: 'electron/main.ts',
          line: uses.at(-1)?.line ?? 1,
          what: 'hands ipcMain on, once',
        },
      ]
}

/** The packages of a room. A new library of the screen is added here by decision (CONTRIBUTING.md, "Dependencies"). */
const PACKAGES: readonly (readonly [room: string, packages: RegExp])[] = [
  ['shared/', /^zod(?:\/|$)/u],
  [
    'renderer/',
    /^(?:@fontsource-variable|@internationalized|lucide-react|react|react-aria-components|react-dom|vite|zod|zustand)(?:\/|$)/u,
  ],
  ['electron/preload.ts', /^electron$/u],
]

const packageWall: Wall = ({ files }) =>
  [...files.values()]
    .filter(({ path }) => isShipped(path))
    .flatMap(({ path, imports }) => {
      const packages = PACKAGES.find(([room]) => path.startsWith(room))?.[1]
      const alien = imports.filter(({ specifier, typeOnly }) => {
        if (specifier === null || packages === undefined) return false
        if (!specifier.startsWith('.')) return !packages.test(specifier)
        return path === 'electron/preload.ts' && !(typeOnly && specifier.startsWith('../shared/'))
      })
      // The practice bank shares no logic with the client that it tests.
      const runs = imports.filter(
        ({ specifier, typeOnly }) =>
          !typeOnly && path.startsWith('sandbox/') && specifier?.includes('/electron/') === true,
      )
      return [...alien, ...runs].map(({ specifier, line }) => ({
        wall: 'packages',
        path,
        line,
        what: `imports ${specifier ?? ''}, which is not for this room`,
      }))
    })

/** What no linter rule expresses; the others are in oxlint.config.ts. */
export const contentWalls: readonly Wall[] = [
  wallOf(
    'wire names',
    shipped(isWireRoom),
    words,
    [WIRE_NAME],
    'the service’s field names stay in electron/gateway/ and sandbox/',
  ),
  wallOf(
    'sql',
    shipped(isSqlRoom),
    texts,
    [SQL_TEXT, SMALL_SQL_TEXT],
    'SQL stays in electron/storage/ and *store.ts',
  ),
  wallOf(
    'standing',
    shipped((path) => !path.startsWith('electron/') || DECIDES_STANDING.test(path)),
    lines,
    [/\bdate_paid IS\b|\bdiffering_open\b/u, /\bdatePaid [!=]== null/u],
    'what a sale is, standingOf alone decides (shared/standing.ts)',
  ),
  wallOf(
    'standing',
    (path) => isShipped(path) && /^(?:renderer|shared)\//u.test(path),
    lines,
    [/\bdatePaid [!=]== null/u],
    'what a sale is, main says (SaleView.standing)',
  ),
  wallOf(
    'parameters',
    (path) => !isTest(path),
    texts,
    [NUMBERED_PARAMETER],
    'parameters of SQL are plain or named, never numbered',
  ),
  wallOf(
    'clock',
    shipped((path) => isWorldRoom(path) || path === 'renderer/main.tsx' || path === 'renderer/core/clock.ts'),
    references,
    [/^new Date\(\)$/u, /^Date\(\)$/u, /^Date\.now$/u],
    'the clock comes in through ports',
  ),
  wallOf(
    'fields',
    (path) => isShipped(path) && path.startsWith('renderer/'),
    lines,
    [/<(?:select|option)\b/u, /\btype(?:=|: )[{"']{1,2}(?:date|datetime-local|month|week)['"]/u],
    'a date is a DateField, a choice a ChoiceField (renderer/ui/)',
  ),
  wallOf(
    'door',
    shipped((path) => isDoor(path) || path === 'electron/main.ts'),
    words,
    [/^ipcMain$/u],
    'only electron/shell/ipc.ts registers handlers',
  ),
  wallOf(
    'door',
    shipped((path) => path === 'electron/preload.ts'),
    words,
    [/^ipcRenderer$/u],
    'only electron/preload.ts speaks to main',
  ),
  // A page and a frame have IPC of their own, and a channel of ports is another entry.
  wallOf(
    'door',
    shipped((path) => isDoor(path) || !path.startsWith('electron/')),
    (file) => [...file.references, ...words(file)],
    OTHER_ENTRIES,
    'only electron/shell/ipc.ts registers handlers',
  ),
  mainWall,
  packageWall,
]

function shorten(text: string): string {
  const line = text.trim().replaceAll(/\s+/gu, ' ')
  return line.length <= 60 ? line : `${line.slice(0, 57)}…`
}
