import { err, type Result } from '../../shared/result.ts'
import type { Clock, Ports } from '../ports.ts'
import type { Answer, GatewayError } from './answer.ts'
import { emptyAnswerShape } from './answerShape.ts'
import { createTurn, inTurns, type Turn, type Work } from '../slices.ts'
import {
  evidenceOf,
  readingEnvelope,
  type AnswerRules,
  type Confidence,
  type Envelope,
} from './answerText.ts'
import { createClient } from './client.ts'
import type { Profile } from './profile.ts'
import type { Transport, WireOutcome, WireRequest } from './wire.ts'
import type { Malformed } from './wireFields.ts'

/** The practice bank inside the app is asked under this address; `.invalid` never resolves. */
export const PRACTICE_URL = 'https://practice.tillside.invalid'

export interface Call<Value> extends Confidence {
  readonly request: WireRequest
  readonly flag: AnswerRules['flag']
  /** The answer's body is a secret itself. */
  readonly isSecret: boolean
  /** "Not found" has to be told from other answers without data. */
  readonly mayFindNothing?: true
  readonly read: (envelope: Envelope) => Result<Value, GatewayError> | Work<Result<Value, GatewayError>>
}

/** One call: one exchange of the transport, its answer read as far as it can be, with what is kept of it. */
export type Exchange = <Value>(call: Call<Value>, signal?: AbortSignal) => Promise<Answer<Value>>

/** What both interfaces of the service need. */
export interface ApiOptions {
  /** The client of `client.ts`, or in tests any transport. */
  readonly transport: Transport
  readonly clock: Clock
  readonly timeoutMs: number
  /** Flags and counts of envelopes may come as text. Default: false. */
  readonly textValues?: boolean
  /** A long answer is read with turns for others in between. Default: at once. */
  readonly turn?: Turn
}

export type ApiPorts = Pick<Ports, 'transport' | 'clock' | 'timers' | 'random'>

/** The options of a profile, with a rate limit of their own. */
export function apiOptionsOf(profile: Profile, ports: ApiPorts): ApiOptions {
  return {
    transport: createClient({ ...ports, requestsPerSecond: profile.outbox.requestsPerSecond }),
    clock: ports.clock,
    timeoutMs: profile.outbox.timeoutSeconds * 1_000,
    textValues: profile.answers.textValues,
    turn: createTurn(ports.timers),
  }
}

export function createExchange(options: ApiOptions): Exchange {
  const { transport, clock, textValues = false, turn = () => Promise.resolve() } = options
  return async (call, signal) => {
    const outcome = await transport(call.request, signal)
    return inTurns(answerTo(call, outcome, { textValues, wallNowMs: clock.wallNowMs() }), turn, clock)
  }
}

function* answerTo<Value>(
  call: Call<Value>,
  outcome: WireOutcome,
  { textValues, wallNowMs }: Pick<AnswerRules, 'textValues' | 'wallNowMs'>,
): Work<Answer<Value>> {
  const envelope = yield* readingEnvelope(outcome, { ...call, textValues, wallNowMs })
  yield
  const result = envelope.ok ? yield* all(call.read(envelope.value)) : envelope
  yield
  return {
    result,
    evidence: evidenceOf(outcome, call, call.isSecret),
    ...(call.mayFindNothing === true ? { shape: emptyAnswerShape(outcome, call, textValues) } : {}),
  }
}

function* all<Value>(read: ReturnType<Call<Value>['read']>): Work<Result<Value, GatewayError>> {
  return 'ok' in read ? read : yield* read
}

/** What a call sends that is no secret: account numbers, and the numbers by which both sides name a thing. */
export type Named = Partial<Pick<Confidence, 'accounts' | 'references'>>

/** What all calls but login share. */
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
