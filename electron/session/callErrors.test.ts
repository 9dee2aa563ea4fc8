import { expect, test } from 'vitest'
import { parseUnknown } from '../../shared/parse.ts'
import { CallError } from '../../shared/callError.ts'
import type { GatewayError } from '../gateway/answer.ts'
import { saysNoToCredentials, toCallError, toSignInError } from './callErrors.ts'
import { http, unsent } from './testing/fakes.ts'

const noAnswer: GatewayError = { kind: 'noAnswer', reason: 'timeout', phase: 'request' }
const malformed: GatewayError = { kind: 'malformed', path: 'data.0.amount', problem: 'must be number' }
const declined: GatewayError = { kind: 'declined', message: 'Not found' }

const status = (code: number) => ({ kind: 'http', status: code }) as const

test.each([
  [unsent, { code: 'unreachable', fault: { kind: 'unsent', reason: 'refused' } }],
  [noAnswer, { code: 'noAnswer', fault: { kind: 'noAnswer', reason: 'timeout' } }],
  [malformed, { code: 'badAnswer', fault: { kind: 'malformed', path: 'data.0.amount' } }],
  [declined, { code: 'declined', fault: { kind: 'declined' }, bankMessage: 'Not found' }],
  [http(401, 'Expired'), { code: 'notSignedIn', reason: 'refused', bankMessage: 'Expired' }],
  [http(400, 'Bad date'), { code: 'declined', fault: status(400), bankMessage: 'Bad date' }],
  [http(404), { code: 'badAnswer', fault: status(404) }],
  [http(302), { code: 'badAnswer', fault: status(302) }],
  [http(302, 'Moved'), { code: 'badAnswer', fault: status(302), bankMessage: 'Moved' }],
  [http(408), { code: 'noAnswer', fault: status(408) }],
  [http(429, 'Slow down'), { code: 'noAnswer', fault: status(429), bankMessage: 'Slow down' }],
  [http(500), { code: 'noAnswer', fault: status(500) }],
] as const)('%j becomes %j', (error, expected) => {
  const mapped = toCallError(error)
  expect(mapped).toEqual(expected)
  expect(parseUnknown(CallError, mapped).ok).toBe(true)
})

test.each([
  [declined, true],
  [http(400, 'Wrong'), true],
  [http(401), true],
  [http(403, 'Blocked'), true],
  [http(422, ''), true],
  [http(400), false],
  [http(403), false],
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
  const endless = { ...malformed, path: 'x'.repeat(100_000) } as GatewayError
  expect(toCallError(endless)).toMatchObject({ fault: { path: 'x'.repeat(200) } })
})

test('a sign-in with an unusable token is reported as that, and not as wrong credentials', () => {
  const tooLong: GatewayError = { kind: 'malformed', path: 'data.auth_token', problem: 'must not be longer' }
  expect(toSignInError(tooLong)).toMatchObject({ code: 'badAnswer', fault: { path: 'token' } })
  expect(toSignInError(malformed)).toMatchObject({ code: 'badAnswer', fault: { path: 'data.0.amount' } })
})
