import { expect, test } from 'vitest'
import { ok } from '../../../shared/result.ts'
import type { Answer, BusinessApi, GatewayError } from '../../gateway/answer.ts'
import { createSeededRandom } from '../../testing/virtualTime.ts'
import {
  answerOf,
  deferred,
  failureOf,
  FakeClock,
  fakeLog,
  http,
  settle,
  unsent,
} from '../../session/testing/fakes.ts'
import type { BusinessToken } from './businessToken.ts'
import { createNameChecks } from './nameCheck.ts'

const ACCOUNT = '0123456789'
type NameAnswer = Answer<{ readonly name: string | null; readonly message: string }>

function bench(more: { api?: null; useSettlementToken?: boolean; token?: string | null } = {}) {
  const clock = new FakeClock()
  const { log, lines } = fakeLog()
  const who: { clientId: string | null } = { clientId: 'ADA' }
  const asked: Parameters<BusinessApi['enquireName']>[0][] = []
  const bank: { answer: () => Promise<NameAnswer> } = {
    answer: () => Promise.resolve(answerOf({ name: 'Ade Stores', message: 'Successful' })),
  }
  const renewed: string[] = []
  const held = more.token === undefined ? 'business-token' : more.token
  const token: BusinessToken = {
    isKnown: () => held !== null,
    read: () => Promise.resolve(held),
    set: () => Promise.resolve(ok(null)),
    clientChanged: () => undefined,
  }
  let refs = 0
  const checks = createNameChecks({
    api:
      more.api === null
        ? null
        : {
            enquireName: (ask) => {
              asked.push(ask)
              return bank.answer()
            },
          },
    newRequestRef: () => `REF-${(refs += 1)}`,
    session: {
      clientId: () => who.clientId,
      token: () => (who.clientId === null ? null : 'settlement-token'),
      renew: (stale) => {
        renewed.push(stale)
        return Promise.resolve(ok('next'))
      },
    },
    token,
    useSettlementToken: more.useSettlementToken ?? false,
    clock,
    random: createSeededRandom(7),
    log,
  })
  const checkId = async (): Promise<string> => {
    const answer = await checks.check(ACCOUNT)
    return answer.ok ? answer.value.checkId : ''
  }
  return { checks, clock, lines, who, asked, bank, renewed, checkId }
}

test('the bank’s own name comes back, and vouches for this very account', async () => {
  const { checks, asked, clock } = bench()
  const answer = await checks.check(` ${ACCOUNT} `)
  expect(answer).toMatchObject({
    ok: true,
    value: { name: 'Ade Stores', accountEnding: '6789', checkedAtMs: clock.wallMs },
  })
  expect(asked).toEqual([{ token: 'business-token', requestRef: 'REF-1', accountNumber: ACCOUNT }])
  const id = answer.ok ? answer.value.checkId : ''
  expect(checks.vouched(id, ACCOUNT)).toEqual({ name: 'Ade Stores', checkedAtMs: clock.wallMs })
  for (const [other, number] of [
    [id, '0123456780'],
    [id, ''],
    [`${id}0`, ACCOUNT],
    ['', ACCOUNT],
  ] as const)
    expect(checks.vouched(other, number)).toBeUndefined()
})

test('each check asks anew, under a reference of its own, and the earlier one still vouches', async () => {
  const { checks, asked, checkId } = bench()
  const [first, second] = [await checkId(), await checkId()]
  expect(first).not.toBe(second)
  expect(asked.map(({ requestRef }) => requestRef)).toEqual(['REF-1', 'REF-2'])
  expect(checks.vouched(first, ACCOUNT)).toBeDefined()
})

test('a check ends after a quarter of an hour, by either clock', async () => {
  const { checks, clock, checkId } = bench()
  const first = await checkId()
  clock.monotonicMs += 15 * 60_000
  expect(checks.vouched(first, ACCOUNT)).toBeDefined()
  clock.monotonicMs += 1
  expect(checks.vouched(first, ACCOUNT)).toBeUndefined()
  // The computer slept, and its monotonic clock with it.
  const second = await checkId()
  clock.wallMs += 15 * 60_000 + 1
  expect(checks.vouched(second, ACCOUNT)).toBeUndefined()
})

test('a clock that was set back makes no check live longer', async () => {
  const { checks, clock, checkId } = bench()
  const id = await checkId()
  clock.wallMs -= 24 * 60 * 60_000
  clock.monotonicMs += 15 * 60_000 + 1
  expect(checks.vouched(id, ACCOUNT)).toBeUndefined()
})

test('a check ends with the sign-out, also for the same client who comes back', async () => {
  const { checks, who, checkId } = bench()
  const id = await checkId()
  who.clientId = 'BOLA'
  expect(checks.vouched(id, ACCOUNT)).toBeUndefined()
  who.clientId = null
  checks.clientChanged()
  who.clientId = 'ADA'
  checks.clientChanged()
  expect(checks.vouched(id, ACCOUNT)).toBeUndefined()
})

test('a sign-out while the bank is asked: its answer vouches for nothing', async () => {
  const { checks, who, bank } = bench()
  const answer = deferred<NameAnswer>()
  bank.answer = () => answer.promise
  const checking = checks.check(ACCOUNT)
  await settle()
  who.clientId = null
  checks.clientChanged()
  who.clientId = 'ADA'
  checks.clientChanged()
  answer.resolve(answerOf({ name: 'Ade Stores', message: '' }))
  expect(await checking).toMatchObject({ error: { code: 'notSignedIn', detail: 'overtaken' } })
})

const problems: readonly (readonly [string, GatewayError, object])[] = [
  [
    'the bank does not confirm',
    { kind: 'declined', message: 'No such account' },
    { code: 'declined', bankMessage: 'No such account' },
  ],
  ['it cannot be reached', unsent, { code: 'unreachable' }],
  ['no answer comes', { kind: 'noAnswer', reason: 'timeout', phase: 'request' }, { code: 'noAnswer' }],
  ['it is in trouble', http(503, 'Later'), { code: 'noAnswer' }],
  ['another page comes', { kind: 'malformed', path: '(content-type)', problem: 'x' }, { code: 'badAnswer' }],
  [
    'the token is not taken',
    http(401, 'Who are you?'),
    { code: 'notAllowed', detail: 'tokenNotTaken', bankMessage: 'Who are you?' },
  ],
  ['the token may not do this', http(403), { code: 'notAllowed', detail: 'tokenNotTaken' }],
]

test.each(problems)('%s: told apart, asked once, and nothing vouches', async (_name, error, expected) => {
  const { checks, bank, asked, renewed } = bench()
  bank.answer = () => Promise.resolve(failureOf(error))
  expect(await checks.check(ACCOUNT)).toMatchObject({ ok: false, error: expected })
  expect(asked).toHaveLength(1)
  expect(renewed).toEqual([])
})

test('the bank answers without a name: neither a no nor a silence', async () => {
  const { checks, bank } = bench()
  bank.answer = () => Promise.resolve(answerOf({ name: null, message: 'Successful' }))
  expect(await checks.check(ACCOUNT)).toMatchObject({
    error: { code: 'badAnswer', detail: 'noName', bankMessage: 'Successful' },
  })
})

test('the settlement token goes there only where the profile says so; refused, it is renewed and the bank not asked again', async () => {
  const { checks, bank, asked, renewed } = bench({ useSettlementToken: true, token: null })
  expect(checks.state()).toBe('ready')
  bank.answer = () => Promise.resolve(failureOf(http(401)))
  expect(await checks.check(ACCOUNT)).toMatchObject({ error: { detail: 'tokenNotTaken' } })
  expect(asked.map(({ token }) => token)).toEqual(['settlement-token'])
  expect(renewed).toEqual(['settlement-token'])
})

test('without a token, without an offer, signed out, or with no ten digits: nothing is asked', async () => {
  const noToken = bench({ token: null })
  expect(noToken.checks.state()).toBe('noToken')
  expect(await noToken.checks.check(ACCOUNT)).toMatchObject({
    error: { code: 'notAllowed', detail: 'noToken' },
  })
  const notOffered = bench({ api: null })
  expect(notOffered.checks.state()).toBe('notOffered')
  expect(await notOffered.checks.check(ACCOUNT)).toMatchObject({
    error: { code: 'notAllowed', detail: 'notOffered' },
  })
  const ready = bench()
  expect(ready.checks.state()).toBe('ready')
  for (const [text, problem] of [
    ['', 'empty'],
    ['012345678', 'notTenDigits'],
    ['01234567890', 'notTenDigits'],
    ['012345678a', 'notTenDigits'],
    ['\u0660123456789', 'notTenDigits'],
  ] as const) {
    expect(await ready.checks.check(text)).toMatchObject({
      error: { code: 'invalid', fields: [{ field: 'accountNumber', problem }] },
    })
  }
  ready.who.clientId = null
  expect(await ready.checks.check(ACCOUNT)).toMatchObject({ error: { code: 'notSignedIn' } })
  for (const { asked } of [noToken, ready]) expect(asked).toEqual([])
})

test('of many checks the oldest makes room', async () => {
  const { checks, checkId } = bench()
  const ids: string[] = []
  for (let turn = 0; turn < 21; turn += 1) ids.push(await checkId())
  expect(ids.map((id) => checks.vouched(id, ACCOUNT) !== undefined)).toEqual([
    false,
    ...Array.from({ length: 20 }, () => true),
  ])
})
