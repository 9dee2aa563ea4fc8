import { expect, test } from 'vitest'
import { createEventBus } from './foundation.ts'

interface Events {
  readonly counted: [count: number]
  readonly ended: []
}

test('an event reaches its own listeners at once, in the order of their registration', () => {
  const events = createEventBus<Events>()
  const told: string[] = []
  events.on('counted', (count) => told.push(`first ${count}`))
  events.on('ended', () => told.push('ended'))
  events.on('counted', (count) => told.push(`second ${count}`))
  events.tell('counted', 3)
  expect(told).toEqual(['first 3', 'second 3'])
  events.tell('ended')
  expect(told).toEqual(['first 3', 'second 3', 'ended'])
})

test('an event without listeners is not kept', () => {
  const events = createEventBus<Events>()
  const told: number[] = []
  events.tell('counted', 1)
  events.on('counted', (count) => told.push(count))
  events.tell('counted', 2)
  expect(told).toEqual([2])
})
