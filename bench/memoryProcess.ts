/** A till in a process of its own: opens the file of so many waiting sales, sends some, and tells how much memory it has. */
import { openTill } from './till.ts'

const waiting = Number(process.argv[2])
const SENT = 200

const till = await openTill({ fixture: { settled: waiting === 0 ? 10 : 0, waiting } })
if (waiting === 0) for (let each = 1; each <= SENT; each += 1) till.record(`${each}.00`)
await till.until('sends', () => till.bank.commits().length >= SENT)
globalThis.gc?.()
process.send?.(process.memoryUsage().rss)
await till.close()
process.disconnect?.()
process.exit(0)
