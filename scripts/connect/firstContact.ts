import { checkConnection } from '../../electron/contact/checkConnection.ts'
import { signInFinding } from '../../electron/contact/findings.ts'
import type { Profile } from '../../electron/gateway/profile.ts'
import { readProxyAnswer, type ProxyFor } from '../../electron/gateway/proxy.ts'
import { settlementApiFor } from '../../electron/gateway/settlementApi.ts'
import { createTransport } from '../../electron/gateway/transport.ts'
import { trustSystemCertificates } from '../../electron/shell/systemCertificates.ts'
import { systemClock, systemRandom, systemTimers } from '../../electron/shell/systemPorts.ts'
import {
  CHECK_TITLES,
  settingsOf,
  type ConnectionReport,
  type ProfileSetting,
} from '../../shared/connectionCheck.ts'
import { err } from '../../shared/result.ts'
import type { Credentials } from './credentials.ts'

/**
 * Signs in and asks the bank what only reads. Nothing is kept of the sign-in.
 * @param env where HTTPS_PROXY may name a proxy, as other command-line tools have it
 */
export async function firstContact(
  profile: Profile,
  credentials: Credentials,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ConnectionReport> {
  trustSystemCertificates(() => undefined)
  const ports = { clock: systemClock, timers: systemTimers, random: systemRandom }
  const transport = createTransport({ clock: systemClock, proxyFor: proxyIn(env) })
  const api = settlementApiFor(profile, { ...ports, transport })
  const { result } = await api.login(credentials)
  if (!result.ok) return { findings: [signInFinding(result.error)] }
  const { authToken } = result.value
  // The token is new: a no is about the question.
  const reading = { token: () => authToken, renew: () => Promise.resolve(err({ kind: 'believed' } as const)) }
  const { findings } = await checkConnection({ ...ports, api, reading, profile, terminalId: null })
  return { findings: [signInFinding(null), ...findings] }
}

function proxyIn(env: Readonly<Record<string, string | undefined>>): ProxyFor {
  const named = env['HTTPS_PROXY'] || env['https_proxy'] || ''
  const url = URL.parse(named)
  const entry = url === null ? 'DIRECT' : `${url.protocol === 'https:' ? 'HTTPS' : 'PROXY'} ${url.host}`
  return () => Promise.resolve(readProxyAnswer(entry) ?? { kind: 'unsupported' })
}

const SIGNS = { good: 'ok', care: 'take care', stopped: 'STOP' } as const

/** Each question with what came and what it means, and the keys to set. */
export function reportLines({ findings }: ConnectionReport): readonly string[] {
  return findings.flatMap(({ question, verdict, came, meaning, settings }) => [
    `${SIGNS[verdict]}: ${CHECK_TITLES[question]}: ${meaning}`,
    `    came: ${came}`,
    ...settings.map(({ key, value }) => `    set:  "${key}": ${JSON.stringify(value)}`),
  ])
}

/** The text of a profile with other values. @param text a valid profile */
export function withSettings(text: string, settings: readonly ProfileSetting[]): string {
  const profile = JSON.parse(text.replace(/^\uFEFF/u, '')) as Record<string, unknown>
  for (const { key, value } of settings) {
    const [group = '', inner] = key.split('.')
    if (inner === undefined) profile[group] = value
    else profile[group] = { ...(profile[group] as object | undefined), [inner]: value }
  }
  return `${JSON.stringify(profile, null, 2)}\n`
}

/** Whether a counter can work with this bank. */
export function isUsable(report: ConnectionReport): boolean {
  return report.findings.every(({ verdict }) => verdict !== 'stopped') && settingsOf(report).length === 0
}
