import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { longRun, STOPPED_STATUS } from '../../scripts/longRun.ts'
import { stopAllOnSignal, run, root, type Finished } from '../../scripts/run.ts'
import { LEVELS, type Fate, type Level, type Mutant } from './mutant.ts'
import type { SimulateOptions } from './options.ts'
import { patchedFiles, type Edit } from './patch.ts'
import { createHand } from './pool.ts'
import { wrongEvidence } from './wrongEvidence.ts'
import { wrongOrder } from './wrongOrder.ts'
import { wrongProof } from './wrongProof.ts'
import { wrongSending } from './wrongSending.ts'

/** One or two for each invariant (invariants.ts); what a unit test catches is not here. */
export const mutants: readonly Mutant[] = [...wrongSending, ...wrongProof, ...wrongEvidence]

/** Not copied: files that are no sources, or are linked. Browser specs may write some of them meanwhile. */
const LEFT_OUT: ReadonlySet<string> = new Set(['.git', 'node_modules', 'out', 'dist', 'test-results'])

/** A copy of the sources with a wrong design in it. */
interface MutantCopy extends Disposable {
  readonly dir: string
  /** For files that its tests write. */
  readonly tempDir: string
}

const WITNESS_MS_MAX = 2 * 60_000

type Verdict = Pick<Fate, 'outcome' | 'by'>

const SKIPPED = /^Order witness: skipped, since (?<why>.*)$/mu
const OUT_OF_ORDER = /^ {2}out of order: (?<what>.*)$/mu

/** A wrong design must be caught within this many histories. */
const HISTORIES_MAX = 10_000
/** The policies alternate. */
const MODEL = { max: HISTORIES_MAX, round: 250 }
const REAL = { max: 400, round: 20 }

/** Runs the histories against one wrong design until one of them violates something. */
export async function hunt({ name, edits, engine }: Mutant, runSeed: number): Promise<Fate> {
  const hand = await createHand(edits)
  try {
    const { max, round } = engine === 'real' ? REAL : MODEL
    for (let from = 0; from < max; from += round) {
      const policy = (from / round) % 2 === 1 ? 'ask' : 'auto'
      const machine = engine ?? 'production'
      const options = { policy, world: 'holds', manager: 'oracle', machine } as const
      const batch = { runSeed, from, count: round, options }
      const { failures, histories } = await hand.totals({ kind: 'hunt', batch })
      const [failure] = failures
      if (failure === undefined) continue
      const where = `history ${failure.seed}, ${policy}, after ${from + histories}`
      const by = `${failure.invariant}: ${failure.detail} (${where})`
      return { name, level: 'model', outcome: 'killed', by }
    }
    return { name, level: 'model', outcome: 'survived', by: `${max} histories` }
  } finally {
    await hand.end()
  }
}

/** @returns the exit status: a survivor fails the run */
export async function runMutants(options: SimulateOptions): Promise<number> {
  stopAllOnSignal()
  const isWanted = (level: Level): boolean => options.level === null || options.level === level
  const ofModel = isWanted('model') ? [...mutants] : []
  const ofOrder = isWanted('strace') ? wrongOrder : []
  const fates: Fate[] = []
  const startedMs = performance.now()
  const told = (fate: Fate): void => {
    fates.push(fate)
    const seconds = Math.round((performance.now() - startedMs) / 1_000)
    const count = `${fates.length} of ${mutants.length + wrongOrder.length}, ${seconds} s`
    console.error(`${count}: ${fate.outcome} at ${fate.level}: ${fate.name}: ${fate.by}`)
  }
  const work = async (): Promise<void> => {
    for (let mutant = ofModel.shift(); mutant !== undefined; mutant = ofModel.shift())
      told(await hunt(mutant, options.seed))
  }
  const huntAll = async (): Promise<void> => {
    await Promise.all(Array.from({ length: options.jobs }, work))
    // One after another, since they run on real time.
    for (const mutant of ofOrder) told({ name: mutant.name, level: 'strace', ...(await huntByOrder(mutant)) })
  }
  const isStopped = await longRun('wrong designs').isStopped(huntAll())
  const named = (outcome: Fate['outcome'], level?: Level): string[] =>
    fates
      .filter((fate) => fate.outcome === outcome && (level ?? fate.level) === fate.level)
      .map(({ name }) => name)
  const survivors = named('survived')
  console.log(
    JSON.stringify({
      mutants: fates.length,
      mutantsKilled: named('killed').length,
      survivors,
      notTried: named('notTried'),
      levels: Object.fromEntries(
        LEVELS.filter(isWanted).map((level) => [level, named('killed', level).length]),
      ),
      historiesMax: HISTORIES_MAX,
    }),
  )
  if (survivors.length > 0) return 1
  return isStopped ? STOPPED_STATUS : 0
}

/** Lets the order witness of the kill test watch a copy with the wrong design. */
export async function huntByOrder({ edits }: Pick<Mutant, 'edits'>): Promise<Verdict> {
  using copy = copyWith(edits)
  const killTest = path.join(copy.dir, 'proof', 'kill-test', 'killTest.ts')
  // Temporary files of a broken run are deleted with the copy.
  const env = { TMPDIR: copy.tempDir, TEMP: copy.tempDir, TMP: copy.tempDir }
  return verdictOnWitness(await run({ args: [killTest, '--only', 'witness'], env, limitMs: WITNESS_MS_MAX }))
}

/** Only an order that the witness saw and found wrong is a catch. */
export function verdictOnWitness({ output }: Pick<Finished, 'output'>): Verdict {
  const why = SKIPPED.exec(output)?.groups?.['why']
  if (why !== undefined) return { outcome: 'notTried', by: why }
  const witness = witnessOf(output)
  if (witness === null || witness.sends === 0) {
    return { outcome: 'survived', by: `the witness saw no send: ${output.trim().slice(-400)}` }
  }
  if (witness.inOrder === witness.sends) {
    return { outcome: 'survived', by: `${witness.sends} of ${witness.sends} sends were in order` }
  }
  const what = OUT_OF_ORDER.exec(output)?.groups?.['what'] ?? ''
  return {
    outcome: 'killed',
    by: `${witness.sends - witness.inOrder} of ${witness.sends} out of order: ${what}`,
  }
}

function witnessOf(output: string): { readonly sends: number; readonly inOrder: number } | null {
  try {
    const last = JSON.parse(output.trim().split('\n').at(-1) ?? '') as {
      readonly witness?: { readonly sends: number; readonly inOrder: number } | null
    }
    return last.witness ?? null
  } catch {
    return null
  }
}

/** Copies the sources into the temporary folder and changes them there; tests and their processes load the copy. */
export function copyWith(edits: readonly Edit[]): MutantCopy {
  const dir = mkdtempSync(path.join(tmpdir(), 'tillside-mutant-'))
  const tempDir = path.join(dir, 'temp')
  const remove = (): void => rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
  try {
    // A test of a read-only folder runs as another user, who must be able to read the sources.
    chmodSync(dir, 0o755)
    cpSync(root, dir, {
      recursive: true,
      filter: (source) => !LEFT_OUT.has(path.relative(root, source)),
    })
    linkPackages(dir)
    mkdirSync(tempDir)
    for (const [file, text] of patchedFiles(edits)) {
      writeFileSync(path.join(dir, path.relative(root, file)), text)
    }
  } catch (error) {
    remove()
    throw error
  }
  return { dir, tempDir, [Symbol.dispose]: remove }
}

/** Links package by package, so that files that tools write to `node_modules` here are removed with the copy. */
function linkPackages(dir: string): void {
  const [from, to] = [path.join(root, 'node_modules'), path.join(dir, 'node_modules')]
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name.startsWith('.')) continue
    symlinkSync(path.join(from, entry.name), path.join(to, entry.name), 'junction')
  }
}
