import { connect } from 'node:net'
import { PRINTER_PORT, type SendOutcome } from '../../shared/paper.ts'
import type { Timers } from '../ports.ts'

/** A printer of the same network answers within a fraction of it. */
const CONNECT_MS_MAX = 5_000
/** A roll takes the bytes as it prints them: a long close takes seconds. */
const SEND_MS_MAX = 30_000

/**
 * Sends bytes to a receipt printer, which answers nothing: all that can be known is that it took them.
 * @param address a host, or a host and port
 */
export function sendToPrinter(
  address: string,
  bytes: Uint8Array,
  timers: Timers,
  limits = { connectMs: CONNECT_MS_MAX, sendMs: SEND_MS_MAX },
): Promise<SendOutcome> {
  const [host = '', port = String(PRINTER_PORT)] = address.split(':')
  return new Promise((resolve) => {
    let isConnected = false
    // Port 0, and one above 65535, would throw.
    const socket = connect({ host, port: Math.min(Math.max(Number(port), 1), 65_535) })
    const end = (outcome: SendOutcome): void => {
      cancel()
      socket.destroy()
      resolve(outcome)
    }
    let cancel = timers.after(limits.connectMs, () => end('unreachable'))
    // What the printer reports is dropped: unread, it would reset the connection before the end is printed.
    socket.resume()
    socket.on('error', () => end(isConnected ? 'dropped' : 'unreachable'))
    // The other side may end first; without an error everything was taken or not.
    socket.on('close', () =>
      end(socket.writableFinished ? 'printed' : isConnected ? 'dropped' : 'unreachable'),
    )
    socket.on('connect', () => {
      isConnected = true
      cancel()
      cancel = timers.after(limits.sendMs, () => end('stalled'))
      socket.end(bytes)
    })
    socket.on('finish', () => end('printed'))
  })
}
