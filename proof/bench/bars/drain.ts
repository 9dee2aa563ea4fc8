import { request } from 'node:http'
import { startSandbox } from '../../../sandbox/serve.ts'
import { pairsOf, type Bar } from '../bar.ts'
import { transportTo } from '../loopback.ts'
import { inTurn, median, type Pair } from '../stats.ts'
import { openTill, type Till } from '../till.ts'

const BLOCK = 10
const BLOCKS = 8

/** A bare exchange with the same server, on its own connection. @returns ms */
function bareRoundTrip(url: string): Promise<number> {
  const fromMs = performance.now()
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent: false, method: 'POST' }, (response) => {
      response.resume().on('end', () => resolve(performance.now() - fromMs))
    })
    asked.on('error', reject)
    asked.end('{}')
  })
}

/** The practice bank over real sockets of this computer, without TLS. */
async function drainAt(roundTripMs: number, say: (text: string) => void): Promise<readonly Pair[]> {
  const sandbox = await startSandbox({ options: { answerDelayMs: roundTripMs, visibleAfterMs: 0 } })
  const sentAtMs: number[] = []
  const transport = transportTo(sandbox.url, () => void sentAtMs.push(performance.now()))
  const till = await openTill({ transport, say })
  till.setOnline(false)
  for (let each = 1; each <= BLOCK * BLOCKS + 1; each += 1) till.record(`${each}.00`)
  await till.checked()
  till.setOnline(true)
  const pairs: Pair[] = []
  await till.until('the first send', () => sentAtMs.length > 0)
  while (pairs.length < BLOCKS) {
    // Measured while the queue is sent, so that both sides see the same machine.
    const from = sentAtMs.length
    const bare: number[] = []
    while (sentAtMs.length < from + BLOCK) bare.push(await bareRoundTrip(sandbox.url))
    const tookMs = (sentAtMs[from + BLOCK - 1] ?? 0) - (sentAtMs[from - 1] ?? 0)
    pairs.push({ limit: 1_000 / median(bare), ours: (1_000 * BLOCK) / tookMs })
    if (till.queue().waitingCount < BLOCK) break
  }
  await till.close()
  await sandbox.close()
  return pairs
}

/**
 * Sends a block of the queue with the network on. The first send opens the connection and is not counted. @returns
 * sends per second
 */
async function blockOf(till: Till): Promise<number> {
  const sent = (): number => till.bank.commits().length
  const from = sent()
  till.setOnline(true)
  await till.until('a first send', () => sent() > from)
  const fromMs = performance.now()
  await till.until('sends', () => sent() > from + BLOCK)
  const tookMs = performance.now() - fromMs
  till.setOnline(false)
  return (1_000 * BLOCK) / tookMs
}

/** Two tills in one process, each with its own queue and bank; while one sends, the other is offline. */
async function besideShort(say: (text: string) => void): Promise<readonly Pair[]> {
  const open = async (waiting: number): Promise<Till> => {
    const bankOptions = { answerDelayMs: 50 }
    const till = await openTill({ fixture: { settled: 0, waiting }, bankOptions, say })
    till.setOnline(false)
    await till.checked()
    return till
  }
  const short = await open(300)
  const long = await open(100_000)
  const pairs = await inTurn(
    { limit: () => blockOf(short), ours: () => blockOf(long) },
    { rounds: BLOCKS, tries: 1 },
  )
  await short.close()
  await long.close()
  return pairs
}

const DRAIN = { unit: 'sales/s', direction: 'atLeast' } as const

export const drainBars: readonly Bar[] = [
  ...[50, 200].map((roundTripMs): Bar => ({
    ...DRAIN,
    name: `drain-${roundTripMs}ms`,
    limit: 'one a round trip (no TLS)',
    must: 0.92,
    aim: 0.98,
    measure: async (say) => pairsOf(await drainAt(roundTripMs, say)),
  })),
  {
    ...DRAIN,
    name: 'drain-waiting-100000',
    limit: 'the same at 300 waiting',
    must: 0.95,
    aim: 1,
    measure: async (say) => pairsOf(await besideShort(say)),
  },
]
