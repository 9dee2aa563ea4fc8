import { err, type Result } from '../../shared/result.ts'
import type { Clock } from '../ports.ts'
import type { Answer, GatewayError } from './answer.ts'
import { emptyAnswerShape } from './answerShape.ts'
import { evidenceOf, readEnvelope, type AnswerRules, type Confidence, type Envelope } from './answerText.ts'
import type { Transport, WireRequest } from './wire.ts'
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
  readonly read: (envelope: Envelope) => Result<Value, GatewayError>
}

/** One call: one exchange of the transport, its answer read as far as it can be, with what is kept of it. */
export type Exchange = <Value>(call: Call<Value>, signal?: AbortSignal) => Promise<Answer<Value>>

export function createExchange({
  transport,
  clock,
  textValues = false,
}: {
  readonly transport: Transport
  readonly clock: Clock
  /** Default: false. */
  readonly textValues?: boolean
}): Exchange {
  return async (call, signal) => {
    const outcome = await transport(call.request, signal)
    const envelope = readEnvelope(outcome, { ...call, textValues, wallNowMs: clock.wallNowMs() })
    return {
      result: envelope.ok ? call.read(envelope.value) : envelope,
      evidence: evidenceOf(outcome, call, call.isSecret),
      ...(call.mayFindNothing === true ? { shape: emptyAnswerShape(outcome, call, textValues) } : {}),
    }
  }
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
