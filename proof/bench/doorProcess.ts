/**
 * A till whose sales come from a shop's program in another process, until its parent ends it. Every second it prints
 * its memory in use, without the heap that V8 keeps in reserve, its longest turn, and how many sales were sent.
 */
import { getHeapStatistics } from 'node:v8'
import { openDoor, type DoorReport } from './bars/door.ts'
import { transportTo } from './loopback.ts'
import { watchStretches } from './stretches.ts'

let settled = 0
const { told } = await openDoor({ transport: transportTo(process.argv[2] ?? '', () => (settled += 1)) })
const watch = watchStretches()
process.send?.(told)
setInterval(() => {
  // Before the collector of the bench itself runs.
  const turnMs = watch.longestMs()
  globalThis.gc?.()
  const { total_physical_size: heapBytes, used_heap_size: usedBytes } = getHeapStatistics()
  process.send?.({
    bytes: process.memoryUsage().rss - (heapBytes - usedBytes),
    turnMs,
    settled,
  } satisfies DoorReport)
  watch.longestMs()
}, 1_000)
