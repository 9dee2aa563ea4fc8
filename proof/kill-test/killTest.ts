/**
 * `npm run kill-test -- --kills N [--seed S] [--strace | --no-strace] [--only witness|salvages|sales] [--intake] [--json]`: real
 * processes on real files, killed with SIGKILL: while they salvage a damaged file, in a few named cases; and while they
 * sell, at any moment and at every durable step, against a bank that settles and counts every send. Last line: JSON
 * ({@link Report}). The exit status is 0 only if every promise held.
 *
 * A seed gives the same plans, but the exact moment of a kill depends on the machine, so a seed does not repeat a run.
 * A kill leaves the page cache intact: only the order witness (`--strace`) shows whether a commit waits for the disk,
 * and nothing here shows a power loss.
 */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { build, type Plugin } from 'vite'
import { chanceFrom } from '../../sandbox/random.ts'
import { oneOf, readCommandLine, wholeNumber } from '../../scripts/commandLine.ts'
import { longRun, STOPPED_STATUS, type LongRun } from '../../scripts/longRun.ts'
import { runHistory } from './history.ts'
import { noWitnessBecause, witnessOrder, type Witnessed } from './orderWitness.ts'
import { isWanted, PARTS, Tally, type Part } from './report.ts'
import { killSalvages } from './salvageCases.ts'
import { BREACH_KINDS } from './verdict.ts'

const here = import.meta.dirname
const storage = path.join(here, '../..', 'electron', 'storage') + path.sep
/** Puts the files that stop where the parent kills in place of the storage's own. */
const stepped: Plugin = {
  name: 'stepped-files',
  enforce: 'pre',
  resolveId: (source, importer) => {
    const isOfStorage = importer !== undefined && path.normalize(importer).startsWith(storage)
    return isOfStorage && source === './files.ts' ? path.join(here, 'steppedFiles.ts') : undefined
  },
}

const WITNESSED_SENDS = 20
/** Files processed at the same time; a process mostly waits for its disk, its bank or its end. */
const LANES_MAX = 4

interface Options {
  readonly kills: number
  readonly seed: number
  /** `auto`: if available, and reported if not. */
  readonly strace: 'yes' | 'no' | 'auto'
  readonly only: Part | null
  /** The sales come through the door for tills, in lives whose clock may be set on by 400 days. */
  readonly isIntake: boolean
  readonly isQuiet: boolean
}

/** Reads the command line. @throws with a sentence that names the option */
function optionsOf(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      kills: { type: 'string', default: '200' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      strace: { type: 'boolean' },
      only: { type: 'string' },
      intake: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
    allowNegative: true,
  })
  return {
    isIntake: values.intake,
    // The other parts have no till.
    only: values.intake ? 'sales' : values.only === undefined ? null : oneOf('--only', PARTS, values.only),
    kills: wholeNumber('--kills', values.kills, 0, 999_999_999),
    seed: wholeNumber('--seed', values.seed, 0, 999_999_999),
    strace: values.strace === undefined ? 'auto' : values.strace ? 'yes' : 'no',
    isQuiet: values.json,
  }
}

/** @returns the exit status */
async function main(options: Options): Promise<number> {
  const startedAtMs = performance.now()
  const say = (line: string): void => {
    if (!options.isQuiet) console.log(line)
  }
  const workDir = mkdtempSync(path.join(tmpdir(), 'tillside-kill-test-'))
  const { only } = options
  const tally = new Tally()
  const run = longRun('kills')
  let witness: Witnessed | null = null
  const isStopped = await run.isStopped(allParts())
  async function allParts(): Promise<void> {
    if (isWanted('salvages', only)) {
      const program = await bundleSalvagingProcess(path.join(workDir, 'program'))
      tally.salvaged(await killSalvages({ program, workDir }, say))
    }
    const program = await bundleCounterProcess(path.join(workDir, 'program'))
    if (isWanted('witness', only)) witness = await witnessed(options, { program, workDir }, say)
    if (isWanted('sales', only)) await killing(options, { program, workDir, tally, run }, say)
  }
  const seconds = Math.round((performance.now() - startedAtMs) / 100) / 10
  const report = tally.report({ seed: options.seed, seconds, witness, only })
  if (isWanted('sales', only))
    say(`Steps that no process died at: ${tally.steps.spared().join(', ') || 'none'}`)
  if (report.checks.failed === 0) rmSync(workDir, { recursive: true, force: true })
  else say(`The files that broke are kept in ${workDir}`)
  console.log(JSON.stringify(report))
  if (report.checks.failed > 0) return 1
  return isStopped ? STOPPED_STATUS : 0
}

interface Work {
  readonly program: string
  readonly workDir: string
}

async function witnessed(
  options: Options,
  work: Work,
  say: (line: string) => void,
): Promise<Witnessed | null> {
  if (options.strace === 'no') return null
  const reason = noWitnessBecause()
  if (reason !== null) {
    if (options.strace === 'yes') throw new Error(`There is no order witness here: ${reason}`)
    say(`Order witness: skipped, since ${reason}`)
    return null
  }
  const witness = await witnessOrder({ ...work, count: WITNESSED_SENDS })
  say(`Order witness: ${witness.inOrder} of ${witness.sends} sends as sync, sending, connect, write, sync`)
  for (const problem of witness.problems) say(`  out of order: ${problem}`)
  return witness
}

/** Runs histories side by side until the kills are done. */
async function killing(
  options: Options,
  { program, workDir, tally, run }: Work & { readonly tally: Tally; readonly run: LongRun },
  say: (line: string) => void,
): Promise<void> {
  const chance = chanceFrom(options.seed)
  const canTrace = options.strace !== 'no' && noWitnessBecause() === null
  let started = 0
  let underWay = 0
  const mayKill = (): boolean => tally.kills + underWay < options.kills
  async function lane(): Promise<void> {
    while (mayKill()) {
      started += 1
      const name = `F${started}`
      const dataDir = path.join(workDir, name)
      mkdirSync(dataDir, { recursive: true })
      const result = await runHistory({
        program,
        canTrace,
        isIntake: options.isIntake,
        dataDir,
        name,
        chance: chanceFrom(chance.whole(0x1_0000_0000)),
        mayKill: () => {
          if (!mayKill()) return false
          underWay += 1
          return true
        },
        steps: tally.steps,
        onKill: (how) => {
          underWay -= 1
          tally.killed(how)
        },
      })
      tally.add(result)
      for (const kind of BREACH_KINDS) {
        for (const what of result.breaches[kind]) say(`${name} ${kind}: ${what}`)
      }
      run.progress(tally.kills, options.kills, `, ${started} files`)
    }
  }
  await Promise.all(Array.from({ length: Math.min(LANES_MAX, 2 * availableParallelism()) }, lane))
}

const options = readCommandLine(optionsOf)
try {
  process.exit(await main(options))
} catch (error) {
  console.error(error instanceof Error ? error.message : 'the kill test could not run')
  process.exit(1)
}

/** @returns the file to run */
function bundleCounterProcess(outDir: string): Promise<string> {
  return bundle('counterProcess.ts', path.join(outDir, 'counter'), [])
}

/** @returns the file to run */
function bundleSalvagingProcess(outDir: string): Promise<string> {
  return bundle('salvagingProcess.ts', path.join(outDir, 'salvaging'), [stepped])
}

/** Bundles a process into one file, which starts in half the time: a kill test is mostly starts. */
async function bundle(entry: string, outDir: string, plugins: readonly Plugin[]): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: path.join(here, '../..'),
    publicDir: false,
    plugins: [...plugins],
    ssr: { noExternal: true },
    build: {
      ssr: path.join(here, entry),
      outDir,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: { output: { format: 'es', entryFileNames: 'process.mjs', codeSplitting: false } },
    },
  })
  return path.join(outDir, 'process.mjs')
}
