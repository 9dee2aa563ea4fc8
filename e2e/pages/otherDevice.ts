import { request } from 'node:http'
import { credentials, TERMINAL_ID } from './counter.ts'

/** A POS terminal, or another app: it logs a sale at the bank itself, with another token of the same client. */
export async function logElsewhere(
  bankUrl: string,
  sale: { readonly transactionId: string; readonly amount: string; readonly terminalId?: string },
): Promise<void> {
  const signedIn = await post(`${bankUrl}/api/Auth/authenticate`, null, {
    clientID: credentials.clientId,
    secretKey: credentials.secretKey,
  })
  const token = (signedIn as { data: { auth_token: string } }).data.auth_token
  const logged = await post(`${bankUrl}/api/terminal/logtransaction`, token, {
    terminalId: TERMINAL_ID,
    ...sale,
  })
  if ((logged as { status: boolean }).status !== true)
    throw new Error('the bank took no sale of the other device')
}

async function post(url: string, token: string | null, body: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    }
    const asked = request(url, { method: 'POST', headers, agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('end', () => resolve(JSON.parse(text)))
    })
    asked.on('error', reject)
    asked.end(JSON.stringify(body))
  })
}
