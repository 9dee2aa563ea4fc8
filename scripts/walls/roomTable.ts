/** Which room may import which; docs/architecture.md must show the same (`architectureDoc.test.ts`). */
export interface Room {
  /** Files, and folders with a trailing slash; the first names the room. The longest matching path wins. */
  readonly paths: readonly [string, ...string[]]
  /** Rooms, folders or single files besides {@link EVERY_ROOM}; `everything` for code that no shipped file reaches. */
  readonly imports: readonly string[] | 'everything'
}

/** What every room may import. */
export const EVERY_ROOM: readonly string[] = ['shared/']
/** What every room of electron/ may also import. */
export const EVERY_ROOM_OF_MAIN: readonly string[] = [
  'electron/ports.ts',
  'electron/slices.ts',
  'electron/instant.ts',
]

const GATEWAY = 'electron/gateway/'
const STORAGE = 'electron/storage/'
const SESSION = 'electron/session/'
const OUTBOX = 'electron/outbox/'
const RULES = 'electron/outbox/rules/'
const STORE = 'electron/outbox/store/'
const WORKER = 'electron/outbox/worker/'
const SETTLEMENTS = 'electron/settlements/'
const TERMINALS = 'electron/terminals/'
const RECORDS = 'electron/records/'
const ACCESS = 'electron/access/'
const PEOPLE = 'electron/people/'
const SETTINGS = 'electron/settings/'
const REPORTS = 'electron/reports/'
const UPDATES = 'electron/updates/'
const SHELL = 'electron/shell/'
const APP = 'renderer/app/'
const CORE = 'renderer/core/'
const UI = 'renderer/ui/'
const STRINGS = 'renderer/strings/'
const FEATURES = 'renderer/features/'
const SALES = 'renderer/features/sales/'
const PICKER = 'renderer/features/terminals/TerminalPicker.tsx'
/** What every feature of the screen may import. */
const OF_FEATURES = [UI, CORE, STRINGS] as const
/** The parts of the screen's state. */
const STATE_OF_FEATURES = [
  'renderer/features/bankRecords/findTypes.ts',
  'renderer/features/people/peopleTypes.ts',
  'renderer/features/settings/updatesTypes.ts',
  'renderer/features/terminals/terminalChangeTypes.ts',
  'renderer/features/terminals/terminalTypes.ts',
] as const

export const ROOMS: readonly Room[] = [
  { paths: ['shared/'], imports: [] },
  { paths: ['electron/ports.ts'], imports: ['electron/gateway/wire.ts', 'electron/storage/database.ts'] },
  { paths: ['electron/slices.ts'], imports: [] },
  { paths: ['electron/instant.ts'], imports: [] },
  {
    paths: ['electron/main.ts'],
    imports: ['electron/backend.ts', SHELL, GATEWAY, OUTBOX, STORAGE],
  },
  { paths: ['electron/preload.ts'], imports: [] },
  { paths: [SHELL], imports: ['electron/closeGuard.ts', GATEWAY, STORAGE, 'sandbox/'] },
  {
    paths: [
      'electron/backend.ts',
      'electron/backendOptions.ts',
      'electron/tray.ts',
      'electron/notifications.ts',
      'electron/navigation.ts',
    ],
    imports: [
      'electron/handlers.ts',
      'electron/guardConditions.ts',
      'electron/engine.ts',
      'electron/desk.ts',
      SETTINGS,
    ],
  },
  {
    paths: ['electron/handlers.ts', 'electron/guardConditions.ts'],
    imports: [
      'electron/backendOptions.ts',
      'electron/navigation.ts',
      'electron/engine.ts',
      'electron/desk.ts',
      ACCESS,
      GATEWAY,
      OUTBOX,
      SESSION,
      SETTINGS,
      TERMINALS,
    ],
  },
  {
    paths: [
      'electron/engine.ts',
      'electron/engineParts.ts',
      'electron/eventBus.ts',
      'electron/loops.ts',
      'electron/newsOfSales.ts',
    ],
    imports: [GATEWAY, STORAGE, SESSION, OUTBOX, SETTLEMENTS, RECORDS, TERMINALS],
  },
  {
    paths: ['electron/desk.ts', 'electron/closeGuard.ts'],
    imports: [
      'electron/backendOptions.ts',
      'electron/engine.ts',
      ACCESS,
      GATEWAY,
      OUTBOX,
      PEOPLE,
      REPORTS,
      SETTINGS,
      SETTLEMENTS,
      STORAGE,
      TERMINALS,
      UPDATES,
    ],
  },
  { paths: [GATEWAY], imports: [] },
  { paths: [SESSION], imports: [GATEWAY] },
  { paths: [OUTBOX], imports: [RULES, STORE, WORKER, GATEWAY, STORAGE] },
  { paths: [RULES], imports: [GATEWAY, 'electron/storage/canonicalJson.ts'] },
  { paths: [STORE], imports: [RULES, GATEWAY, STORAGE] },
  { paths: [WORKER], imports: [RULES, STORE, GATEWAY, SESSION, STORAGE] },
  { paths: [SETTLEMENTS], imports: [GATEWAY, SESSION, OUTBOX] },
  { paths: [RECORDS], imports: [GATEWAY, SESSION, RULES, STORAGE] },
  { paths: [TERMINALS], imports: [GATEWAY, SESSION, STORAGE, OUTBOX] },
  { paths: [STORAGE], imports: [] },
  { paths: [ACCESS], imports: [SESSION, OUTBOX] },
  { paths: [PEOPLE], imports: [ACCESS, OUTBOX, STORAGE] },
  { paths: [SETTINGS], imports: [GATEWAY] },
  { paths: [REPORTS], imports: [GATEWAY, OUTBOX, SETTLEMENTS, STORAGE] },
  { paths: [UPDATES], imports: [] },
  { paths: ['renderer/'], imports: ['renderer/styles/', APP, CORE, STRINGS] },
  { paths: [APP], imports: [UI, CORE, STRINGS, FEATURES] },
  {
    paths: ['renderer/features/sale/'],
    imports: [...OF_FEATURES, SALES, 'renderer/app/later.ts', 'renderer/app/NotRead.tsx'],
  },
  { paths: ['renderer/features/todo/'], imports: [...OF_FEATURES, SALES] },
  { paths: ['renderer/features/bankRecords/'], imports: [...OF_FEATURES, SALES, PICKER] },
  { paths: [SALES], imports: OF_FEATURES },
  { paths: ['renderer/features/terminals/'], imports: OF_FEATURES },
  { paths: ['renderer/features/settings/'], imports: [...OF_FEATURES, 'renderer/features/people/'] },
  { paths: ['renderer/features/auth/'], imports: OF_FEATURES },
  { paths: ['renderer/features/people/'], imports: OF_FEATURES },
  { paths: [CORE], imports: [UI, STRINGS, ...STATE_OF_FEATURES] },
  { paths: [UI], imports: ['renderer/core/context.tsx', STRINGS] },
  { paths: [STRINGS], imports: [] },
  { paths: ['sandbox/'], imports: ['electron/gateway/wire.ts'] },
  {
    paths: ['simulation/'],
    imports: [
      'electron/ports.ts',
      'electron/engine.ts',
      GATEWAY,
      SESSION,
      OUTBOX,
      SETTLEMENTS,
      TERMINALS,
      STORAGE,
      'scripts/',
    ],
  },
  { paths: ['kill-test/', 'bench/'], imports: 'everything' },
  { paths: ['e2e/', 'scripts/'], imports: 'everything' },
]

/** The room of a path from the root; undefined if no row of the table matches. */
export function roomOf(path: string): Room | undefined {
  let found: Room | undefined
  let longest = 0
  for (const room of ROOMS) {
    for (const each of room.paths) {
      if (each.length <= longest || !fits(path, each)) continue
      found = room
      longest = each.length
    }
  }
  return found
}

export function mayImport(room: Room, path: string): boolean {
  if (room.imports === 'everything' || roomOf(path) === room) return true
  const isOfMain = room.paths[0].startsWith('electron/')
  const allowed = [...room.imports, ...EVERY_ROOM, ...(isOfMain ? EVERY_ROOM_OF_MAIN : [])]
  return allowed.some((each) => fits(path, each) || (roomOf(path)?.paths[0] ?? path) === each)
}

function fits(path: string, place: string): boolean {
  return place.endsWith('/') ? path.startsWith(place) : path === place
}
