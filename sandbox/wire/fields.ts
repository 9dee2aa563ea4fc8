import { err, ok, type Result } from '../../shared/result.ts'
import type { BankRequest, Refusal } from './exchange.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** Reads a JSON object. `isContentType` decides on the media type as sent. */
export function readJsonBody(
  request: BankRequest,
  isContentType: (sent: string) => boolean,
): Result<JsonObject, Refusal> {
  if (!isContentType(request.headers['content-type'] ?? '')) {
    return err({ status: 415, message: 'The content type is not the one of this call' })
  }
  const value = parseJson(request.body ?? '')
  return isObject(value) ? ok(value) : err({ status: 400, message: 'The body must be a JSON object' })
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isJsonType(sent: string): boolean {
  return /^application\/json(\s*;\s*charset=utf-8)?$/iu.test(sent)
}

/** The header of the Business call is spelled like this (docs/service.md 4.1). */
export function isBusinessJsonType(sent: string): boolean {
  return sent === 'application/JSON'
}

/** Parameters of a GET call: in the query or, as they are listed (docs/service.md 4), in a JSON body; never in both. */
export function readParameters(request: BankRequest, place: 'query' | 'body'): Result<JsonObject, Refusal> {
  const query = new URL(request.url).searchParams
  if (place === 'body') {
    if (query.size > 0) return err({ status: 400, message: 'Parameters belong in the body' })
    return readJsonBody(request, isJsonType)
  }
  if (request.body !== null && request.body !== '') {
    return err({ status: 400, message: 'Parameters belong in the query' })
  }
  const values = new Map<string, string>()
  for (const [name, value] of query) {
    if (values.has(name)) return err({ status: 400, message: `${name} is given twice` })
    values.set(name, value)
  }
  return ok(Object.fromEntries(values))
}

/** The fields of one call: our name for each and its name on the wire. All are required (docs/service.md 4). */
export interface FieldPlan<Texts extends string, Flags extends string> {
  readonly texts: Readonly<Record<Texts, string>>
  readonly flags: Readonly<Record<Flags, string>>
  /** Texts that may be empty, by our name; only a serial number may (docs/service.md 2.2). */
  readonly mayBeEmpty: readonly NoInfer<Texts>[]
}

/** Takes exactly the planned fields: a missing, unknown or empty one, or one of another type, is refused by name. */
export function takeFields<Texts extends string, Flags extends string>(
  input: JsonObject,
  plan: FieldPlan<Texts, Flags>,
): Result<Readonly<Record<Texts, string> & Record<Flags, boolean>>, Refusal> {
  const bad = (message: string) => err<Refusal>({ status: 400, message })
  const taken: Record<string, string | boolean> = {}
  const known = new Set<string>()
  for (const [name, wireName] of Object.entries<string>(plan.texts)) {
    const value = input[wireName]
    if (value === undefined) return bad(`${wireName} is required`)
    if (typeof value !== 'string') return bad(`${wireName} must be a string`)
    const mayBeEmpty = plan.mayBeEmpty.some((each) => each === name)
    if (value.trim() === '' && !mayBeEmpty) return bad(`${wireName} must not be empty`)
    known.add(wireName)
    taken[name] = value
  }
  for (const [name, wireName] of Object.entries<string>(plan.flags)) {
    const value = input[wireName]
    if (value === undefined) return bad(`${wireName} is required`)
    if (typeof value !== 'boolean') return bad(`${wireName} must be a boolean`)
    known.add(wireName)
    taken[name] = value
  }
  const stranger = Object.keys(input).find((name) => !known.has(name))
  if (stranger !== undefined) return bad(`${stranger.slice(0, 60)} is not a field of this call`)
  // The loops above fill every key of the plan with its type; the compiler cannot follow that.
  return ok(taken as Record<Texts, string> & Record<Flags, boolean>)
}

/** The common case: strings only, none empty. */
export function takeTexts<Texts extends string>(
  input: JsonObject,
  texts: Readonly<Record<Texts, string>>,
): Result<Readonly<Record<Texts, string>>, Refusal> {
  return takeFields<Texts, never>(input, { texts, flags: {}, mayBeEmpty: [] })
}
