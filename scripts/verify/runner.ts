import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { LINUX_EXECUTABLE, PRODUCT_NAME } from '../../build/identity.ts'
import { fuseProblems } from '../package/hardeningChecks.ts'
import { readPackedApp, resourcesDirOf, unpackedDirOf } from '../package/packedApp.ts'
import { judge, readReport } from '../counts.ts'
import { root, runInTurn } from '../run.ts'
import { changedArchive, packedChecks, type Packed } from './packedChecks.ts'
import { systemOf, type Runner, type SuiteRun } from './plan.ts'
import { playwrightProblems } from './playwrightReport.ts'
import type { Problem } from './report.ts'
import type { Outcome } from './steps.ts'

/** The end of a log says why; the whole log is beside the report. */
const SHOWN_CHARACTERS_MAX = 6_000

export interface Places {
  /** Where the report goes. */
  readonly reportDir: string
  readonly workDir: string
  readonly electron: string
}

export function createRunner({ reportDir, workDir, electron }: Places): Runner {
  const { platform } = process
  const system = systemOf(platform)
  const unpackedDir = unpackedDirOf(path.join(workDir, 'out'), system)
  const common = {
    env: { ELECTRON_RUN_AS_NODE: undefined, NODE_OPTIONS: undefined, ...sandboxHelper(electron) },
    profileFile: path.join(root, 'build', 'profiles', 'practice.json'),
    platform,
  }
  const packed: Packed = { ...common, command: [programIn(unpackedDir, system)] }

  async function suite(run: SuiteRun): Promise<Outcome> {
    if (run.name === 'package') handOver(electron, workDir, system)
    const reportFile = path.join(reportDir, `${run.name}.json`)
    const env = { ...run.env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile }
    const finished = await runInTurn({ ...run, env })
    writeFileSync(path.join(reportDir, `${run.name}.log`), finished.output)
    if (run.name === 'package' && platform === 'linux') dropHelper(unpackedDir)
    const report = readReport(reportFile)
    const { passed, failed, skipped, problem } = judge(finished, run.reads, report)
    const told = run.reads === 'playwright' ? playwrightProblems(report) : []
    const problems = told.map((each) => withPictures(each, reportDir))
    if (problem === null || problems.length > 0) return { passed, failed, skipped, problems }
    const detail = finished.output.slice(-SHOWN_CHARACTERS_MAX)
    return { passed, failed, skipped, problems: [{ name: `it ${problem}`, detail, pictures: [] }] }
  }

  return {
    suite,
    packed: (check) => check(packed),
    started: () => {
      const opens = packedChecks[0]?.[1]
      if (opens === undefined) throw new Error('there is no check of the start')
      return opens({ ...common, command: [electron, root] })
    },
    fuses: async () => {
      const problems = await fuseProblems(readPackedApp(unpackedDir, system))
      const list = problems.map((name) => ({ name, detail: '', pictures: [] }))
      return { passed: list.length === 0 ? 1 : 0, failed: list.length, problems: list }
    },
    changedArchive: () => changedArchive(packed, path.join(resourcesDirOf(unpackedDir, system), 'app.asar')),
  }
}

/** The packager takes each system's Electron from a folder of that name. */
function handOver(electron: string, workDir: string, system: string): void {
  const isMac = process.platform === 'darwin'
  const dist = isMac ? path.resolve(electron, '../../../..') : path.dirname(electron)
  const place = path.join(workDir, system)
  // Not every user of Windows may create a link.
  if (process.platform === 'win32') cpSync(dist, place, { recursive: true })
  else symlinkSync(dist, place)
}

function programIn(unpackedDir: string, system: 'win' | 'mac' | 'linux'): string {
  const names = {
    win: `${PRODUCT_NAME}.exe`,
    mac: `${PRODUCT_NAME}.app/Contents/MacOS/${PRODUCT_NAME}`,
    linux: LINUX_EXECUTABLE,
  }
  return path.join(unpackedDir, names[system])
}

/** A helper beside the program that does not belong to root, as in this copy, makes Chromium end at once. */
function dropHelper(unpackedDir: string): void {
  rmSync(path.join(unpackedDir, 'chrome-sandbox'), { force: true })
}

/** Without a helper of its own the packed copy takes the one that is named here. */
function sandboxHelper(electron: string): Readonly<Record<string, string>> {
  const helper = path.join(path.dirname(electron), 'chrome-sandbox')
  const found = statSync(helper, { throwIfNoEntry: false })
  return found?.uid === 0 && process.platform === 'linux' ? { CHROME_DEVEL_SANDBOX: helper } : {}
}

function withPictures(problem: Problem, reportDir: string): Problem {
  const folder = path.join(reportDir, 'pictures')
  const pictures = problem.pictures.filter((file) => existsSync(file))
  if (pictures.length > 0) mkdirSync(folder, { recursive: true })
  return {
    ...problem,
    pictures: pictures.map((file) => {
      copyFileSync(file, path.join(folder, path.basename(file)))
      return `pictures/${path.basename(file)}`
    }),
  }
}
