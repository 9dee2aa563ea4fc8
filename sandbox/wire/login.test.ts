import { expect, test } from 'vitest'
import { PRACTICE_CLIENT_ID, PRACTICE_SECRET_KEY } from '../options.ts'
import { openTestBank } from '../testing/bankClient.ts'

const path = '/api/Auth/authenticate'
const good = { clientID: PRACTICE_CLIENT_ID, secretKey: PRACTICE_SECRET_KEY }

test('login answers with its own envelope and a token that works', async () => {
  const { client } = await openTestBank()
  const answered = await client.call({ path, body: good, token: null })
  expect(answered.status).toBe(200)
  expect(answered.json).toEqual({
    isSuccessful: true,
    message: 'Login successful',
    data: { auth_token: expect.stringMatching(/^practice-[0-9a-f]{40}$/u) as string },
  })
  const { auth_token: token } = answered.json['data'] as { auth_token: string }
  expect(
    (
      await client.call({
        method: 'GET',
        path: '/api/terminal/settlementstatus',
        query: { transactionId: 'x' },
        token,
      })
    ).status,
  ).toBe(200)
})

test('wrong credentials get no token', async () => {
  const { client, bank } = await openTestBank()
  const wrong = { path, body: { ...good, secretKey: 'x' }, token: null }
  const no = { isSuccessful: false, message: 'Invalid clientID or secretKey', data: null }
  expect(await client.call(wrong)).toMatchObject({ status: 200, json: no })
  bank.changeOptions({ wrongLogin: 'status401' })
  expect(await client.call(wrong)).toMatchObject({ status: 401, json: no })
})

test.each([
  { clientId: 'a', secretKey: 'b' },
  { clientID: 'a' },
  { ...good, extra: 1 },
  { ...good, secretKey: 5 },
])('login with %j is refused in its own envelope', async (body) => {
  const { client } = await openTestBank()
  expect(await client.call({ path, body, token: null })).toMatchObject({
    status: 400,
    json: { isSuccessful: false },
  })
})

test('login needs its own bearer only if the bank demands one', async () => {
  const { client, bank } = await openTestBank()
  bank.changeOptions({ loginToken: 'L' })
  expect((await client.call({ path, body: good, token: null })).status).toBe(401)
  expect((await client.call({ path, body: good, token: 'L' })).status).toBe(200)
})

test('a token lives as long as the option says', async () => {
  const { client, clock } = await openTestBank({ options: { tokenLifeMs: 1_000 } })
  clock.pass(999)
  expect((await client.terminals()).status).toBe(200)
  clock.pass(1)
  expect((await client.terminals()).status).toBe(401)
})
