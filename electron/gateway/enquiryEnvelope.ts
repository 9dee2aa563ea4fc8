import { err, ok, type Result } from '../../shared/result.ts'
import { isJsonObject, JsonNumber } from './jsonText.ts'
import type { Malformed } from './fieldValues.ts'

/** How an answer with an undocumented envelope says yes or no, as the profile defines it. */
export interface SuccessRule {
  /** Keys that may hold the flag, compared without case. Every one that is present has to say yes. */
  readonly successKeys: readonly string[]
  /** Texts and numbers that mean yes, compared without case. */
  readonly successCodes: readonly string[]
}

/** Whether a flag may be text (profile `answers.textValues`), and the codes in lower case. */
interface Reading {
  readonly textValues: boolean
  readonly codes: readonly string[]
}

const UNCLEAR = 'must be true, false or a code'

/** Keys that may hold the message, the likeliest first. */
const MESSAGE_KEYS = ['message', 'responseMessage'] as const

/**
 * Reads a yes or a no and its message. A single no outweighs every yes, since a name in a refusal does not count.
 */
export function readUndocumented(
  answer: unknown,
  { successKeys, successCodes }: SuccessRule,
  textValues: boolean,
): Result<{ readonly isSuccess: boolean; readonly message: string }, Malformed> {
  if (!isJsonObject(answer)) return err({ path: '(body)', problem: 'must be an object' })
  const reading = { textValues, codes: successCodes.map((code) => code.toLowerCase()) }
  const said = successKeys.map((key) => saidUnder(answer, key, reading)).filter((verdict) => verdict !== null)
  const isNo = said.some((verdict) => verdict.ok && !verdict.value)
  const unclear = said.find((verdict) => !verdict.ok)
  if (!isNo && unclear?.ok === false) return unclear
  if (said.length === 0) return err({ path: successKeys[0] ?? '(body)', problem: 'is missing' })
  return ok({ isSuccess: !isNo, message: messageIn(answer) })
}

/** @returns null where the key has no value */
function saidUnder(
  answer: Readonly<Record<string, unknown>>,
  key: string,
  { textValues, codes }: Reading,
): Result<boolean, Malformed> | null {
  const [value, ...more] = valuesUnder(answer, key)
  if (more.length > 0) return err({ path: key, problem: 'is given twice, in two spellings' })
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return ok(value)
  // Frameworks put the HTTP status there, and some count from 0. So a number that the profile does not list is ignored.
  if (value instanceof JsonNumber)
    return codes.includes(value.source) ? ok(true) : err({ path: key, problem: UNCLEAR })
  if (typeof value !== 'string') return err({ path: key, problem: UNCLEAR })
  const text = value.trim().toLowerCase()
  if (text === '') return null
  const isFlag = text === 'true' || text === 'false'
  if (isFlag && !textValues && !codes.includes(text)) return err({ path: key, problem: UNCLEAR })
  return ok(codes.includes(text) || (textValues && text === 'true'))
}

function valuesUnder(answer: Readonly<Record<string, unknown>>, key: string): readonly unknown[] {
  return Object.entries(answer)
    .filter(([name]) => name.toLowerCase() === key.toLowerCase())
    .map(([, value]) => value)
}

function messageIn(answer: Readonly<Record<string, unknown>>): string {
  const texts = MESSAGE_KEYS.flatMap((key) => valuesUnder(answer, key))
  return texts.find((text) => typeof text === 'string') ?? ''
}
