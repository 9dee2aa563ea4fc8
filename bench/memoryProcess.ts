/** A till in a process of its own: opens the file of so many waiting sales, sends some, and tells how much memory it has. */
import { transportTo } from './loopback.ts'
import { openTill } from './till.ts'

const [, , bankUrl = '', waitingText] = process.argv
const waiting = Number(waitingText)
const SENT = 200

let sent = 0
// Not by asking again and again: the promises of that are garbage too.
const allSent = Promise.withResolvers<void>()
const transport = transportTo(bankUrl, () => {
  sent += 1
  if (sent === SENT) allSent.resolve()
})
const till = await openTill({ transport, fixture: { settled: waiting === 0 ? 10 : 0, waiting } })
if (waiting === 0) for (let each = 1; each <= SENT; each += 1) till.record(`${each}.00`)
await allSent.promise
globalThis.gc?.()
process.send?.(process.memoryUsage().rss)
await till.close()
process.disconnect?.()
process.exit(0)
