import { declined, jsonAnswer, refused, type BankAnswer, type Exchange, type Flag } from './exchange.ts'

const MESSAGE = 'The access token is missing, wrong or expired'
const SHORT_MESSAGE = 'Token expired'

/** A call with an invalid token. The bank's answer is undocumented, and deployments differ. */
export function tokenRefused(exchange: Exchange, flag: Flag): BankAnswer {
  switch (exchange.options.expiredToken) {
    case 'status401':
      return refused(exchange, { status: 401, message: MESSAGE }, flag)
    case 'status403':
      return jsonAnswer(403, { [flag]: false, message: MESSAGE, data: null })
    case 'declined':
      return declined(SHORT_MESSAGE, flag)
    case 'isSuccessfulFalse':
      return declined(SHORT_MESSAGE, 'isSuccessful')
    case 'htmlPage':
      return {
        status: 200,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: '<!doctype html><html><head><title>Sign in</title></head><body>Your session has ended.</body></html>',
      }
  }
}
