import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Reads } from './counts.ts'
import { extentOf, type Extent } from './extent.ts'
import { root, tool } from './run.ts'

/** One part of the verification: a script of package.json, which documents and workflows name as well. */
export interface Part {
  /** Also the name of its log. */
  readonly name: string
  readonly script: string
  readonly args?: readonly string[]
  readonly reads: Reads
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Without it, this one would test something outdated. */
  readonly needs?: 'build'
  /** It goes on until it is told to end, and shares the minutes of `npm run prove`. */
  readonly isEndless?: true
}

/** Parts in order. */
export type Lane = readonly Part[]

const build: Part = { name: 'build', script: 'build', reads: 'status' }
const check: Part = { name: 'check', script: 'check', reads: 'lastLine' }
const packages: Part = { name: 'package check', script: 'package:check', reads: 'lastLine' }
const gallery: Part = { name: 'gallery', script: 'gallery', reads: 'playwright', needs: 'build' }

/** The README's first command, as on a machine without a display, where it runs the demo. Elsewhere it would open a window. */
const start: Part = {
  name: 'start',
  script: process.platform === 'linux' ? 'start' : 'demo',
  env: { DISPLAY: undefined, WAYLAND_DISPLAY: undefined },
  reads: 'lastLine',
  needs: 'build',
}

function unit(extent: Extent): Part {
  return { name: 'unit', script: 'unit', reads: 'vitest', env: extentOf(extent) }
}

function e2e(name: string, extent: Extent): Part {
  // Playwright's workers set FORCE_COLOR themselves, and Node warns in every process that has both.
  const env = { NO_COLOR: undefined, ...extentOf(extent) }
  return { name, script: 'e2e', reads: 'playwright', env, needs: 'build' }
}

function kills(name: string, count: number, ...more: readonly string[]): Part {
  const args = ['--kills', String(count), '--seed', '1', ...more]
  return { name, script: 'kill-test', args, reads: 'lastLine' }
}

/** Books beside the app: a few days of trade, or months; the second takes back one rule of a sum after another. */
function ledger(name: string, ...args: readonly string[]): Part {
  return { name, script: 'ledger', args, reads: 'status' }
}

/** `npm test`. The lanes run side by side: specs and unit tests use several processes each, and often wait. */
export const TEST: readonly Lane[] = [
  [build, e2e('e2e', 'sample'), start],
  [unit('sample')],
  [
    kills('kills', 20),
    kills('kills at the door', 10, '--intake'),
    ledger('ledger', '--seeds', '2', '--days', '8'),
    check,
    packages,
  ],
]

/** What `npm test -- --longer`, as in `.ci/run`, does after that: longer, and the same in each run. */
export const LONGER: readonly Lane[] = [
  [
    e2e('e2e rest', 'rest'),
    gallery,
    kills('more kills', 200),
    kills('more kills at the door', 60, '--intake'),
    ledger('ledger in the window', '--screens', '--seeds', '1', '--days', '4'),
  ],
]

/** `npm run prove`: all of it whole, in one lane, and what draws other cases in each run. */
export const PROVE: readonly Lane[] = [
  [
    build,
    check,
    packages,
    start,
    unit('whole'),
    e2e('e2e', 'whole'),
    gallery,
    { name: 'kills', script: 'kill-test', args: ['--kills', '1000', '--json'], reads: 'lastLine' },
    {
      name: 'kills at the door',
      script: 'kill-test',
      args: ['--kills', '1000', '--intake', '--json'],
      reads: 'lastLine',
    },
    { name: 'bench', script: 'bench', reads: 'status', needs: 'build' },
    ledger('ledger', '--seeds', '200'),
    ledger('ledger in the window', '--screens', '--seeds', '2', '--days', '8'),
    ledger('ledger mutants', '--mutants', '--seeds', '24'),
    simulation('mutants', '--mutants'),
    simulation('explore', '--explore', '2'),
    ...['model', 'real'].flatMap((engine) =>
      ['ask', 'auto'].map((policy): Part => {
        const histories = ['--histories', String(2 ** 31), '--engine', engine, '--policy', policy]
        return { ...simulation(`${engine} ${policy}`, ...histories), isEndless: true }
      }),
    ),
  ],
]

function simulation(name: string, ...args: readonly string[]): Part {
  return { name: `simulation ${name}`, script: 'simulate', args, reads: 'status' }
}

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>
}

/**
 * The commands of a part, each a script for this Node and its arguments. They are those of package.json, without what
 * only prepares a person's: the runner's own Node was checked, and a part that needs the build has it.
 */
export function commandsOf({ script, args = [] }: Part): readonly (readonly string[])[] {
  const text = scripts[script]
  if (text === undefined) throw new Error(`package.json has no script ${script}`)
  const commands = text
    .split(' && ')
    .filter((command) => command !== 'npm run build --silent' && command !== 'node scripts/nodeCheck.js')
    .map((command) => {
      const [program = '', ...rest] = command.split(' ')
      if (program === 'node') return rest
      return [program === 'playwright' ? tool('@playwright/test', program) : tool(program), ...rest]
    })
  return commands.map((command, place) => (place === commands.length - 1 ? [...command, ...args] : command))
}
