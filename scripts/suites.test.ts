import { expect, test } from 'vitest'
import {
  fromReport,
  judge,
  lastLineCount,
  oneStep,
  playwrightCount,
  tallyLine,
  vitestCount,
} from './suites.ts'

const ended = { exitCode: 0, output: '', timedOut: false, wasStopped: false }
const three = () => ({ passed: 3, failed: 0, skipped: 0 })

test('a suite that ended well with a count passes', () => {
  expect(judge(ended, three)).toEqual({ passed: 3, failed: 0, skipped: 0, problem: null, isCutOff: false })
})

test('a suite that printed no count fails, even with a good exit status', () => {
  expect(judge(ended, () => null)).toMatchObject({ failed: 1, problem: 'printed no count' })
})

test('a suite that counted no test fails', () => {
  expect(judge(ended, () => ({ passed: 0, failed: 0, skipped: 9 }))).toMatchObject({ failed: 1 })
})

test('a bad exit status fails a suite even if its count has no failure', () => {
  expect(judge({ ...ended, exitCode: 1 }, three)).toMatchObject({ passed: 3, failed: 1 })
  expect(judge({ ...ended, exitCode: null }, three)).toMatchObject({ failed: 1 })
})

test('a suite that reached its limit fails', () => {
  expect(judge({ ...ended, timedOut: true }, three)).toMatchObject({
    failed: 1,
    problem: 'ran into its time limit',
  })
})

const cutOff = { ...ended, exitCode: null, timedOut: true }

test('a suite interrupted before its report counts what it had printed, says so, and fails', () => {
  const verdict = judge(
    cutOff,
    () => null,
    () => ({ passed: 513, failed: 0, skipped: 2 }),
  )
  expect(verdict).toEqual({
    passed: 513,
    failed: 1,
    skipped: 2,
    problem: 'ran into its time limit',
    isCutOff: true,
  })
  expect(tallyLine('e2e', verdict, 1_200)).toBe(
    'e2e: cut off after 513 passed, 1 failed, 2 skipped (1200.0 s)',
  )
})

test('failures printed before a suite was interrupted stay failures', () => {
  const partial = () => ({ passed: 5, failed: 3, skipped: 0 })
  expect(judge(cutOff, () => null, partial)).toMatchObject({ passed: 5, failed: 3 })
})

test('a suite that hung after its report is counted by the report', () => {
  const partial = () => ({ passed: 1, failed: 0, skipped: 0 })
  expect(judge(cutOff, three, partial)).toMatchObject({ passed: 3, failed: 1, isCutOff: true })
})

test('a suite that died without a report counts what it had printed', () => {
  const partial = () => ({ passed: 7, failed: 0, skipped: 0 })
  expect(judge({ ...ended, exitCode: 1 }, () => null, partial)).toMatchObject({
    passed: 7,
    failed: 1,
    problem: 'printed no count',
  })
})

test('a suite that ended because the whole run was stopped says so', () => {
  const stopped = { ...ended, exitCode: null, wasStopped: true }
  expect(judge(stopped, () => null)).toMatchObject({ problem: 'was told to stop', isCutOff: true })
})

test('a step that was interrupted or ended badly has not passed', () => {
  expect(judge(ended, oneStep)).toMatchObject({ passed: 1, failed: 0 })
  expect(judge(cutOff, oneStep)).toMatchObject({ passed: 0, failed: 1 })
  expect(judge({ ...ended, exitCode: 2 }, oneStep)).toMatchObject({ passed: 0, failed: 1 })
})

test('failures are counted as they are', () => {
  expect(judge({ ...ended, exitCode: 1 }, () => ({ passed: 3, failed: 4, skipped: 0 }))).toMatchObject({
    failed: 4,
  })
})

test('only the last line counts', () => {
  expect(lastLineCount('1 passed, 1 failed\ncheck: 8 passed, 2 failed\n')).toEqual({
    passed: 8,
    failed: 2,
    skipped: 0,
  })
  expect(lastLineCount('8 passed, 0 failed\nTypeError: more came after it\n')).toBeNull()
  expect(lastLineCount('')).toBeNull()
})

test('a test file that could not be loaded is a failure although it has no test', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      { status: 'passed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [] },
    ],
  }
  expect(vitestCount(report)).toEqual({ passed: 5, failed: 2, skipped: 3 })
})

test('flaky browser tests and errors outside tests are failures', () => {
  const stats = { expected: 7, unexpected: 1, flaky: 2, skipped: 3 }
  expect(playwrightCount({ stats, errors: [{}] })).toEqual({ passed: 7, failed: 4, skipped: 3 })
})

test('a report of another shape, or none, is no count', () => {
  for (const odd of [null, 1, {}, { stats: { expected: '7' } }, { testResults: [] }]) {
    expect(vitestCount(odd)).toBeNull()
    expect(playwrightCount(odd)).toBeNull()
  }
  expect(fromReport('/nowhere/report.json', vitestCount)('', 0)).toBeNull()
})
