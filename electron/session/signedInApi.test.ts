import { expect, test } from 'vitest'
import type { SettlementApi } from '../gateway/answer.ts'
import { createSignedInApi } from './signedInApi.ts'
import { answerOf, fakeLog, record, settle, terminal } from './testing/fakes.ts'
import { ada, bench, bola } from './testing/sessionBench.ts'

const sale = { amountWire: '1.00', transactionId: 'T-1', terminalId: 'X' }

/** Signed in as Ada; every token that reaches the service is noted with the call that it came with. */
async function open() {
  const signedIn = bench()
  await signedIn.signIn(ada, 'ada-token-1')
  const sent: string[] = []
  const searching = Promise.withResolvers<void>()
  const api: Pick<
    SettlementApi,
    'logTransaction' | 'createTerminal' | 'editTerminal' | 'settlementStatus' | 'searchTransactions'
  > = {
    searchTransactions: async () => {
      await searching.promise
      return answerOf({ rows: [], unreadable: [], totalCount: 0, hasNextPage: false, currentPage: 1 })
    },
    logTransaction: async (token) => {
      sent.push(`log ${token}`)
      return answerOf({ message: '' })
    },
    createTerminal: async (token) => {
      sent.push(`create ${token}`)
      return answerOf({ recordId: '1', message: '' })
    },
    editTerminal: async (token) => {
      sent.push(`edit ${token}`)
      return answerOf({ recordId: '1', message: '' })
    },
    settlementStatus: async (token) => {
      sent.push(`status ${token}`)
      return answerOf(record(1))
    },
  }
  // The others are of no concern here.
  const bank = createSignedInApi({
    api: api as SettlementApi,
    session: signedIn.session,
    firstPage: 1,
    listeners: [],
    log: fakeLog().log,
  })
  const generation = (): number => {
    const now = bank.generation()
    if (now === null) throw new Error('signed out')
    return now
  }
  return { ...signedIn, bank, sent, generation, endSearch: () => searching.resolve() }
}

test('a POST leaves with the token of the generation that its caller looked at', async () => {
  const { bank, sent, generation } = await open()
  expect((await bank.logTransaction(generation(), sale)).result.ok).toBe(true)
  await bank.createTerminal(generation(), terminal(1))
  await bank.editTerminal(generation(), terminal(1))
  expect(sent).toEqual(['log ada-token-1', 'create ada-token-1', 'edit ada-token-1'])
})

test('where another token has taken its place, no POST leaves, and the answer proves it', async () => {
  const { bank, sent, generation, signIn, session } = await open()
  const old = generation()
  await signIn(bola, 'bola-token-1')
  expect(generation()).toBeGreaterThan(old)
  for (const post of [
    bank.logTransaction(old, sale),
    bank.createTerminal(old, terminal(1)),
    bank.editTerminal(old, terminal(1)),
  ])
    expect((await post).result).toMatchObject({ ok: false, error: { kind: 'unsent' } })
  session.signOut()
  expect(bank.generation()).toBeNull()
  expect((await bank.logTransaction(old, sale)).result).toMatchObject({ error: { kind: 'unsent' } })
  expect(sent).toEqual([])
})

const search = { terminalId: 'X', dateFrom: '2026-11-20', dateTo: '2026-11-20', pageSize: 1, pageNumber: 1 }

test('a clean page answers the token that asked, and none that came meanwhile', async () => {
  const { bank, generation, endSearch } = await open()
  const asked = bank.searchTransactions(search)
  expect(bank.answeredTo()).toBeNull()
  endSearch()
  await asked
  expect(bank.answeredTo()).toBe(generation())
  const late = await open()
  const asking = late.bank.searchTransactions(search)
  await late.signIn(bola, 'bola-token-1')
  late.endSearch()
  await asking
  expect(late.bank.answeredTo()).toBeNull()
})

test('a read asks with the token of the moment', async () => {
  const { bank, sent, signIn, session } = await open()
  await bank.settlementStatus('T-1')
  await signIn(bola, 'bola-token-1')
  await bank.settlementStatus('T-1')
  session.signOut()
  expect(await bank.settlementStatus('T-1')).toBe('notSignedIn')
  expect(sent).toEqual(['status ada-token-1', 'status bola-token-1'])
})

test('a renewal makes another generation only where it brings another token, and an old one is not renewed', async () => {
  const { bank, generation, answerLogin, logins } = await open()
  const first = generation()
  const same = bank.renew(first)
  await settle()
  await answerLogin('ada-token-1')
  await same
  expect(generation()).toBe(first)
  const other = bank.renew(first)
  await settle()
  await answerLogin('ada-token-2')
  await other
  expect(generation()).toBeGreaterThan(first)
  const asked = logins.length
  await bank.renew(first)
  expect(logins).toHaveLength(asked)
})
