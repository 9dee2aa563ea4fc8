import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createPracticeBank, type PracticeBank, type PracticeBankSetup } from './bank.ts'
import { DEFAULT_SEED, sandboxHelp, sandboxOptionsOf, startProblemText } from './commandLine.ts'
import { answerControl } from './control.ts'
import type { FaultRule } from './faults.ts'
import type { BankOptions } from './options.ts'
import type { Reply } from './reply.ts'
import { endpointOf, type Endpoint } from './wire/route.ts'
import { assertNever } from '../shared/result.ts'

const HOST = '127.0.0.1'
/** Far more bytes than any call of the specification has. */
const BODY_BYTES_MAX = 1_000_000

export interface SandboxOptions extends Partial<
  Pick<PracticeBankSetup, 'seed' | 'clock' | 'snapshot' | 'onChange' | 'rehearses'>
> {
  /** 0 or absent: any free port. */
  readonly port?: number
  /** Opens a second port for tests in another process; absent: none. */
  readonly controlPort?: number
  /** Answers come without delay unless `answerDelayMs` is set here. */
  readonly options?: Partial<BankOptions>
  /** They apply from the first request on. */
  readonly faults?: readonly FaultRule[]
}

export interface Sandbox {
  /** `http://127.0.0.1:PORT` with the base path, without a trailing slash: both partnerUrl and businessUrl. */
  readonly url: string
  readonly port: number
  readonly controlUrl: string | null
  readonly bank: PracticeBank
  /** Connections are refused and open ones destroyed, until {@link restoreNetwork}. */
  readonly cutNetwork: () => Promise<void>
  /** Listens again, on the same port. */
  readonly restoreNetwork: () => Promise<void>
  /** Holds the next such answer, after `skip` others, until the returned function is called. */
  readonly holdAnswer: (on: Endpoint, skip?: number) => () => void
  readonly close: () => Promise<void>
}

/** Serves a practice bank on loopback, over real HTTP and with real socket faults. */
export async function startSandbox(setup: SandboxOptions = {}): Promise<Sandbox> {
  const bank = createPracticeBank({
    seed: setup.seed ?? DEFAULT_SEED,
    clock: setup.clock ?? { wallNowMs: () => Date.now() },
    options: { answerDelayMs: 0, ...setup.options },
    snapshot: setup.snapshot,
    rehearses: setup.rehearses ?? false,
    ...(setup.onChange === undefined ? {} : { onChange: setup.onChange }),
  })
  bank.faults.add(...(setup.faults ?? []))
  const holds = createHolds()
  const door = await openDoor(setup.port ?? 0, (request, response) => {
    // Read now, because an aborted request drops its socket.
    const { socket } = request
    void readBody(request).then(async (body) => {
      if (body === undefined) return void socket.destroy()
      const head = headOf(request)
      const reply = bank.receive({ ...head, body })
      const endpoint = endpointOf(head.url, bank.options().basePath)
      await holds.take(endpoint)
      perform(reply, socket, response)
    })
  })
  const network = { bank, cutNetwork: door.shut, restoreNetwork: door.open }
  const controlPort = setup.controlPort
  const control =
    controlPort === undefined
      ? undefined
      : await openDoor(controlPort, (request, response) => {
          void readBody(request)
            .then((body) => answerControl(network, { ...headOf(request), body: body ?? null }))
            .then(({ status, value }) => {
              response.writeHead(status, { 'content-type': 'application/json' })
              response.end(JSON.stringify(value))
            })
        })
  return {
    ...network,
    url: `http://${HOST}:${door.port}${bank.options().basePath}`,
    port: door.port,
    controlUrl: control === undefined ? null : `http://${HOST}:${control.port}`,
    holdAnswer: holds.add,
    close: async () => {
      await door.shut()
      await control?.shut()
    },
  }
}

interface Hold {
  readonly on: Endpoint
  skipsLeft: number
  readonly until: Promise<void>
}

function createHolds() {
  let holds: readonly Hold[] = []
  return {
    add: (on: Endpoint, skip = 0): (() => void) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const hold: Hold = { on, skipsLeft: skip, until: promise }
      holds = [...holds, hold]
      return () => {
        holds = holds.filter((each) => each !== hold)
        resolve()
      }
    },
    /** @returns when the answer to the current request may be sent */
    take: (endpoint: Endpoint | undefined): Promise<void> | undefined => {
      const hold = holds.find(({ on }) => on === endpoint)
      if (hold === undefined) return undefined
      hold.skipsLeft -= 1
      if (hold.skipsLeft >= 0) return undefined
      holds = holds.filter((each) => each !== hold)
      return hold.until
    },
  }
}

interface Door {
  readonly port: number
  readonly open: () => Promise<void>
  /** Destroys open connections, so that it ends at once. */
  readonly shut: () => Promise<void>
}

async function openDoor(
  wantedPort: number,
  onRequest: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Door> {
  const server: Server = createServer(onRequest)
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // Clients that disconnect in the middle are common here.
    socket.on('error', () => socket.destroy())
  })
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen({ port, host: HOST }, () => {
        server.off('error', reject)
        resolve()
      })
    })
  await listen(wantedPort)
  const port = portOf(server.address())
  return {
    port,
    open: async () => {
      if (!server.listening) await listen(port)
    },
    shut: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        if (server.listening) server.close(() => resolve())
        else resolve()
      }),
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

function headOf(request: IncomingMessage): {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
} {
  const headers = Object.entries(request.headersDistinct).map(([name, values]) => [
    name,
    values?.join(', ') ?? '',
  ])
  return {
    method: request.method ?? '',
    url: `http://${HOST}${request.url ?? ''}`,
    headers: Object.fromEntries(headers) as Record<string, string>,
  }
}

/** @returns undefined if the body is too long or incomplete */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of request) {
      if (!Buffer.isBuffer(part)) return undefined
      bytes += part.length
      if (bytes > BODY_BYTES_MAX) return undefined
      parts.push(part)
    }
  } catch {
    return undefined
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Performs a reply on the socket. Data not sent before the network is cut is never sent. */
function perform(reply: Reply, socket: Socket, response: ServerResponse): void {
  switch (reply.kind) {
    case 'answer':
      return later(reply.delayMs, () => {
        response.writeHead(reply.answer.status, reply.answer.headers)
        response.end(reply.answer.body)
      })
    case 'cutShort':
      return later(reply.delayMs, () => {
        const body = Buffer.from(reply.answer.body)
        response.writeHead(reply.answer.status, { ...reply.answer.headers, 'content-length': body.length })
        response.write(body.subarray(0, reply.sentBytes), () => socket.destroy())
      })
    case 'drop':
      return later(reply.delayMs, () => socket.resetAndDestroy())
    case 'silence':
      return undefined
    case 'unsent':
      // A listening socket cannot refuse; the closest is to reset the connection without changing the ledger.
      return void socket.resetAndDestroy()
    default:
      return assertNever(reply, 'reply')
  }
}

function later(delayMs: number, run: () => void): void {
  if (delayMs <= 0) run()
  else setTimeout(run, delayMs).unref()
}

async function main(): Promise<void> {
  const options = sandboxOptionsOf(process.argv.slice(2), (file) => readFileSync(file, 'utf8'))
  if (options === 'help') {
    console.log(sandboxHelp())
    return
  }
  const sandbox = await startSandbox(options)
  const { clientId, secretKey } = sandbox.bank.options()
  const control = sandbox.controlUrl === null ? '' : `, control port ${sandbox.controlUrl}`
  console.log(
    `Practice bank at ${sandbox.url} (clientID ${clientId}, secretKey ${secretKey}${control}). ` +
      'Profile: build/profiles/sandbox.json, by --profile or TILLSIDE_PROFILE; set its addresses if the port differs.',
  )
}

if (import.meta.main) {
  try {
    await main()
  } catch (error) {
    console.error(startProblemText(error))
    process.exitCode = 1
  }
}
