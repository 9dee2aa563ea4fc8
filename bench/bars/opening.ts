import { rmSync } from 'node:fs'
import { pairsOf, type Bar } from '../bar.ts'
import { copyOfFixture, type Fixture } from '../fixtures.ts'
import type { Pair } from '../stats.ts'
import { startTill } from '../till.ts'

const ROUNDS = 7
/** What a person would not notice on top of opening an empty file. */
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

const openBar = (settled: number): Bar => ({
  name: `open-${settled}`,
  limit: 'an empty file, and 50 ms',
  unit: 'ms',
  direction: 'atMost',
  must: 1,
  aim: 0.3,
  measure: async (say) => {
    const none = { settled: 0, waiting: 0 }
    const many = { settled, waiting: 0 }
    const [emptyDir, fullDir] = [copyOfFixture(none, say), copyOfFixture(many, say)]
    const pairs: Pair[] = []
    // The first round is for the compiler, and for the disk's cache.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const limit = (await openedMs(emptyDir, none)) + ROOM_MS
      const ours = await openedMs(fullDir, many)
      if (round > 0) pairs.push({ limit, ours })
    }
    for (const dir of [emptyDir, fullDir]) rmSync(dir, { recursive: true, force: true })
    return pairsOf(pairs)
  },
})

/** A file of a hundred thousand is small enough for its pages to be looked through before the window. */
export const openingBars: readonly Bar[] = [openBar(100_000), openBar(1_000_000)]
