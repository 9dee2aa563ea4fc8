import type { ConnectionView } from '../../shared/session.ts'
import type { AppState } from '../state/types.ts'
import { ageText, momentText } from '../format/time.ts'
import { strings } from '../strings.ts'
import { clockText, isClockWrong } from './banner.ts'
import { connectionText, queueText } from './waitingText.ts'

const words = strings.settings

export interface DiagnosticLine {
  readonly label: string
  readonly value: string
}

type Known = Pick<AppState, 'app' | 'connection' | 'queue' | 'nowMs' | 'settingsState'>

/** What an installer looks at first. Nothing here is a secret, nor can it hold one. */
export function diagnosticLines({
  app,
  connection,
  queue,
  nowMs,
  settingsState,
}: Known): readonly DiagnosticLine[] {
  const { profile } = settingsState
  if (app === null || profile === null) return []
  const { lastContactAtMs } = connection
  return [
    {
      label: words.environment,
      value: app.environment === 'practice' ? strings.signIn.practice : strings.signIn.live,
    },
    { label: words.service, value: profile.serviceHost ?? strings.signIn.practiceBank },
    { label: strings.status.connection, value: connectionText(connection.status) },
    {
      label: words.lastContact,
      value:
        lastContactAtMs === null
          ? words.noContact
          : `${strings.detail.localTime(momentText(lastContactAtMs))} (${strings.age.ago(ageText(lastContactAtMs, nowMs))})`,
    },
    { label: words.clock, value: clockLine(connection, app.platform) },
    { label: words.queue, value: queueText(queue, nowMs) },
    { label: words.profileFile, value: profile.file ?? words.noProfile },
    { label: words.dataDir, value: profile.dataDir },
    { label: words.logDir, value: profile.logDir },
    { label: words.version, value: profile.version },
  ]
}

function clockLine({ clockAheadMs }: ConnectionView, platform: 'windows' | 'mac' | 'linux'): string {
  if (clockAheadMs === null) return words.clockUnknown
  return isClockWrong(clockAheadMs) ? clockText(clockAheadMs, platform) : words.clockRight
}

/** How a value of the profile came about. */
export function sourceText({
  source,
  isLocked,
}: {
  source: 'profile' | 'default'
  isLocked: boolean
}): string {
  return isLocked ? words.locked : words.sources[source]
}

/** One plain block for a message to support: what is on the screen, and no more. */
export function diagnosticsText(known: Known): string {
  const values = known.settingsState.profile?.values ?? []
  return [
    ...diagnosticLines(known).map(({ label, value }) => `${label}: ${value}`),
    ...values.map((one) => `${one.key} = ${one.value.replace(/\s+/gu, ' ')} (${sourceText(one)})`),
  ].join('\n')
}
