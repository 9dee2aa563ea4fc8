import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { APP_ORIGIN, createAppProtocol } from '../../electron/shell/appProtocol.ts'

interface PageServer {
  readonly origin: string
  readonly close: () => void
}

/**
 * The files and headers that ship, from the app's own handler, on loopback. Chromium caches the files and their
 * compiled code, as Electron does for a scheme with `codeCache`.
 * @param extra further pages, by path
 */
export async function serveRenderer(extra: Readonly<Record<string, string>> = {}): Promise<PageServer> {
  const handler = createAppProtocol({
    rendererDir: path.resolve(import.meta.dirname, '../../out/renderer'),
    makeNonce: () => randomBytes(16).toString('base64'),
  })
  const server = createServer((request, reply) => {
    const own = extra[request.url ?? '']
    if (own !== undefined) return reply.writeHead(200, { 'content-type': 'text/html' }).end(own)
    return void handler(new Request(`${APP_ORIGIN}${request.url ?? '/'}`)).then(async (response) => {
      // A page is opened hundreds of times with the same files.
      reply.writeHead(response.status, {
        ...Object.fromEntries(response.headers),
        'cache-control': 'max-age=600',
      })
      reply.end(Buffer.from(await response.arrayBuffer()))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
