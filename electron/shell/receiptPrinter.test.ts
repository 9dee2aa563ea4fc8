import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { sendToPrinter } from './receiptPrinter.ts'
import { systemTimers } from './systemPorts.ts'

const open: Server[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of open.splice(0)) await new Promise((resolve) => server.close(resolve))
})

async function printer(onConnection: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    onConnection(socket)
  })
  open.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const limits = { connectMs: 2_000, sendMs: 300, quietMs: 60 }
const send = (address: string, bytes = Buffer.from('paper')) =>
  sendToPrinter(address, bytes, systemTimers, limits)

test('a printer takes all bytes', async () => {
  const taken = Promise.withResolvers<string>()
  const address = await printer((socket) => {
    const parts: Buffer[] = []
    socket.on('data', (part: Buffer) => parts.push(part))
    socket.on('end', () => taken.resolve(Buffer.concat(parts).toString()))
  })
  expect(await send(address)).toBe('sent')
  expect(await taken.promise).toBe('paper')
})

/** A paper of 10,023 bytes, as one with a logo has. */
const PAPER = Buffer.alloc(10_023, 0x61)

test.each(['reports its state all the while', 'says nothing'])(
  'a printer that takes the bytes in drips and %s gets every one of them',
  async (how) => {
    const taken = Promise.withResolvers<number>()
    const address = await printer((socket) => {
      let count = 0
      socket.pause()
      const report = how.startsWith('reports') ? setInterval(() => socket.write('status'), 5) : undefined
      const drip = setInterval(() => {
        count += socket.read(Math.min(1_024, socket.readableLength || 1))?.length ?? 0
        if (count < PAPER.length) return
        clearInterval(drip)
        clearInterval(report)
        taken.resolve(count)
        socket.end()
      }, 20)
      socket.on('close', () => {
        clearInterval(drip)
        clearInterval(report)
        taken.resolve(count)
      })
    })
    expect(await send(address, PAPER)).toBe('sent')
    expect(await taken.promise).toBe(PAPER.length)
  },
)

test('a printer that breaks off after it was given everything has not taken all of it', async () => {
  const address = await printer((socket) => {
    socket.pause()
    // The kernel holds the rest.
    setTimeout(() => socket.resetAndDestroy(), 20)
  })
  expect(await send(address, PAPER)).toBe('dropped')
})

test('a printer that is off is unreachable', async () => {
  const address = await printer(() => undefined)
  await new Promise((resolve) => open.pop()?.close(resolve))
  expect(await send(address)).toBe('unreachable')
})

/** More than any buffer between the two sides holds. */
const MUCH = Buffer.alloc(64 * 1_024 * 1_024)

test('a printer that takes no more is told as such after a while, and is let go', async () => {
  const closed = Promise.withResolvers<void>()
  const address = await printer((socket) => {
    socket.pause()
    socket.on('close', () => closed.resolve())
  })
  expect(await send(address, MUCH)).toBe('stalled')
  sockets[0]?.resume()
  await closed.promise
})

test('a printer that breaks off in the middle is no print', async () => {
  const address = await printer((socket) => socket.once('data', () => socket.resetAndDestroy()))
  expect(await send(address, MUCH)).toBe('dropped')
})

test.each(['no.such.host.invalid', '127.0.0.1:0', '127.0.0.1:99999'])(
  'the address %s is unreachable, and throws nothing',
  async (address) => {
    expect(await send(address)).toBe('unreachable')
  },
)
