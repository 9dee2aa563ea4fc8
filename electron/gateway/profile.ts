import type * as z from 'zod/mini'
import { parseUnknown } from '../../shared/parse.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import { JsonNumber, parseJson, withoutByteOrderMark, type JsonProblem } from './jsonText.ts'
import { profileKeys, profileSchema } from './profileSchema.ts'
import { nearestKey } from './nearestKey.ts'
import { isLoopback } from './proxy.ts'

/** A setting's type, deeply readonly. */
type Fixed<Value> = Value extends readonly (infer Item)[]
  ? readonly Item[]
  : { readonly [Key in keyof Value]: Fixed<Value[Key]> }

/** The provisioning file with all defaults filled in (docs/profile.md, "Keys"). */
export type Profile = Fixed<Omit<z.output<typeof profileSchema>, '$schema'>>

/** One error in a profile. It never quotes the value, which may be a secret by mistake. */
export interface ProfileProblem {
  readonly source: string
  /** The key in dotted form; a position (`line 3, column 7`) where the text is not JSON; empty for the whole file. */
  readonly key: string
  /** The rule that the value breaks, in words. */
  readonly problem: string
}

/** `shop.json: outbox.timeoutSeconds: must be …` */
export function profileProblemText({ source, key, problem }: ProfileProblem): string {
  return [source, key, problem].filter((part) => part !== '').join(': ')
}

/** The profile of a first start: the practice bank inside the app, no account, no network (docs/values.md 5). */
export function practiceProfile(): Profile {
  const profile = parseProfile('{}', 'the built-in profile')
  if (!profile.ok) throw new Error(profile.error.map(profileProblemText).join('; '))
  return profile.value
}

/** More problems are not listed: a person fixes the first ones and checks again. */
const PROBLEMS_MAX = 50
const KEY_LENGTH_MAX = 100

type ProblemOf = (key: string, words: string) => ProfileProblem

/**
 * Parses a provisioning file. It refuses unknown keys: ignoring a misspelt key would leave its default in force.
 * @param sourceName names the file in problems
 */
export function parseProfile(text: string, sourceName: string): Result<Profile, readonly ProfileProblem[]> {
  const problem: ProblemOf = (key, words) => ({ source: sourceName, key: keyAsText(key), problem: words })
  try {
    return profileIn(text, problem)
  } catch {
    // The message has to name the file. The error's own text may quote the file's content, so it is left out.
    return err([problem('', 'cannot be checked: it holds what no profile has')])
  }
}

function profileIn(text: string, problem: ProblemOf): Result<Profile, readonly ProfileProblem[]> {
  const bare = withoutByteOrderMark(text)
  const json = parseJson(bare)
  if (!json.ok) return err([jsonProblem(bare, json.error, problem)])
  const values = withPlainNumbers(json.value)
  if (!isGroup(values)) return err([problem('', 'must be a JSON object: { "name": … }')])
  const unknown = unknownKeys(values, problem)
  const parsed = parseUnknown(profileSchema, values)
  if (!parsed.ok || unknown.length > 0) {
    const wrong = (parsed.ok ? [] : parsed.error).filter(({ problem: rule }) => rule !== UNKNOWN_KEY)
    return err(
      bounded([...wrong.map((one) => problem(one.path, WORDS[one.problem] ?? one.problem)), ...unknown]),
    )
  }
  const { $schema: _, ...settings } = parsed.value
  const profile: Profile = {
    ...settings,
    partnerUrl: normalAddress(settings.partnerUrl),
    businessUrl: normalAddress(settings.businessUrl),
  }
  const contradictions = contradictionsIn(profile, problem)
  return contradictions.length === 0 ? ok(profile) : err(contradictions)
}

/** Finds values that are valid by themselves but contradict each other. */
function contradictionsIn(profile: Profile, problem: ProblemOf): readonly ProfileProblem[] {
  const { environment, partnerUrl, businessUrl, enquiry, terminalId, updates, locked } = profile
  const isLive = environment === 'live'
  const found: ProfileProblem[] = []
  if (isLive && terminalId === null && locked.includes('terminalId')) {
    // Where the bank lists several terminals, a person could not choose one, so the till could record no sale.
    found.push(problem('locked', 'must not hold "terminalId" where terminalId is not given'))
  }
  if (isLive && partnerUrl === null) {
    found.push(problem('partnerUrl', 'must be given where environment is "live": the address of the service'))
  }
  for (const [key, address] of Object.entries({ partnerUrl, businessUrl, 'updates.feed': updates.feed })) {
    // A screen that says PRACTICE must never move real money.
    if (!isLive && address !== null && !isLoopback(new URL(address).hostname)) {
      found.push(problem('environment', `must be "live" where ${key} is an address outside this computer`))
    }
  }
  if (enquiry.serviceType !== '') {
    const given = 'must be given where enquiry.serviceType is'
    if (enquiry.bankCode === '') {
      found.push(problem('enquiry.bankCode', `${given}: the service’s own bank code`))
    }
    if (isLive && businessUrl === null) {
      found.push(problem('businessUrl', `${given}: the address that is asked for the name`))
    }
  }
  return found
}

/** The end of the text, or a string that is not closed on its line. */
const ENDS_EARLY = /^(?:\s*|"(?:[^"\\\r\n]|\\.)*)$/u

function jsonProblem(text: string, error: JsonProblem, problem: ProblemOf): ProfileProblem {
  const place = placeOf(text, error.offset)
  switch (error.kind) {
    case 'duplicateKey':
      return problem(error.path, `is given twice, the second time at ${place}`)
    case 'tooDeep':
      return problem(place, 'is nested too deeply')
    case 'syntax':
      return ENDS_EARLY.test(text.slice(error.offset))
        ? problem(place, 'must be JSON, but the file ends here; was it copied whole?')
        : problem(place, 'must be JSON; the mistake is here')
  }
}

/** The keys that a valid file sets, in dotted form. A group is listed by its keys only. */
export function keysInProfile(text: string): readonly string[] {
  const values: unknown = JSON.parse(withoutByteOrderMark(text))
  return Object.entries(isGroup(values) ? values : {}).flatMap(([key, value]) =>
    isGroup(value) ? Object.keys(value).map((inner) => `${key}.${inner}`) : [key],
  )
}

/** The service's address in a sale's destination. The practice bank inside the app has an empty one. */
export function serviceAddress({ partnerUrl }: Pick<Profile, 'partnerUrl'>): string {
  return normalAddress(partnerUrl) ?? 'practice'
}

/** Normalises an address: sales belong to it, and must still be found if the host is later written in capitals. */
export function normalAddress(address: string | null): string | null {
  return address === null ? null : new URL(address).href.replace(/\/+$/u, '')
}

/** Type rules of `parseUnknown`, in words for the author of the file. */
const WORDS: Readonly<Record<string, string>> = {
  'must be object': 'must be a group of keys: { … }',
  'must be array': 'must be a list: [ … ]',
  'must be boolean': 'must be true or false',
}
/** How `parseUnknown` reports unknown keys, all those of one object in one text. */
const UNKNOWN_KEY = 'is not a known key'

function unknownKeys(values: object, problem: ProblemOf): readonly ProfileProblem[] {
  const known = profileKeys()
  const inGroup = (group: string): readonly string[] =>
    known
      .filter((key) => key.startsWith(group) && !key.slice(group.length).includes('.'))
      .map((key) => key.slice(group.length))
  const words = (typed: string, group: string): string => {
    const keys = inGroup(group)
    const meant = nearestKey(typed, keys)
    return `${UNKNOWN_KEY}; ${meant === undefined ? `known here: ${keys.join(', ')}` : `do you mean ${meant}?`}`
  }
  return Object.entries(values).flatMap(([key, value]: [string, unknown]) => {
    if (key === '$schema') return []
    if (key.includes('.') || !known.includes(key)) {
      return [problem(key, words(key, ''))]
    }
    const group = `${key}.`
    const isOfGroups = known.some((each) => each.startsWith(group))
    return (isOfGroups && isGroup(value) ? Object.keys(value) : [])
      .filter((inner) => !known.includes(group + inner))
      .map((inner) => problem(group + inner, words(inner, group)))
  })
}

function bounded(problems: readonly ProfileProblem[]): readonly ProfileProblem[] {
  const [first] = problems
  if (first === undefined || problems.length <= PROBLEMS_MAX) return problems
  const more = problems.length - PROBLEMS_MAX
  return [...problems.slice(0, PROBLEMS_MAX), { ...first, key: '', problem: `has ${more} more problems` }]
}

/** A key comes from the file, so it must not be able to fake another line of the message. */
function keyAsText(key: string): string {
  return key.slice(0, KEY_LENGTH_MAX).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd')
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A profile's numbers are short settings, not money, so floats hold them exactly. */
function withPlainNumbers(value: unknown): unknown {
  if (value instanceof JsonNumber) return Number(value.source)
  if (Array.isArray(value)) return value.map(withPlainNumbers)
  if (!isGroup(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withPlainNumbers(inner)]))
}

function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/u)
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}
