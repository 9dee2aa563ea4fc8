import { request as httpRequest, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The bank's answer on its way to the app. */
export interface Passing {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
  /** False if the connection to the bank broke before its end. */
  readonly isWhole: boolean
}

/** A host between the app and the bank, such as a hotel's proxy, or the target of a redirect. */
export interface Middleman {
  readonly url: string
  /** Method and path of every request received here. */
  readonly seen: readonly string[]
  /** Handles the answer to every send from now on; by default it is passed on. */
  onSendAnswer(hand: (answer: Passing, response: ServerResponse) => void): void
  close(): Promise<void>
}

export async function openMiddleman(bankUrl: string): Promise<Middleman> {
  const seen: string[] = []
  let handSend = handOver
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    seen.push(`${request.method} ${path}`)
    const isSend = path.endsWith('/logtransaction')
    const onward = httpRequest(
      `${bankUrl}${path}`,
      { method: request.method, headers: request.headers, agent: false },
      (answer) => {
        void passingOf(answer).then((passing) => (isSend ? handSend : handOver)(passing, response))
      },
    )
    onward.on('error', () => response.destroy())
    response.on('error', () => response.destroy())
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    onSendAnswer: (hand) => {
      handSend = hand
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Passes the answer on unchanged. */
export function handOver({ status, headers, body, isWhole }: Passing, response: ServerResponse): void {
  response.writeHead(status, headers)
  if (isWhole) response.end(body)
  else response.write(body, () => response.destroy())
}

/** Passes answers on a byte at a time and never ends, so that each byte suggests that the rest follows. */
export function createDrip(): {
  readonly hand: typeof handOver
  readonly sentBytes: () => number
} {
  let sentBytes = 0
  return {
    sentBytes: () => sentBytes,
    hand: ({ status, headers, body }, response) => {
      // An answer with both a length and chunks would be rejected by every client.
      const { 'transfer-encoding': _chunked, ...others } = headers
      response.writeHead(status, { ...others, 'content-length': String(body.length) })
      let place = 0
      const next = (): void => {
        if (response.destroyed || place >= body.length - 1) return
        response.write(body.subarray(place, place + 1))
        place += 1
        sentBytes += 1
        setTimeout(next, DRIP_EVERY_MS)
      }
      next()
    },
  }
}

const DRIP_EVERY_MS = 100

async function passingOf(answer: IncomingMessage): Promise<Passing> {
  const parts: Buffer[] = []
  let isWhole = true
  try {
    for await (const part of answer) parts.push(part as Buffer)
  } catch {
    isWhole = false
  }
  return {
    status: answer.statusCode ?? 502,
    headers: answer.headers,
    body: Buffer.concat(parts),
    isWhole,
  }
}
