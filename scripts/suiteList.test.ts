import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run.ts'
import { LANES, wholeLimitS } from './suiteList.ts'

/** The build machine ends `.ci/run` after this time, without a message. */
const MACHINE_ENDS_IT_S = 90 * 60
const SPARE_S = 5 * 60
const workflowDir = path.join(root, '.github', 'workflows')

function limitS(name: string): number | undefined {
  const suite = LANES.flat().find((each) => each.name === name)
  return suite === undefined ? undefined : suite.limitMs / 1_000
}

// Measured on a fresh machine with one core busy; a browser run was interrupted there at 720 s.
test.each([
  ['check', 60],
  ['unit', 360],
  ['build', 40],
  ['kill test', 55],
  ['e2e', 960],
])('the limit of the suite %s is at least three times the longest seen', (name, longestS) => {
  expect(limitS(name)).toBeGreaterThanOrEqual(3 * longestS)
})

test('every suite can reach its limit, after npm ci, before the whole run is ended', () => {
  const installS = 3 * 60
  // A suite that waits for the build of another lane starts that much later.
  const waitS = limitS('build') ?? Number.NaN
  for (const lane of LANES) {
    const laneS = lane.reduce((sum, { limitMs }) => sum + limitMs / 1_000, 0)
    expect(wholeLimitS()).toBeGreaterThan(installS + waitS + laneS)
  }
  expect(wholeLimitS()).toBeLessThan(MACHINE_ENDS_IT_S - SPARE_S)
})

test('a needed suite is in the list and waits for none itself, so that no two wait for each other', () => {
  const names = LANES.flatMap((lane) => lane.slice(0, 1)).map(({ name }) => name)
  const needed = LANES.flat().flatMap(({ needs }) => (needs === undefined ? [] : [needs]))
  expect(needed.length).toBeGreaterThan(0)
  expect(needed.filter((name) => !names.includes(name))).toEqual([])
  expect(new Set(LANES.flat().map(({ name }) => name)).size).toBe(LANES.flat().length)
})

test('.ci/run has no time limit of its own that could become outdated', () => {
  const script = readFileSync(path.join(root, '.ci', 'run'), 'utf8')
  expect(script).toContain('scripts/limit.ts')
  expect(script.match(/\b\d{3,}\b/gu)).toBeNull()
})

test('no workflow ends a job with npm test before npm test has reported', () => {
  const jobs = readdirSync(workflowDir)
    .map((name) => readFileSync(path.join(workflowDir, name), 'utf8'))
    .flatMap((text) => text.split(/^ {2}(?=[\w-]+:$)/mu))
    .filter((job) => /- run: npm test$/mu.test(job))
  expect(jobs.length).toBeGreaterThan(0)
  for (const job of jobs) {
    const [, minutes] = /^ {4}timeout-minutes: (\d+)$/mu.exec(job) ?? []
    expect(Number(minutes) * 60).toBeGreaterThan(wholeLimitS())
  }
})
