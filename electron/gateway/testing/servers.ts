import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import type { Clock } from '../../ports.ts'
import type { ProxyFor } from '../proxy.ts'

export interface TestServer extends AsyncDisposable {
  readonly port: number
  readonly url: string
}

/** Serves on a free loopback port. Disposing of it also cuts every connection. */
export async function listen(server: Server, scheme: 'http' | 'https' = 'http'): Promise<TestServer> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    url: `${scheme}://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** A server on raw sockets. At every chunk it calls `onData` with all bytes received so far. */
export function rawServer(onData: (received: string, socket: Socket) => void): Promise<TestServer> {
  return listen(
    createTcpServer((socket) => {
      let received = ''
      socket.on('data', (chunk) => {
        received += chunk.toString()
        onData(received, socket)
      })
    }),
  )
}

/** An HTTP server whose handler gets the complete request body. */
export function httpServer(
  onRequest: (request: IncomingMessage, body: string, response: ServerResponse) => void,
): Promise<TestServer> {
  return listen(
    createHttpServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => onRequest(request, body, response))
    }),
  )
}

export const systemClock: Clock = {
  wallNowMs: () => Date.now(),
  monotonicNowMs: () => performance.now(),
}

export const noProxy: ProxyFor = () => Promise.resolve({ kind: 'direct' })
