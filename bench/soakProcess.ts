/** A till that records and sends without a pause; it tells its memory every second, until its parent ends it. */
import { openTill } from './till.ts'

const PAUSE_MS = 50

const till = await openTill()
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
  process.send?.(process.memoryUsage().rss)
}
