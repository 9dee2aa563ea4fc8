import path from 'node:path'
import { expect, test } from 'vitest'
import { planFor, type Runner, type SuiteRun } from './plan.ts'
import { isGood } from './report.ts'
import { runSteps, type Outcome } from './steps.ts'

const passed: Outcome = { passed: 1, failed: 0 }

function planned(platform: NodeJS.Platform, answer: (name: string) => Outcome = () => passed) {
  const suites: SuiteRun[] = []
  const runner: Runner = {
    suite: async (run) => {
      suites.push(run)
      return answer(run.name)
    },
    packed: async () => answer('packed'),
    started: async () => answer('start'),
    fuses: async () => answer('fuses'),
    changedArchive: async () => answer('archive'),
  }
  const tools = { vite: '/vite.js', playwright: '/playwright.js' }
  const steps = planFor(
    { platform, root: path.resolve(import.meta.dirname, '../..'), tools, workDir: '/work' },
    runner,
  )
  return { steps, suites }
}

const run = async (platform: NodeJS.Platform, answer?: (name: string) => Outcome) => {
  const { steps, suites } = planned(platform, answer)
  return { parts: await runSteps(steps, () => undefined), suites }
}

test('if all is well, all runs: specs, attacks, demo and every check of the packed program', async () => {
  const { parts, suites } = await run('linux')
  expect(suites.map(({ name }) => name)).toEqual(['build', 'package', 'specs', 'attacks', 'demo'])
  expect(parts.filter(({ name }) => name.startsWith('packed: ')).length).toBe(10)
  expect(parts.every(({ whyNotRun }) => whyNotRun === null)).toBe(true)
  expect(isGood(parts)).toBe(true)
})

test('each step needs an earlier one', () => {
  const { steps } = planned('win32')
  const before = new Set<string>()
  for (const { name, needs } of steps) {
    if (needs !== undefined) expect(before, name).toContain(needs)
    before.add(name)
  }
})

test('what is reported as run in Electron cannot run on the stand-in', async () => {
  const { suites } = await run('linux')
  for (const name of ['specs', 'attacks', 'demo']) {
    expect(suites.find((each) => each.name === name)?.env, name).toMatchObject({ E2E_HOST: 'electron' })
  }
})

test('what draws in npm’s Chromium runs on Linux alone', async () => {
  const patternOn = async (platform: NodeJS.Platform): Promise<RegExp> => {
    const { suites } = await run(platform)
    return new RegExp(suites.find(({ name }) => name === 'specs')?.commands[0]?.at(-1) ?? '', 'u')
  }
  for (const file of ['gallery', 'accessibility', 'terminal-forms', 'touch', 'ux-dates', 'jobs']) {
    expect(await patternOn('linux')).toEqual(/specs\//u)
    expect((await patternOn('win32')).test(`e2e/specs/${file}.spec.ts`)).toBe(false)
    expect((await patternOn('darwin')).test(`e2e/specs/${file}.spec.ts`)).toBe(false)
  }
  for (const file of ['sale', 'ux-decide', 'host-browser']) {
    expect((await patternOn('darwin')).test(`e2e/specs/${file}.spec.ts`)).toBe(true)
  }
})

test.each([
  ['linux', 'linux'],
  ['win32', 'win'],
  ['darwin', 'mac'],
] as const)('%s packs its own system, with the present Electron', async (platform, system) => {
  const { suites } = await run(platform)
  const args = suites.find(({ name }) => name === 'package')?.commands[0] ?? []
  expect(args.slice(1)).toEqual([
    system,
    '--unpacked',
    '--electron',
    '/work',
    '--out',
    expect.stringContaining('out'),
    ...(platform === 'darwin' ? ['--ad-hoc'] : []),
  ])
})

test('a packed program that does not open is not reported as one that refuses', async () => {
  const { steps } = planned('darwin', () => passed)
  const refuses = [
    'packed: debugging is refused',
    'packed: it is no Node',
    'packed: a changed archive is refused',
  ]
  const needed = steps.filter(({ name }) => refuses.includes(name)).map(({ needs }) => needs)
  expect(needed).toEqual(Array(3).fill('packed: it opens in Practice'))
})

test('if Electron does not start, no spec is reported as run', async () => {
  const { parts, suites } = await run('linux', (name) =>
    name === 'start' ? { passed: 0, failed: 1 } : passed,
  )
  expect(suites.map(({ name }) => name)).not.toContain('specs')
  for (const name of ['specs', 'attacks', 'demo']) {
    expect(parts.find((part) => part.name === name)).toMatchObject({
      passed: 0,
      whyNotRun: 'it needs “start”, which failed',
    })
  }
  expect(isGood(parts)).toBe(false)
})

test('if packing fails, no check of the packed program is reported as run', async () => {
  const { parts } = await run('darwin', (name) => (name === 'package' ? { passed: 0, failed: 1 } : passed))
  for (const part of parts.filter(({ name }) => name.startsWith('packed: '))) {
    expect(part, part.name).toMatchObject({
      passed: 0,
      whyNotRun: expect.stringContaining('it needs') as string,
    })
  }
})
