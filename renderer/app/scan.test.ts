import { expect, test } from 'vitest'
import {
  type Burst,
  codeOf,
  defaultScanSettings,
  type ScanPress,
  type ScanSettings,
  scanSettingsOf,
  takePress,
} from './scan.ts'

const press = (key: string, atMs: number, part: Partial<ScanPress> = {}): ScanPress => ({
  key,
  atMs,
  isRepeat: false,
  hasModifier: false,
  ...part,
})

/** Types a text at one speed, then the closing key. @returns the detected codes */
function type(
  keys: readonly string[],
  gapMs: number,
  settings: ScanSettings = defaultScanSettings,
): string[] {
  let burst: Burst | null = null
  const codes: string[] = []
  for (const [place, key] of keys.entries()) {
    const step = takePress(burst, press(key, 1_000 + place * gapMs), settings)
    if (step.code !== null) codes.push(step.code)
    burst = step.burst
  }
  return codes
}

const signs = (text: string): readonly string[] => text.split('')
const reference = [...signs('TXN-000123'), 'Enter']

test('a burst that Enter or Tab closes is a code', () => {
  expect(type(reference, 5)).toEqual(['TXN-000123'])
  expect(type([...signs('TXN-000123'), 'Tab'], 50)).toEqual(['TXN-000123'])
})

test('ux 21: a person who types the same at 120 ms a key is never taken for a scanner', () => {
  expect(type(reference, 120)).toEqual([])
  expect(type(reference, 51)).toEqual([])
})

test('five keys are typing, six are a scan', () => {
  expect(type([...signs('15000'), 'Enter'], 5)).toEqual([])
  expect(type([...signs('150000'), 'Enter'], 5)).toEqual(['150000'])
})

test('fast keys with a late Enter come from a person', () => {
  let burst: Burst | null = null
  for (const [place, key] of signs('TXN-000123').entries()) {
    burst = takePress(burst, press(key, place * 5), defaultScanSettings).burst
  }
  expect(takePress(burst, press('Enter', 45 + 51), defaultScanSettings).code).toBeNull()
  expect(takePress(burst, press('Enter', 45 + 50), defaultScanSettings).code).toBe('TXN-000123')
})

test('without a closing key the burst itself is the code', () => {
  expect(codeOf({ text: '01JD3N8Q7Z', lastAtMs: 1 }, defaultScanSettings)).toBe('01JD3N8Q7Z')
  expect(codeOf({ text: '01JD3', lastAtMs: 1 }, defaultScanSettings)).toBeNull()
})

test('a held key repeats at the speed of a scanner but is not a scan', () => {
  let burst: Burst | null = null
  for (let place = 0; place < 20; place += 1) {
    const step = takePress(burst, press('0', place * 30, { isRepeat: place > 0 }), defaultScanSettings)
    expect(step.code).toBeNull()
    burst = step.burst
  }
  expect(takePress(burst, press('Enter', 610), defaultScanSettings).code).toBeNull()
})

test('Shift comes between capitals; Ctrl, Alt, arrows and Backspace end a burst', () => {
  expect(type(['Shift', 'T', 'Shift', 'X', 'N', '1', '2', '3', 'Enter'], 5)).toEqual(['TXN123'])
  expect(type([...signs('TXN12'), 'Backspace', ...signs('345'), 'Enter'], 5)).toEqual([])
  const burst = { text: 'TXN-0001', lastAtMs: 0 }
  expect(takePress(burst, press('v', 5, { hasModifier: true }), defaultScanSettings).burst).toBeNull()
})

test('the field’s text before a burst is asked for at its first key only', () => {
  const first = takePress(null, press('T', 0), defaultScanSettings)
  expect(first.isFirst).toBe(true)
  expect(takePress(first.burst, press('X', 5), defaultScanSettings).isFirst).toBe(false)
  expect(takePress(first.burst, press('X', 500), defaultScanSettings).isFirst).toBe(true)
})

test('a configured prefix and line ends are removed, and a code of nothing else is none', () => {
  const settings = { ...defaultScanSettings, prefix: ']C1' }
  expect(codeOf({ text: ']C1TXN-1\r\n', lastAtMs: 0 }, settings)).toBe('TXN-1')
  expect(codeOf({ text: ']C1\r\n\0', lastAtMs: 0 }, settings)).toBeNull()
})

test('a code has a maximum length', () => {
  const keys = Array.from({ length: 5_000 }, () => 'A')
  expect(type([...keys, 'Enter'], 1)[0]).toHaveLength(200)
})

test('Enter always belongs to the scan, whichever suffix is set; Tab only where it is set', () => {
  for (const suffix of ['enterOrTab', 'enter', 'tab', 'silence'] as const) {
    const settings = scanSettingsOf({ minKeys: 6, maxGapMs: 50, suffix, prefix: '' })
    expect(type([...signs('TXN-0001'), 'Enter'], 5, settings), suffix).toEqual(['TXN-0001'])
    const byTab = suffix === 'enterOrTab' || suffix === 'tab' ? ['TXN-0001'] : []
    expect(type([...signs('TXN-0001'), 'Tab'], 5, settings), suffix).toEqual(byTab)
  }
})

test('main’s default settings are the detector’s, and the silence is longer than any gap', () => {
  expect(scanSettingsOf(undefined)).toEqual(defaultScanSettings)
  expect(scanSettingsOf({ minKeys: 6, maxGapMs: 50, suffix: 'enterOrTab', prefix: '' })).toEqual(
    defaultScanSettings,
  )
  const slow = scanSettingsOf({ minKeys: 8, maxGapMs: 200, suffix: 'tab', prefix: ']C1' })
  expect(slow).toMatchObject({ keysMin: 8, gapMaxMs: 200, prefix: ']C1' })
  expect(slow.silenceMs).toBeGreaterThan(slow.gapMaxMs)
})
