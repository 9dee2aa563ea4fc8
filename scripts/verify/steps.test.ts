import { expect, test } from 'vitest'
import { isGood, jsonOf, markdownOf, totalLine, totalOf, type Report } from './report.ts'
import { runSteps, type Outcome, type Step } from './steps.ts'

const step = (name: string, outcome: Outcome | Error, more: Partial<Step> = {}): Step => ({
  name,
  run: async () => {
    if (outcome instanceof Error) throw outcome
    return outcome
  },
  ...more,
})
const good = { passed: 3, failed: 0 }

async function parts(...steps: readonly Step[]) {
  const said: string[] = []
  const done = await runSteps(steps, (line) => said.push(line))
  return { done, said, total: totalOf(done), isGood: isGood(done) }
}

test('what ran and passed is good', async () => {
  const { said, total, isGood: all } = await parts(step('specs', { ...good, skipped: 2 }), step('demo', good))
  expect(total).toEqual({ passed: 6, failed: 0, notRun: 0 })
  expect(all).toBe(true)
  expect(said).toEqual([
    'ok       specs: 3 passed, 0 failed, 2 left out',
    'ok       demo: 3 passed, 0 failed',
  ])
})

test('a run that did not happen is never reported as passed', async () => {
  let ran = false
  const never = step('never', good, {
    whyNot: 'this system has no display',
    run: async () => {
      ran = true
      return good
    },
  })
  const {
    done,
    said,
    isGood: all,
  } = await parts(never, step('found out', { ...good, whyNot: 'no key ring' }))
  expect(ran).toBe(false)
  expect(done.map(({ passed, whyNotRun }) => ({ passed, whyNotRun }))).toEqual([
    { passed: 0, whyNotRun: 'this system has no display' },
    { passed: 0, whyNotRun: 'no key ring' },
  ])
  expect(said.every((line) => line.startsWith('not run'))).toBe(true)
  expect(all).toBe(false)
})

test('a check with a count of zero has not passed', async () => {
  const { done, isGood: all } = await parts(step('empty', { passed: 0, failed: 0 }))
  expect(done[0]).toMatchObject({ passed: 0, whyNotRun: 'it looked at nothing' })
  expect(all).toBe(false)
  expect(isGood([])).toBe(false)
})

test('a step is not run if one that it needs failed, was not run or is missing', async () => {
  const { done } = await parts(
    step('build', { passed: 0, failed: 1 }),
    step('specs', good, { needs: 'build' }),
    step('pictures', good, { needs: 'specs' }),
    step('stray', good, { needs: 'nothing' }),
    step('own', good),
  )
  expect(done.map(({ passed, failed, whyNotRun }) => [passed, failed, whyNotRun])).toEqual([
    [0, 1, null],
    [0, 0, 'it needs “build”, which failed'],
    [0, 0, 'it needs “specs”, which was not run'],
    [0, 0, 'it needs “nothing”, which was not run'],
    [3, 0, null],
  ])
})

test('a step that throws has failed, and the others still run', async () => {
  const { done, total, isGood: all } = await parts(step('bad', new Error('no such file')), step('demo', good))
  expect(done[0]?.problems).toEqual([{ name: 'it broke off', detail: 'no such file', pictures: [] }])
  expect(total).toEqual({ passed: 3, failed: 1, notRun: 0 })
  expect(all).toBe(false)
})

test('a problem is a failure, even if the count lacks it', async () => {
  const problems = [{ name: 'odd', detail: '', pictures: [] }]
  expect((await parts(step('specs', { passed: 5, failed: 0, problems }))).total.failed).toBe(1)
})

test('the report has the system, the failures with their pictures, the steps not run and the manual checks', async () => {
  const problems = [
    { name: 'a sale\nis sent', detail: 'expected 1\n```\ngot 2', pictures: ['pictures/sale 1.png'] },
  ]
  const { done } = await parts(
    step('specs', { passed: 7, failed: 1, problems }),
    step('sealed settings', good, { whyNot: 'no key ring answers' }),
  )
  const report: Report = {
    facts: { System: 'Linux 6.8 x64', Electron: '45.3.4' },
    parts: done,
    forEyes: ['SmartScreen says nothing.'],
  }
  const text = markdownOf(report)
  expect(text).toContain('**7 passed, 1 failed, 1 parts not run**')
  expect(text).toContain('- Electron: 45.3.4')
  expect(text).toContain('| sealed settings | not run | | |')
  expect(text).toContain('### specs: a sale is sent')
  expect(text).toContain('    ```\n    got 2')
  expect(text).toContain('![pictures/sale 1.png](<pictures/sale 1.png>)')
  expect(text).toContain('## Not run, and so not shown\n\n- sealed settings: no key ring answers')
  expect(text).toContain('- [ ] SmartScreen says nothing.')
  expect(JSON.parse(jsonOf(report))).toMatchObject({
    isGood: false,
    total: { passed: 7, failed: 1, notRun: 1 },
    parts: [{ name: 'specs' }, { whyNotRun: 'no key ring answers' }],
  })
  expect(totalLine({ passed: 1, failed: 0, notRun: 0 })).toBe('1 passed, 0 failed')
})
