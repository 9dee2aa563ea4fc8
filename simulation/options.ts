import { LEVELS, type Level } from './mutant.ts'

/** What the command line asks for. */
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
  /** The one level at which wrong designs are hunted; null: all of them. */
  readonly level: Level | null
  readonly isExplore: boolean
  /** Faults that the explorer places at once. */
  readonly exploreFaults: 1 | 2
  /** Only the JSON line. */
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
  --mutants              the wrong designs instead: up to 10000 histories each, or what really runs the part they change
  --level LEVEL          of those, only model, real, strace, migration or transport (default all)
  --explore [1|2]        every step × every fault instead, so many faults at once (default 2)
  --json                 nothing but the last line`

const HISTORIES_MAX = 2 ** 32

/** @returns the options, or a message that names the flag */
export function readOptions(args: readonly string[], cores: number): SimulateOptions | string {
  const given = new Map<string, string>()
  for (let index = 0; index < args.length; index += 1) {
    const flag = args[index] ?? ''
    if (!flag.startsWith('--') || !FLAGS.includes(flag)) return `${flag}: not a flag of this command`
    const next = args[index + 1]
    const hasValue = next !== undefined && !next.startsWith('--')
    if (SWITCHES.includes(flag)) {
      const takesValue = flag === '--explore' && hasValue
      given.set(flag, takesValue ? next : '')
      if (takesValue) index += 1
      continue
    }
    if (!hasValue) return `${flag}: needs a value`
    given.set(flag, next)
    index += 1
  }
  const problems: string[] = []

  function whole(flag: string, fallback: number, min: number, max: number): number {
    const text = given.get(flag)
    if (text === undefined) return fallback
    const value = Number(text)
    if (!/^[0-9]+$/u.test(text) || value < min || value > max)
      problems.push(`${flag}: needs a whole number from ${min} to ${max}, not ${text}`)
    return value
  }

  function oneOf<Word extends string>(flag: string, words: readonly [Word, ...Word[]]): Word {
    const text = given.get(flag)
    if (text === undefined) return words[0]
    const found = words.find((word) => word === text)
    if (found === undefined) problems.push(`${flag}: needs ${words.join(' or ')}, not ${text}`)
    return found ?? words[0]
  }

  function share(flag: string): number | undefined {
    const text = given.get(flag)
    if (text === undefined) return undefined
    const value = Number(text)
    if (!/^[0-9.]+$/u.test(text) || !(value >= 0 && value <= 1))
      problems.push(`${flag}: needs a number from 0 to 1, not ${text}`)
    return value
  }

  const exploreText = given.get('--explore') ?? ''
  if (!['', '1', '2'].includes(exploreText)) problems.push(`--explore: needs 1 or 2, not ${exploreText}`)
  const options: SimulateOptions = {
    histories: whole('--histories', 100_000, 1, HISTORIES_MAX),
    seed: whole('--seed', 1, 0, Number.MAX_SAFE_INTEGER),
    engine: oneOf('--engine', ['model', 'real']),
    policy: oneOf('--policy', ['ask', 'auto']),
    world: oneOf('--world', ['holds', 'fails']),
    faultRate: share('--fault-rate'),
    manager: oneOf('--manager', ['oracle', 'careless']),
    jobs: whole('--jobs', cores, 1, 256),
    isMutants: given.has('--mutants'),
    level: given.has('--level') ? oneOf('--level', LEVELS) : null,
    isExplore: given.has('--explore'),
    exploreFaults: exploreText === '1' ? 1 : 2,
    isJson: given.has('--json'),
    replay: given.has('--replay') ? whole('--replay', 0, 0, 2 ** 32 - 1) : undefined,
  }
  return problems[0] ?? options
}

const SWITCHES = ['--mutants', '--explore', '--json']
const FLAGS = [
  ...SWITCHES,
  '--histories',
  '--seed',
  '--engine',
  '--policy',
  '--world',
  '--fault-rate',
  '--manager',
  '--jobs',
  '--level',
  '--replay',
]
