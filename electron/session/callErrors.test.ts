import { expect, test } from 'vitest'
import { parseUnknown } from '../../shared/parse.ts'
import { CallError } from '../../shared/contract.ts'
import type { GatewayError } from '../gateway/answer.ts'
import { saysNoToCredentials, toCallError, toSignInError } from './callErrors.ts'
import { http, unsent } from './testing/fakes.ts'

const noAnswer: GatewayError = { kind: 'noAnswer', reason: 'timeout', phase: 'request' }
const malformed: GatewayError = { kind: 'malformed', path: 'data.0.amount', problem: 'must be number' }
const declined: GatewayError = { kind: 'declined', message: 'Not found' }

test.each([
  [unsent, 'unreachable', null, 'unsent connect refused'],
  [noAnswer, 'noAnswer', null, 'noAnswer request timeout'],
  [malformed, 'badAnswer', null, 'malformed data.0.amount'],
  [declined, 'declined', 'Not found', 'declined'],
  [http(401, 'Expired'), 'notSignedIn', 'Expired', 'http 401'],
  [http(400, 'Bad date'), 'declined', 'Bad date', 'http 400'],
  [http(404), 'badAnswer', null, 'http 404'],
  [http(302), 'badAnswer', null, 'http 302'],
  [http(302, 'Moved'), 'badAnswer', 'Moved', 'http 302'],
  [http(408), 'noAnswer', null, 'http 408'],
  [http(429, 'Slow down'), 'noAnswer', 'Slow down', 'http 429'],
  [http(500), 'noAnswer', null, 'http 500'],
] as const)('%j becomes %s', (error, code, bankMessage, detail) => {
  const mapped = toCallError(error)
  expect(mapped).toEqual({ code, fields: [], bankMessage, detail })
  expect(parseUnknown(CallError, mapped).ok).toBe(true)
})

test.each([
  [declined, true],
  [http(400), true],
  [http(401), true],
  [http(403), true],
  [http(422), true],
  [http(404), false],
  [http(429), false],
  [http(500), false],
  [unsent, false],
  [noAnswer, false],
  [malformed, false],
] as const)('login answered %j: a no to the credentials is %s', (error, isNo) => {
  expect(saysNoToCredentials(error)).toBe(isNo)
  expect(toSignInError(error).code === 'credentialsRefused').toBe(isNo)
})

test('an endless path is cut', () => {
  expect(toCallError({ ...malformed, path: 'x'.repeat(100_000) } as GatewayError).detail).toHaveLength(200)
})

test('a sign-in whose token cannot be used is told as that, and as no wrong credentials', () => {
  const tooLong: GatewayError = { kind: 'malformed', path: 'data.auth_token', problem: 'must not be longer' }
  expect(toSignInError(tooLong)).toMatchObject({ code: 'badAnswer', detail: 'malformed token' })
  expect(toSignInError(malformed)).toMatchObject({ code: 'badAnswer', detail: 'malformed data.0.amount' })
})
