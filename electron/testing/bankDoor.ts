import type { Socket } from 'node:net'
import { createPracticeBank, type PracticeBank } from '../../sandbox/bank.ts'
import type { BankOptions } from '../../sandbox/options.ts'
import { rawServer, systemClock, type TestServer } from '../gateway/testing/servers.ts'

/** A complete `POST logtransaction` as received. */
export interface SeenSend {
  readonly transactionId: string
  readonly text: string
  /** How many requests this connection had carried before. */
  readonly requestsBefore: number
}

/** A practice bank behind a server on bare sockets, so that a test decides the fate of each send. */
export interface BankDoor extends TestServer {
  readonly bank: PracticeBank
  readonly sends: readonly SeenSend[]
  /** Handles every send from now on; by default it is booked and answered. */
  onSend(handle: (send: Send) => void): void
}

export interface Send {
  readonly socket: Socket
  book(): void
  answer(): void
}

/** @param keepsAlive answers ask to keep the connection, and the server never ends one */
export async function openBankDoor(
  options: { readonly bank?: Partial<BankOptions>; readonly keepsAlive?: boolean } = {},
): Promise<BankDoor> {
  const bank = createPracticeBank({
    seed: 1,
    clock: systemClock,
    options: { answerDelayMs: 0, visibleAfterMs: 0, settleAfterMs: 0, ...options.bank },
  })
  const sends: SeenSend[] = []
  const carried = new WeakMap<Socket, { bytes: number; requests: number }>()
  let handle = (send: Send): void => send.answer()
  const server = await rawServer((received, socket) => {
    const before = carried.get(socket) ?? { bytes: 0, requests: 0 }
    const request = wholeRequest(received.slice(before.bytes))
    if (request === null) return
    carried.set(socket, { bytes: before.bytes + request.length, requests: before.requests + 1 })
    const book = (): string => answerOf(bank, request.text, options.keepsAlive === true)
    const answer = (): void => {
      const text = book()
      if (options.keepsAlive === true) socket.write(text)
      else socket.end(text)
    }
    if (!/^POST \S*\/logtransaction /u.test(request.text)) return answer()
    const transactionId = /"transactionId":"(?<id>[^"]*)"/u.exec(request.text)?.groups?.['id'] ?? ''
    sends.push({ transactionId, text: request.text, requestsBefore: before.requests })
    handle({ socket, book: () => void book(), answer })
  })
  return {
    ...server,
    bank,
    sends,
    onSend: (next) => {
      handle = next
    },
  }
}

/** @returns null until the whole body has arrived */
function wholeRequest(text: string): { readonly text: string; readonly length: number } | null {
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const bodyLength = Number(/\r\ncontent-length: *(?<length>\d+)/iu.exec(text)?.groups?.['length'] ?? 0)
  const length = headEnd + 4 + bodyLength
  return text.length < length ? null : { text: text.slice(0, length), length }
}

function answerOf(bank: PracticeBank, text: string, keepsAlive: boolean): string {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [start = '', ...lines] = head.split('\r\n')
  const [method = '', path = ''] = start.split(' ')
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  const reply = bank.receive({
    method,
    url: `http://127.0.0.1${path}`,
    headers,
    body: body === '' ? null : body,
  })
  if (reply.kind !== 'answer') throw new Error(`the bank would not answer: ${reply.kind}`)
  const { answer } = reply
  return [
    `HTTP/1.1 ${answer.status} Answer`,
    ...Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(answer.body)}`,
    `connection: ${keepsAlive ? 'keep-alive' : 'close'}`,
    '',
    answer.body,
  ].join('\r\n')
}
