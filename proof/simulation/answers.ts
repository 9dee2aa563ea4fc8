import type { Answer, AnswerShape, Evidence, GatewayError } from '../../electron/gateway/answer.ts'
import type { DropReason } from '../../shared/callError.ts'
import { err, ok } from '../../shared/result.ts'
import type { DeadTokenAnswer, ReadFault } from './faults.ts'

/** Answers in the gateway's form, ready for the delivery rules. */

function evidence(httpStatus: number | null, bodyExcerpt: string | null): Evidence {
  return {
    httpStatus,
    phase: httpStatus === null ? 'request' : 'response',
    elapsedMs: 0,
    bodySha256: null,
    bodyExcerpt,
    serverDate: null,
  }
}

const GOOD = evidence(200, null)

/** @param serverDate the Date header, if the service sends one */
export function good<Value>(value: Value, serverDate: string | null = null): Answer<Value> {
  return { result: ok(value), evidence: serverDate === null ? GOOD : { ...GOOD, serverDate } }
}

function bad(
  error: GatewayError,
  httpStatus: number | null = null,
  body: string | null = null,
): Answer<never> {
  return { result: err(error), evidence: evidence(httpStatus, body) }
}

export function http(status: number, retryAfterMs: number | null = null): Answer<never> {
  return bad({ kind: 'http', status, retryAfterMs, message: null }, status, '')
}

export function unsent(reason: DropReason): Answer<never> {
  return bad({ kind: 'unsent', reason, phase: 'connect' })
}

export function noAnswer(reason: DropReason): Answer<never> {
  return bad({ kind: 'noAnswer', reason, phase: 'request' })
}

export function malformed(body: string): Answer<never> {
  return bad({ kind: 'malformed', path: '(whole value)', problem: 'is not JSON' }, 200, body)
}

export function declined(message: string): Answer<never> {
  return { ...bad({ kind: 'declined', message }, 200, message), shape: envelopeShape(message) }
}

/** `{"status":false,"message":…,"data":null}`, parsed as by the gateway. */
function envelopeShape(message: string): AnswerShape {
  return {
    httpStatus: 200,
    places: [
      { path: '', kind: 'object', literal: '' },
      { path: '/"data"', kind: 'null', literal: '' },
      { path: '/"message"', kind: 'text', literal: message },
      { path: '/"status"', kind: 'boolean', literal: 'false' },
    ],
  }
}

/** The status line arrived, but only part of the body. */
function cutShort(): Answer<never> {
  return bad({ kind: 'noAnswer', reason: 'reset', phase: 'response' }, 200)
}

export function deadTokenAnswer(said: DeadTokenAnswer): Answer<never> {
  switch (said) {
    case 'unauthorised':
      return http(401)
    case 'forbidden':
      return http(403)
    case 'saidNo':
      return declined('The session has ended')
  }
}

export const PORTAL_PAGE = '<html>'
/** A record with our reference that breaks the specification. */
const WRONG_RECORD = '{"status":true,"message":"","data":{"responseCode":0}}'
export const WRONG_SHAPE = '{"status":"true"}'
/** The longest wait that the gateway passes on (retryAfter.ts). */
const RETRY_AFTER_MS_MAX = 60 * 60_000

/** @returns the answer of a failed read, or null if the fault changes an answer that looks good */
export function faultyRead(fault: ReadFault): Answer<never> | null {
  switch (fault) {
    case 'refused':
    case 'nameNotFound':
      return unsent(fault)
    case 'drop':
    case 'truncated':
      return noAnswer('reset')
    case 'silence':
      return noAnswer('timeout')
    case 'serverError':
      return http(500)
    case 'tooMany':
      return http(429, 30_000)
    case 'tooManyForAnHour':
      return http(429, RETRY_AFTER_MS_MAX)
    case 'unauthorised':
      return http(401)
    case 'redirect':
      return http(302)
    case 'portalPage':
      return malformed(PORTAL_PAGE)
    case 'wrongShape':
      return malformed(WRONG_SHAPE)
    case 'malformedRecord':
      return malformed(WRONG_RECORD)
    case 'gatewayNotFound':
      return http(404)
    case 'truncatedBody':
      return cutShort()
    case 'saidNo':
      return declined('Service busy')
    case 'otherRecord':
    case 'otherAmount':
    case 'notFoundThoughThere':
    case 'staleReplica':
    case 'paidWithoutDate':
      return null
  }
}
