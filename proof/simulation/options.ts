import { parseArgs } from 'node:util'
import { oneOf, wholeNumber } from '../../scripts/commandLine.ts'
import { LEVELS, type Level } from './mutant.ts'

/** The options of the command line. */
export interface SimulateOptions {
  readonly histories: number
  readonly seed: number
  readonly engine: 'model' | 'real'
  readonly policy: 'ask' | 'auto'
  readonly world: 'holds' | 'fails'
  readonly faultRate: number | undefined
  readonly manager: 'oracle' | 'careless'
  readonly jobs: number
  readonly isMutants: boolean
  /** The one level of wrong designs to run; null for all. */
  readonly level: Level | null
  readonly isExplore: boolean
  /** How many faults the explorer places at once. */
  readonly exploreFaults: 1 | 2
  readonly isJson: boolean
  /** One history by its own seed, with its log. */
  readonly replay: number | undefined
}

export const USAGE = `npm run simulate -- [flags]
  --histories N          how many (default 100000)
  --seed S               which ones: any whole number (default 1)
  --engine model|real    the rules on the model's store and network, or the engine itself
  --policy ask|auto      what the profile says about a proven absence (default ask)
  --world holds|fails    whether lateness and lag stay below the quiet period (default holds)
  --fault-rate R         the share of HTTP exchanges that fail, 0 to 1, and nothing else (default: drawn by each seed)
  --manager oracle|careless
  --jobs J               worker threads (default: the machine's cores)
  --replay S             one history by the seed that a failure printed, with its log
  --mutants              the wrong designs instead: up to 10000 histories each, or the order of system calls
  --level LEVEL          of those, only model or strace (default both)
  --explore [1|2]        every step × every fault instead, so many faults at once (default 2)
  --json                 nothing but the last line, and the progress`

const HISTORIES_MAX = 2 ** 32

/** @throws with a sentence that names the option */
export function readOptions(args: readonly string[], cores: number): SimulateOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      histories: { type: 'string', default: '100000' },
      seed: { type: 'string', default: '1' },
      engine: { type: 'string', default: 'model' },
      policy: { type: 'string', default: 'ask' },
      world: { type: 'string', default: 'holds' },
      'fault-rate': { type: 'string' },
      manager: { type: 'string', default: 'oracle' },
      jobs: { type: 'string', default: String(cores) },
      replay: { type: 'string' },
      mutants: { type: 'boolean', default: false },
      level: { type: 'string' },
      explore: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const faults = positionals.join(' ')
  if (faults !== '' && !values.explore) throw new Error(`${faults}: no option of this command`)
  return {
    histories: wholeNumber('--histories', values.histories, 1, HISTORIES_MAX),
    seed: wholeNumber('--seed', values.seed, 0, Number.MAX_SAFE_INTEGER),
    engine: oneOf('--engine', ['model', 'real'], values.engine),
    policy: oneOf('--policy', ['ask', 'auto'], values.policy),
    world: oneOf('--world', ['holds', 'fails'], values.world),
    faultRate: values['fault-rate'] === undefined ? undefined : share('--fault-rate', values['fault-rate']),
    manager: oneOf('--manager', ['oracle', 'careless'], values.manager),
    jobs: wholeNumber('--jobs', values.jobs, 1, 256),
    isMutants: values.mutants,
    level: values.level === undefined ? null : oneOf('--level', LEVELS, values.level),
    isExplore: values.explore,
    exploreFaults: oneOf('--explore', ['', '1', '2'], faults) === '1' ? 1 : 2,
    isJson: values.json,
    replay: values.replay === undefined ? undefined : wholeNumber('--replay', values.replay, 0, 2 ** 32 - 1),
  }
}

function share(option: string, text: string): number {
  const value = Number(text)
  if (!/^[0-9.]+$/u.test(text) || !(value >= 0 && value <= 1))
    throw new Error(`${option}: needs a number from 0 to 1, not ${text}`)
  return value
}
