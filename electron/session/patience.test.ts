import { expect, test } from 'vitest'
import { createVirtualTime } from '../testing/virtualTime.ts'
import { createPatience, KEY_STORE_MS_MAX } from './patience.ts'
import { deferred } from './testing/fakes.ts'

test('work that ends in time, with or without success, is awaited', async () => {
  const time = createVirtualTime()
  const patience = createPatience(time.timers)
  expect(await patience(Promise.resolve())).toBe(true)
  expect(await patience(Promise.reject(new Error('locked')))).toBe(true)
})

test('work that does not end is awaited until the limit, and the next one not at all until the first has ended', async () => {
  const time = createVirtualTime()
  const patience = createPatience(time.timers)
  const first = deferred<void>()
  const answers: boolean[] = []
  const note = (isInTime: boolean): void => void answers.push(isInTime)
  void patience(first.promise).then(note)
  await time.pass(KEY_STORE_MS_MAX - 1)
  expect(answers).toEqual([])
  await time.pass(1)
  expect(answers).toEqual([false])
  const second = deferred<void>()
  void patience(second.promise).then(note)
  await time.pass(0)
  expect(answers).toEqual([false, false])
  first.resolve()
  second.resolve()
  await time.pass(0)
  void patience(new Promise(() => undefined)).then(note)
  await time.pass(KEY_STORE_MS_MAX - 1)
  expect(answers).toHaveLength(2)
})
