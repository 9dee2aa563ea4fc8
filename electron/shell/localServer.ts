import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { err, ok } from '../../shared/result.ts'
import type { LocalServer } from '../ports.ts'

/** Only this computer reaches it. */
const HOST = '127.0.0.1'
const CONNECTIONS_MAX = 32
/** Of these, for callers that have not signed: a flood of them leaves room for the tills. */
const STRANGERS_MAX = 24
const HEADERS_MS_MAX = 5_000
const REQUEST_MS_MAX = 10_000
const IDLE_MS_MAX = 30_000
const HEADER_BYTES_MAX = 8 * 1_024

/** HTTP on the loopback interface, with bounds on what a caller may hold. */
export const localServer: LocalServer = {
  open: (port, answer) => {
    const strangers = new Set<Socket>()
    const listener = getRequestListener(
      (request, { incoming }) =>
        answer(request, () => strangers.delete((incoming as IncomingMessage).socket)),
      { overrideGlobalObjects: false, errorHandler: () => new Response(null, { status: 400 }) },
    )
    const server = createServer(
      {
        headersTimeout: HEADERS_MS_MAX,
        requestTimeout: REQUEST_MS_MAX,
        keepAliveTimeout: IDLE_MS_MAX,
        connectionsCheckingInterval: 1_000,
        maxHeaderSize: HEADER_BYTES_MAX,
        insecureHTTPParser: false,
      },
      (request, response) => void listener(request, response),
    )
    server.maxConnections = CONNECTIONS_MAX
    server.on('upgrade', (_request, socket) => socket.destroy())
    server.on('connect', (_request, socket) => socket.destroy())
    server.on('connection', (socket) => {
      strangers.add(socket)
      socket.once('close', () => strangers.delete(socket))
      socket.on('error', () => socket.destroy())
      // The one that has waited longest makes room: a till signs at once.
      const [oldest] = strangers
      if (strangers.size > STRANGERS_MAX) oldest?.destroy()
    })
    return new Promise((resolve) => {
      server.once('error', (error: NodeJS.ErrnoException) =>
        resolve(err(error.code === 'EADDRINUSE' || error.code === 'EACCES' ? 'portTaken' : 'failed')),
      )
      server.listen({ host: HOST, port, exclusive: true }, () => {
        const { port: taken } = server.address() as AddressInfo
        server.on('error', () => undefined)
        resolve(ok({ port: taken, close: () => closed(server) }))
      })
    })
  },
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    // A kept connection would hold the end of the program; what is being answered is on the disk.
    server.closeAllConnections()
  })
}
