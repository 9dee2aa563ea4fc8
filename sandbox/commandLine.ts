import { parseArgs } from 'node:util'
import { deviations } from './deviations/deviations.ts'
import { parseFaultRules, type FaultRule, type Fault } from './faults.ts'
import { nairaText } from '../shared/money.ts'
import { BankHabits, type BankOptions } from './options.ts'
import { rehearsals } from './rehearsal.ts'

/** What each kind of fault does, in a line. `faults.ts` has the fields of its rule. */
export const faultMeanings: Readonly<Record<Fault['kind'], string>> = {
  refused: 'the connection is refused; in process alone',
  nameNotFound: 'the host has no address; in process alone',
  tlsFailed: 'no secure connection comes about; in process alone',
  connectTimeout: 'the connection does not come about in time; in process alone',
  drop: 'the connection breaks without a status line',
  lateCommit: 'the connection breaks at once; what was asked arrives later all the same',
  slow: 'a good answer, late',
  silence: 'the connection stays open and nothing comes',
  httpStatus: 'any status with an empty body, an envelope, a portal’s page or a gateway’s',
  htmlPage: '200 with a page in HTML',
  redirect: 'a redirect to another place',
  truncated: 'the connection breaks in the middle of the body',
  halfJson: 'a whole body that is the first half of the JSON',
  wrongTypes: 'every flag, number and list of another type',
  nonsense: '200 with something else each time',
  declined: 'status false (login: isSuccessful false) with a message of your own',
  otherStatus: 'the true answer under another status, such as 206',
  tokenExpired: 'every token ends, and it is said in one of the ways of --expired-token',
  habits:
    'the true answer by other habits: dateToIncluded, expiredToken, envelopeKeys, textValues, notFound, notFoundSays',
  oddRecord: 'a sale settles, and its record is odd from then on or there twice',
  terminalChanged:
    'the bank’s own staff change a terminal before the answer: accountNumber, merchantRecordId, merchantId, isActive, isReceivingPayment',
  oddRead: 'a true answer with rows that are not what is documented',
  staleReplica: 'the true answer to a read as of an earlier moment, in ms since 1970',
  hugeToken: 'a login with a token of so many bytes',
  echo: 'a no that repeats the secret of the request, encoded',
  rowsRepeat: 'a later page repeats a row',
  rowsSkip: 'a later page skips a row',
  nextPageForEver: 'there is always a next page',
  totalCountLies: 'the count is off by so many rows',
  pageNotEchoed: 'the answer names another page',
}

const DEFAULT_PORT = 4810
export const DEFAULT_SEED = 7
const DEFAULT_ANSWER_DELAY_MS = 120

interface CommandLine {
  readonly port: number
  readonly seed: number
  readonly controlPort?: number
  readonly options: Partial<BankOptions>
  readonly faults?: readonly FaultRule[]
  readonly rehearses?: boolean
}

const flags = {
  port: { type: 'string' },
  seed: { type: 'string' },
  prefix: { type: 'string' },
  'get-parameters': { type: 'string' },
  'base-path': { type: 'string' },
  'not-found': { type: 'string' },
  'not-found-says': { type: 'string' },
  'expired-token': { type: 'string' },
  'date-to': { type: 'string' },
  'envelope-keys': { type: 'string' },
  'text-values': { type: 'string' },
  'settle-after-ms': { type: 'string' },
  'visible-after-ms': { type: 'string' },
  'token-life-ms': { type: 'string' },
  'answer-delay-ms': { type: 'string' },
  deviation: { type: 'string' },
  'control-port': { type: 'string' },
  faults: { type: 'string' },
  rehearse: { type: 'string' },
  help: { type: 'boolean' },
} as const

/** One line for each flag; sandbox/README.md says more. */
const meanings: Readonly<Record<keyof typeof flags, string>> = {
  port: `port on 127.0.0.1, 0 for any free one (${DEFAULT_PORT})`,
  seed: `the same seed at the same time gives the same bank (${DEFAULT_SEED})`,
  prefix: 'what the deployment’s own fields begin with (provider)',
  'get-parameters': 'query or body (query)',
  'base-path': 'a path before every path, such as /partner (none)',
  'not-found': 'an unknown reference: declined, status404 or nullData (declined)',
  'not-found-says': 'in which words: plain, traced, tracedMessage or reference (plain)',
  'expired-token':
    'how it is said: status401, status403, declined, isSuccessfulFalse or htmlPage (status401)',
  'date-to': 'whether a search includes its last day: inclusive or exclusive (inclusive)',
  'envelope-keys': 'documented, capitalised, upperCase or twoSpellings (documented)',
  'text-values': 'flags and counts of the envelope as text: yes or no (no)',
  'settle-after-ms': 'from a sale to its payment (15000)',
  'visible-after-ms': 'from a sale until look-ups show it (1000)',
  'token-life-ms': 'life of a token (3600000)',
  'answer-delay-ms': `how long an answer takes (${DEFAULT_ANSWER_DELAY_MS})`,
  deviation: 'how this bank differs besides, a name of the list below (none)',
  'control-port': 'a port for tests in another process (none)',
  faults: 'fault rules: a JSON list, or a file that holds one (none)',
  rehearse: 'whether the special amounts below do what they say: yes or no (no; Practice in the app: yes)',
  help: 'this list',
}

export function sandboxHelp(): string {
  const lines = Object.entries(meanings).map(([flag, meaning]) => `  --${flag.padEnd(18)}${meaning}`)
  const kinds = Object.entries(faultMeanings).map(([kind, meaning]) => `  ${kind.padEnd(20)}${meaning}`)
  const amounts = Object.values(rehearsals).map(
    ({ kobo, meaning }) => `  ${nairaText(kobo).padEnd(20)}${meaning}`,
  )
  const ways = Object.entries(deviations).map(([name, { meaning }]) => `  ${name.padEnd(20)}${meaning}`)
  return [
    'usage: npm run sandbox -- [--flag value …]',
    ...lines,
    '',
    'kinds of fault, for --faults and the control port (sandbox/README.md shows rules):',
    ...kinds,
    '',
    'special amounts of a sale, for --rehearse:',
    ...amounts,
    '',
    'deviations, each a whole bank that differs where the document leaves it open:',
    ...ways,
  ].join('\n')
}

type ValueFlag = Exclude<keyof typeof flags, 'help'>

function isFirst(choice: string | undefined, first: string): boolean | undefined {
  return choice === undefined ? undefined : choice === first
}

function readFaults(text: string, readFile: (path: string) => string): readonly FaultRule[] {
  const list = jsonOf(text.trimStart().startsWith('[') ? text : readFile(text))
  if (!Array.isArray(list))
    throw new Error('--faults takes a JSON list of fault rules, or the path of a file that holds one')
  const rules = parseFaultRules(list)
  if (rules.ok) return rules.value
  throw new Error(rules.error.map(({ path, problem }) => `--faults: ${path} ${problem}`).join('\n'))
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads the command line. @throws with a sentence for the user */
export function sandboxOptionsOf(
  args: readonly string[],
  readFile: (path: string) => string = () => '',
): CommandLine | 'help' {
  const { values } = parseArgs({ args: [...args], options: flags, strict: true })
  if (values.help === true) return 'help'
  const whole = (flag: ValueFlag, max: number): number | undefined => {
    const text = values[flag]
    if (text === undefined) return undefined
    if (!/^[0-9]{1,12}$/u.test(text) || Number(text) > max) {
      throw new Error(`--${flag} takes a whole number from 0 to ${max}`)
    }
    return Number(text)
  }
  const oneOf = <Choice extends string>(flag: ValueFlag, choices: readonly Choice[]) => {
    const text = values[flag]
    const choice = choices.find((each) => each === text)
    if (text !== undefined && choice === undefined) throw new Error(`--${flag} takes ${choices.join(' or ')}`)
    return choice
  }
  const chosen = {
    fieldPrefix: values.prefix,
    getParameters: oneOf('get-parameters', ['query', 'body']),
    basePath: values['base-path'],
    notFound: oneOf('not-found', BankHabits.shape.notFound.options),
    notFoundSays: oneOf('not-found-says', BankHabits.shape.notFoundSays.options),
    expiredToken: oneOf('expired-token', BankHabits.shape.expiredToken.options),
    dateToIncluded: isFirst(oneOf('date-to', ['inclusive', 'exclusive']), 'inclusive'),
    envelopeKeys: oneOf('envelope-keys', BankHabits.shape.envelopeKeys.options),
    textValues: isFirst(oneOf('text-values', ['yes', 'no']), 'yes'),
    settleAfterMs: whole('settle-after-ms', 86_400_000),
    visibleAfterMs: whole('visible-after-ms', 86_400_000),
    tokenLifeMs: whole('token-life-ms', 86_400_000),
    deviation: oneOf('deviation', Object.keys(deviations)),
    answerDelayMs: whole('answer-delay-ms', 3_600_000) ?? DEFAULT_ANSWER_DELAY_MS,
  }
  const rehearses = isFirst(oneOf('rehearse', ['yes', 'no']), 'yes')
  const controlPort = whole('control-port', 65_535)
  const faults = values.faults === undefined ? undefined : readFaults(values.faults, readFile)
  return {
    port: whole('port', 65_535) ?? DEFAULT_PORT,
    seed: whole('seed', 0xffff_ffff) ?? DEFAULT_SEED,
    ...(controlPort === undefined ? {} : { controlPort }),
    ...(faults === undefined ? {} : { faults }),
    ...(rehearses === undefined ? {} : { rehearses }),
    options: Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined)),
  }
}

/** Why the bank did not start, in a sentence for the user. */
export function startProblemText(error: unknown): string {
  if (!(error instanceof Error)) return 'The practice bank could not start.'
  if (!('code' in error) || error.code !== 'EADDRINUSE' || !('port' in error)) return error.message
  return `Port ${String(error.port)} is taken. Try --port 0 for a free one.`
}
