import {
  areRecordsNearlyFull,
  type DiagnosticsView,
  type OpenElsewhere,
  type StorageHealth,
} from '../../shared/diagnostics.ts'
import type { UnreadRows } from '../../shared/session.ts'
import type { ProfileView } from '../../shared/settings.ts'
import { localTime } from './report.ts'

type Facts = Omit<DiagnosticsView, 'text'>
type Line = readonly [label: string, value: string]

/** Everything as one plain text for support. Values lose line breaks, which could imitate a line of ours. */
export function diagnosticsText(facts: Facts, profile: ProfileView): string {
  const sections: readonly (readonly [string, readonly Line[]])[] = [
    ['Program', programLines(facts, profile)],
    ['Service', serviceLines(facts, profile)],
    ['Queue', queueLines(facts)],
    ['Payments', lagLines(facts)],
    ['Sales file', storageLines(facts)],
  ]
  const settings = [
    ...facts.choices.map(({ key, value, source }) => setting(key, value, CHOICE_SOURCES[source])),
    ...profile.values.map(({ key, value, source, isLocked }) =>
      setting(key, value, (isLocked ? LOCKED_SOURCES : PROFILE_SOURCES)[source]),
    ),
  ]
  return [
    `Tillside, ${localTime(facts.takenAtMs)} by this computer’s clock`,
    ...sections.flatMap(([title, lines]) => [
      '',
      title,
      ...lines.map(([label, value]) => `  ${label}: ${flat(value)}`),
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
  { connection, unread, session, isVaultProtected, terminalId }: Facts,
  profile: ProfileView,
): readonly Line[] {
  const { status, problem, lastContactAtMs, clockAheadMs } = connection
  return [
    ['Service', profile.serviceHost ?? 'practice bank inside this app'],
    ['Terminal in use', terminalId ?? 'none chosen'],
    ['Connection', problem === null ? status : `${status}: ${problem}`],
    ...unread.map((rows): Line => ['Unreadable rows', unreadText(rows)]),
    ['Last contact', lastContactAtMs === null ? 'none yet' : localTime(lastContactAtMs)],
    ['This computer’s clock', clockAheadMs === null ? 'not compared yet' : clockText(clockAheadMs)],
    ['Sign-in', `${session.status}, kept as ${session.keptAs}`],
    ['Protected storage', isVaultProtected === null ? 'did not answer' : isVaultProtected ? 'yes' : 'no'],
  ]
}

/** How the field is written, so that a next version can read it. A row counts each time that it is read. */
function unreadText({ list, field, problem, shape, count }: UnreadRows): string {
  return `${list}: ${field} ${problem}${shape === '' ? '' : `, written ${shape}`} (read ${count}×)`
}

function clockText(aheadMs: number): string {
  const seconds = `${Math.abs(aheadMs / 1_000).toFixed(1)} s`
  return `${seconds} ${aheadMs < 0 ? 'behind' : 'ahead of'} the service’s Date header`
}

function queueLines({ open, elsewhere, hasOtherKind }: Facts): readonly Line[] {
  const lines: readonly Line[] = open.map(({ state, count, oldestAtMs }) => [
    state,
    `${count}, oldest ${localTime(oldestAtMs)}`,
  ])
  return [
    ...(lines.length === 0 ? ([['open', 'none']] as const) : lines),
    ...elsewhere.map((one): Line => [
      'for elsewhere',
      `${one.count} for ${placeOf(one)}, oldest ${localTime(one.oldestAtMs)}`,
    ]),
    ...(hasOtherKind
      ? ([['other kind', 'sales of the other kind (live or practice) lie beside these']] as const)
      : []),
  ]
}

function placeOf({ environment, serviceHost, isOtherClient }: OpenElsewhere): string {
  const place = `${serviceHost ?? 'the practice bank inside the app'} (${environment})`
  return isOtherClient ? `${place} under another sign-in` : place
}

function lagLines({ lag }: Facts): readonly Line[] {
  const { count, medianMs, longestMs, quietPeriodMs } = lag
  const known =
    medianMs === null || longestMs === null
      ? 'not known yet'
      : `median ${spanText(medianMs)}, longest ${spanText(longestMs)} (${count} measured)`
  return [
    ['Bank’s time to pay', known],
    ['Quiet period', spanText(quietPeriodMs)],
  ]
}

function storageLines({ storage }: Facts): readonly Line[] {
  const { lastCheck, auditEntries, auditHead } = storage
  return [
    ['File', storage.file],
    ['State', storage.status],
    ['Bank records', storage.areRecordsKept ? 'kept' : 'not kept now'],
    [
      'Size of these',
      `${sizeText(storage.recordsBytes)} of ${sizeText(storage.recordsBytesMax)}${fullText(storage)}`,
    ],
    ['Size', `${sizeText(storage.bytes)}, log ${sizeText(storage.logBytes)}`],
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

const fullText = (storage: StorageHealth): string =>
  areRecordsNearlyFull(storage) ? ': nearly full, then no more is kept' : ''

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
