import { expect, test } from 'vitest'
import { err, ok, type Result } from '../../../shared/result.ts'
import { ACCOUNT_PATTERN } from '../../../shared/terminalForm.ts'
import type { NameWord } from '../../../shared/terminalChange.ts'
import type { Answer, BusinessApi, GatewayError } from '../../gateway/answer.ts'
import { createSeededRandom } from '../../testing/virtualTime.ts'
import type { RenewFailure } from '../../session/refusals.ts'
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
import { createNameChecks, type NameChecksOptions } from './nameCheck.ts'

const ACCOUNT = '0123456789'
type NameAnswer = Answer<{ readonly name: string | null; readonly message: string }>

const WORD: NameWord = {
  accountNumber: ACCOUNT,
  accountAgain: ACCOUNT,
  name: ' ADE STORES LTD ',
  how: 'by telephone',
  who: 'Mrs. Bello',
  on: '2026-11-17',
}

function bench(more: { api?: null; useSettlementToken?: boolean; token?: string | null } = {}) {
  const clock = new FakeClock()
  const { log, lines } = fakeLog()
  const who: { clientId: string | null } = { clientId: 'ADA' }
  const asked: Parameters<BusinessApi['enquireName']>[0][] = []
  const bank: { answer: () => Promise<NameAnswer> } = {
    answer: () => Promise.resolve(answerOf({ name: 'Ade Stores', message: 'Successful' })),
  }
  const renewed: string[] = []
  const renewal: { answer: () => Promise<Result<string, RenewFailure>> } = {
    answer: () => Promise.resolve(ok('next-token')),
  }
  const held = { token: more.token === undefined ? 'business-token' : more.token, isRefused: false }
  const token: NameChecksOptions['token'] = {
    isKnown: () => held.token !== null,
    isRefused: () => held.isRefused,
    noteUse: (used, isTaken) => {
      if (used === held.token) held.isRefused = !isTaken
    },
    read: () => Promise.resolve(held.token),
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
    accountPattern: ACCOUNT_PATTERN,
    session: {
      clientId: () => who.clientId,
      token: () => (who.clientId === null ? null : 'settlement-token'),
      renew: (stale) => {
        renewed.push(stale)
        return renewal.answer()
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
  return { checks, clock, lines, who, asked, bank, renewed, renewal, held, checkId }
}

test('the bank’s own name is returned, and confirms this account only', async () => {
  const { checks, asked, clock } = bench()
  const answer = await checks.check(` ${ACCOUNT} `)
  expect(answer).toMatchObject({
    ok: true,
    value: { name: 'Ade Stores', accountEnding: '6789', checkedAtMs: clock.wallMs },
  })
  expect(asked).toEqual([{ token: 'business-token', requestRef: 'REF-1', accountNumber: ACCOUNT }])
  const id = answer.ok ? answer.value.checkId : ''
  expect(checks.vouched(id, ACCOUNT)).toEqual({ name: 'Ade Stores', checkedAtMs: clock.wallMs, said: null })
  for (const [other, number] of [
    [id, '0123456780'],
    [id, ''],
    [`${id}0`, ACCOUNT],
    ['', ACCOUNT],
  ] as const)
    expect(checks.vouched(other, number)).toBeUndefined()
})

test('each check asks again, with its own reference, and the earlier one still counts', async () => {
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
  // The computer slept, and its monotonic clock stopped.
  const second = await checkId()
  clock.wallMs += 15 * 60_000 + 1
  expect(checks.vouched(second, ACCOUNT)).toBeUndefined()
})

test('a clock that was set back prolongs no check', async () => {
  const { checks, clock, checkId } = bench()
  const id = await checkId()
  clock.wallMs -= 24 * 60 * 60_000
  clock.monotonicMs += 15 * 60_000 + 1
  expect(checks.vouched(id, ACCOUNT)).toBeUndefined()
})

test('a check ends with the sign-out, even if the same client comes back', async () => {
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

test('a sign-out while the bank is asked: its answer confirms nothing', async () => {
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
  expect(await checking).toMatchObject({ error: { code: 'notSignedIn', reason: 'overtaken' } })
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
    { code: 'notAllowed', reason: 'tokenNotTaken', bankMessage: 'Who are you?' },
  ],
  ['the token may not do this', http(403), { code: 'notAllowed', reason: 'tokenNotTaken' }],
]

test.each(problems)(
  '%s: told apart, asked once, and nothing is confirmed',
  async (_name, error, expected) => {
    const { checks, bank, asked, renewed } = bench()
    bank.answer = () => Promise.resolve(failureOf(error))
    expect(await checks.check(ACCOUNT)).toMatchObject({ ok: false, error: expected })
    expect(asked).toHaveLength(1)
    expect(renewed).toEqual([])
  },
)

test('the bank answers without a name: neither a no nor a silence', async () => {
  const { checks, bank } = bench()
  bank.answer = () => Promise.resolve(answerOf({ name: null, message: 'Successful' }))
  expect(await checks.check(ACCOUNT)).toMatchObject({
    error: { code: 'badAnswer', fault: { kind: 'noName' }, bankMessage: 'Successful' },
  })
})

test('the settlement token is used only if the profile says so; refused, it is renewed once and tried once more, with another reference', async () => {
  const { checks, bank, asked, renewed } = bench({ useSettlementToken: true, token: null })
  expect(checks.state()).toBe('ready')
  bank.answer = () =>
    Promise.resolve(
      asked.length === 1 ? failureOf(http(401)) : answerOf({ name: 'Ade Stores', message: 'Successful' }),
    )
  expect(await checks.check(ACCOUNT)).toMatchObject({ value: { name: 'Ade Stores' } })
  expect(asked.map(({ token, requestRef }) => [token, requestRef])).toEqual([
    ['settlement-token', 'REF-1'],
    ['next-token', 'REF-2'],
  ])
  expect(renewed).toEqual(['settlement-token'])
})

test('a renewed settlement token that is refused too is not renewed again, and no token is asked for', async () => {
  const { checks, bank, asked, renewed } = bench({ useSettlementToken: true, token: null })
  bank.answer = () => Promise.resolve(failureOf(http(403)))
  expect(await checks.check(ACCOUNT)).toMatchObject({
    error: { code: 'notAllowed', reason: 'signInTokenNotTaken' },
  })
  expect([asked.length, renewed.length, checks.state()]).toEqual([2, 1, 'ready'])
})

test('a settlement token that cannot be renewed: the bank is not asked again', async () => {
  const failures: readonly (readonly [RenewFailure, object])[] = [
    [{ kind: 'expired', bankMessage: 'No' }, { code: 'notSignedIn' }],
    [{ kind: 'notSignedIn' }, { code: 'notSignedIn' }],
    [
      { kind: 'notRenewed', error: unsent, evidence: answerOf(null).evidence },
      { code: 'notAllowed', reason: 'signInTokenNotTaken' },
    ],
  ]
  for (const [failure, error] of failures) {
    const { checks, bank, asked, renewal } = bench({ useSettlementToken: true, token: null })
    bank.answer = () => Promise.resolve(failureOf(http(401)))
    renewal.answer = () => Promise.resolve(err(failure))
    expect(await checks.check(ACCOUNT)).toMatchObject({ error })
    expect(asked).toHaveLength(1)
  }
})

test('another client signs in while the token is renewed: nothing more is asked', async () => {
  const { checks, bank, asked, renewal, who } = bench({ useSettlementToken: true, token: null })
  const renewing = deferred<Result<string, RenewFailure>>()
  bank.answer = () => Promise.resolve(failureOf(http(401)))
  renewal.answer = () => renewing.promise
  const checking = checks.check(ACCOUNT)
  await settle()
  who.clientId = 'BOLA'
  checks.clientChanged()
  renewing.resolve(ok('next-token'))
  expect(await checking).toMatchObject({ error: { code: 'notSignedIn', reason: 'overtaken' } })
  expect(asked).toHaveLength(1)
})

test('a refused token of its own does not count as ready, until the bank accepts one', async () => {
  const { checks, bank, held } = bench()
  bank.answer = () => Promise.resolve(failureOf(http(401)))
  await checks.check(ACCOUNT)
  expect(checks.state()).toBe('tokenRefused')
  // No answer says nothing about the token.
  bank.answer = () => Promise.resolve(failureOf(unsent))
  await checks.check(ACCOUNT)
  expect(checks.state()).toBe('tokenRefused')
  held.token = 'another-token'
  bank.answer = () => Promise.resolve(failureOf({ kind: 'declined', message: 'No such account' }))
  await checks.check(ACCOUNT)
  expect(checks.state()).toBe('ready')
})

test('no enquiry is configured: a manager’s word for the name confirms this account only, and is never called the bank’s', async () => {
  const { checks, clock } = bench({ api: null })
  const answer = await checks.vouch(WORD)
  const said = { how: 'by telephone', who: 'Mrs. Bello', on: '2026-11-17' }
  expect(answer).toMatchObject({ value: { name: 'ADE STORES LTD', accountEnding: '6789', said } })
  const id = answer.ok ? answer.value.checkId : ''
  expect(checks.vouched(id, ACCOUNT)).toEqual({ name: 'ADE STORES LTD', checkedAtMs: clock.wallMs, said })
  expect(checks.vouched(id, '0123456780')).toBeUndefined()
  clock.monotonicMs += 15 * 60_000 + 1
  expect(checks.vouched(id, ACCOUNT)).toBeUndefined()
})

const notAsked = { error: { code: 'notAllowed', reason: 'notAsked' } }
const bankAnswered = { error: { code: 'notAllowed', reason: 'bankAnswered' } }

test('an enquiry is configured and was not tried for this account: no word is accepted instead', async () => {
  const { checks, bank } = bench()
  expect(await checks.vouch(WORD)).toMatchObject(notAsked)
  bank.answer = () => Promise.resolve(failureOf(unsent))
  await checks.check('9876543210')
  expect(await checks.vouch(WORD)).toMatchObject(notAsked)
})

test('an enquiry is configured and no token was entered: the bank cannot be asked, so a word is accepted', async () => {
  const { checks } = bench({ token: null })
  expect(await checks.vouch(WORD)).toMatchObject({ ok: true })
})

const silences: readonly (readonly [string, NameAnswer])[] = [
  ['it cannot be reached', failureOf(unsent)],
  ['no answer comes', failureOf({ kind: 'noAnswer', reason: 'timeout', phase: 'request' })],
  ['it is in trouble', failureOf(http(503, 'Later'))],
  ['the token is not taken', failureOf(http(401, 'Who are you?'))],
  ['the answer cannot be read', failureOf({ kind: 'malformed', path: 'status', problem: 'x' })],
  ['it answers without a name', answerOf({ name: null, message: 'Successful' })],
]
test.each(silences)('%s: a word is accepted, until the visit ends', async (_name, answer) => {
  const { checks, bank, clock, who } = bench()
  bank.answer = () => Promise.resolve(answer)
  await checks.check(ACCOUNT)
  expect(await checks.vouch(WORD)).toMatchObject({ ok: true })
  clock.wallMs += 15 * 60_000 + 1
  expect(await checks.vouch(WORD)).toMatchObject(notAsked)
  await checks.check(ACCOUNT)
  for (const clientId of [null, 'ADA']) {
    who.clientId = clientId
    checks.clientChanged()
  }
  expect(await checks.vouch(WORD)).toMatchObject(notAsked)
})

const words: readonly (readonly [string, NameAnswer])[] = [
  ['another name', answerOf({ name: 'Bola Foods', message: 'Successful' })],
  ['the same name', answerOf({ name: 'ADE STORES LTD', message: 'Successful' })],
  ['a no', failureOf({ kind: 'declined', message: 'No such account' })],
  ['a no with 404', failureOf(http(404, 'No such account'))],
]
test.each(words)(
  'the bank gave %s for this account: no word is accepted against it, not after a silence, a sign-out, or hours',
  async (_name, answer) => {
    const { checks, bank, clock, who } = bench()
    bank.answer = () => Promise.resolve(answer)
    await checks.check(ACCOUNT)
    expect(await checks.vouch(WORD)).toMatchObject(bankAnswered)
    bank.answer = () => Promise.resolve(failureOf(unsent))
    await checks.check(ACCOUNT)
    expect(await checks.vouch(WORD)).toMatchObject(bankAnswered)
    for (const clientId of [null, 'ADA']) {
      who.clientId = clientId
      checks.clientChanged()
    }
    clock.wallMs += 5 * 3_600_000
    clock.monotonicMs += 5 * 3_600_000
    await checks.check(ACCOUNT)
    expect(await checks.vouch(WORD)).toMatchObject(bankAnswered)
    // The bank has said nothing about another account.
    await checks.check('9876543210')
    const other = { ...WORD, accountNumber: '9876543210', accountAgain: '9876543210' }
    expect(await checks.vouch(other)).toMatchObject({ ok: true })
  },
)

test('the bank answers after a word was accepted: the word no longer counts', async () => {
  const { checks, bank, checkId } = bench()
  bank.answer = () => Promise.resolve(failureOf(unsent))
  await checks.check(ACCOUNT)
  const word = await checks.vouch(WORD)
  const id = word.ok ? word.value.checkId : ''
  expect(checks.vouched(id, ACCOUNT)).toBeDefined()
  bank.answer = () => Promise.resolve(answerOf({ name: 'ADE STORES LTD', message: 'Successful' }))
  const asked = await checkId()
  expect(checks.vouched(id, ACCOUNT)).toBeUndefined()
  expect(checks.vouched(asked, ACCOUNT)).toBeDefined()
})

test('while the bank is asked again, no word is accepted for its earlier silence', async () => {
  const { checks, bank } = bench()
  bank.answer = () => Promise.resolve(failureOf(unsent))
  await checks.check(ACCOUNT)
  const answer = deferred<NameAnswer>()
  bank.answer = () => answer.promise
  const checking = checks.check(ACCOUNT)
  await settle()
  expect(await checks.vouch(WORD)).toMatchObject(notAsked)
  answer.resolve(failureOf(unsent))
  await checking
  expect(await checks.vouch(WORD)).toMatchObject({ ok: true })
})

test.each([
  [{ accountAgain: '0123456780' }, 'accountAgain', 'notSame'],
  [{ accountAgain: '' }, 'accountAgain', 'empty'],
  [{ accountNumber: '12345', accountAgain: '12345' }, 'accountNumber', 'notTenDigits'],
  [{ name: '  ' }, 'name', 'empty'],
  [{ name: 'A'.repeat(201) }, 'name', 'tooLong'],
  [{ name: 'ADE \u202eSEROTS' }, 'name', 'hiddenCharacter'],
  [{ name: 'ADE\nSTORES' }, 'name', 'hiddenCharacter'],
  [{ how: '' }, 'how', 'empty'],
  [{ who: '' }, 'who', 'empty'],
  [{ who: 'x'.repeat(61) }, 'who', 'tooLong'],
  [{ how: 'by\u0000letter' }, 'how', 'hiddenCharacter'],
  [{ on: '' }, 'on', 'empty'],
  [{ on: 'today' }, 'on', 'notADay'],
  [{ on: '2026-02-30' }, 'on', 'notADay'],
  [{ on: '2099-01-01' }, 'on', 'notADay'],
] as const)('a word with %j is refused, and its field is named', async (part, field, problem) => {
  const { checks } = bench({ api: null })
  expect(await checks.vouch({ ...WORD, ...part })).toEqual({
    ok: false,
    error: expect.objectContaining({ code: 'invalid', fields: [{ field, problem }] }),
  })
})

test('a word needs a sign-in, and its text keeps no account number', async () => {
  const { checks, who } = bench({ api: null })
  const said = { how: `letter on ${ACCOUNT}`, who: 'Mrs. Bello 0803 123 4567' }
  expect(await checks.vouch({ ...WORD, ...said })).toMatchObject({
    value: { said: { how: 'letter on ******6789', who: 'Mrs. Bello **** *** 4567' } },
  })
  who.clientId = null
  expect(await checks.vouch(WORD)).toMatchObject({ error: { code: 'notSignedIn' } })
})

test('without a token, without an enquiry, signed out, or without ten digits: the bank is not asked', async () => {
  const noToken = bench({ token: null })
  expect(noToken.checks.state()).toBe('noToken')
  expect(await noToken.checks.check(ACCOUNT)).toMatchObject({
    error: { code: 'notAllowed', reason: 'noToken' },
  })
  const notOffered = bench({ api: null })
  expect(notOffered.checks.state()).toBe('notOffered')
  expect(await notOffered.checks.check(ACCOUNT)).toMatchObject({
    error: { code: 'notAllowed', reason: 'notOffered' },
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

test('of many checks the oldest is dropped first', async () => {
  const { checks, checkId } = bench()
  const ids: string[] = []
  for (let turn = 0; turn < 21; turn += 1) ids.push(await checkId())
  expect(ids.map((id) => checks.vouched(id, ACCOUNT) !== undefined)).toEqual([
    false,
    ...Array.from({ length: 20 }, () => true),
  ])
})
