import { expect, test } from 'vitest'
import { queueOf } from '../testing/bridgeDouble.ts'
import { appInfo, FIXED_NOW_MS, online, profile, settings } from '../testing/fixtures.ts'
import { diagnosticLines, diagnosticsText, sourceText } from './diagnostics.ts'

const known = {
  app: appInfo,
  connection: online,
  queue: queueOf([], 1),
  nowMs: FIXED_NOW_MS,
  settingsState: { settings, profile, problem: null, testScan: null, leftTo: null },
}

test('54: every value of the profile is in the copy, with where it comes from', () => {
  const text = diagnosticsText(known)
  for (const { key, value } of profile.values) expect(text).toContain(`${key} = ${value} (`)
  expect(text).toContain('environment = live (Set by installer, locked)')
  expect(text).toContain('outbox.timeoutSeconds = 60 (Default)')
  expect(sourceText({ source: 'profile', isLocked: false })).toBe('Set by installer')
})

test('a clock that was not compared, that agrees, and that is wrong are three texts', () => {
  const clock = (clockAheadMs: number | null): string | undefined => {
    const lines = diagnosticLines({ ...known, connection: { ...online, clockAheadMs } })
    return lines.find(({ label }) => label.includes('clock'))?.value
  }
  expect([clock(null), clock(1_500)]).toEqual(['not compared yet', 'agrees with the service'])
  expect(clock(-7_200_000)).toContain('wrong by about 2 hours')
})

test('nothing is said before the profile was read', () => {
  const before = { ...known, settingsState: { ...known.settingsState, profile: null } }
  expect(diagnosticLines(before)).toEqual([])
})

test('a value of several lines stays on its own line of the copy', () => {
  const values = [{ key: 'name', value: 'two\nlines', source: 'profile', isLocked: false } as const]
  const odd = { ...known, settingsState: { ...known.settingsState, profile: { ...profile, values } } }
  expect(diagnosticsText(odd).split('\n').at(-1)).toBe('name = two lines (Set by installer)')
})
