import { fc } from '../testing/fuzz.ts'
import { expect, test } from 'vitest'
import { parseUnknown } from '../../shared/parse.ts'
import { SettingsView } from '../../shared/settings.ts'
import { fakeLog, FakeSettings } from '../session/testing/fakes.ts'
import { choicesOf, createPreferences } from './preferences.ts'

const standard: SettingsView = {
  theme: 'system',
  density: 'comfortable',
  scanner: { minKeys: 6, maxGapMs: 50, suffix: 'enterOrTab', prefix: '' },
  idleLockMinutes: 5,
  cashierLockMinutes: 0,
  tray: false,
  whenClosed: 'ask',
  startAtLogin: false,
  sounds: false,
  receiptPaper: '80',
  printer: '',
  tillDoor: false,
  tillPort: 4717,
  holidays: [],
}

function bench(kept?: unknown) {
  const settings = new FakeSettings()
  if (kept !== undefined) settings.values.set('preferences', kept)
  const told: SettingsView[] = []
  const open = () =>
    createPreferences({ settings, log: fakeLog().log, onChange: (view) => void told.push(view) })
  return { settings, told, open, preferences: open() }
}

test('a first start has the defaults; a change is reported, and survives a restart', () => {
  const { preferences, told, open } = bench()
  expect(preferences.get()).toEqual(standard)
  const change = { theme: 'dark', scanner: { minKeys: 8, prefix: ']C1' } } as const
  const expected = { ...standard, theme: 'dark', scanner: { ...standard.scanner, minKeys: 8, prefix: ']C1' } }
  expect(preferences.change(change)).toEqual({ ok: true, value: expected })
  expect(told).toEqual([expected])
  expect(open().get()).toEqual(expected)
})

test('each choice is reported once, with whether a person made it here', () => {
  const { preferences } = bench({ theme: 'dark', scanner: { minKeys: 9 } })
  const choices = choicesOf(preferences.get())
  expect(choices).toContainEqual({ key: 'theme', value: 'dark', source: 'here' })
  expect(choices).toContainEqual({ key: 'scanner.minKeys', value: '9', source: 'here' })
  expect(choices).toContainEqual({ key: 'scanner.maxGapMs', value: '50', source: 'default' })
  expect(choices).toContainEqual({ key: 'idleLockMinutes', value: '5', source: 'default' })
  const leaves = Object.keys(standard).length - 1 + Object.keys(standard.scanner).length
  expect(new Set(choices.map(({ key }) => key)).size).toBe(leaves)
})

test('a disk that refuses changes nothing, not even for this run', () => {
  const { preferences, settings, told } = bench()
  settings.isBroken = true
  expect(preferences.change({ theme: 'dark' })).toMatchObject({ error: { code: 'notSaved' } })
  expect(preferences.get()).toEqual(standard)
  expect(told).toEqual([])
})

test('a wrong value in the file takes its default, and affects no other', () => {
  const { preferences } = bench({
    theme: 'pink',
    density: 'compact',
    scanner: { minKeys: 1e9, maxGapMs: 30, suffix: null, prefix: 'ctrl\u0001' },
    idleLockMinutes: 0,
  })
  expect(preferences.get()).toEqual({
    ...standard,
    density: 'compact',
    scanner: { ...standard.scanner, maxGapMs: 30 },
  })
})

test('with any content of the file: it opens, with values within their bounds', () => {
  const shaped = fc.record(
    { theme: fc.anything(), scanner: fc.anything(), idleLockMinutes: fc.anything() },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.oneof(fc.anything(), shaped), (kept) => {
      expect(parseUnknown(SettingsView, bench(kept).preferences.get()).ok).toBe(true)
    }),
    { numRuns: 300 },
  )
})
