import { expect, test } from 'vitest'
import { err, ok } from '../../shared/result.ts'
import type {
  Answer,
  BusinessApi,
  GatewayError,
  SettlementApi,
  TransactionRecord,
} from '../gateway/answer.ts'
import { authorisedGet, authorisedPages } from './authorised.ts'
import type { RenewFailure } from './refusals.ts'
import type { Session } from './session.ts'
import type { TokenSource } from './tokenSource.ts'
import { answerOf, evidence, failureOf, http, pageOf, record, terminal, unsent } from './testing/fakes.ts'

/** A session that renews as the test says, and records for which tokens it was asked. */
function fakeSession(token: string | null, renewed: string | RenewFailure = 'token-2') {
  const staleTokens: string[] = []
  const reasons: unknown[] = []
  const state = { token, clientId: token === null ? null : 'ADA-CLIENT' }
  const session: Pick<TokenSource, 'token' | 'renew'> & Pick<Session, 'clientId' | 'generation'> = {
    token: () => state.token,
    generation: () => (state.token === null ? null : 1),
    clientId: () => state.clientId,
    renew: (stale, no) => {
      staleTokens.push(stale)
      reasons.push(no)
      if (typeof renewed !== 'string') return Promise.resolve(err(renewed))
      state.token = renewed
      return Promise.resolve(ok(renewed))
    },
  }
  return { session, staleTokens, reasons, state }
}

function asking(answers: readonly Answer<TransactionRecord>[]) {
  const tokens: string[] = []
  return {
    tokens,
    ask: (token: string): Promise<Answer<TransactionRecord>> => {
      tokens.push(token)
      const answer = answers[tokens.length - 1]
      return answer === undefined ? Promise.reject(new Error('asked too often')) : Promise.resolve(answer)
    },
  }
}

const found = answerOf(record(1))
const unauthorised = failureOf(http(401))

test('signed out, no request is made', async () => {
  const { ask, tokens } = asking([])
  expect(await authorisedGet(fakeSession(null).session, ask)).toBe('notSignedIn')
  expect(tokens).toEqual([])
})

test('a 401 renews the token and asks once more with the newer one', async () => {
  const { session, staleTokens } = fakeSession('token-1')
  const { ask, tokens } = asking([unauthorised, found])
  expect(await authorisedGet(session, ask)).toBe(found)
  expect([tokens, staleTokens]).toEqual([['token-1', 'token-2'], ['token-1']])
})

test('a second 401 is the answer, without a third request', async () => {
  const { session, staleTokens } = fakeSession('token-1')
  const { ask, tokens } = asking([unauthorised, unauthorised])
  expect(await authorisedGet(session, ask)).toBe(unauthorised)
  expect([tokens.length, staleTokens.length]).toEqual([2, 1])
})

test.each([
  [http(403), 'callRefused'],
  [{ kind: 'declined', message: 'Session expired' }, 'saidNo'],
  [http(400), 'saidNo'],
  [http(404), 'saidNo'],
] as const)(
  'an expired token, reported by %j: renewed, asked once more, and the record is the answer',
  async (error, no) => {
    const { session, staleTokens, reasons } = fakeSession('token-1')
    const { ask, tokens } = asking([failureOf(error), found])
    expect(await authorisedGet(session, ask)).toBe(found)
    expect([tokens, staleTokens, reasons]).toEqual([['token-1', 'token-2'], ['token-1'], [no]])
  },
)

test.each([[http(403)], [{ kind: 'declined', message: 'No such transaction' }]] as const)(
  'a no (%j) that stays with a token renewed just now is about the question: it is the answer, without a third request',
  async (error) => {
    const { session } = fakeSession('token-1')
    const { ask, tokens } = asking([failureOf(error), failureOf(error)])
    expect(await authorisedGet(session, ask)).toEqual(failureOf(error))
    expect(tokens).toHaveLength(2)
  },
)

test.each([[http(401)], [http(403)], [{ kind: 'declined', message: 'No such transaction' }]] as const)(
  'a no (%j) to a fresh token is believed at once',
  async (error) => {
    const { ask, tokens } = asking([failureOf(error)])
    const { session } = fakeSession('token-1', { kind: 'believed' })
    expect(await authorisedGet(session, ask)).toEqual(failureOf(error))
    expect(tokens).toHaveLength(1)
  },
)

test('the renewal brings no other token: the refused one is not used again', async () => {
  const { ask, tokens } = asking([failureOf(http(403))])
  expect(await authorisedGet(fakeSession('token-1', 'token-1').session, ask)).toEqual(failureOf(http(403)))
  expect(tokens).toHaveLength(1)
})

test.each([[http(429)], [unsent], [{ kind: 'malformed', path: '', problem: 'must be JSON' }]] as const)(
  '%j says nothing about the token: it is the answer at once',
  async (error) => {
    const { session, staleTokens } = fakeSession('token-1')
    const { ask, tokens } = asking([failureOf(error)])
    expect(await authorisedGet(session, ask)).toEqual(failureOf(error))
    expect([tokens.length, staleTokens.length]).toEqual([1, 0])
  },
)

const PAGE = { kind: 'malformed', path: '(content-type)', problem: 'must be JSON' } as const
test.each([[http(500)], [http(302)], [PAGE]] as const)(
  '%j may be an expired token: one renewal and one repeat, and whether that helped is noted',
  async (error) => {
    const { session, reasons } = fakeSession('token-1')
    let helped = 0
    const reading = { ...session, helped: (): void => void (helped += 1) }
    expect(await authorisedGet(reading, asking([failureOf(error), found]).ask)).toBe(found)
    expect([reasons, helped]).toEqual([['saidNothing'], 1])
    const still = failureOf(http(503))
    const again = { ...fakeSession('token-1').session, helped: reading.helped }
    expect(await authorisedGet(again, asking([failureOf(error), still]).ask)).toBe(still)
    expect(helped).toBe(1)
    // Where login fails too, the whole service is in trouble, and the first answer is the answer.
    const down = fakeSession('token-1', { kind: 'notRenewed', error: unsent, evidence })
    expect(await authorisedGet(down.session, asking([failureOf(error)]).ask)).toEqual(failureOf(error))
  },
)

test.each([[{ kind: 'expired', bankMessage: null }], [{ kind: 'notSignedIn' }]] as const)(
  'a renewal that ends %j means not signed in',
  async (failure) => {
    const { ask, tokens } = asking([unauthorised])
    expect(await authorisedGet(fakeSession('token-1', failure).session, ask)).toBe('notSignedIn')
    expect(tokens).toHaveLength(1)
  },
)

test('a renewal without a clear answer is the answer: the network failed and not the sign-in', async () => {
  const { ask } = asking([unauthorised])
  const { session } = fakeSession('token-1', { kind: 'notRenewed', error: unsent, evidence })
  expect(await authorisedGet(session, ask)).toEqual(failureOf(unsent))
})

test('a login answered by a 404 is no "not found" about the question', async () => {
  const { ask } = asking([unauthorised])
  const { session } = fakeSession('token-1', { kind: 'notRenewed', error: http(404), evidence })
  const answer = await authorisedGet(session, ask)
  expect(answer).toMatchObject({
    result: { error: { kind: 'malformed', path: '(login)' } },
    evidence: { httpStatus: null },
  })
})

test('a page in answer to a login gives the question no status; its Retry-After stays', async () => {
  const told: GatewayError[] = [
    { kind: 'malformed', path: '(content-type)', problem: 'must be JSON' },
    { kind: 'http', status: 503, retryAfterMs: 9_000, message: null },
  ]
  for (const error of told) {
    const { session } = fakeSession('token-1', { kind: 'notRenewed', error, evidence })
    const answer = await authorisedGet(session, asking([unauthorised]).ask)
    expect(answer).toEqual({ result: err(error), evidence: { ...evidence, httpStatus: null } })
  }
})

test('a no to a question about one reference is passed on as such', async () => {
  const { session, reasons } = fakeSession('token-2', { kind: 'believed' })
  const declined = failureOf({ kind: 'declined', message: 'Transaction not found' })
  await authorisedGet(session, asking([declined]).ask, 'foundNothing')
  expect(reasons).toEqual(['foundNothing'])
})

test('the token is taken before the first pause, so a client checked just before is the one that asks', async () => {
  const { session, state } = fakeSession('token-1')
  const { ask, tokens } = asking([found])
  const asked = authorisedGet(session, ask)
  state.token = 'token-of-another-client'
  await asked
  expect(tokens).toEqual(['token-1'])
})

test('a POST does not fit: handing logTransaction over is a type error', () => {
  const misuse = (session: TokenSource, api: SettlementApi): unknown => {
    const sale = { amountWire: '1.00', transactionId: 'T', terminalId: 'X' }
    const pay = (token: string) => api.logTransaction(token, sale)
    // @ts-expect-error the answer of logTransaction is no read value
    return authorisedGet(session, pay)
  }
  expect(misuse).toBeTypeOf('function')
})

test('no other POST fits either: a registration, an edit and a name enquiry are asked once', () => {
  const misuse = (session: TokenSource, api: SettlementApi, business: BusinessApi): unknown => {
    const create = (token: string) => api.createTerminal(token, terminal(1))
    const edit = (token: string) => api.editTerminal(token, terminal(1))
    const enquire = (token: string) => business.enquireName({ token, requestRef: 'R', accountNumber: '1' })
    return [
      // @ts-expect-error the answer of a registration is no read value
      authorisedGet(session, create),
      // @ts-expect-error nor is that of an edit
      authorisedGet(session, edit),
      // @ts-expect-error nor that of an enquiry, which has another token besides
      authorisedGet(session, enquire),
    ]
  }
  expect(misuse).toBeTypeOf('function')
})

const rows = [1, 2, 3, 4, 5].map((id) => record(id))

test('all pages are read, and a token that expires in between is renewed', async () => {
  const { session, staleTokens } = fakeSession('token-1')
  const asked: string[] = []
  const read = await authorisedPages<TransactionRecord>(session, {
    ask: (page) =>
      authorisedGet(session, (token) => {
        asked.push(`${token} ${page.pageNumber}`)
        return Promise.resolve(
          token === 'token-1' && page.pageNumber > 1 ? failureOf(http(401)) : answerOf(pageOf(rows, page)),
        )
      }),
    pageSize: 2,
  })
  expect(read).toMatchObject({ totalCount: 5, incompleteReason: null, error: null })
  expect(read === 'notSignedIn' ? [] : read.rows).toEqual(rows)
  expect(staleTokens).toEqual(['token-1'])
  expect(asked.slice(0, 3)).toEqual(['token-1 1', 'token-1 2', 'token-2 2'])
})

test.each([
  ['a sign-out', null, 1],
  ['a sign-in as another client', 'BOLA-CLIENT', 1],
  ['a sign-in as another client', 'BOLA-CLIENT', 3],
])(
  '%s (%s, page %i) in mid-reading: no page is read as another client, nothing is returned',
  async (_name, clientId, pageNumber) => {
    const { session, state } = fakeSession('token-1')
    const tokens: string[] = []
    const read = await authorisedPages<TransactionRecord>(session, {
      ask: (page) => {
        tokens.push(state.token ?? 'none')
        if (page.pageNumber === pageNumber) {
          state.clientId = clientId
          state.token = clientId === null ? null : 'bola-token'
        }
        return Promise.resolve(answerOf(pageOf(rows, page)))
      },
      pageSize: 2,
    })
    expect(read).toBe('notSignedIn')
    expect(tokens).toEqual(Array.from({ length: pageNumber }, () => 'token-1'))
  },
)

test('progress is reported, and the reading ends on the page with the wanted row', async () => {
  const told: number[] = []
  const asked: number[] = []
  const read = await authorisedPages<TransactionRecord>(fakeSession('token-1').session, {
    ask: (page) => {
      asked.push(page.pageNumber)
      return Promise.resolve(answerOf(pageOf(rows, page)))
    },
    pageSize: 2,
    onProgress: ({ rowsRead }) => void told.push(rowsRead),
    until: (page) => page.some(({ recordId }) => recordId === '3'),
  })
  expect(read).toMatchObject({ isStopped: true, incompleteReason: 'stopped', totalCount: 5 })
  expect([told, asked]).toEqual([
    [2, 4],
    [1, 2],
  ])
})

test('cancelled in mid-reading: the current page is reported, and no other is requested', async () => {
  const abort = new AbortController()
  const signals: (AbortSignal | undefined)[] = []
  const read = await authorisedPages<TransactionRecord>(fakeSession('token-1').session, {
    ask: (page, signal) => {
      signals.push(signal)
      abort.abort()
      return Promise.resolve(answerOf(pageOf(rows, page)))
    },
    pageSize: 2,
    signal: abort.signal,
  })
  expect(read).toMatchObject({ isStopped: false, incompleteReason: 'cancelled', pagesRead: 1 })
  expect(signals).toEqual([abort.signal])
})

test('the caller’s own limit on pages applies', async () => {
  const read = await authorisedPages<TransactionRecord>(fakeSession('token-1').session, {
    ask: (page) => Promise.resolve(answerOf(pageOf(rows, page))),
    pageSize: 2,
    pagesMax: 2,
  })
  expect(read).toMatchObject({ incompleteReason: 'moreThanBound', pagesRead: 2 })
})

test('a sign-out on the page with the wanted row: nothing is returned', async () => {
  const { session, state } = fakeSession('token-1')
  const read = await authorisedPages<TransactionRecord>(session, {
    ask: (page) => {
      state.clientId = null
      return Promise.resolve(answerOf(pageOf(rows, page)))
    },
    pageSize: 2,
    until: () => true,
  })
  expect(read).toBe('notSignedIn')
})

test('signed out, no page is requested', async () => {
  const read = await authorisedPages<TransactionRecord>(fakeSession(null).session, {
    ask: () => Promise.reject(new Error('asked')),
    pageSize: 2,
  })
  expect(read).toBe('notSignedIn')
})
