import { expect, test } from 'vitest'
import { ScannerSettings } from '../../../shared/settings.ts'
import { settings } from '../../testing/fixtures.ts'
import { readScanner, type ScannerDraft } from './scannerDraft.ts'

const draft = (part: Partial<ScannerDraft>): ScannerDraft => ({
  minKeys: '6',
  maxGapMs: '50',
  suffix: 'enterOrTab',
  prefix: '',
  ...part,
})

test('a draft of main’s settings reads back unchanged', () => {
  expect(readScanner(draft({}))).toEqual({ ok: true, value: settings.scanner })
})

test.each(['', '2', '33', '6.5', '-6', 'six', '٦', '99999'])('%s is not a number of keys', (minKeys) => {
  const read = readScanner(draft({ minKeys }))
  expect(read).toEqual({ ok: false, error: { minKeys: 'A whole number from 3 to 32.' } })
})

test('each field has its own problem', () => {
  const read = readScanner(draft({ minKeys: 'x', maxGapMs: '9', prefix: '€' }))
  expect(read.ok ? {} : Object.keys(read.error)).toEqual(['minKeys', 'maxGapMs', 'prefix'])
})

test('every accepted draft is within the bounds of the contract', () => {
  for (const minKeys of ['3', '32']) {
    for (const maxGapMs of ['10', '200']) {
      const read = readScanner(draft({ minKeys, maxGapMs, prefix: ']C1 ~' }))
      expect(read.ok && ScannerSettings.safeParse(read.value).success).toBe(true)
    }
  }
})
