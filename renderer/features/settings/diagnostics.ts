import {
  areRecordsNearlyFull,
  type DiagnosticsView,
  type OpenElsewhere,
  type OpenSales,
} from '../../../shared/diagnostics.ts'
import type { SaleState } from '../../../shared/sale.ts'
import type { ConnectionView } from '../../../shared/session.ts'
import type { ProfileView } from '../../../shared/settings.ts'
import type { AppState } from '../../core/types.ts'
import { ageText, momentText } from '../../ui/format/time.ts'
import { laterStrings } from '../../strings/laterStrings.ts'
import { strings } from '../../strings/strings.ts'
import { clockText, isClockWrong } from '../../core/banner.ts'
import { connectionText } from '../../core/waitingText.ts'

const settingsWords = laterStrings.settings
const words = laterStrings.diagnostics

export interface DiagnosticLine {
  readonly label: string
  readonly value: string
}

export interface DiagnosticGroup {
  readonly title: string
  readonly lines: readonly DiagnosticLine[]
}

type Known = Pick<AppState, 'app' | 'connection' | 'nowMs' | 'settingsState'>

/** The facts that an installer looks at first, in groups. None of them is or can contain a secret. */
export function diagnosticGroups(known: Known): readonly DiagnosticGroup[] {
  const { app, settingsState, nowMs } = known
  const { profile, diagnostics } = settingsState
  if (app === null || profile === null || diagnostics === null) return []
  const { groups } = words
  return [
    { title: groups.service, lines: serviceLines(known, app, profile, diagnostics) },
    { title: groups.queue, lines: queueLines(diagnostics, app.environment, nowMs) },
    { title: groups.payments, lines: lagLines(diagnostics) },
    { title: groups.storage, lines: storageLines(diagnostics) },
    { title: groups.program, lines: programLines(profile, diagnostics) },
  ]
}

function serviceLines(
  { connection, nowMs }: Known,
  app: NonNullable<AppState['app']>,
  profile: ProfileView,
  { session, isVaultProtected, terminalId, unread }: DiagnosticsView,
): readonly DiagnosticLine[] {
  const { lastContactAtMs } = connection
  const { signIn, status, detail, age } = strings
  return [
    {
      label: settingsWords.environment,
      value: app.environment === 'practice' ? signIn.practice : signIn.live,
    },
    { label: settingsWords.service, value: profile.serviceHost ?? signIn.practiceBank },
    {
      label: status.connection,
      value: [connectionText(connection.status), connection.problem]
        .filter((text) => text !== null)
        .join(': '),
    },
    ...unread.map(({ list, field, shape, count }) => ({
      label: words.unread[list],
      value: words.unreadIs(count, field, shape),
    })),
    {
      label: settingsWords.lastContact,
      value:
        lastContactAtMs === null
          ? settingsWords.noContact
          : `${detail.localTime(momentText(lastContactAtMs))} (${age.ago(ageText(lastContactAtMs, nowMs))})`,
    },
    { label: settingsWords.clock, value: clockLine(connection, app.platform) },
    { label: words.terminal, value: terminalId ?? words.noTerminal },
    { label: words.signIn, value: words.keptAs[session.keptAs] },
    { label: words.vault, value: vaultText(isVaultProtected) },
  ]
}

function clockLine({ clockAheadMs }: ConnectionView, platform: 'windows' | 'mac' | 'linux'): string {
  if (clockAheadMs === null) return settingsWords.clockUnknown
  if (isClockWrong(clockAheadMs)) return clockText(clockAheadMs, platform)
  const seconds = (Math.abs(clockAheadMs) / 1_000).toFixed(1)
  if (seconds === '0.0') return words.clockSame
  return words.clockRight(clockAheadMs < 0 ? words.behind(seconds) : words.ahead(seconds))
}

function vaultText(isProtected: boolean | null): string {
  if (isProtected === null) return words.vaultSilent
  return isProtected ? words.vaultYes : words.vaultNo
}

/** The words of the chip, with the code where two states share the same words. */
const STATE_WORDS: Readonly<Record<SaleState, string>> = {
  queued: strings.chip.waiting,
  sending: strings.chip.sending,
  unknown: strings.chip.checking,
  review: words.state(strings.chip.needsYou, 'review'),
  conflict: words.state(strings.chip.needsYou, 'conflict'),
  held: strings.chip.fixing,
  refused: strings.chip.refused,
  accepted: strings.chip.onItsWay,
  cancelled: strings.chip.removed,
  writtenOff: strings.chip.writtenOff,
}

function queueLines(
  { open, elsewhere, hasOtherKind }: DiagnosticsView,
  environment: 'live' | 'practice',
  nowMs: number,
): readonly DiagnosticLine[] {
  const known = open.map((one) => ({ label: STATE_WORDS[one.state], value: figure(one, nowMs) }))
  return [
    ...(known.length === 0 ? [{ label: words.open, value: words.none }] : known),
    ...elsewhere.map((one) => elsewhereLine(one, nowMs)),
    ...(hasOtherKind ? [{ label: words.otherKind, value: words.otherKinds[environment] }] : []),
  ]
}

function figure({ count, oldestAtMs }: Pick<OpenSales, 'count' | 'oldestAtMs'>, nowMs: number): string {
  return words.figure(count, ageText(oldestAtMs, nowMs), momentText(oldestAtMs))
}

function elsewhereLine(one: OpenElsewhere, nowMs: number): DiagnosticLine {
  if (one.isOtherClient) return { label: words.otherClient, value: figure(one, nowMs) }
  const host = one.serviceHost ?? strings.signIn.practiceBank
  const place = one.environment === 'practice' ? words.ofPractice(host) : host
  return { label: words.elsewhere, value: words.elsewhereFigure(figure(one, nowMs), place) }
}

function lagLines({ lag }: DiagnosticsView): readonly DiagnosticLine[] {
  const { count, medianMs, longestMs, quietPeriodMs } = lag
  const isKnown = medianMs !== null && longestMs !== null
  return [
    {
      label: words.lag,
      value: isKnown ? words.lagKnown(spanText(medianMs), spanText(longestMs), count) : words.lagUnknown,
    },
    { label: words.quietPeriod, value: words.quietPeriodHelp(spanText(quietPeriodMs)) },
  ]
}

function storageLines({ storage }: DiagnosticsView): readonly DiagnosticLine[] {
  const { lastCheck, schemaVersion, auditEntries, auditHead } = storage
  return [
    { label: words.file, value: storage.file },
    { label: words.condition, value: words.states[storage.status] },
    { label: words.bankRecords, value: words.areKept(storage.areRecordsKept) },
    {
      label: words.recordsSize,
      value: words.ofLimit(
        sizeText(storage.recordsBytes),
        sizeText(storage.recordsBytesMax),
        areRecordsNearlyFull(storage),
      ),
    },
    {
      label: words.lastCheck,
      value: lastCheck === null ? words.notYet : words.found(lastCheck.isSound, momentText(lastCheck.atMs)),
    },
    { label: words.size, value: words.sizes(sizeText(storage.bytes), sizeText(storage.logBytes)) },
    { label: words.free, value: sizeText(storage.freeBytes) },
    { label: words.schema, value: schemaVersion === null ? words.unknown : String(schemaVersion) },
    {
      label: words.audit,
      value: auditEntries === null ? words.unknown : words.auditHead(auditEntries, auditHead ?? words.none),
    },
  ]
}

function programLines(profile: ProfileView, { program }: DiagnosticsView): readonly DiagnosticLine[] {
  const { file, origin, dataDir, isDataDirMoved, logDir } = profile
  const place = isDataDirMoved ? words.moved : words.standard
  return [
    { label: settingsWords.version, value: program.version },
    { label: words.electron, value: program.electron ?? words.noElectron },
    { label: words.node, value: program.node },
    { label: words.system, value: program.system },
    {
      label: settingsWords.profileFile,
      value: file === null ? settingsWords.noProfile : words.withSource(file, words.origins[origin]),
    },
    { label: settingsWords.dataDir, value: words.withSource(dataDir, place) },
    { label: settingsWords.logDir, value: logDir },
  ]
}

const SIZES = [
  [1_000_000_000, 'GB'],
  [1_000_000, 'MB'],
  [1_000, 'kB'],
] as const

/** `1.2 MB`, in decimal units. */
function sizeText(bytes: number | null): string {
  if (bytes === null) return words.unknown
  const unit = SIZES.find(([size]) => bytes >= size)
  return unit === undefined ? `${bytes} B` : `${(bytes / unit[0]).toFixed(1)} ${unit[1]}`
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

function spanText(ms: number): string {
  if (ms < 2 * MINUTE_MS) return words.seconds((ms / 1_000).toFixed(1))
  return ms < 2 * HOUR_MS ? words.minutes(Math.round(ms / MINUTE_MS)) : words.hours((ms / HOUR_MS).toFixed(1))
}

/** Where a value of the profile comes from. */
export function sourceText({
  source,
  isLocked,
}: {
  source: 'profile' | 'default'
  isLocked: boolean
}): string {
  if (!isLocked) return settingsWords.sources[source]
  return source === 'profile' ? settingsWords.locked : words.lockedDefault
}
