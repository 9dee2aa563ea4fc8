import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { SaleHanded } from '../../../shared/tillApi.ts'
import type { TillChoice } from '../../../shared/till.ts'
import type { Counter } from '../../testing/counter.ts'

/**
 * A shop's program, written from docs/integrate.md alone: it shares no code with what it asks. Each answer's signature is
 * checked.
 */
export interface TillClient {
  readonly tillId: string
  readonly key: string
  send(method: string, path: string, more?: Asked): Promise<Answered>
  handOver(key: string, sale?: Partial<SaleHanded>): Promise<Answered>
}

export interface Asked {
  readonly body?: unknown
  /** Sent as it is. */
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly idempotencyKey?: string
  /** What is signed in place of what is sent. */
  readonly signed?: { readonly path?: string; readonly text?: string; readonly key?: string }
  readonly timeMs?: number
  readonly nonce?: string
}

export interface Answered {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly isSigned: boolean
}

export type Send = (request: Request) => Promise<Response>

export const TERMINAL = '2TLS0001'

export function tillClient(
  send: Send,
  { tillId, key, port, nowMs }: { tillId: string; key: string; port: number; nowMs: () => number },
): TillClient {
  const sha = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')
  const hmac = (lines: readonly string[]): string =>
    createHmac('sha256', key).update(lines.join('\n')).digest('hex')

  async function ask(method: string, path: string, asked: Asked = {}): Promise<Answered> {
    const text = asked.text ?? (asked.body === undefined ? '' : JSON.stringify(asked.body))
    const time = String(asked.timeMs ?? nowMs())
    const nonce = asked.nonce ?? randomBytes(16).toString('hex')
    const idempotencyKey = asked.idempotencyKey ?? ''
    const signature = hmac([
      'TILLSIDE-REQUEST-1',
      method,
      asked.signed?.path ?? path,
      time,
      nonce,
      asked.signed?.key ?? idempotencyKey,
      sha(asked.signed?.text ?? text),
    ])
    const request = new Request(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        host: `127.0.0.1:${port}`,
        ...(text === '' ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === '' ? {} : { 'idempotency-key': idempotencyKey }),
        'tillside-till': tillId,
        'tillside-time': time,
        'tillside-nonce': nonce,
        'tillside-signature': signature,
        ...asked.headers,
      },
      ...(method === 'GET' || text === '' ? {} : { body: text }),
    })
    const response = await send(request)
    const answer = new Uint8Array(await response.arrayBuffer())
    const right = hmac(['TILLSIDE-ANSWER-1', String(response.status), nonce, sha(answer)])
    const said = Buffer.from(answer).toString('utf8')
    return {
      status: response.status,
      body: (said === '' ? {} : JSON.parse(said)) as Readonly<Record<string, unknown>>,
      isSigned: response.headers.get('tillside-signature') === right,
    }
  }

  return {
    tillId,
    key,
    send: ask,
    handOver: (idempotencyKey, sale = {}) =>
      ask('POST', '/v1/sales', {
        idempotencyKey,
        body: { terminalId: TERMINAL, amount: '9800.00', soldAt: new Date(nowMs()).toISOString(), ...sale },
      }),
  }
}

export const FILL: TillChoice = {
  name: 'Odoo, front desk',
  level: 'fill',
  terminalIds: [TERMINAL],
  maxKobo: 0,
  perHour: 0,
}
export const RECORD: TillChoice = {
  ...FILL,
  name: 'Kiosk 2',
  level: 'record',
  maxKobo: 5_000_000,
  perHour: 60,
}

/** Turns the door on, and connects a till as a manager does on the screen. */
export async function connectTill(shop: Counter, choice: TillChoice = FILL): Promise<TillClient> {
  await shop.becomeManager()
  const { handlers } = shop.backend()
  await handlers['settings.change']({ tillDoor: true })
  const made = await handlers['tills.connect'](choice)
  if (!made.ok) throw new Error(`not connected: ${JSON.stringify(made.error)}`)
  await shop.time.pass(100)
  return clientOf(shop, keyOf(shop))
}

/** The key that a person just put into a file. */
export function keyOf(shop: Counter): { readonly tillId: string; readonly key: string } {
  const key = shop.desk.saved.at(-1)?.text.trim() ?? ''
  return { tillId: key.split('_')[1] ?? '', key }
}

export function clientOf(shop: Counter, made: { readonly tillId: string; readonly key: string }): TillClient {
  const send: Send = async (request) => {
    const door = shop.desk.door()
    if (door === undefined) throw new Error('the door is shut')
    return door(request)
  }
  return tillClient(send, { ...made, port: 4717, nowMs: () => shop.time.clock.wallNowMs() })
}
