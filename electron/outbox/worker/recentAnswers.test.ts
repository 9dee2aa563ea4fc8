import { expect, test } from 'vitest'
import { createVirtualTime } from '../../testing/virtualTime.ts'
import { instantOf } from '../../clock/instant.ts'
import { createRecentAnswers } from './learned.ts'

test('an answer counts for its time, and a long day of slips keeps only those of the last half minute', async () => {
  const time = createVirtualTime()
  const answers = createRecentAnswers(time.clock, 30_000)
  for (let slip = 0; slip < 2_000; slip += 1) {
    answers.note(`SLIP-${slip}`, instantOf(time.clock))
    await time.pass(1_000)
  }
  expect(answers.has('SLIP-1999')).toBe(true)
  expect(answers.has('SLIP-1960')).toBe(false)
  expect(answers.count()).toBeLessThanOrEqual(31)
})
