import { openTill } from './till.ts'
import { compareDay, together } from '../electron/day/compareDay.ts'
const till = await openTill({
  fixture: { settled: 0, waiting: 100_000, isOneDay: true } as never,
  say: console.log,
})
till.setOnline(false)
await till.checked()
const h = till.backend.handlers
let a = performance.now()
const g = (await h['day.view']({ terminalId: null, day: '2026-01-01', isRead: false })) as any
console.log('view', performance.now() - a, g.value.lineCount)
await till.close()
