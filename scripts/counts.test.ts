import path from 'node:path'
import { expect, test } from 'vitest'
import { judge, PICTURES_PROJECT, readReport } from './counts.ts'
import { root, type Finished } from './run.ts'

const ended: Finished = {
  exitCode: 0,
  output: '',
  timedOut: false,
  wasInterrupted: false,
  wasStopped: false,
}
const THREE = '3 passed, 0 failed\n'
const three = { ...ended, output: THREE }

test('a command that ended well with a count passes', () => {
  expect(judge(three, 'lastLine')).toEqual({ passed: 3, failed: 0, skipped: 0, problem: null, flaky: [] })
  expect(
    judge({ ...ended, output: '{"kills":40,"checks":{"passed":9,"failed":0,"skipped":1}}\n' }, 'lastLine'),
  ).toMatchObject({ passed: 9, failed: 0, skipped: 1, problem: null })
})

test('without a count, or with a count of nothing, it fails even with a good exit status', () => {
  expect(judge(ended, 'lastLine')).toMatchObject({ failed: 1, problem: 'gave no count' })
  expect(judge(ended, 'vitest')).toMatchObject({ failed: 1, problem: 'gave no count' })
  const nothing = { ...ended, output: '0 passed, 0 failed\n' }
  expect(judge(nothing, 'lastLine')).toMatchObject({ failed: 1, problem: 'ran no test' })
})

test('only the last line counts', () => {
  const both = { ...ended, output: '1 passed, 1 failed\ncheck: 8 passed, 0 failed\n' }
  expect(judge(both, 'lastLine')).toMatchObject({ passed: 8, failed: 0 })
  const ofPlaywright = { ...ended, output: '  ok 16 [specs] › demo\n\n  16 passed (1.2m)\n' }
  expect(judge(ofPlaywright, 'lastLine')).toMatchObject({ passed: 16, failed: 0 })
  expect(judge({ ...ofPlaywright, exitCode: 1 }, 'lastLine')).toMatchObject({ passed: 16, failed: 1 })
  for (const output of ['8 passed, 0 failed\nTypeError: more came after it\n', '{"checks":7}', 'null', '"x"'])
    expect(judge({ ...ended, output }, 'lastLine').problem).toBe('gave no count')
})

test('a bad exit status fails a command even if its count has no failure', () => {
  expect(judge({ ...three, exitCode: 1 }, 'lastLine')).toMatchObject({ passed: 3, failed: 1 })
  expect(judge({ ...three, exitCode: null }, 'lastLine')).toMatchObject({ failed: 1 })
  expect(judge({ ...ended, exitCode: 2 }, 'status')).toMatchObject({
    failed: 1,
    problem: 'ended with status 2',
  })
  expect(judge(ended, 'status')).toMatchObject({ passed: 1, failed: 0 })
})

test('failures are counted as they are', () => {
  const output = '3 passed, 4 failed'
  expect(judge({ ...ended, exitCode: 1, output }, 'lastLine')).toMatchObject({ passed: 3, failed: 4 })
})

test('a command that reached its limit, or was ended with the whole run, fails and says so', () => {
  expect(judge({ ...three, exitCode: null, timedOut: true }, 'lastLine').problem).toBe(
    'ran into its time limit',
  )
  expect(judge({ ...three, exitCode: null, wasStopped: true }, 'lastLine')).toMatchObject({
    passed: 3,
    failed: 1,
    problem: 'was told to stop',
  })
})

test('an endless command that was told to end has passed if it ends by the agreed status', () => {
  const interrupted = { ...ended, wasInterrupted: true }
  expect(judge({ ...interrupted, exitCode: 130 }, 'status')).toMatchObject({ passed: 1, failed: 0 })
  expect(judge({ ...interrupted, exitCode: 1 }, 'status')).toMatchObject({ failed: 1 })
  expect(judge({ ...ended, exitCode: 130 }, 'status')).toMatchObject({ failed: 1 })
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
  expect(judge({ ...ended, exitCode: 1 }, 'vitest', report)).toMatchObject({
    passed: 5,
    failed: 2,
    skipped: 3,
  })
})

function flakyReport(projectName: string): unknown {
  const attachments = [
    { name: 'screen' },
    { name: 'trace', path: path.join(root, 'test-results', 'x', 'trace.zip') },
  ]
  const spec = {
    title: 'a wide screen',
    tests: [{ status: 'flaky', projectName, results: [{ attachments }] }],
  }
  return {
    stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 3 },
    errors: [{}],
    suites: [{ title: 'a.spec.ts', suites: [{ title: 'inner', specs: [spec] }] }],
  }
}

test('a flaky browser test and an error outside a test are failures', () => {
  expect(judge(ended, 'playwright', flakyReport('specs'))).toMatchObject({
    passed: 7,
    failed: 3,
    skipped: 3,
    flaky: [],
  })
})

test('a flaky test of pictures has passed, and is named with its trace', () => {
  expect(judge(ended, 'playwright', flakyReport(PICTURES_PROJECT))).toMatchObject({
    passed: 8,
    failed: 2,
    flaky: [`a wide screen: ${path.join('test-results', 'x', 'trace.zip')}`],
  })
})

test('a report of another shape, or none, is no count', () => {
  for (const odd of [
    null,
    1,
    {},
    { stats: { expected: '7' } },
    { testResults: [] },
    readReport('/nowhere.json'),
  ]) {
    expect(judge(ended, 'vitest', odd).problem).toBe('gave no count')
    expect(judge(ended, 'playwright', odd).problem).toBe('gave no count')
  }
})
