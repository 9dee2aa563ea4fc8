import { PRACTICE_CLIENT_ID, PRACTICE_PARTNER_URL, PRACTICE_SECRET_KEY } from '../../sandbox/options.ts'
import type { WireOutcome } from '../gateway/wire.ts'
import type { Counter } from './counter.ts'

/** Another till of the same client, with its own token and network; this one's tokens stay valid. */
export interface OtherTill {
  /** The bank has it when this returns; no time passes. */
  pay(amount: string, transactionId: string, terminalId?: string): void
}

export async function openOtherTill({ bank, time }: Counter): Promise<OtherTill> {
  const first = bank.terminals()[0]?.terminalId ?? ''
  const post = (path: string, body: object, token: string | null): Promise<WireOutcome> =>
    bank.transport({
      method: 'POST',
      url: `${PRACTICE_PARTNER_URL}${path}`,
      headers: {
        'content-type': 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
      timeoutMs: 1_000,
    })
  const credentials = { secretKey: PRACTICE_SECRET_KEY, clientID: PRACTICE_CLIENT_ID }
  const loggingIn = post('/api/Auth/authenticate', credentials, null)
  await time.pass(500)
  const login = await loggingIn
  const token = login.kind === 'response' ? /"auth_token":"([^"]+)"/u.exec(login.body)?.[1] : undefined
  if (token === undefined) throw new Error('the practice bank said no')
  return {
    pay: (amount, transactionId, terminalId = first) => {
      const before = bank.settlementCount(transactionId)
      void post('/api/terminal/logtransaction', { amount, transactionId, terminalId }, token)
      if (bank.settlementCount(transactionId) !== before + 1) throw new Error('the bank did not take it')
    },
  }
}
