import { expect, test } from 'vitest'
import { checkLines, playwrightLines, vitestLines } from './partial.ts'

test('an interrupted browser run counts the lines of the finished tests', () => {
  const output = [
    'Running 6 tests using 3 workers',
    '',
    '  ✓    1 [specs] › specs/sale.spec.ts:12:1 › a sale is sent (2.1s)',
    '  ✘    2 [specs] › specs/sale.spec.ts:30:1 › a sale is sent twice (15ms)',
    '  ✓    3 [bodies] › attacks/network.spec.ts:4:1 › cut › the answer (late) is lost (1.2m)',
    '  -    4 [specs] › specs/host.spec.ts:9:6 › only in real Electron',
    '  ok   5 specs/sale.spec.ts:44:1 › without a project, on a terminal of Windows (980ms)',
    '',
  ].join('\n')
  expect(playwrightLines(output)).toEqual({ passed: 3, failed: 1, skipped: 1 })
})

test('output of browser tests does not count, nor a truncated line, nor one test twice', () => {
  const line = '  ✓    7 [specs] › specs/sale.spec.ts:12:1 › a sale is sent (2.1s)'
  const output = [
    line,
    line,
    '  ✓  99 not a result (1s)',
    'said: ✓  8 [specs] › specs/sale.spec.ts:12:1 › a sale (1s)',
    '  ✓    9 [specs] › specs/sale.spec.ts:50:1 › a sale is se',
  ].join('\n')
  expect(playwrightLines(output)).toEqual({ passed: 1, failed: 0, skipped: 0 })
})

test('a test that failed once and then passed has found something', () => {
  const output = [
    '  ✘    1 [specs] › specs/sale.spec.ts:12:1 › a sale is sent (2.1s)',
    '  ✓    2 [specs] › specs/sale.spec.ts:12:1 › a sale is sent (retry #1) (1.9s)',
  ].join('\n')
  expect(playwrightLines(output)).toMatchObject({ failed: 1 })
})

test('an interrupted unit run counts the finished files, test by test', () => {
  const output = [
    ' RUN  v5.1.0 /project',
    '',
    ' ✓ shared/money.test.ts (12 tests) 31ms',
    '   ✓ a slow one that is named on its own  437ms',
    ' ❯ electron/outbox/worker/delivery.test.ts (9 tests | 2 failed | 1 skipped | 1 todo) 468ms',
    '   × a sale is sent twice 29ms',
    ' ✓ renderer/sale/Sale.test.tsx (1 test | 1 skipped) 4ms',
    ' ✓ |unit| shared/naira.test.ts (1 test) 4ms',
    ' ↓ electron/shell/windows.test.ts (3 tests | 3 skipped)',
    ' ❯ scripts/broken.test.ts (0 test)',
    '',
  ].join('\n')
  expect(vitestLines(output)).toEqual({ passed: 12 + 5 + 1, failed: 2 + 1, skipped: 2 + 1 + 3 })
})

test('colours do not hide a result', () => {
  expect(
    vitestLines(' \u001B[32m✓\u001B[39m a.test.ts \u001B[2m(\u001B[22m3 tests\u001B[2m)\u001B[22m 6ms'),
  ).toEqual({ passed: 3, failed: 0, skipped: 0 })
})

test('a file counts once, and what a test prints does not count', () => {
  const output = ' ✓ a.test.ts (3 tests) 6ms\n ✓ a.test.ts (3 tests) 6ms\nstdout: ✓ b.test.ts (5 tests) 3ms\n'
  expect(vitestLines(output)).toEqual({ passed: 3, failed: 0, skipped: 0 })
})

test('steps that say ok or FAILED are counted as far as they got', () => {
  const output =
    'ok      format\nFAILED  lint\n        ok      what the step itself said\nok      types shared\nok'
  expect(checkLines(output)).toEqual({ passed: 2, failed: 1, skipped: 0 })
})
