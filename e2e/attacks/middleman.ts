import { request as httpRequest, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Everything that the bank answered, on its way to the app. */
export interface Passing {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
  /** False where the bank's line broke before its end. */
  readonly isWhole: boolean
}

/** A host between the app and the bank, as a proxy of a hotel is, or another host that a redirect leads to. */
export interface Middleman {
  readonly url: string
  /** Method and path of every request that came here. */
  readonly seen: readonly string[]
  /** What it does with the answer to a send from here on; at first it hands it over. */
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

/** Hands the answer over as it came. */
export function handOver({ status, headers, body, isWhole }: Passing, response: ServerResponse): void {
  response.writeHead(status, headers)
  if (isWhole) response.end(body)
  else response.write(body, () => response.destroy())
}

/** Hands answers over a byte at a time and never to their end: each byte looks as if the rest were near. */
export function createDrip(): {
  readonly hand: typeof handOver
  readonly sentBytes: () => number
} {
  let sentBytes = 0
  return {
    sentBytes: () => sentBytes,
    hand: ({ status, headers, body }, response) => {
      // A length beside chunks would be an answer that no client reads.
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
