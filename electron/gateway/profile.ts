import type { AmountFormat } from '../../shared/money.ts'
import { parseUnknown } from '../../shared/parse.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import { JsonNumber, parseJson, withoutByteOrderMark } from './jsonText.ts'
import { profileKeys, profileSchema } from './profileSchema.ts'
import { isLoopback } from './proxy.ts'

/** The provisioning file, complete: every key present, defaults filled in (design §7). */
export interface Profile {
  readonly name: string
  readonly environment: 'live' | 'practice'
  /** Address of the partner terminal-settlement interface, without a slash at its end; null: the practice bank inside the app. */
  readonly partnerUrl: string | null
  readonly businessUrl: string | null
  /** Deployments name the `provider…` fields after themselves. */
  readonly fieldPrefix: string
  /** Specification 4: GET parameters are listed as body parameters. */
  readonly getParameters: 'query' | 'body'
  readonly amountFormat: AmountFormat
  readonly terminalId: string | null
  readonly transactionIdPattern: string
  /** IANA name; only ages and "today" rest on it. */
  readonly serviceTimeZone: string
  readonly enquiry: {
    readonly serviceType: string
    readonly bankCode: string
    readonly nameKeys: readonly string[]
    readonly useSettlementToken: boolean
  }
  readonly outbox: {
    readonly resendAfterAbsence: 'ask' | 'auto'
    readonly quietPeriodMinutes: number
    readonly requestsPerSecond: number
    readonly timeoutSeconds: number
    readonly unsentStatuses: readonly number[]
  }
  readonly settlement: { readonly lateAfterMinutes: number }
  readonly limits: { readonly confirmAboveNaira: number; readonly pageSize: number }
  readonly locked: readonly string[]
}

/** One thing to put right in a profile. It never quotes the value: a secret may stand there by mistake. */
export interface ProfileProblem {
  readonly source: string
  /** The key in dotted form; a place (`line 3, column 7`) where the text is no JSON; empty for the file as such. */
  readonly key: string
  /** What must be there, in words. */
  readonly problem: string
}

/** `shop.json: outbox.timeoutSeconds: must be …` */
export function profileProblemText({ source, key, problem }: ProfileProblem): string {
  return [source, key, problem].filter((part) => part !== '').join(': ')
}

/** The profile of a first start: the practice bank inside the app, no account, no network (design §2.5). */
export function practiceProfile(): Profile {
  const profile = parseProfile('{}', 'the built-in profile')
  if (!profile.ok) throw new Error(profile.error.map(profileProblemText).join('; '))
  return profile.value
}

/**
 * Reads a provisioning file. Keys are strict, since a misspelt key that is passed over would leave its default in force.
 * @param sourceName names the file in problems
 */
export function parseProfile(text: string, sourceName: string): Result<Profile, readonly ProfileProblem[]> {
  const problem = (key: string, words: string): ProfileProblem => ({
    source: sourceName,
    key,
    problem: words,
  })
  const bare = withoutByteOrderMark(text)
  const json = parseJson(bare)
  if (!json.ok) {
    const { error } = json
    return err([
      error.kind === 'duplicateKey'
        ? problem(error.path, `stands there twice, again at ${placeOf(bare, error.offset)}`)
        : problem(placeOf(bare, error.offset), 'must be JSON; it stops being so here'),
    ])
  }
  if (typeof json.value !== 'object' || json.value === null || Array.isArray(json.value)) {
    return err([problem('', 'must be a JSON object: { "name": … }')])
  }
  const parsed = parseUnknown(profileSchema, withPlainNumbers(json.value))
  if (!parsed.ok) return err(parsed.error.flatMap((one) => problemsOf(one.path, one.problem, problem)))
  const profile: Profile = {
    ...parsed.value,
    partnerUrl: normalAddress(parsed.value.partnerUrl),
    businessUrl: normalAddress(parsed.value.businessUrl),
  }
  if (profile.environment === 'live' && profile.partnerUrl === null) {
    return err([
      problem('partnerUrl', 'must be given where environment is "live": the address of the service'),
    ])
  }
  if (
    profile.environment === 'practice' &&
    profile.partnerUrl !== null &&
    !isLoopback(new URL(profile.partnerUrl).hostname)
  ) {
    // Real money under the word PRACTICE would be the worst thing that a screen of ours could show.
    return err([
      problem('environment', 'must be "live" where partnerUrl is an address outside this computer'),
    ])
  }
  return ok(profile)
}

/** The keys that a valid file holds, in dotted form; a group by its keys alone. */
export function keysInProfile(text: string): readonly string[] {
  const isGroup = (value: unknown): value is object =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  const values: unknown = JSON.parse(withoutByteOrderMark(text))
  return Object.entries(isGroup(values) ? values : {}).flatMap(([key, value]) =>
    isGroup(value) ? Object.keys(value).map((inner) => `${key}.${inner}`) : [key],
  )
}

/** One way to write an address: sales belong to it, and must not vanish because a host was written in capitals. */
export function normalAddress(address: string | null): string | null {
  return address === null ? null : new URL(address).href.replace(/\/+$/u, '')
}

/** Rules of `parseUnknown` that speak of types, in the words of who writes the file. */
const WORDS: Readonly<Record<string, string>> = {
  'must be object': 'must be a group of keys: { … }',
  'must be array': 'must be a list: [ … ]',
  'must be boolean': 'must be true or false',
}

function problemsOf(
  path: string,
  rule: string,
  problem: (key: string, words: string) => ProfileProblem,
): readonly ProfileProblem[] {
  if (rule !== 'is not a known key') return [problem(path, WORDS[rule] ?? rule)]
  // Zod reports the unknown keys of an object together.
  const [first = '', ...others] = path.split(', ')
  const group = first.includes('.') ? first.slice(0, first.lastIndexOf('.') + 1) : ''
  const known = profileKeys()
    .filter((key) => key.startsWith(group) && !key.slice(group.length).includes('.'))
    .map((key) => key.slice(group.length))
    .join(', ')
  return [first, ...others.map((key) => group + key)].map((key) =>
    problem(key.slice(0, 100), `is not a known key; known here: ${known}`),
  )
}

/** A profile's numbers are settings of a few digits, no money: floats hold them exactly. */
function withPlainNumbers(value: unknown): unknown {
  if (value instanceof JsonNumber) return Number(value.source)
  if (Array.isArray(value)) return value.map(withPlainNumbers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withPlainNumbers(inner)]))
}

function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/u)
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}
