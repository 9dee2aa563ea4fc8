import { err, type Result } from '../../shared/result.ts'
import type { Clock, Ports } from '../ports.ts'
import { digitsOf, type AccountDigits } from './accountDigits.ts'
import type { Answer, GatewayError, AnswerShape, ShapePlace } from './answer.ts'
import { createBreathe, inBreaths, type Breathe, type Work } from '../work/slices.ts'
import {
  evidenceOf,
  readingEnvelope,
  comparableText,
  type AnswerRules,
  type Confidence,
  type Envelope,
} from './answerText.ts'
import { createClient } from './client.ts'
import type { Profile } from './profile.ts'
import type { Transport, WireOutcome, WireRequest } from './wire.ts'
import type { Malformed } from './fieldValues.ts'
import { isJsonObject, JsonNumber, parseJson, withoutByteOrderMark } from './jsonText.ts'
import { readEnvelope, withDocumentedKeys } from './wireFields.ts'

/** An answer without data has a few hundred characters. A longer one is not the service's "not found". */
const BODY_LENGTH_MAX = 8_192

const PLACES_MAX = 64

/** The practice bank inside the app is asked under this address; `.invalid` never resolves. */
export const PRACTICE_URL = 'https://practice.tillside.invalid'

export interface Call<Value> extends Confidence {
  readonly request: WireRequest
  readonly flag: AnswerRules['flag']
  /** The answer's body is itself a secret. */
  readonly isSecret: boolean
  /** The call may find nothing, so its answer's shape is needed. */
  readonly mayFindNothing?: true
  readonly read: (envelope: Envelope) => Result<Value, GatewayError> | Work<Result<Value, GatewayError>>
}

/** Makes one call: one exchange of the transport, the answer read, and its evidence. */
export type Exchange = <Value>(call: Call<Value>, signal?: AbortSignal) => Promise<Answer<Value>>

/** What both interfaces of the service need. */
export interface ApiOptions {
  /** The client of `client.ts`, or in tests any transport. */
  readonly transport: Transport
  readonly clock: Clock
  readonly timeoutMs: number
  /** Flags of undocumented envelopes may be text. Default: false. */
  readonly textValues?: boolean
  /** How many digits an account number may have, for masking. Default: ten. */
  readonly accountDigits?: AccountDigits
  /** Yields to the event loop while a long answer is read. Default: reads it at once. */
  readonly breathe?: Breathe
}

export type ApiPorts = Pick<Ports, 'transport' | 'clock' | 'timers' | 'random'>

/** The options of a profile, with a new rate limit. */
export function apiOptionsOf(profile: Profile, ports: ApiPorts): ApiOptions {
  return {
    transport: createClient({ ...ports, requestsPerSecond: profile.outbox.requestsPerSecond }),
    clock: ports.clock,
    timeoutMs: profile.outbox.timeoutSeconds * 1_000,
    textValues: profile.answers.textValues,
    accountDigits: digitsOf(profile.accountPattern),
    breathe: createBreathe(ports.timers),
  }
}

export function createExchange(options: ApiOptions): Exchange {
  const { transport, clock, textValues = false, accountDigits, breathe = () => Promise.resolve() } = options
  return async (call, signal) => {
    const outcome = await transport(call.request, signal)
    return inBreaths(
      answerTo({ ...call, accountDigits }, outcome, { textValues, wallNowMs: clock.wallNowMs() }),
      breathe,
      clock,
    )
  }
}

function* answerTo<Value>(
  call: Call<Value>,
  outcome: WireOutcome,
  { textValues, wallNowMs }: Pick<AnswerRules, 'textValues' | 'wallNowMs'>,
): Work<Answer<Value>> {
  const isGenerous = call.request.method === 'GET' || call.flag === 'isSuccessful'
  const envelope = yield* readingEnvelope(outcome, { ...call, textValues, isGenerous, wallNowMs })
  yield
  const result = envelope.ok ? yield* all(call.read(envelope.value)) : envelope
  yield
  return {
    result,
    evidence: evidenceOf(outcome, call, call.isSecret),
    ...(call.mayFindNothing === true ? { shape: emptyAnswerShape(outcome, call) } : {}),
  }
}

function* all<Value>(read: ReturnType<Call<Value>['read']>): Work<Result<Value, GatewayError>> {
  return 'ok' in read ? read : yield* read
}

/** Numbers that a call sends: those of accounts, which are masked in answers, and references, which are not. */
export type Named = Partial<Pick<Confidence, 'accounts' | 'references'>>

/** The options that all calls but login share. */
export function guarded(token: string, { accounts = [], references = [] }: Named = {}) {
  return { flag: 'status', secrets: [token], accounts, references, isSecret: false } as const
}

export function headersFor(token: string): Readonly<Record<string, string>> {
  const accept = { accept: 'application/json' }
  return token === '' ? accept : { ...accept, authorization: `Bearer ${token}` }
}

export function malformed<Value>(result: Result<Value, Malformed>): Result<Value, GatewayError> {
  return result.ok ? result : err({ kind: 'malformed', ...result.error })
}

/** @returns null where the answer has no envelope, or has data */
export function emptyAnswerShape(outcome: WireOutcome, confidence: Confidence): AnswerShape | null {
  if (outcome.kind !== 'response' || outcome.body.length > BODY_LENGTH_MAX) return null
  const parsed = parseJson(withoutByteOrderMark(outcome.body))
  const answer = parsed.ok ? withDocumentedKeys(parsed.value) : null
  if (answer?.ok !== true || !isJsonObject(answer.value)) return null
  if (!readEnvelope(answer.value, true).ok) return null
  if (!isNothing(answer.value['data'])) return null
  const places = placesOf(answer.value, confidence)
  return places.length > PLACES_MAX ? null : { httpStatus: outcome.status, places }
}

function isNothing(data: unknown): boolean {
  if (data === undefined || data === null || data === '') return true
  if (Array.isArray(data)) return data.length === 0
  return isJsonObject(data) && Object.keys(data).length === 0
}

function placesOf(answer: unknown, confidence: Confidence): readonly ShapePlace[] {
  const places: ShapePlace[] = []
  const walk = (value: unknown, path: string): void => {
    // One place beyond the maximum is enough to reject the answer.
    if (places.length > PLACES_MAX) return
    const kind = kindOf(value)
    places.push({ path, kind, literal: comparableText(literalOf(value), confidence) })
    const entries = Array.isArray(value)
      ? value.map((item, index) => [String(index), item] as const)
      : isJsonObject(value)
        ? Object.entries(value)
        : []
    for (const [key, item] of entries)
      walk(item, `${path}/${JSON.stringify(comparableText(key, confidence))}`)
  }
  walk(answer, '')
  return places.toSorted((left, right) => (left.path < right.path ? -1 : 1))
}

function kindOf(value: unknown): ShapePlace['kind'] {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (value instanceof JsonNumber) return 'number'
  if (typeof value === 'string') return 'text'
  return typeof value === 'boolean' ? 'boolean' : 'object'
}

function literalOf(value: unknown): string {
  if (value instanceof JsonNumber) return value.source
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : ''
}
