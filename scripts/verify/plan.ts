import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { PackagedSystem } from '../../build/electronBuilder.ts'
import type { Reads } from '../counts.ts'
import type { CommandsInTurn } from '../run.ts'
import { packedChecks, type Packed } from './packedChecks.ts'
import type { Outcome, Step } from './steps.ts'

/** A run of scripts with its own count. */
export interface SuiteRun extends CommandsInTurn {
  readonly name: string
  /** How its count is read: Playwright's report, the last line, or its exit status alone. */
  readonly reads: Reads
}

/** Runs the plan; a test has its own. */
export interface Runner {
  suite(run: SuiteRun): Promise<Outcome>
  packed(check: (packed: Packed) => Promise<Outcome>): Promise<Outcome>
  /** The checkout in Electron, as if started by hand: without Playwright and without a package. */
  started(): Promise<Outcome>
  fuses(): Promise<Outcome>
  changedArchive(): Promise<Outcome>
}

export interface PlanFor {
  readonly platform: NodeJS.Platform
  readonly root: string
  readonly tools: Readonly<Record<'vite' | 'playwright', string>>
  /** For the package and the folder with Electron. */
  readonly workDir: string
}

const MINUTE_MS = 60_000
const OPENS = 'packed: it opens in Practice'

export function systemOf(platform: NodeJS.Platform): PackagedSystem {
  if (platform === 'win32') return 'win'
  return platform === 'darwin' ? 'mac' : 'linux'
}

/**
 * The pattern of the specs without those that draw single screens in npm's Chromium, which exists for Linux only: each
 * of them opens the studio.
 */
function withoutDrawn(root: string): string {
  const dir = path.join(root, 'e2e', 'specs')
  const drawn = readdirSync(dir)
    .filter((file) => file.endsWith('.spec.ts'))
    .filter((file) => readFileSync(path.join(dir, file), 'utf8').includes(`'../gallery/studio.ts'`))
  return `specs/(?!(?:${drawn.map((file) => path.basename(file, '.spec.ts')).join('|')})\\.spec)`
}

/** Every automatic check of Tillside in real Electron, those that fail fastest first. */
export function planFor({ platform, root, tools, workDir }: PlanFor, runner: Runner): readonly Step[] {
  const playwright = (name: string, pattern: string): SuiteRun => ({
    name,
    reads: 'playwright',
    commands: [[tools.playwright, 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json', pattern]],
    env: { E2E_HOST: 'electron', NO_COLOR: undefined },
    limitMs: 120 * MINUTE_MS,
  })
  const suite = (run: SuiteRun, needs?: string): Step => ({
    name: run.name,
    ...(needs === undefined ? {} : { needs }),
    run: () => runner.suite(run),
  })
  const script = (name: string, ...args: readonly string[]): readonly string[] => [
    path.join(root, 'scripts', name),
    ...args,
  ]
  const system = systemOf(platform)
  return [
    suite({
      name: 'build',
      reads: 'status',
      commands: [
        [tools.vite, 'build', '-c', 'vite.main.config.ts'],
        [tools.vite, 'build', '-c', 'vite.preload.config.ts'],
        [tools.vite, 'build'],
      ],
      limitMs: 10 * MINUTE_MS,
    }),
    { name: 'start', needs: 'build', run: () => runner.started() },
    suite(
      {
        name: 'package',
        reads: 'status',
        commands: [
          script(
            'package.ts',
            system,
            '--unpacked',
            '--electron',
            workDir,
            '--out',
            path.join(workDir, 'out'),
            // Apple silicon kills a program whose fuses were changed after it was signed.
            ...(system === 'mac' ? ['--ad-hoc'] : []),
          ),
        ],
        // Nothing is signed here, even if the computer has certificates.
        env: { CSC_LINK: undefined, WIN_CSC_LINK: undefined, CSC_NAME: undefined },
        limitMs: 15 * MINUTE_MS,
      },
      'build',
    ),
    { name: 'packed: the fuses are burnt', needs: 'package', run: () => runner.fuses() },
    // A program that the system kills at once would seem to refuse everything.
    ...packedChecks.map(([name, check]) => ({
      name,
      needs: name === OPENS ? 'package' : OPENS,
      run: () => runner.packed(check),
    })),
    {
      name: 'packed: a changed archive is refused',
      needs: OPENS,
      run: () => runner.changedArchive(),
    },
    suite(playwright('specs', platform === 'linux' ? 'specs/' : withoutDrawn(root)), 'start'),
    suite(playwright('attacks', 'attacks/'), 'start'),
    suite(
      {
        name: 'demo',
        reads: 'lastLine',
        commands: [[path.join(root, 'e2e', 'demo', 'demo.ts')]],
        env: { E2E_HOST: 'electron' },
        limitMs: 20 * MINUTE_MS,
      },
      'start',
    ),
  ]
}
