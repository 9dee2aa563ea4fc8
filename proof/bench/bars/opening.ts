import { rmSync } from 'node:fs'
import { assertPagesSound } from '../../../electron/storage/check.ts'
import { openDatabase, salesFile } from '../../../electron/storage/database.ts'
import { pairsOf, type Bar } from '../bar.ts'
import { copyOfFixture, type Fixture } from '../fixtures.ts'
import type { Pair } from '../stats.ts'
import { startTill, timed } from '../till.ts'

const ROUNDS = 7
/** A delay on top of opening an empty file that a person would not notice. */
const ROOM_MS = 50

/** From the closed file to the first total that a screen could show. */
async function openedMs(dataDir: string, fixture: Fixture): Promise<number> {
  const fromMs = performance.now()
  const till = await startTill(dataDir)
  const { waitingCount } = till.queue()
  const tookMs = performance.now() - fromMs
  if (waitingCount !== fixture.waiting) throw new Error('the total is another')
  await till.stop()
  return tookMs
}

/** The check of all pages that a file of this size gets before its window opens (docs/decisions/0018). */
function pageCheckMs(dataDir: string): number {
  const database = openDatabase(salesFile(dataDir))
  const tookMs = timed(() => assertPagesSound(database))
  database.close()
  return tookMs
}

interface Opening {
  readonly settled: number
  readonly limit: string
  readonly aim: number
  /** The time that the limit allows on top of opening an empty file and {@link ROOM_MS}. */
  readonly besidesMs: (fullDir: string) => number
}

const openBar = ({ settled, limit, aim, besidesMs }: Opening): Bar => ({
  name: `open-${settled}`,
  limit,
  unit: 'ms',
  direction: 'atMost',
  must: 1,
  aim,
  measure: async (say) => {
    const none = { settled: 0, waiting: 0 }
    const many = { settled, waiting: 0 }
    const [emptyDir, fullDir] = [copyOfFixture(none, say), copyOfFixture(many, say)]
    const pairs: Pair[] = []
    // The first round warms up the compiler and the disk's cache.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const limit = (await openedMs(emptyDir, none)) + ROOM_MS + besidesMs(fullDir)
      const ours = await openedMs(fullDir, many)
      if (round > 0) pairs.push({ limit, ours })
    }
    for (const dir of [emptyDir, fullDir]) rmSync(dir, { recursive: true, force: true })
    return pairsOf(pairs)
  },
})

/** With a hundred thousand sales, all pages are checked before the window opens; with a million they are not. */
export const openingBars: readonly Bar[] = [
  openBar({
    settled: 100_000,
    limit: 'an empty file, its page check, and 50 ms',
    aim: 0.9,
    besidesMs: pageCheckMs,
  }),
  openBar({ settled: 1_000_000, limit: 'an empty file, and 50 ms', aim: 0.3, besidesMs: () => 0 }),
]
