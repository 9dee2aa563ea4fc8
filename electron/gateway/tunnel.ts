import type { Duplex } from 'node:stream'

/** A proxy's answer to CONNECT is a few lines; more is none. */
const HEAD_BYTES_MAX = 16_384

/**
 * Asks a proxy for a tunnel (RFC 9110, 9.3.6), over a connection to it that stands. The question holds the target's name
 * and port and nothing of the exchange that will follow, so whatever happens here, the request has not left. There are
 * no credentials: a proxy that wants some (407) refuses.
 *
 * @param authority host and port of the target, an IPv6 address in brackets
 * @param done called once, with true where the tunnel stands. It is not called where the connection ends before.
 */
export function askForTunnel(connection: Duplex, authority: string, done: (isOpen: boolean) => void): void {
  let answer = Buffer.alloc(0)
  const read = (chunk: Buffer): void => {
    answer = Buffer.concat([answer, chunk])
    const end = answer.indexOf('\r\n\r\n')
    if (end === -1 && answer.length <= HEAD_BYTES_MAX) return
    connection.off('data', read)
    // In TLS the client speaks first, so what follows the head at once is not the target's.
    const isHead = end !== -1 && answer.length === end + 4
    done(isHead && /^HTTP\/1\.[01] 2\d\d[ \r]/u.test(answer.toString('latin1')))
  }
  connection.on('data', read)
  connection.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`)
}
