import { declined, jsonAnswer, refused, type BankAnswer, type Exchange } from './exchange.ts'
import { takeTexts, type JsonObject } from './fields.ts'

/** docs/service.md 4.2. */
export function login(exchange: Exchange, input: JsonObject): BankAnswer {
  const { ledger, options, nowMs } = exchange
  const fields = takeTexts(input, { secretKey: 'secretKey', clientId: 'clientID' })
  if (!fields.ok) return refused(exchange, fields.error, 'isSuccessful')
  const { clientId, secretKey } = fields.value
  if (clientId !== options.clientId || secretKey !== options.secretKey) {
    const message = 'Invalid clientID or secretKey'
    return options.wrongLogin === 'declined'
      ? declined(message, 'isSuccessful')
      : jsonAnswer(401, { isSuccessful: false, message, data: null })
  }
  const token = ledger.issueToken(nowMs, options.tokenLifeMs)
  return jsonAnswer(200, { isSuccessful: true, message: 'Login successful', data: { auth_token: token } })
}
