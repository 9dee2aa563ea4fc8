import { execFile } from 'node:child_process'
import { createServer as createTcpServer } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { httpServer, listen, rawServer } from '../../gateway/testing/servers.ts'
import { salesFile } from '../../storage/database.ts'
import { openBankDoor, type BankDoor } from '../../testing/bankDoor.ts'
import { openSocketCounter, TIMEOUT_SECONDS, type SocketCounter } from '../../testing/socketCounter.ts'

const runFile = promisify(execFile)

/** `expect.poll` needs the one running test, which tests side by side may not have. */
const until = (holds: () => void): Promise<void> => vi.waitFor(holds, { timeout: 60_000, interval: 10 })

/** Records a sale whose send the server treats specially, and waits until that shows. */
async function sendInto(
  counter: SocketCounter,
  door: BankDoor,
  handle: Parameters<BankDoor['onSend']>[0],
): Promise<string> {
  door.onSend(handle)
  const { transactionId } = await counter.record('1500')
  await until(() => expect(sendsOf(door, transactionId)).toBe(1))
  return transactionId
}

const sendsOf = (door: BankDoor, transactionId: string): number =>
  door.sends.filter((send) => send.transactionId === transactionId).length

/** This many look-ups after the send are time enough for any resend. */
const CHECKS_ENOUGH = 3

for (const keepsAlive of [false, true]) {
  for (const isBooked of [false, true]) {
    for (const ending of ['reset', 'closed'] as const) {
      const kind = `${keepsAlive ? 'a keep-alive' : 'a'} server that reads the send, ${
        isBooked ? 'books it' : 'loses it'
      } and is ${ending}`
      test.concurrent(`${kind} sees it exactly once`, async () => {
        await using door = await openBankDoor({ keepsAlive })
        await using counter = await openSocketCounter(door.url)
        // A kept connection could be used again.
        const first = await counter.record('100')
        await counter.until(first.transactionId, 'accepted')
        const transactionId = await sendInto(counter, door, ({ socket, book }) => {
          if (isBooked) book()
          if (ending === 'reset') socket.resetAndDestroy()
          else socket.end()
        })
        if (isBooked) await counter.until(transactionId, 'accepted')
        else await counter.until(transactionId, 'unknown', (sale) => sale.checkCount >= CHECKS_ENOUGH)
        expect(sendsOf(door, transactionId)).toBe(1)
        expect(door.bank.settlementCount(transactionId)).toBe(isBooked ? 1 : 0)
        expect(door.sends.map((send) => send.requestsBefore)).toEqual([0, 0])
      })
    }
  }
}

for (const status of [301, 302, 307, 308]) {
  test.concurrent(
    `a ${status} on a send is never followed, to this host or another; the sale is looked up`,
    async () => {
      const elsewhere: string[] = []
      await using other = await httpServer((request, body, response) => {
        elsewhere.push(`${request.method} ${request.url} ${body}`)
        response.end('{}')
      })
      await using door = await openBankDoor()
      await using counter = await openSocketCounter(door.url)
      const redirect = (to: string) => {
        const head = `HTTP/1.1 ${status} Elsewhere\r\nLocation: ${to}\r\nContent-Length: 0\r\n\r\n`
        return ({ socket }: { socket: { end(text: string): void } }): void => socket.end(head)
      }
      const path = '/api/terminal/logtransaction'
      const away = await sendInto(counter, door, redirect(`${other.url}${path}`))
      await counter.until(away, 'unknown', (sale) => sale.checkCount >= CHECKS_ENOUGH)
      const back = await sendInto(counter, door, redirect(`${door.url}${path}`))
      await counter.until(back, 'unknown', (sale) => sale.checkCount >= CHECKS_ENOUGH)
      expect(elsewhere).toEqual([])
      expect([sendsOf(door, away), sendsOf(door, back)]).toEqual([1, 1])
      expect(door.bank.commits()).toEqual([])
    },
  )
}

test.concurrent('an answer after our time-out: the sale is looked up and found, settled once', async () => {
  await using door = await openBankDoor()
  await using counter = await openSocketCounter(door.url)
  let isAnswered = false
  const transactionId = await sendInto(counter, door, ({ answer }) => {
    setTimeout(
      () => {
        answer()
        isAnswered = true
      },
      TIMEOUT_SECONDS * 1_000 + 400,
    )
  })
  const { timeline } = await counter.until(transactionId, 'accepted')
  expect(isAnswered).toBe(true)
  const kinds = timeline.map((entry) => entry.kind)
  expect(kinds.slice(0, 4)).toEqual(['recorded', 'sending', 'answerUnknown', 'foundAtBank'])
  expect(sendsOf(door, transactionId)).toBe(1)
  expect(door.bank.settlementCount(transactionId)).toBe(1)
})

test.concurrent(
  'a record that the bank shows only later is found by a later look-up: no earlier answer is cached',
  async () => {
    await using door = await openBankDoor()
    await using counter = await openSocketCounter(door.url)
    // Until a look-up has come back empty, even on a slow machine.
    const fault = { kind: 'staleReplica', asOfMs: Date.now() } as const
    for (const on of ['settlementStatus', 'searchTransactions'] as const)
      door.bank.faults.add({ on, times: 'always', fault })
    const transactionId = await sendInto(counter, door, ({ socket, book }) => {
      book()
      socket.resetAndDestroy()
    })
    await counter.until(transactionId, 'unknown', (sale) => sale.checkCount > 0)
    door.bank.faults.clear()
    await counter.until(transactionId, 'accepted')
    expect(sendsOf(door, transactionId)).toBe(1)
    expect(door.bank.settlementCount(transactionId)).toBe(1)
  },
)

test.concurrent(
  'a server that takes the send and stays silent: unknown, looked up, never sent again',
  async () => {
    await using door = await openBankDoor()
    await using counter = await openSocketCounter(door.url)
    const transactionId = await sendInto(counter, door, () => undefined)
    await counter.until(transactionId, 'unknown', (sale) => sale.checkCount >= CHECKS_ENOUGH)
    expect(sendsOf(door, transactionId)).toBe(1)
  },
)

test.concurrent.for([
  {
    what: 'a name that does not resolve',
    code: 'nameNotFound',
    to: async () => 'https://bank.tillside.invalid',
  },
  { what: 'a port without a listener', code: 'refused', to: closedPort },
  { what: 'a server that is silent in the handshake', code: 'connectTimeout', to: silentServer },
])(
  '$what is proven unsent: the sale waits, and is sent once when the connection is back',
  async ({ to, code }) => {
    await using ways = new AsyncDisposableStack()
    await using door = await openBankDoor()
    await using counter = await openSocketCounter(door.url)
    const elsewhere = await to(ways)
    let detours = 0
    counter.detour((request) => {
      if (!request.url.endsWith('/logtransaction')) return request
      detours += 1
      return { ...request, url: request.url.replace(door.url, elsewhere) }
    })
    const { transactionId } = await counter.record('1500')
    await until(() => expect(detours).toBeGreaterThan(0))
    const waiting = await counter.until(transactionId, 'queued', (sale) => sale.sendCount > 0)
    expect(waiting.timeline.at(-1)).toMatchObject({ kind: 'provenUnsent', detail: `unsent:${code}` })
    expect(door.sends).toEqual([])
    counter.detour(null)
    await counter.until(transactionId, 'accepted')
    expect(door.bank.settlementCount(transactionId)).toBe(1)
    expect(sendsOf(door, transactionId)).toBe(1)
  },
)

async function closedPort(): Promise<string> {
  const server = await listen(createTcpServer())
  await server[Symbol.asyncDispose]()
  return server.url
}

async function silentServer(ways: AsyncDisposableStack): Promise<string> {
  const server = ways.use(await rawServer(() => undefined))
  return server.url.replace('http:', 'https:')
}

test.concurrent('quitting in mid-send waits for the answer: the sale is accepted on the disk', async () => {
  await using door = await openBankDoor()
  await using counter = await openSocketCounter(door.url)
  let answerNow = (): void => undefined
  await sendInto(counter, door, ({ answer }) => {
    answerNow = answer
  })
  let isStopped = false
  const stopping = counter.stop().then(() => {
    isStopped = true
  })
  expect(isStopped).toBe(false)
  answerNow()
  await stopping
  expect(await statesIn(counter.dataDir)).toEqual(['accepted'])
})

test.concurrent(
  'quitting while a server stays silent ends with the time-out: the sale is unknown on the disk',
  async () => {
    await using door = await openBankDoor()
    await using counter = await openSocketCounter(door.url)
    await sendInto(counter, door, () => undefined)
    const startedMs = performance.now()
    await counter.stop()
    // With a margin for a busy machine: this rules out waiting for the server, which never answers.
    expect(performance.now() - startedMs).toBeLessThan(TIMEOUT_SECONDS * 1_000 + 20_000)
    expect(await statesIn(counter.dataDir)).toEqual(['unknown'])
    expect(door.sends.length).toBe(1)
  },
)

test.concurrent(
  'a second process is refused the file of a running counter, and gets it when that has stopped',
  async () => {
    await using door = await openBankDoor()
    await using counter = await openSocketCounter(door.url)
    expect(await openedByAnother(counter.dataDir)).toBe('locked')
    await counter.stop()
    expect(await openedByAnother(counter.dataDir)).toBe('open')
  },
)

/** Another process runs the function that the app opens its file with. */
function openedByAnother(dataDir: string): Promise<string> {
  return inAnotherProcess(
    dataDir,
    `try { openDatabase(file).close(); console.log('open') } catch (error) { console.log(error.reason) }`,
  )
}

async function statesIn(dataDir: string): Promise<unknown> {
  return JSON.parse(
    await inAnotherProcess(
      dataDir,
      `const database = openDatabase(file)
       console.log(JSON.stringify(database.all('SELECT state FROM sale ORDER BY sequence').map((row) => row.state)))`,
    ),
  ) as unknown
}

/** Without blocking this process: time-outs of the tests beside this one are running. */
async function inAnotherProcess(dataDir: string, script: string): Promise<string> {
  const storage = path.join(import.meta.dirname, '../../storage/database.ts')
  const opening = `const { openDatabase } = await import(${JSON.stringify(storage)})
    const file = ${JSON.stringify(salesFile(dataDir))}\n`
  const { stdout } = await runFile(process.execPath, ['--input-type=module', '-e', opening + script])
  return stdout.trim()
}
