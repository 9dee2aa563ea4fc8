import type { EchoEncoding, Fault } from './faults.ts'
import { jsonText } from './jsonText.ts'
import { jsonAnswer, type BankAnswer } from './wire/exchange.ts'

/** Answers that faults invent. */

export function envelope(status: number, isLogin: boolean, yes: boolean, message: string): BankAnswer {
  if (!isLogin) return jsonAnswer(status, { status: yes, message, data: null })
  return jsonAnswer(status, { isSuccessful: yes, message, data: yes ? { auth_token: 'not-a-token' } : null })
}

export function htmlAnswer(status: number): BankAnswer {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: '<!doctype html><html><head><title>Welcome</title></head><body>Buy a voucher to go online.</body></html>',
  }
}

/** A web server's answer, in front of the bank, for an unknown path. */
function gatewayPage(status: number): BankAnswer {
  const title = status === 404 ? '404 Not Found' : `${status} Error`
  return {
    status,
    headers: { 'content-type': 'text/html' },
    body: `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n<hr><center>gateway</center>\r\n</body>\r\n</html>\r\n`,
  }
}

export function statusAnswer(fault: Extract<Fault, { kind: 'httpStatus' }>, isLogin: boolean): BankAnswer {
  const shapes: Readonly<Record<typeof fault.body, () => BankAnswer>> = {
    empty: () => ({ status: fault.status, headers: {}, body: '' }),
    html: () => htmlAnswer(fault.status),
    envelope: () => envelope(fault.status, isLogin, false, 'The service cannot answer now'),
    gatewayPage: () => gatewayPage(fault.status),
  }
  const answer = shapes[fault.body]()
  if (fault.retryAfter === null) return answer
  return { ...answer, headers: { ...answer.headers, 'retry-after': fault.retryAfter } }
}

export function hugeTokenAnswer(bytes: number): BankAnswer {
  const token = 'huge'.repeat(Math.ceil(bytes / 4)).slice(0, bytes)
  return jsonAnswer(200, { isSuccessful: true, message: 'Login successful', data: { auth_token: token } })
}

/** A refusal that repeats the request's secret, encoded so that a simple search would miss it. */
export function echoAnswer(secret: string, encoding: EchoEncoding, isLogin: boolean): BankAnswer {
  const flag = isLogin ? 'isSuccessful' : 'status'
  const message = jsonText(`Wrong credential: ${PLACE}`).replace(PLACE, () => encoded(secret, encoding))
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: `{"${flag}":false,"message":${message},"data":null}`,
  }
}

const PLACE = 'PLACE'

/** The text as it appears between the quotes of a JSON string. */
function encoded(secret: string, encoding: EchoEncoding): string {
  const bytes = Buffer.from(secret)
  switch (encoding) {
    case 'plain':
      return JSON.stringify(secret).slice(1, -1)
    case 'urlEncoded':
      return [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
    case 'base64':
    case 'base64url':
      return bytes.toString(encoding)
    case 'jsonEscaped':
      // By UTF-16 code units, as JSON escapes them.
      return Array.from(
        { length: secret.length },
        (_, at) => `\\u${secret.charCodeAt(at).toString(16).padStart(4, '0')}`,
      ).join('')
  }
}

/** Flags become words that are none, numbers become strings, strings numbers, and lists objects; field names stay. */
export function otherTypes(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return value.length
  if (Array.isArray(value)) return { items: value.map(otherTypes) }
  if (typeof value !== 'object' || value === null) return []
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, otherTypes(item)]))
}

const NONSENSE = [
  'null',
  '[]',
  '42',
  '"ok"',
  '{}',
  '',
  '\u0000\u0001\uFFFD',
  '{"status":1}',
  'true',
  '[[[[[[[[',
] as const

export function nonsense(requestNumber: number): BankAnswer {
  const body = NONSENSE[requestNumber % NONSENSE.length] ?? ''
  return { status: 200, headers: { 'content-type': 'application/json' }, body }
}
