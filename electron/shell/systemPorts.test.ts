import { expect, test } from 'vitest'
import type { Timers } from '../ports.ts'
import { createNetwork, systemRandom } from './systemPorts.ts'

function fakeWorld() {
  let due: (() => void) | undefined
  const resume = new Set<() => void>()
  const world = { online: true, addresses: 'a' }
  const timers: Timers = {
    after: (_delayMs, run) => {
      due = run
      return () => {
        if (due === run) due = undefined
      }
    },
  }
  const power = {
    on: (_event: 'resume', listener: () => void) => resume.add(listener),
    removeListener: (_event: 'resume', listener: () => void) => resume.delete(listener),
  }
  const network = createNetwork({ isOnline: () => world.online }, power, timers, () => world.addresses)
  return {
    world,
    network,
    tick: () => due?.(),
    isWaiting: () => due !== undefined,
    resume: () => resume.forEach((listener) => listener()),
  }
}

test('a listener hears offline, online, other addresses and resume, once each, and nothing without a change', () => {
  const { world, network, tick, resume } = fakeWorld()
  let heard = 0
  network.onChange(() => (heard += 1))
  tick()
  expect(heard).toBe(0)
  world.online = false
  tick()
  tick()
  expect(heard).toBe(1)
  expect(network.isOnline()).toBe(false)
  world.online = true
  tick()
  world.addresses = 'b'
  tick()
  resume()
  expect(heard).toBe(4)
})

test('after the listener is gone nothing looks any more', () => {
  const { world, network, tick, resume, isWaiting } = fakeWorld()
  let heard = 0
  const stop = network.onChange(() => (heard += 1))
  tick()
  stop()
  world.online = false
  resume()
  expect([heard, isWaiting()]).toEqual([0, false])
})

test('chance lies in [0, 1) and bytes are as many as asked for', () => {
  const values = Array.from({ length: 200 }, () => systemRandom.next())
  expect(values.every((value) => value >= 0 && value < 1)).toBe(true)
  expect(new Set(values).size).toBeGreaterThan(190)
  expect(systemRandom.bytes(10)).toHaveLength(10)
})
