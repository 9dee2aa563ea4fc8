import { connect } from 'node:net'
import { PRINTER_PORT, type SendOutcome } from '../../shared/paper.ts'
import type { Timers } from '../ports.ts'

/** A printer of the same network answers within a fraction of it. */
const CONNECT_MS_MAX = 5_000
/** A roll takes the bytes as it prints them: a long close takes seconds. */
const SEND_MS_MAX = 30_000

/** A printer that breaks off does so at once; one that says nothing for so long has taken what it was given. */
const QUIET_MS = 2_000
/** How long the rest may flow out of this computer after that. */
const LINGER_MS = 60_000

/**
 * Sends bytes to a receipt printer. It answers nothing about them: all that can be known is that the connection took
 * them, and that the printer did not break it before it was done. So the writing side is ended, and the connection stays
 * until the printer closes it or is quiet: closed sooner, it would drop what the printer has not read.
 * @param address a host, or a host and port
 */
export function sendToPrinter(
  address: string,
  bytes: Uint8Array,
  timers: Timers,
  limits = { connectMs: CONNECT_MS_MAX, sendMs: SEND_MS_MAX, quietMs: QUIET_MS },
): Promise<SendOutcome> {
  const [host = '', port = String(PRINTER_PORT)] = address.split(':')
  return new Promise((resolve) => {
    let isConnected = false
    let cancelQuiet = (): void => undefined
    // Port 0, and one above 65535, would throw.
    const socket = connect({ host, port: Math.min(Math.max(Number(port), 1), 65_535) })
    const tell = (outcome: SendOutcome): void => {
      cancel()
      cancelQuiet()
      resolve(outcome)
    }
    const end = (outcome: SendOutcome): void => {
      socket.destroy()
      tell(outcome)
    }
    let cancel = timers.after(limits.connectMs, () => end('unreachable'))
    const sent = (): void => {
      tell('sent')
      timers.after(LINGER_MS, () => socket.destroy())
      socket.unref()
    }
    const waitForQuiet = (): void => {
      cancelQuiet()
      cancelQuiet = timers.after(limits.quietMs, sent)
    }
    // What the printer reports is read, so that it does not break the connection, and dropped.
    socket.on('data', () => {
      if (socket.writableFinished) waitForQuiet()
    })
    socket.on('error', () => end(isConnected ? 'dropped' : 'unreachable'))
    // The other side may end first; without an error everything was taken or not.
    socket.on('close', () => end(socket.writableFinished ? 'sent' : isConnected ? 'dropped' : 'unreachable'))
    socket.on('connect', () => {
      isConnected = true
      cancel()
      // One that reports without a pause took everything all the same.
      cancel = timers.after(limits.sendMs, () => (socket.writableFinished ? sent() : end('stalled')))
      socket.end(bytes)
    })
    socket.on('finish', waitForQuiet)
  })
}
