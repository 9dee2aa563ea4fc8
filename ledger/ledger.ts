/**
 * `npm run ledger -- [--seeds N] [--days N] [--from SEED] [--mutant NAME] [--json]`: books kept beside the app. Each seed
 * is a month of random trade at the practice bank; at the end of each day every figure of every screen, paper and file
 * is compared with the books, which share no code with the product. Last line: JSON. The exit status is 0 only if no
 * figure differed and none was missing.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createServer, type Plugin } from 'vite'
import { oneOf, printLine, readCommandLine, wholeNumber } from '../scripts/commandLine.ts'
import { type Mutant, mutants } from './mutants.ts'

// The counter's clock is that of the shop, whatever the zone of this machine.
process.env['TZ'] = 'Africa/Lagos'
// As the window runs it; React's own checks take half the time.
process.env['NODE_ENV'] = 'production'

const root = path.resolve(import.meta.dirname, '..')
const SHOWN_MAX = 40

interface Options {
  readonly seeds: number
  readonly days: number
  readonly from: number
  readonly mutant: Mutant | null
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

/** The product with one of its rules taken back. */
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

async function run({ seeds, days, from, mutant, isQuiet }: Options): Promise<number> {
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
  const places = new Map<string, number>()
  let differing = 0
  try {
    const { liveMonth } = (await server.ssrLoadModule(
      path.join(import.meta.dirname, 'month.ts'),
    )) as typeof import('./month.ts')
    for (let seed = from; seed < from + seeds; seed += 1)
      await liveMonth(seed, days, {
        figure: (place, label, said, expected) => {
          places.set(place, (places.get(place) ?? 0) + 1)
          if (said === expected) return
          differing += 1
          if (differing <= SHOWN_MAX)
            printLine(process.stderr, `seed ${seed}, ${place}, ${label}: ${said ?? 'missing'} and not ${expected}`)
        },
      })
  } finally {
    await server.close()
  }
  const figures = [...places.values()].reduce((all, each) => all + each, 0)
  if (!isQuiet) for (const [place, count] of places) printLine(process.stdout, `${place}: ${count} figures`)
  printLine(process.stdout, JSON.stringify({ seeds, days, figures, differing }))
  return figures > 0 && differing === 0 ? 0 : 1
}

const options = readCommandLine(optionsOf)
process.exitCode = await run(options)
