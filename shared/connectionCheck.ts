import * as z from 'zod/mini'

/** What a check of the connection may advise to set. Nothing of the outbox: no read shows how a bank settles. */
export const CHECKED_KEYS = ['getParameters', 'fieldPrefix', 'limits.firstPage', 'limits.pageSize'] as const

const ProfileSetting = z.strictObject({
  key: z.enum(CHECKED_KEYS),
  value: z.union([z.string(), z.int()]),
})
export type ProfileSetting = z.output<typeof ProfileSetting>

export const CHECK_QUESTIONS = ['signIn', 'terminals', 'pages', 'search', 'days', 'unknown', 'clock'] as const

/** What each question is called, on the screen and in a terminal. */
export const CHECK_TITLES: Readonly<Record<(typeof CHECK_QUESTIONS)[number], string>> = {
  signIn: 'Sign-in',
  terminals: 'Terminals',
  pages: 'Pages of a list',
  search: 'Newest transactions',
  days: 'Days of a search',
  unknown: 'References that cannot exist',
  clock: 'Clock',
}

/** One question that was put to the bank. */
export const CheckFinding = z.strictObject({
  question: z.enum(CHECK_QUESTIONS),
  /** `stopped`: sales cannot be recorded or followed like this. */
  verdict: z.enum(['good', 'care', 'stopped']),
  /** The answer: status, counts, the bank's words. */
  came: z.string(),
  meaning: z.string(),
  settings: z.array(ProfileSetting),
})
export type CheckFinding = z.output<typeof CheckFinding>

/** What the bank answered to questions that change nothing there. */
export const ConnectionReport = z.strictObject({ findings: z.array(CheckFinding) })
export type ConnectionReport = z.output<typeof ConnectionReport>

/** The keys to set, each once. */
export function settingsOf({ findings }: ConnectionReport): readonly ProfileSetting[] {
  return [...new Map(findings.flatMap(({ settings }) => settings).map((each) => [each.key, each])).values()]
}
