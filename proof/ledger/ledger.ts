/**
 * `npm run ledger -- [--seeds N] [--days N] [--from SEED] [--mutant NAME | --mutants | --screens]
 * [--json]`: books kept beside the
 * app. A seed is a month of random trade at the practice bank; at the end of each day every figure of every screen, paper
 * and file is compared with the books, which share no code with the product. `--mutants` takes back one rule of a sum
 * after another, and each must be found; `--screens` reads Sell, Sales, To do and Day in Chromium. Last line: JSON. The exit status is 0 only if no figure differed and none was
 * missing; with mutants, if each was found.
 */
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createServer, type Plugin } from 'vite'
import { oneOf, printLine, readCommandLine, wholeNumber } from '../../scripts/commandLine.ts'
import { filesInMemory } from '../../scripts/filesInMemory.ts'
import type { liveMonth as Live } from './month.ts'
import { type Mutant, mutants } from './mutants.ts'
import { openWindow } from './window.ts'

Object.assign(process.env, filesInMemory(), {
  // The counter runs in the shop's time zone, on any machine.
  TZ: 'Africa/Lagos',
  // As the window runs it; React's own checks take half the time.
  NODE_ENV: 'production',
})

const root = path.resolve(import.meta.dirname, '../..')
const SHOWN_MAX = 40
/** Each takes some hundred megabytes. */
const LANES_MAX = 8

interface Options {
  readonly seeds: number
  readonly days: number
  readonly from: number
  readonly mutant: Mutant | null
  readonly isOfMutants: boolean
  /** In the built window; else the same components are rendered here. */
  readonly isInWindow: boolean
  readonly isQuiet: boolean
}

/** @throws with a sentence that names the option */
function optionsOf(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      seeds: { type: 'string', default: '4' },
      days: { type: 'string', default: '30' },
      from: { type: 'string', default: '1' },
      mutant: { type: 'string' },
      mutants: { type: 'boolean', default: false },
      screens: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const names = mutants.map(({ name }) => name)
  const name = values.mutant === undefined ? null : oneOf('--mutant', names, values.mutant)
  return {
    seeds: wholeNumber('--seeds', values.seeds, 1, 100_000),
    days: wholeNumber('--days', values.days, 1, 366),
    from: wholeNumber('--from', values.from, 0, 999_999_999),
    mutant: mutants.find((each) => each.name === name) ?? null,
    isOfMutants: values.mutants,
    isInWindow: values.screens,
    isQuiet: values.json,
  }
}

/** Checking a PIN is slow on purpose, and no figure depends on it. */
const QUICK_PIN: Mutant = {
  name: 'quickPin',
  file: 'electron/access/pinHash.ts',
  find: 'const COST = 2 ** 15',
  put: 'const COST = 2 ** 4',
}

/** The product with one of its texts replaced. */
function mutated({ name, file, find, put }: Mutant): Plugin {
  return {
    name,
    enforce: 'pre',
    transform: (code, id) => {
      if (!id.endsWith(`/${file}`)) return undefined
      if (!code.includes(find)) throw new Error(`${file} does not say: ${find}`)
      return code.replace(find, put)
    },
  }
}

/** How many figures of each screen, paper and file were compared. */
type Places = Record<string, number>
interface Result {
  readonly places: Places
  readonly differing: number
}

/** The months of some seeds in this process. With a mutant it ends at the first figure that differs. */
async function live({ seeds, days, from, mutant, isInWindow }: Options): Promise<Result> {
  const server = await createServer({
    root,
    configFile: path.join(root, 'vite.config.ts'),
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    appType: 'custom',
    mode: 'production',
    logLevel: 'error',
    plugins: [QUICK_PIN, ...(mutant === null ? [] : [mutant])].map(mutated),
  })
  const window = isInWindow ? await openWindow() : null
  const places: Places = {}
  let differing = 0
  try {
    const { liveMonth } = (await server.ssrLoadModule(path.join(import.meta.dirname, 'month.ts'))) as {
      readonly liveMonth: typeof Live
    }
    for (let seed = from; seed < from + seeds && !(differing > 0 && mutant !== null); seed += 1)
      await liveMonth(
        seed,
        days,
        {
          figure: (place, label, said, expected) => {
            places[place] = (places[place] ?? 0) + 1
            if (said === expected) return
            differing += 1
            if (differing > (mutant === null ? SHOWN_MAX : 1)) return
            const found = `seed ${seed}, ${place}, ${label}: ${said ?? 'missing'} and not ${expected}`
            printLine(process.stderr, mutant === null ? found : `${mutant.name}: ${found}`)
          },
        },
        window?.on,
      )
  } finally {
    await server.close()
    await window?.close()
  }
  return { places, differing }
}

/** The same in a process of its own. */
function liveApart(options: Options): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = fork(import.meta.filename, ['--json'], {
      env: { ...process.env, [LANE]: JSON.stringify(options) },
    })
    child.once('message', (result) => resolve(result as Result))
    child.once('error', reject)
    child.once('exit', (status) => reject(new Error(`a month ended with status ${status}`)))
  })
}
const LANE = 'TILLSIDE_LEDGER_LANE'

/** Several at a time, in order. */
async function inLanes<Item, Value>(
  items: readonly Item[],
  run: (item: Item) => Promise<Value>,
): Promise<readonly Value[]> {
  const values: Value[] = []
  const left = [...items.entries()]
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift())
      values[next[0]] = await run(next[1])
  }
  await Promise.all(Array.from({ length: Math.min(LANES_MAX, availableParallelism()) }, lane))
  return values
}

/** @returns the exit status */
async function run(options: Options): Promise<number> {
  const { seeds, days, from, isOfMutants, isQuiet } = options
  if (isOfMutants) {
    const results = await inLanes(mutants, (mutant) => liveApart({ ...options, mutant }))
    const missed = mutants.filter((_, place) => results[place]?.differing === 0).map(({ name }) => name)
    printLine(process.stdout, JSON.stringify({ mutants: mutants.length, missed }))
    return missed.length === 0 ? 0 : 1
  }
  const each = Array.from({ length: seeds }, (_, place) => from + place)
  const slices = each.filter((_, place) => place % SEEDS_A_LANE === 0)
  const results =
    seeds <= SEEDS_A_LANE
      ? [await live(options)]
      : await inLanes(slices, (first) =>
          liveApart({ ...options, from: first, seeds: Math.min(SEEDS_A_LANE, from + seeds - first) }),
        )
  const places: Places = {}
  for (const result of results)
    for (const [place, count] of Object.entries(result.places)) places[place] = (places[place] ?? 0) + count
  const figures = Object.values(places).reduce((all, count) => all + count, 0)
  const differing = results.reduce((all, result) => all + result.differing, 0)
  if (!isQuiet)
    for (const [place, count] of Object.entries(places))
      printLine(process.stdout, `${place}: ${count} figures`)
  printLine(process.stdout, JSON.stringify({ seeds, days, figures, differing }))
  return figures > 0 && differing === 0 ? 0 : 1
}
/** A process starts in a few seconds, and its memory grows. */
const SEEDS_A_LANE = 4

const { [LANE]: given } = process.env
if (given === undefined) process.exitCode = await run(readCommandLine(optionsOf))
else {
  // A run that is stopped leaves no month behind.
  process.once('disconnect', () => process.exit())
  const result = await live(JSON.parse(given) as Options)
  process.send?.(result)
  process.disconnect()
}
