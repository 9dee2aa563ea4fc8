import { expect, test } from 'vitest'
import type { DiagnosticsView } from '../../../shared/diagnostics.ts'
import { diagnostics, appInfo, FIXED_NOW_MS, online, profile, settings } from '../../testing/fixtures.ts'
import { diagnosticGroups, sourceText } from './diagnostics.ts'
import { noChoice } from './profileSlice.ts'

const known = {
  app: appInfo,
  connection: online,
  nowMs: FIXED_NOW_MS,
  settingsState: {
    settings,
    profile,
    diagnostics,
    problem: null,
    testScan: null,
    choice: noChoice,
    check: { isBusy: false, report: null, problem: null },
    place: null,
  },
}

type Known = Parameters<typeof diagnosticGroups>[0]

/** `label: value` of everything that is shown. */
function shown(change: Partial<DiagnosticsView> = {}, more: Partial<Known> = {}): readonly string[] {
  const settingsState = { ...known.settingsState, diagnostics: { ...diagnostics, ...change } }
  const groups = diagnosticGroups({ ...known, settingsState, ...more })
  return groups.flatMap(({ lines }) => lines.map(({ label, value }) => `${label}: ${value}`))
}

test('the facts that an installer asks for are there, in five groups', () => {
  expect(diagnosticGroups(known).map(({ title }) => title)).toEqual([
    'Service',
    'Queue',
    'Payments',
    'Sales file',
    'Program',
  ])
  expect(shown()).toEqual(
    expect.arrayContaining([
      'Protected storage: this computer protects what is sealed',
      'Waiting: 3, oldest 14 min (20 Nov 2026, 13:51)',
      'Checking: 2, oldest 31 min (20 Nov 2026, 13:34)',
      'Needs you (review): 1, oldest 52 min (20 Nov 2026, 13:13)',
      'The bank’s time to pay: median 14.8 s, longest 3 min (212 sales measured)',
      'Quiet period: 10 min of “not found” before the bank is taken to have nothing (outbox.quietPeriodMinutes)',
      'Size: 4.3 MB, and 412.0 kB in its log',
      'Free on its disk: 81.4 GB',
      'Last check: sound, 20 Nov 2026, 12:30',
      'Audit: 18204 entries, newest 9f2c01d4a7be55e0',
      'Electron: 45.3.4',
      'Profile file: C:\\ProgramData\\Tillside\\profile.json (for the whole computer)',
    ]),
  )
})

test('the clock has three texts: not compared, correct, wrong', () => {
  const clock = (clockAheadMs: number | null): string | undefined =>
    shown({}, { connection: { ...online, clockAheadMs } }).find((line) => /^[^:]*clock/u.test(line))
  expect(clock(null)).toContain('not compared yet')
  expect(clock(1_500)).toContain('agrees with the service (1.5 s ahead)')
  expect(clock(-20)).toContain('agrees with the service, to the tenth of a second')
  expect(clock(-900)).toContain('agrees with the service (0.9 s behind)')
  expect(clock(-7_200_000)).toContain('wrong by about 2 hours')
})

test('an unknown value is called unknown, and is not a zero', () => {
  const storage = {
    ...diagnostics.storage,
    status: 'failing',
    bytes: null,
    logBytes: null,
    freeBytes: null,
    schemaVersion: null,
    auditEntries: null,
    auditHead: null,
    lastCheck: null,
  } as const
  const lag = { count: 0, medianMs: null, longestMs: null, quietPeriodMs: 60_000 }
  const program = { ...diagnostics.program, electron: null }
  const lines = shown({ storage, lag, program, isVaultProtected: null, open: [] })
  expect(lines).toEqual(
    expect.arrayContaining([
      'Open sales: none',
      'The bank’s time to pay: not known yet',
      'State: cannot be written',
      'Last check: not yet',
      'Size: not known, and not known in its log',
      'Free on its disk: not known',
      'Version of the file: not known',
      'Audit: not known',
      'Electron: not running in it',
      'Protected storage: this computer did not say',
    ]),
  )
})

test('sales of another address, of another sign-in and of the other environment are three lines', () => {
  const other = { environment: 'live', count: 2, oldestAtMs: FIXED_NOW_MS - 3 * 3_600_000 } as const
  const elsewhere = [
    { ...other, serviceHost: 'old.bank.example', isOtherClient: false },
    { ...other, serviceHost: 'partner.example', isOtherClient: true },
    { ...other, environment: 'practice', serviceHost: null, isOtherClient: false } as const,
  ]
  const lines = shown({ elsewhere, hasOtherKind: true })
  expect(lines).toEqual(
    expect.arrayContaining([
      'For another service: 2, oldest 3 h (20 Nov 2026, 11:05), for old.bank.example',
      'For another sign-in: 2, oldest 3 h (20 Nov 2026, 11:05)',
      'For another service: 2, oldest 3 h (20 Nov 2026, 11:05), for Practice bank inside this app (Practice)',
      'Also on this computer: practice sales; they are not real',
    ]),
  )
})

test('nothing is shown until everything was read', () => {
  for (const part of [{ profile: null }, { diagnostics: null }]) {
    expect(diagnosticGroups({ ...known, settingsState: { ...known.settingsState, ...part } })).toEqual([])
  }
})

test('ux 54: a value is set by the installer, locked by the installer, or the default', () => {
  expect(sourceText({ source: 'profile', isLocked: false })).toBe('Set by installer')
  expect(sourceText({ source: 'profile', isLocked: true })).toBe('Set by installer, locked')
  expect(sourceText({ source: 'default', isLocked: false })).toBe('Default')
  expect(sourceText({ source: 'default', isLocked: true })).toBe('Default, locked by installer')
})
