import { expect, test } from 'vitest'
import { type DiagnosticFacts, diagnosticSections } from './diagnosticsText.ts'

const NOW_MS = Date.UTC(2026, 10, 20, 13, 5)
const HOUR_MS = 3_600_000

const facts: DiagnosticFacts = {
  takenAtMs: NOW_MS,
  environment: 'live',
  program: { version: '0.1.0', electron: '45.3.4', node: '24.18.1', system: 'Windows_NT 10.0.26100 x64' },
  session: { status: 'signedIn', keptAs: 'sealed' },
  isVaultProtected: true,
  connection: { status: 'online', problem: null, lastContactAtMs: NOW_MS, clockAheadMs: 1_500 },
  unread: [],
  open: [{ state: 'review', count: 1, oldestAtMs: NOW_MS - 52 * 60_000 }],
  elsewhere: [],
  hasOtherKind: false,
  terminalId: '2ABC1234',
  lag: { count: 212, medianMs: 14_800, longestMs: 184_000, quietPeriodMs: 600_000 },
  storage: {
    status: 'sound',
    areRecordsKept: true,
    recordsBytes: 41_000_000,
    recordsBytesMax: 4_096_000_000,
    file: 'sales.db',
    bytes: 4_300_000,
    logBytes: 412_000,
    freeBytes: 81_400_000_000,
    schemaVersion: 1,
    auditEntries: 18_204,
    auditHead: '9f2c01d4a7be55e0',
    lastCheck: { atMs: NOW_MS - HOUR_MS, isSound: true },
  },
  choices: [],
}

const profile = {
  file: '/etc/tillside/profile.json',
  origin: 'machine',
  serviceHost: 'settlement.example.invalid',
  dataDir: '/data',
  isDataDirMoved: false,
  logDir: '/logs',
  values: [],
} as unknown as Parameters<typeof diagnosticSections>[1]

/** `label: value` of everything. */
function said(change: Partial<DiagnosticFacts> = {}): readonly string[] {
  return diagnosticSections({ ...facts, ...change }, profile).flatMap(({ lines }) =>
    lines.map(({ label, value }) => `${label}: ${value}`),
  )
}

test('the facts that an installer asks for are there, in five groups', () => {
  expect(diagnosticSections(facts, profile).map(({ title }) => title)).toEqual([
    'Service',
    'Queue',
    'Payments',
    'Sales file',
    'Program',
  ])
  expect(said()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Needs you \(review\): 1, oldest 2026-11-20 .* \(52 min\)$/u),
      'The bank’s time to pay: median 14.8 s, longest 3 min (212 measured)',
      'This computer’s clock: 1.5 s ahead of the service’s Date header',
      'Size: 4.3 MB, and 412.0 kB in its log',
      'Free on its disk: 81.4 GB',
      'Audit: 18204 entries, newest 9f2c01d4a7be55e0',
      'Electron: 45.3.4',
      'Profile file: /etc/tillside/profile.json (of the whole computer)',
    ]),
  )
})

test('an unknown value is called unknown, and is not a zero', () => {
  const storage = {
    ...facts.storage,
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
  const connection = { ...facts.connection, clockAheadMs: null, lastContactAtMs: null }
  const program = { ...facts.program, electron: null }
  expect(said({ storage, lag, program, connection, isVaultProtected: null, open: [] })).toEqual(
    expect.arrayContaining([
      'Open sales: none',
      'The bank’s time to pay: not known yet',
      'State: cannot be written',
      'Last check: not yet',
      'Last contact: none yet',
      'This computer’s clock: not compared yet',
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
  const other = { environment: 'live', count: 2, oldestAtMs: NOW_MS - 3 * HOUR_MS } as const
  const elsewhere = [
    { ...other, serviceHost: 'old.bank.example', isOtherClient: false },
    { ...other, serviceHost: 'partner.example', isOtherClient: true },
    { ...other, environment: 'practice', serviceHost: null, isOtherClient: false } as const,
  ]
  expect(said({ elsewhere, hasOtherKind: true })).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        /^For another service: 2, oldest .* \(3\.0 h\), for old\.bank\.example \(live\)$/u,
      ),
      expect.stringMatching(/^For another sign-in: 2, /u),
      expect.stringMatching(/^For another service: 2, .*, for practice bank inside this app \(practice\)$/u),
      'Also on this computer: practice sales; they are not real',
    ]),
  )
})

test('records that take three quarters of their room are told in time', () => {
  const near = { ...facts.storage, recordsBytes: 3_072_000_000 }
  expect(said({ storage: near }).join('\n')).toContain('3.1 GB of 4.1 GB. Nearly full')
  expect(said().join('\n')).not.toContain('Nearly full')
})
