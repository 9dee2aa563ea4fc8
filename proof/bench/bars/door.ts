import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once as heardFrom } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { callMain } from '../../../e2e/pages/bridge.ts'
import type { CallResult } from '../../../shared/contract.ts'
import { localServer } from '../../../electron/shell/localServer.ts'
import { createDeskDouble } from '../../../electron/testing/deskDouble.ts'
import { FILL, tillClient, type Send, type TillClient } from '../../../electron/tills/testing/tillClient.ts'
import { once, pairsOf, type Bar, type Measured } from '../bar.ts'
import { inTurn, median, percentile, type Pair } from '../stats.ts'
import { openTill, type Till } from '../till.ts'
import { startTillProcess } from '../tillProcess.ts'
import { onPage, openApp, recordedMs } from './paint.ts'

const PORT_FIRST = 20_000
const PORT_COUNT = 40_000
const PIN = '918273'

export interface DoorTold {
  readonly tillId: string
  readonly key: string
  readonly port: number
}

/** A till with an open door and a connected program, which may record whatever it hands over. */
export async function openDoor(setup: Parameters<typeof openTill>[0] = {}): Promise<{
  readonly till: Till
  readonly told: DoorTold
}> {
  const desk = createDeskDouble()
  const isProtected = { isProtected: async () => true }
  const till = await openTill({ ...setup, desk: { ...desk.ports, localServer }, vault: isProtected })
  const { handlers } = till.backend
  await handlers['access.setPin']({ currentPin: '', pin: PIN })
  const port = PORT_FIRST + Math.floor(Math.random() * PORT_COUNT)
  await handlers['settings.change']({ tillDoor: true, tillPort: port })
  const terminalIds = [...FILL.terminalIds]
  await handlers['tills.connect']({
    ...FILL,
    terminalIds,
    level: 'record',
    maxKobo: 1_000_000_000,
    perHour: 100_000,
  })
  const key = desk.saved.at(-1)?.text.trim() ?? ''
  if (key === '') throw new Error('the till was not connected')
  return { till, told: { tillId: key.split('_')[1] ?? '', key, port } }
}

/** A shop's program keeps its connection. */
export function programOf({ tillId, key, port }: DoorTold): TillClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send: Send = async (asked) => {
    const body = await asked.text()
    return new Promise((resolve, reject) => {
      const headers = Object.fromEntries(asked.headers)
      const sent = request(asked.url, { method: asked.method, headers, agent }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () =>
          resolve(
            new Response(Buffer.concat(chunks), {
              status: answer.statusCode ?? 0,
              headers: { 'tillside-signature': String(answer.headers['tillside-signature']) },
            }),
          ),
        )
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }
  return tillClient(send, { tillId, key, port, nowMs: () => Date.now() })
}

const ROUNDS = { rounds: 7, tries: 9 }
const WARM_SALES = 100

/**
 * Of one running app: from Enter to the painted row, and from a program's request to its checked answer. Both are another
 * process than main.
 */
async function savedThroughHttp(): Promise<Measured> {
  const { app, close } = await openApp(null)
  const told = await doorOf(app.page)
  const program = fork(path.join(import.meta.dirname, '../programProcess.ts'), [JSON.stringify(told)])
  let number = 0
  const handOver = async (): Promise<number> => {
    number += 1
    program.send(number)
    const [took] = (await heardFrom(program, 'message')) as [number | string]
    if (typeof took === 'string') throw new Error(took)
    return took
  }
  for (let each = 0; each < WARM_SALES; each += 1) await handOver()
  const pairs = await inTurn({ limit: () => recordedMs(app.page), ours: handOver }, ROUNDS)
  program.disconnect()
  await close()
  return pairsOf(pairs)
}

/** Opened over the page's bridge, as Settings does. */
async function doorOf(page: Page): Promise<DoorTold> {
  const port = PORT_FIRST + Math.floor(Math.random() * PORT_COUNT)
  await callMain(page, 'access.setPin', { currentPin: '', pin: PIN })
  await callMain(page, 'settings.change', { tillDoor: true, tillPort: port })
  const choice = { ...FILL, level: 'record', maxKobo: 1_000_000_000, perHour: 100_000 }
  const made = (await callMain(page, 'tills.connect', choice)) as CallResult<'tills.connect'>
  if (!made.ok || made.value.savedAs === null) throw new Error('the till was not connected')
  const key = readFileSync(made.value.savedAs, 'utf8').trim()
  return { tillId: key.split('_')[1] ?? '', key, port }
}

const SECONDS = 600
const TYPED_SECONDS = 60
const WARM_SECONDS = 60
const WINDOW = 20
export const SALES_A_SECOND = 20
const TURN_MS_MAX = 20
const MEGABYTE = 1_024 * 1_024

/** What the process of a soak tells each second. */
export interface DoorReport {
  readonly bytes: number
  /** Every turn in which something ran. */
  readonly turnsMs: readonly number[]
  /** Since its start. */
  readonly settled: number
}

interface Soaked {
  readonly typed: readonly DoorReport[]
  readonly handed: readonly DoorReport[]
}

async function soakFor(
  seconds: number,
  how: 'typed' | 'handed',
  whileIt: (told: DoorTold) => Promise<void>,
): Promise<readonly DoorReport[]> {
  const counter = await startTillProcess('doorProcess.ts', how)
  const seen: DoorReport[] = []
  const told = await new Promise<DoorTold>((resolve) => {
    counter.onTold((message) => {
      if ('key' in (message as object)) resolve(message as DoorTold)
      else seen.push(message as DoorReport)
    })
  })
  await whileIt(told)
  await counter.kill()
  return seen.slice(0, seconds)
}

/** Twenty sales a second: typed for a minute, and then for ten minutes from another process than the counter's. */
const soak = once(async (): Promise<Soaked> => {
  const typed = await soakFor(
    TYPED_SECONDS,
    'typed',
    () => new Promise((resolve) => setTimeout(resolve, (TYPED_SECONDS + 1) * 1_000)),
  )
  const handed = await soakFor(SECONDS, 'handed', async (told) => {
    const program = programOf(told)
    const startedMs = performance.now()
    for (let number = 1; performance.now() - startedMs < (SECONDS + 1) * 1_000; number += 1) {
      const amount = `${(number % 40_000) + 1}.00`
      const answer = await program.handOver(randomUUID(), { amount })
      if (answer.body['status'] !== 'saved') throw new Error(JSON.stringify(answer.body))
      const dueMs = startedMs + (number * 1_000) / SALES_A_SECOND
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())))
    }
  })
  return { typed, handed }
})

const soaked = (
  name: string,
  goal: Pick<Bar, 'limit' | 'unit' | 'direction' | 'must' | 'aim'>,
  of: (soaked: Soaked) => Pair,
): Bar => ({ ...goal, name, isOnlyByName: true, measure: async (say) => pairsOf([of(await soak(say))]) })

/** Sales that the shop's own program hands over. */
export const doorBars: readonly Bar[] = [
  {
    name: 'saved-through-http',
    limit: 'Enter to the painted row',
    unit: 'ms',
    direction: 'atMost',
    must: 1.3,
    aim: 1.2,
    measure: () => onPage(savedThroughHttp),
  },
  soaked(
    'door-soak-main',
    { limit: '20 ms', unit: 'ms', direction: 'atMost', must: 1, aim: 0.5 },
    ({ handed }) => ({
      limit: TURN_MS_MAX,
      ours: percentile(
        handed.flatMap(({ turnsMs }) => turnsMs),
        0.99,
      ),
    }),
  ),
  soaked(
    'door-soak-memory',
    { limit: 'the same after a minute', unit: 'MB', direction: 'atMost', must: 1.05, aim: 1.01 },
    ({ handed }) => {
      const megabytes = handed.map(({ bytes }) => bytes / MEGABYTE)
      const warm = megabytes.slice(WARM_SECONDS - WINDOW, WARM_SECONDS)
      return { limit: median(warm), ours: median(megabytes.slice(-WINDOW)) }
    },
  ),
  soaked(
    'door-soak-sent',
    { limit: 'typed at that pace', unit: 'sales', direction: 'atLeast', must: 0.95, aim: 1 },
    ({ typed, handed }) => ({
      limit: typed.at(-1)?.settled ?? 0,
      ours: handed[TYPED_SECONDS - 1]?.settled ?? 0,
    }),
  ),
]
