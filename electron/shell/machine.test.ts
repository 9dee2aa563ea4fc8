import path from 'node:path'
import { expect, test } from 'vitest'
import { openLog } from './logFile.ts'
import { createMachine } from './machine.ts'
import { freshDir } from './testing/freshDir.ts'

test('the system says what it is and how much room there is; a folder that is gone has none to tell of', () => {
  const dir = freshDir()
  const machine = createMachine(dir)
  // Tests run on Node itself.
  expect(machine.electron).toBeNull()
  expect(machine.node).toBe(process.versions.node)
  expect(machine.system).toMatch(/^\S+ \S+ \S+/u)
  expect(machine.freeBytes(dir)).toBeGreaterThan(0)
  expect(machine.freeBytes(path.join(dir, 'gone'))).toBeNull()
})

test('the newest lines are those of the log in its folder', () => {
  const dir = freshDir()
  openLog(dir, () => 0)('info', 'courier.sent', { verdict: 'accepted' })
  expect(createMachine(dir).logTail(5)).toEqual([expect.stringContaining('courier.sent')])
})
