import { createPracticeBank } from '../../sandbox/bank.ts'
import { PRACTICE_CLIENT_ID, PRACTICE_PARTNER_URL, PRACTICE_SECRET_KEY } from '../../sandbox/options.ts'
import type { Counter } from './counter.ts'

const MINUTE_MS = 60_000

export function cutNetwork(shop: Counter): void {
  shop.setOnline(false)
  shop.bank.faults.add({ on: 'any', times: 'always', fault: { kind: 'nameNotFound' } })
}

export function restoreNetwork(shop: Counter): void {
  shop.bank.faults.clear()
  shop.setOnline(true)
}

/** A sale that the bank does not have, with a person after half an hour of look-ups. */
export async function saleInReview(shop: Counter, transactionId: string): Promise<void> {
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: false } })
  await shop.record('5000', { transactionId })
  await shop.time.pass(40 * MINUTE_MS)
  const { sale } = await shop.sale(transactionId)
  if (sale.state !== 'review') throw new Error(`in ${sale.state} and not in review`)
}

/** A sale whose reference another till has used meanwhile. */
export async function saleInConflict(
  shop: Counter,
  transactionId: string,
  atBank = '7000.00',
): Promise<void> {
  cutNetwork(shop)
  await shop.record('5000', { transactionId })
  await shop.restart()
  await logAtBank(shop, atBank, transactionId)
  restoreNetwork(shop)
  await shop.time.pass(10 * MINUTE_MS)
  const { sale } = await shop.sale(transactionId)
  if (sale.state !== 'conflict') throw new Error(`in ${sale.state} and not in conflict`)
}
/** Logs a sale without this counter and its network, as another computer would. */
export async function logAtBank(
  shop: Counter,
  amount: string,
  transactionId: string,
  terminalId = shop.bank.terminals()[0]?.terminalId,
): Promise<void> {
  const faultless = createPracticeBank({ seed: 1, clock: shop.time.clock, snapshot: shop.bank.snapshot() })
  const ask = async (path: string, body: object, token?: string): Promise<string> => {
    const outcome = await faultless.transport({
      method: 'POST',
      url: `${PRACTICE_PARTNER_URL}${path}`,
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
      timeoutMs: 1_000,
    })
    if (outcome.kind !== 'response' || outcome.status !== 200) throw new Error('the practice bank said no')
    return outcome.body
  }
  const login = await ask('/api/Auth/authenticate', {
    secretKey: PRACTICE_SECRET_KEY,
    clientID: PRACTICE_CLIENT_ID,
  })
  const token = /"auth_token":"([^"]+)"/u.exec(login)?.[1]
  await ask('/api/terminal/logtransaction', { amount, transactionId, terminalId }, token)
  shop.bank.restore(faultless.snapshot())
}
