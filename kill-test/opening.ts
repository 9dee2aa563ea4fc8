import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { salesFile } from '../electron/storage/database.ts'
import { migrations } from '../electron/storage/migrations.ts'
import { restoreSql } from '../electron/storage/testing/dump.ts'
import { startCounter, type Ending } from './counter.ts'
import { judgeOpened } from './openingVerdict.ts'
import { NEXT_MIGRATION, type OpeningOrders, type StopAt } from './orders.ts'
import { readFile, readSalesFile, recordAndCutOff, ruinIndex, type SalesFile } from './salesFileStore.ts'
import { BREACH_KINDS, bothBreaches, NO_BREACHES, type Breaches } from './verdict.ts'

/** The result of opening old and damaged files, killed at every step. */
export interface OpeningResult {
  readonly kills: number
  /** Points between two steps, each with one kill. */
  readonly points: number
  readonly breaches: Breaches
}

interface Kind {
  readonly kind: OpeningOrders['kind']
  /** The name of the old file that must stay beside. */
  readonly keptAs: RegExp
  readonly newVersion: number
  readonly spoil: (file: string) => void
}

const FIXTURES = path.join(import.meta.dirname, '..', 'electron', 'storage', 'fixtures')
/** A file of the oldest released Tillside: sales in several states, and their chain; one more is only in its log. */
const OLDEST = path.join(FIXTURES, 'version-1.sql')
/** An opening takes a fifth of a second; one that has not ended by then hangs. */
const OPENING_MS_MAX = 60_000

const KINDS: readonly Kind[] = [
  {
    kind: 'older',
    keptAs: /^sales\.v1(?:-\d+)?\.db$/u,
    newVersion: NEXT_MIGRATION.version,
    spoil: () => undefined,
  },
  {
    kind: 'damaged',
    keptAs: /^sales\.damaged-[^.]*\.db$/u,
    newVersion: migrations.length,
    spoil: (file) => ruinIndex(file, 'sale_recorded'),
  },
]

interface Work {
  readonly program: string
  readonly workDir: string
}

/** Migrates an old file and salvages a damaged one, once for each point at which the process can die. */
export async function killOpenings(work: Work, say: (line: string) => void): Promise<OpeningResult> {
  let kills = 0
  let points = 0
  let breaches = NO_BREACHES
  for (const kind of KINDS) {
    const whole = await openWhole(kind, work)
    points += whole.stops.length
    breaches = bothBreaches(breaches, whole.breaches)
    const queue = whole.stops.entries()
    async function lane(): Promise<void> {
      for (const [index, stopAt] of queue) {
        const found = await killOnce(kind, stopAt, { ...work, name: `${kind.kind}-${index}` })
        kills += 1
        breaches = bothBreaches(breaches, found)
      }
    }
    await Promise.all(Array.from({ length: availableParallelism() }, lane))
    say(`Killed at each of ${whole.stops.length} points of opening a file that is ${kind.kind}`)
  }
  for (const each of BREACH_KINDS) for (const what of breaches[each]) say(`opening ${each}: ${what}`)
  return { kills, points, breaches }
}

/** An opening without a kill: it must succeed, and its steps are the places of the kills. */
async function openWhole(
  kind: Kind,
  work: Work,
): Promise<{ readonly stops: readonly StopAt[]; readonly breaches: Breaches }> {
  const { dataDir, before } = prepare(kind, { ...work, name: `${kind.kind}-whole` })
  const steps: string[] = []
  const breaches = await openAgain(kind, before, { ...work, dataDir }, (step) => void steps.push(step))
  const stops = stopsOf(steps)
  // A process that announces no step cannot be killed at one, and the test would show nothing.
  const nothing = stops.length === 0 ? ['an opening without a step'] : []
  return { stops, breaches: { ...breaches, trouble: [...breaches.trouble, ...nothing] } }
}

/**
 * Nothing reaches the disk between the end of one step and the start of the next, so the starts, and the end of the
 * last, are all points. Of a repeated step the first and the last time: between them is one transaction, which copies
 * row after row.
 */
export function stopsOf(steps: readonly string[]): readonly StopAt[] {
  const counts = new Map<string, number>()
  const all = steps.map((step) => {
    const occurrence = (counts.get(step) ?? 0) + 1
    counts.set(step, occurrence)
    return { step, occurrence }
  })
  return all.filter(({ step, occurrence }, index) => {
    const isPoint = step.startsWith('before ') || index === all.length - 1
    return isPoint && (occurrence === 1 || occurrence === counts.get(step))
  })
}

/** Kills at one step, checks, and opens again. */
async function killOnce(
  kind: Kind,
  stopAt: StopAt,
  work: Work & { readonly name: string },
): Promise<Breaches> {
  const { dataDir, before } = prepare(kind, work)
  const isHalted = await haltAndKill(kind, stopAt, { ...work, dataDir })
  const notHalted = isHalted ? [] : ['it ended before that step']
  const between = kind.kind === 'older' ? judgeBetween(kind, before, dataDir) : NO_BREACHES
  const after = await openAgain(kind, before, { ...work, dataDir }, () => undefined)
  const both = bothBreaches(between, after)
  const found = { ...both, trouble: [...both.trouble, ...notHalted] }
  if (BREACH_KINDS.every((each) => found[each].length === 0)) rmSync(dataDir, { recursive: true })
  const where = `${kind.kind}, killed ${stopAt.step} (${stopAt.occurrence})`
  return namedBy(where, found)
}

function namedBy(where: string, breaches: Breaches): Breaches {
  const pairs = BREACH_KINDS.map((kind) => [kind, breaches[kind].map((what) => `${what}: ${where}`)] as const)
  return { ...NO_BREACHES, ...Object.fromEntries(pairs) }
}

/** @returns a folder with the file as found, and its content */
function prepare(kind: Kind, { workDir, name }: { readonly workDir: string; readonly name: string }) {
  const dataDir = path.join(workDir, 'openings', name)
  mkdirSync(dataDir, { recursive: true })
  const file = salesFile(dataDir)
  restoreSql(file, readFileSync(OLDEST, 'utf8'))
  recordAndCutOff(file, 'IN-THE-LOG')
  const before = readBeside(dataDir)
  kind.spoil(file)
  return { dataDir, before }
}

/** The file under its name is the old or the new one, complete. */
function judgeBetween(kind: Kind, before: SalesFile, dataDir: string): Breaches {
  const versions = [before.version, kind.newVersion]
  return judgeOpened(before, readBeside(dataDir), { versions, keepsStates: true })
}

/** Reads a copy, since SQLite writes into what it reads, and merges the log into the file. */
function readBeside(dataDir: string): SalesFile {
  const copy = `${dataDir}-copy`
  cpSync(dataDir, copy, { recursive: true })
  try {
    return readSalesFile(copy)
  } finally {
    rmSync(copy, { recursive: true })
  }
}

async function openAgain(
  kind: Kind,
  before: SalesFile,
  work: Work & { readonly dataDir: string },
  onStep: (step: string) => void,
): Promise<Breaches> {
  let isOpened = false
  const ending = await run(kind, null, work, {
    onStep,
    onOpened: () => (isOpened = true),
    onHalted: () => undefined,
  })
  const isOlder = kind.kind === 'older'
  const expected = { versions: [kind.newVersion], keepsStates: isOlder }
  const judged = judgeOpened(before, readSalesFile(work.dataDir), expected)
  const trouble = [
    ...judged.trouble,
    ...(isOpened && ending.exitCode === 0 ? [] : [`it was not opened: ${ending.complaint}`]),
    ...keptTrouble(kind, before, work.dataDir),
  ]
  return { ...judged, trouble }
}

/** The file as found must stay beside: an older one complete, a damaged one in any state. */
function keptTrouble(kind: Kind, before: SalesFile, dataDir: string): readonly string[] {
  const kept = readdirSync(dataDir).filter((name) => kind.keptAs.test(name))
  if (kept.length === 0) return ['no copy of the file as it was found is kept']
  if (kind.kind === 'damaged') return []
  return kept.flatMap((name) => {
    const found = judgeOpened(before, readFile(path.join(dataDir, name)), {
      versions: [before.version],
      keepsStates: true,
    })
    return BREACH_KINDS.flatMap((each) => found[each].map((what) => `${name}: ${each}: ${what}`))
  })
}

async function haltAndKill(
  kind: Kind,
  stopAt: StopAt,
  work: Work & { readonly dataDir: string },
): Promise<boolean> {
  let isHalted = false
  const ending = await run(kind, stopAt, work, {
    onStep: () => undefined,
    onOpened: () => undefined,
    onHalted: (kill) => {
      isHalted = true
      kill()
    },
  })
  return isHalted && ending.signal === 'SIGKILL'
}

interface Hearing {
  readonly onStep: (step: string) => void
  readonly onOpened: () => void
  readonly onHalted: (kill: () => void) => void
}

async function run(
  { kind }: Kind,
  stopAt: StopAt | null,
  { program, dataDir }: Work & { readonly dataDir: string },
  { onStep, onOpened, onHalted }: Hearing,
): Promise<Ending> {
  const opening = startCounter(program, { dataDir, kind, stopAt }, (message) => {
    if (message.kind === 'step') onStep(message.step)
    if (message.kind === 'opened') onOpened()
    if (message.kind === 'halted') onHalted(opening.kill)
  })
  const limit = setTimeout(opening.kill, OPENING_MS_MAX)
  const ending = await opening.ended
  clearTimeout(limit)
  return ending
}
