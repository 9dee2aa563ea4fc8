import type { DiagnosticSection, DiagnosticsView } from '../../shared/diagnostics.ts'
import type { SaleState } from '../../shared/sale.ts'
import type { ConnectionView, SessionView, UnreadRows } from '../../shared/session.ts'
import type { ProfileView } from '../../shared/settings.ts'
import { standingWords } from '../../shared/standing.ts'
import type { StorageView } from '../../shared/storage.ts'
import { localTime } from './report.ts'

/** What support asks for. It has no place for a secret, a person or a sale. What is not known is null. */
export interface DiagnosticFacts {
  /** This computer's clock. */
  readonly takenAtMs: number
  readonly environment: 'live' | 'practice'
  readonly program: {
    readonly version: string
    /** Null outside Electron. */
    readonly electron: string | null
    readonly node: string
    readonly system: string
  }
  readonly session: Pick<SessionView, 'status' | 'keptAs'>
  /** Whether the system really protects what it seals; null if it does not say. */
  readonly isVaultProtected: boolean | null
  readonly connection: ConnectionView
  /** Since the program started, the latest kinds last. */
  readonly unread: readonly UnreadRows[]
  /** The terminal of the next sale; null if none is chosen. */
  readonly terminalId: string | null
  /** Unsettled sales in one state, without amounts and references. */
  readonly open: readonly (Oldest & { readonly state: SaleState })[]
  /** Open sales of another destination: kept, but neither sent nor shown here. */
  readonly elsewhere: readonly OpenElsewhere[]
  /** Sales exist under the other environment, live or practice, which has a folder of its own. */
  readonly hasOtherKind: boolean
  readonly lag: SettlementLag
  readonly storage: StorageHealth
  readonly choices: DiagnosticsView['choices']
}

interface Oldest {
  readonly count: number
  /** Recorded at, this computer's clock. */
  readonly oldestAtMs: number
}

export interface OpenElsewhere extends Oldest {
  readonly environment: 'live' | 'practice'
  /** Host and port; null for the practice bank inside the app. */
  readonly serviceHost: string | null
  /** The same address, with another sign-in. */
  readonly isOtherClient: boolean
}

/** How long the bank takes from receiving a sale to paying it, by the bank's clock alone. */
export interface SettlementLag {
  /** How many of the newest paid sales were measured; 0: no figures. */
  readonly count: number
  readonly medianMs: number | null
  readonly longestMs: number | null
  /** Profile `outbox.quietPeriodMinutes`: how long "not found" must last before it proves absence. */
  readonly quietPeriodMs: number
}

/** The sales file. */
export interface StorageHealth extends Pick<StorageView, 'status' | 'areRecordsKept'> {
  /** Size of the file of the bank's records, and its limit. */
  readonly recordsBytes: number
  readonly recordsBytesMax: number
  readonly file: string
  readonly bytes: number | null
  /** Size of the write-ahead log, which is not in the file yet. */
  readonly logBytes: number | null
  /** Free on the folder's disk, for this user. */
  readonly freeBytes: number | null
  readonly schemaVersion: number | null
  readonly auditEntries: number | null
  /** The start of the newest entry's hash, which covers all entries before it. */
  readonly auditHead: string | null
  /** The last full check of the file in this run and its result; null before. */
  readonly lastCheck: { readonly atMs: number; readonly isSound: boolean } | null
}

type Facts = DiagnosticFacts
type Line = readonly [label: string, value: string]

/** The facts in words, as the screen shows and the text for support says them. */
export function diagnosticSections(facts: Facts, profile: ProfileView): readonly DiagnosticSection[] {
  const sections: readonly (readonly [string, readonly Line[]])[] = [
    ['Service', serviceLines(facts, profile)],
    ['Queue', queueLines(facts)],
    ['Payments', lagLines(facts)],
    ['Sales file', storageLines(facts)],
    ['Program', programLines(facts, profile)],
  ]
  return sections.map(([title, lines]) => ({
    title,
    lines: lines.map(([label, value]) => ({ label, value: flat(value) })),
  }))
}

/** Everything as one plain text for support. Values lose line breaks, which could imitate a line of ours. */
export function diagnosticsText(facts: Facts, profile: ProfileView): string {
  const settings = [
    ...facts.choices.map(({ key, value, source }) => setting(key, value, CHOICE_SOURCES[source])),
    ...profile.values.map(({ key, value, source, isLocked }) =>
      setting(key, value, (isLocked ? LOCKED_SOURCES : PROFILE_SOURCES)[source]),
    ),
  ]
  return [
    `Tillside, ${localTime(facts.takenAtMs)} by this computer’s clock`,
    ...diagnosticSections(facts, profile).flatMap(({ title, lines }) => [
      '',
      title,
      ...lines.map(({ label, value }) => `  ${label}: ${value}`),
    ]),
    '',
    'Settings',
    ...settings,
  ].join('\n')
}

const ORIGINS: Readonly<Record<ProfileView['origin'], string>> = {
  argument: 'named with --profile',
  variable: 'named by TILLSIDE_PROFILE',
  machine: 'of the whole computer',
  chosen: 'chosen in Settings',
  package: 'inside the package',
  builtIn: 'built in',
}
const CHOICE_SOURCES = { here: 'Set at this computer', default: 'Default' } as const
const PROFILE_SOURCES = { profile: 'Set by installer', default: 'Default' } as const
const LOCKED_SOURCES = {
  profile: 'Set by installer, locked',
  default: 'Default, locked by installer',
} as const

function setting(key: string, value: string, source: string): string {
  return `  ${key} = ${flat(value)} (${source})`
}

function programLines({ program }: Facts, profile: ProfileView): readonly Line[] {
  return [
    ['Version', program.version],
    ['Electron', program.electron ?? 'not running in it'],
    ['Node', program.node],
    ['System', program.system],
    ['Profile file', `${profile.file ?? 'none'} (${ORIGINS[profile.origin]})`],
    ['Data folder', `${profile.dataDir} (${profile.isDataDirMoved ? 'TILLSIDE_DATA_DIR' : 'Default'})`],
    ['Log folder', profile.logDir],
  ]
}

function serviceLines(
  { environment, connection, unread, session, isVaultProtected, terminalId }: Facts,
  profile: ProfileView,
): readonly Line[] {
  const { status, problem, lastContactAtMs, clockAheadMs } = connection
  return [
    ['Environment', environment === 'practice' ? 'Practice' : 'Live'],
    ['Service', profile.serviceHost ?? PRACTICE_BANK],
    ['Connection', problem === null ? status : `${status}: ${problem}`],
    ...unread.map((rows): Line => [UNREAD[rows.list], unreadText(rows)]),
    ['Last contact', lastContactAtMs === null ? 'none yet' : localTime(lastContactAtMs)],
    ['This computer’s clock', clockAheadMs === null ? 'not compared yet' : clockText(clockAheadMs)],
    ['Terminal in use', terminalId ?? 'none chosen'],
    ['Sign-in', `${session.status}, ${KEPT_AS[session.keptAs]}`],
    [
      'Protected storage',
      isVaultProtected === null
        ? 'this computer did not say'
        : isVaultProtected
          ? 'this computer protects what is sealed'
          : 'none on this computer',
    ],
  ]
}

const PRACTICE_BANK = 'practice bank inside this app'
const UNREAD = { records: 'Records that cannot be read', terminals: 'Terminals that cannot be read' } as const
const KEPT_AS: Readonly<Record<SessionView['keptAs'], string>> = {
  sealed: 'kept sealed by this computer',
  thisRunOnly: 'kept until Tillside closes',
  thisRunSoFar: 'kept until Tillside closes, for now; the key store has not answered',
  nothing: 'nothing is kept',
}

/** How the field is written, so that a next version can read it. A row counts each time that it is read. */
function unreadText({ field, problem, shape, count }: UnreadRows): string {
  return `${field} ${problem}${shape === '' ? '' : `, written ${shape}`} (read ${count}×)`
}

function clockText(aheadMs: number): string {
  const seconds = `${Math.abs(aheadMs / 1_000).toFixed(1)} s`
  return `${seconds} ${aheadMs < 0 ? 'behind' : 'ahead of'} the service’s Date header`
}

/** The words of the standing. Several states have the same, so the code stands beside them. */
const STATE_WORDS: Readonly<Record<SaleState, string>> = {
  queued: standingWords.waiting,
  sending: standingWords.waiting,
  unknown: standingWords.checking,
  review: standingWords.needsYou,
  conflict: standingWords.needsYou,
  held: standingWords.needsYou,
  refused: standingWords.refused,
  accepted: standingWords.onItsWay,
  cancelled: standingWords.removed,
  writtenOff: standingWords.writtenOff,
}

function queueLines({ takenAtMs, environment, open, elsewhere, hasOtherKind }: Facts): readonly Line[] {
  const oldest = ({ count, oldestAtMs }: Oldest): string =>
    `${count}, oldest ${localTime(oldestAtMs)} (${spanText(takenAtMs - oldestAtMs)})`
  const lines = open.map((one): Line => [`${STATE_WORDS[one.state]} (${one.state})`, oldest(one)])
  return [
    ...(lines.length === 0 ? ([['Open sales', 'none']] as const) : lines),
    ...elsewhere.map((one): Line => [
      one.isOtherClient ? 'For another sign-in' : 'For another service',
      `${oldest(one)}, for ${one.serviceHost ?? PRACTICE_BANK} (${one.environment})`,
    ]),
    ...(hasOtherKind ? ([['Also on this computer', OTHER_KIND[environment]]] as const) : []),
  ]
}

const OTHER_KIND = {
  live: 'practice sales; they are not real',
  practice: 'live sales; those that wait go on when a live profile is back',
} as const

function lagLines({ lag }: Facts): readonly Line[] {
  const { count, medianMs, longestMs, quietPeriodMs } = lag
  const known =
    medianMs === null || longestMs === null
      ? 'not known yet'
      : `median ${spanText(medianMs)}, longest ${spanText(longestMs)} (${count} measured)`
  return [
    ['The bank’s time to pay', known],
    ['Quiet period', `${spanText(quietPeriodMs)} of “not found” before the bank is taken to have nothing`],
  ]
}

function storageLines({ storage }: Facts): readonly Line[] {
  const { lastCheck, auditEntries, auditHead } = storage
  return [
    ['File', storage.file],
    ['State', CONDITIONS[storage.status]],
    ['Bank’s records', storage.areRecordsKept ? 'kept as they are read' : 'not kept now; sales go on'],
    [
      'Size of these records',
      `${sizeText(storage.recordsBytes)} of ${sizeText(storage.recordsBytesMax)}${fullText(storage)}`,
    ],
    ['Size', `${sizeText(storage.bytes)}, and ${sizeText(storage.logBytes)} in its log`],
    ['Free on its disk', sizeText(storage.freeBytes)],
    ['Version of the file', storage.schemaVersion === null ? 'not known' : String(storage.schemaVersion)],
    [
      'Last check',
      lastCheck === null
        ? 'not yet'
        : `${lastCheck.isSound ? 'sound' : 'found a problem'}, ${localTime(lastCheck.atMs)}`,
    ],
    ['Audit', auditEntries === null ? 'not known' : `${auditEntries} entries, newest ${auditHead ?? 'none'}`],
  ]
}

const CONDITIONS: Readonly<Record<StorageView['status'], string>> = {
  checking: 'being checked',
  sound: 'sound',
  failing: 'cannot be written',
  readOnly: 'read only: a newer Tillside wrote it, or its sales were given away',
}

/** From here on support must know, while there is still room for long. */
const NEARLY_FULL = 0.75
const fullText = ({ recordsBytes, recordsBytesMax }: StorageHealth): string =>
  recordsBytes >= NEARLY_FULL * recordsBytesMax
    ? '. Nearly full: then no more is kept, and sales go on. Tell support.'
    : ''

const SIZES = [
  [1_000_000_000, 'GB'],
  [1_000_000, 'MB'],
  [1_000, 'kB'],
] as const

function sizeText(bytes: number | null): string {
  if (bytes === null) return 'not known'
  const unit = SIZES.find(([size]) => bytes >= size)
  return unit === undefined ? `${bytes} B` : `${(bytes / unit[0]).toFixed(1)} ${unit[1]}`
}

function spanText(ms: number): string {
  if (ms < 120_000) return `${(ms / 1_000).toFixed(1)} s`
  return ms < 7_200_000 ? `${Math.round(ms / 60_000)} min` : `${(ms / 3_600_000).toFixed(1)} h`
}

function flat(text: string): string {
  return text.replace(/[\s\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
}
