import { err, ok, type Result } from '../../shared/result.ts'
import { JsonNumber } from './jsonText.ts'
import { isJsonObject, type Malformed } from './wireFields.ts'

/** How an answer says yes or no where its envelope is not documented; by profile. */
export interface SuccessRule {
  /** Keys under which it may say so, in any case. Every one that is there has to say yes. */
  readonly successKeys: readonly string[]
  /** Texts and numbers that mean yes, in any case. */
  readonly successCodes: readonly string[]
}

/** Whether a flag may be text (profile `answers.textValues`), and the codes in small letters. */
interface Reading {
  readonly textValues: boolean
  readonly codes: readonly string[]
}

const UNCLEAR = 'must be true, false or a code'

/** Where such an answer may have its words, the likeliest first. */
const MESSAGE_KEYS = ['message', 'responseMessage'] as const

/**
 * A yes or a no, with the words that came with it. One key that says no outweighs every yes beside it, since a name
 * that comes with a no is none.
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

/** @returns null where nothing stands under this key */
function saidUnder(
  answer: Readonly<Record<string, unknown>>,
  key: string,
  { textValues, codes }: Reading,
): Result<boolean, Malformed> | null {
  const [value, ...more] = valuesUnder(answer, key)
  if (more.length > 0) return err({ path: key, problem: 'stands there twice, in two spellings' })
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return ok(value)
  // Frameworks write the status of HTTP there, and some count from 0: a number that the profile does not name says nothing.
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
