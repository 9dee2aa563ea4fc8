import { expect, test } from 'vitest'
import {
  codeOf,
  defaultScanSettings,
  handOfEnter,
  isScan,
  isWithinScan,
  type Run,
  runWith,
  type ScanSettings,
  scanSettingsOf,
} from './scan.ts'

/** Characters with the time of each after the one before it. */
function typed(text: string, gapsMs: readonly number[], settings = defaultScanSettings) {
  let run: Run | null = null
  let atMs = 1_000
  for (const [place, character] of text.split('').entries()) {
    atMs += place === 0 ? 0 : (gapsMs[place - 1] ?? 0)
    run = runWith(run, character, atMs, settings)
  }
  if (run === null) throw new Error('nothing was typed')
  return { run, atMs }
}

const evenly = (text: string, gapMs: number) => typed(text, Array(text.length).fill(gapMs) as number[])

function enterAfter(text: string, gapMs: number, enterMs = gapMs): string {
  const { run, atMs } = evenly(text, gapMs)
  return handOfEnter(run, atMs + enterMs, defaultScanSettings)
}

test.each([
  ['TXN-000123', 5],
  ['TXN-000123', 50],
  ['150000', 5],
  // Shorter than the setting.
  ['48213', 8],
  ['81', 8],
  // By radio.
  ['482134', 60],
  ['4821', 75],
  ['48213490', 110],
])('%s at an even %i ms a key, Enter too: a scanner', (text, gapMs) => {
  expect(enterAfter(text, gapMs)).toBe('scanner')
})

test.each([
  ['1500', 40, 51],
  ['1500', 55, 72],
  ['150', 30, 80],
  ['5', 300, 50],
  ['1500', 110, 30],
])('%s at %i ms a key and Enter %i ms later is not shown to be a person’s', (text, gapMs, enterMs) => {
  expect(enterAfter(text, gapMs, enterMs)).toBe('tooFast')
})

test.each([
  ['5', 300, 51],
  ['15', 90, 70],
  ['1500', 100, 160],
  ['1500', 140, 90],
  ['TXN-000123', 5, 121],
])('%s at %i ms a key and Enter %i ms later: a person', (text, gapMs, enterMs) => {
  expect(enterAfter(text, gapMs, enterMs)).toBe('person')
})

test('a key of three zeros is a hand’s, and its digits stay', () => {
  const { run, atMs } = typed('5000', [140, 4, 4])
  expect(handOfEnter(run, atMs + 100, defaultScanSettings)).not.toBe('scanner')
  expect(handOfEnter(run, atMs + 45, defaultScanSettings)).not.toBe('scanner')
})

test('what an input method brings at once is not a scan by itself, and its Enter is', () => {
  const run = runWith(null, '482134', 1_000, defaultScanSettings)
  expect(isScan(run, defaultScanSettings)).toBe(false)
  expect(handOfEnter(run, 1_030, defaultScanSettings)).toBe('scanner')
  expect(handOfEnter(run, 1_400, defaultScanSettings)).toBe('person')
})

test('without a closing key six characters are a scan and five are not', () => {
  expect(isScan(evenly('01JD3N', 5).run, defaultScanSettings)).toBe(true)
  expect(isScan(evenly('01JD3', 5).run, defaultScanSettings)).toBe(false)
  expect(isScan(evenly('482134', 60).run, defaultScanSettings)).toBe(true)
})

test('a key that writes nothing belongs to a scan only at its pace', () => {
  const { run, atMs } = evenly('AB12', 8)
  expect(isWithinScan(run, atMs + 8, defaultScanSettings)).toBe(true)
  expect(isWithinScan(run, atMs + 80, defaultScanSettings)).toBe(false)
  expect(isWithinScan(evenly('50', 110).run, 1_130, defaultScanSettings)).toBe(false)
})

test('a pause begins another run, and time never runs back', () => {
  const first = runWith(null, 'A', 1_000, defaultScanSettings)
  expect(runWith(first, 'B', 1_121, defaultScanSettings)).toMatchObject({ text: 'B', characters: 1 })
  expect(runWith(first, 'B', 900, defaultScanSettings)).toMatchObject({ text: 'AB', lastAtMs: 1_000 })
})

/** Seeded, from 0, without 1. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

test('ten thousand bursts of gaps up to 60 ms, with or without keys: no Enter is a person’s', () => {
  const next = chance(51)
  for (let burst = 0; burst < 10_000; burst += 1) {
    const characters = 3 + Math.floor(next() * 30)
    const isEven = next() < 0.5
    const paceMs = 1 + next() * 59
    const gapMs = (): number => (isEven ? paceMs : 1 + next() * 59)
    let run: Run | null = null
    let atMs = 1_000
    for (let place = 0; place < characters;) {
      const some = next() < 0.1 ? 3 : 1
      run = runWith(run, '0'.repeat(some), atMs, defaultScanSettings)
      atMs += gapMs()
      place += some
    }
    expect(handOfEnter(run, atMs, defaultScanSettings), JSON.stringify(run)).not.toBe('person')
  }
})

/** Gaps of a hand differ by a third, and never by nothing. */
function handGap(next: () => number, meanMs: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  return meanMs * Math.exp(0.3 * normal - 0.045)
}

test.each([30, 60, 90, 120])(
  'hands at %i words a minute: one Enter in a thousand is pressed again at most, and no text is taken',
  (wordsPerMinute) => {
    const next = chance(wordsPerMinute)
    // A word is five characters.
    const meanMs = 60_000 / (wordsPerMinute * 5)
    let again = 0
    let lost = 0
    const entries = 100_000
    for (let entry = 0; entry < entries; entry += 1) {
      const text = '0'.repeat(3 + Math.floor(next() * 6))
      const { run, atMs } = typed(
        text,
        Array.from(text, () => handGap(next, meanMs)),
      )
      // Enter is farther than the next digit.
      const hand = handOfEnter(run, atMs + handGap(next, meanMs * 1.5), defaultScanSettings)
      if (hand !== 'person') again += 1
      if (hand === 'scanner') lost += 1
    }
    expect(again / entries).toBeLessThan(1 / 1_000)
  },
)

test('a prefix, in small letters or capitals, and what no field shows are removed', () => {
  const settings = { prefix: ']C1' }
  expect(codeOf(']C1TXN-1\r\n', settings)).toBe('TXN-1')
  expect(codeOf(']c1txn-1', settings)).toBe('txn-1')
  expect(codeOf('AB\u001dC', settings)).toBe('ABC')
  expect(codeOf(']C1\r\n\0', settings)).toBe('')
})

test('main’s default settings are the detector’s, and a run goes on longer than any gap', () => {
  expect(scanSettingsOf(undefined)).toEqual(defaultScanSettings)
  expect(scanSettingsOf({ minKeys: 6, maxGapMs: 50, suffix: 'enterOrTab', prefix: '' })).toEqual(
    defaultScanSettings,
  )
  const slow: ScanSettings = scanSettingsOf({ minKeys: 8, maxGapMs: 200, suffix: 'tab', prefix: ']C1' })
  expect(slow).toMatchObject({ keysMin: 8, gapMaxMs: 200, suffixes: ['Tab'], prefix: ']C1' })
  expect(slow.silenceMs).toBeGreaterThan(slow.gapMaxMs)
})
