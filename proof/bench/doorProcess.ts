/**
 * A counter for a soak, until its parent ends it: its sales come from a shop's program in another process, or are typed
 * at the same pace. Every second it prints its memory in use, without the heap that V8 keeps in reserve, the turns of
 * its event loop in processor time, and how many sales were sent.
 */
import { getHeapStatistics } from 'node:v8'
import { openDoor, SALES_A_SECOND, type DoorReport } from './bars/door.ts'
import { transportTo } from './loopback.ts'

/** A turn in which nothing ran takes microseconds. */
const BUSY_MS = 0.2

let settled = 0
const { till, told } = await openDoor({ transport: transportTo(process.argv[2] ?? '', () => (settled += 1)) })
let turnsMs: number[] = []
let before = process.threadCpuUsage()
function look(): void {
  const { user, system } = process.threadCpuUsage(before)
  const tookMs = (user + system) / 1_000
  if (tookMs > BUSY_MS) turnsMs.push(tookMs)
  before = process.threadCpuUsage()
  setImmediate(look)
}
setImmediate(look)
process.send?.(told)
if (process.argv[3] === 'typed') {
  let number = 0
  setInterval(() => {
    number += 1
    till.record(`${(number % 40_000) + 1}.00`)
  }, 1_000 / SALES_A_SECOND)
}
setInterval(() => {
  const seen = turnsMs
  globalThis.gc?.()
  const { total_physical_size: heapBytes, used_heap_size: usedBytes } = getHeapStatistics()
  const bytes = process.memoryUsage().rss - (heapBytes - usedBytes)
  process.send?.({ bytes, turnsMs: seen, settled } satisfies DoorReport)
  // The collector of the bench itself is none of them.
  turnsMs = []
  before = process.threadCpuUsage()
}, 1_000)
