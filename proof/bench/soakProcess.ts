/**
 * A till that records and sends without a pause until its parent ends it. Every second it prints its memory in use,
 * without the heap that V8 keeps in reserve, since that grows in steps of its own.
 */
import { getHeapStatistics } from 'node:v8'
import { transportTo } from './loopback.ts'
import { openTill } from './till.ts'

const PAUSE_MS = 50

const till = await openTill({ transport: transportTo(process.argv[2] ?? '', () => undefined) })
let number = 0
let toldMs = performance.now()
for (;;) {
  number += 1
  till.record(`${(number % 900) + 1}.00`)
  await till.backend.handlers['sales.page']({ filter: 'all', search: '', offset: 0, limit: 50 })
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  if (performance.now() - toldMs < 1_000) continue
  toldMs = performance.now()
  globalThis.gc?.()
  const { total_physical_size: heapBytes, used_heap_size: usedBytes } = getHeapStatistics()
  process.send?.(process.memoryUsage().rss - (heapBytes - usedBytes))
}
