/** A till in its own process: opens the file with this many waiting sales, sends some, and prints its memory. */
import { transportTo } from './loopback.ts'
import { openTill } from './till.ts'

const [, , bankUrl = '', waitingText] = process.argv
const waiting = Number(waitingText)
const SENT = 200

let sent = 0
// No polling, because its promises would be garbage that changes the measurement.
const allSent = Promise.withResolvers<void>()
const transport = transportTo(bankUrl, () => {
  sent += 1
  if (sent === SENT) allSent.resolve()
})
const till = await openTill({ transport, fixture: { settled: waiting === 0 ? 10 : 0, waiting } })
if (waiting === 0) for (let each = 1; each <= SENT; each += 1) till.record(`${each}.00`)
await allSent.promise
// V8 then gives back the heap that it keeps in reserve after much garbage.
await globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' })
process.send?.(process.memoryUsage().rss)
await till.close()
process.disconnect?.()
process.exit(0)
