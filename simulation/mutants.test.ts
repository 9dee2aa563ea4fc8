import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { root } from '../scripts/run.ts'
import { copyWith } from './mutantCopy.ts'
import { createHunter } from './mutantHunters.ts'
import { LEVELS, type MutantElsewhere } from './mutant.ts'
import { mutants, mutantsElsewhere } from './mutantList.ts'
import { counted } from './mutants.ts'
import { readTests, verdictOnTests, type TestRun } from './mutantTests.ts'
import { verdictOnWitness } from './mutantVerdict.ts'
import { readOptions } from './options.ts'
import { patchedFiles } from './patch.ts'

/** Each hunter on one wrong design; `npm run simulate -- --mutants` runs them all. */
vi.setConfig({ testTimeout: 300_000 })

const dir = mkdtempSync(path.join(tmpdir(), 'tillside-mutants-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const named = (name: string): MutantElsewhere => {
  const found = mutantsElsewhere.find((mutant) => mutant.name === name)
  if (found === undefined) throw new Error(`there is no ${name}`)
  return found
}

test('every wrong design fits the sources, has a name of its own, and names existing tests', () => {
  for (const { edits } of mutantsElsewhere) expect(() => patchedFiles(edits)).not.toThrow()
  const names = [...mutants, ...mutantsElsewhere].map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(mutantsElsewhere.map(({ level }) => level))).toEqual(new Set(LEVELS.slice(1)))
  const tests = mutantsElsewhere.flatMap((mutant) => (mutant.level === 'strace' ? [] : mutant.tests))
  expect(tests.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})

test('a copy has the wrong design in it, the sources stay as they are, and the copy is removed', () => {
  const edit = { file: 'shared/result.ts', find: 'export function ok', replace: 'export  function ok' }
  const file = path.join(root, edit.file)
  const before = readFileSync(file, 'utf8')
  let where: string
  {
    using copy = copyWith([edit])
    where = copy.dir
    expect(readFileSync(path.join(where, edit.file), 'utf8')).toContain(edit.replace)
    expect(existsSync(path.join(where, 'node_modules', 'vitest'))).toBe(true)
    expect(existsSync(path.join(where, '.git'))).toBe(false)
  }
  expect(existsSync(where)).toBe(false)
  expect(readFileSync(file, 'utf8')).toBe(before)
})

const hunter = createHunter()

/** The same with fewer tests, if those catch it as well and take a moment. */
const CLIENT_TESTS: MutantElsewhere = {
  ...named('retry a POST on a reset'),
  level: 'transport',
  tests: ['electron/gateway/client.test.ts'],
}

test.concurrent.for([
  { mutant: named('version guard dropped in SQL'), by: 'saleStore.test.ts: a sale that was removed' },
  { mutant: named('swapped before it is synced'), by: 'migrationOrder.test.ts: an older file' },
  { mutant: CLIENT_TESTS, by: 'client.test.ts: ' },
])('"$mutant.name" is caught by a test that fails', async ({ mutant, by }) => {
  expect(await hunter.hunt(mutant)).toEqual({ outcome: 'killed', by: expect.stringContaining(by) })
})

test.concurrent(
  '"synchronous=NORMAL" is caught by the order of system calls, or it is reported why it was not tried',
  async () => {
    const verdict = await hunter.hunt(named('synchronous=NORMAL'))
    if (verdict.outcome === 'notTried') expect(verdict.by).toMatch(/strace/u)
    else
      expect(verdict).toEqual({ outcome: 'killed', by: expect.stringContaining('was not on the disk when') })
  },
)

test.concurrent(
  'a harmless change survives, and a level that fails without any change catches nothing',
  async () => {
    const harmless: MutantElsewhere = { ...named('version guard dropped in SQL'), edits: [] }
    expect(await hunter.hunt(harmless)).toMatchObject({ outcome: 'survived' })
    const unknown: MutantElsewhere = { ...harmless, level: 'real', tests: ['electron/no-such.test.ts'] }
    await expect(hunter.hunt(unknown)).rejects.toThrow('not every test ran')
  },
)

const healthy = new Set(['x: holds', 'x: also'])
const ran = (more: Partial<TestRun>): TestRun => ({ passed: new Set(), failed: [], problem: '', ...more })

test.each([
  ['a test failed', ran({ failed: [{ name: 'x: holds', message: 'AssertionError: 1' }] }), 'killed'],
  ['all passed', ran({ passed: healthy }), 'survived'],
  ['nothing loaded', ran({ problem: 'x: cannot load' }), 'survived'],
  [
    'the change has a mistake',
    ran({ failed: [{ name: 'x: holds', message: 'ReferenceError: y' }] }),
    'survived',
  ],
  [
    'only a test that never passed',
    ran({ failed: [{ name: 'x: new', message: 'AssertionError' }] }),
    'survived',
  ],
])('%s: judged as such', (_, run, outcome) => {
  expect(verdictOnTests(run, healthy).outcome).toBe(outcome)
})

test('a file that does not load is a problem and no failed test', () => {
  const report = path.join(dir, 'report.json')
  writeFileSync(
    report,
    JSON.stringify({
      testResults: [
        { name: '/c/a/x.test.ts', status: 'failed', message: 'SyntaxError: here\nat', assertionResults: [] },
        {
          name: '/c/a/y.test.ts',
          status: 'failed',
          message: '',
          assertionResults: [
            { fullName: 'one', status: 'passed', failureMessages: [] },
            { fullName: 'two', status: 'failed', failureMessages: ['AssertionError: no\n at'] },
            { fullName: 'three', status: 'skipped', failureMessages: [] },
          ],
        },
      ],
    }),
  )
  const finished = { exitCode: 1, output: '', timedOut: false, wasStopped: false }
  expect(readTests(report, finished)).toEqual({
    passed: new Set(['a/y.test.ts: one']),
    failed: [{ name: 'a/y.test.ts: two', message: 'AssertionError: no' }],
    problem: 'a/x.test.ts: SyntaxError: here',
  })
  const none = readTests(path.join(dir, 'none.json'), { ...finished, output: 'it broke', timedOut: true })
  expect(none).toMatchObject({ failed: [], problem: 'it ran into its time limit' })
})

const witnessed = (sends: number, inOrder: number): string => JSON.stringify({ witness: { sends, inOrder } })

test.each([
  ['Order witness: skipped, since strace is not installed\n{"witness":null}', 'notTried'],
  [`  out of order: A: why\n${witnessed(20, 19)}`, 'killed'],
  [witnessed(20, 20), 'survived'],
  [witnessed(0, 0), 'survived'],
  ['a build that failed', 'survived'],
])('a witness that says %j: judged as such', (output, outcome) => {
  expect(verdictOnWitness({ output }).outcome).toBe(outcome)
})

test('one level can be chosen', () => {
  expect(readOptions(['--mutants', '--level', 'strace'], 2)).toMatchObject({
    isMutants: true,
    level: 'strace',
  })
  expect(readOptions(['--mutants'], 2)).toMatchObject({ level: null })
  expect(() => readOptions(['--mutants', '--level', 'none'], 2)).toThrow('--level: ')
})

test('each line of a run says how many wrong designs are decided, of how many, and since when it runs', () => {
  const said: string[] = []
  let nowMs = 5_000
  const say = counted(
    2,
    (text) => said.push(text),
    () => nowMs,
  )
  nowMs = 17_400
  say('killed at real: one')
  say('SURVIVED at real: another')
  expect(said).toEqual(['1 of 2, 12 s: killed at real: one', '2 of 2, 12 s: SURVIVED at real: another'])
})
