import { EventEmitter } from 'node:events'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Timers } from '../ports.ts'
import { createVirtualTime } from '../testing/virtualTime.ts'
import { openLog } from './logFile.ts'
import { createMachine, createNetwork, createPresence, systemRandom } from './systemPorts.ts'
import { freshDir } from './testing/freshDir.ts'

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

test('a listener is called once each for offline, online, other addresses and resume, and not without a change', () => {
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

test('a network that was told as gone and is back before the next poll is a change', () => {
  const { world, network, tick } = fakeWorld()
  let heard = 0
  network.onChange(() => (heard += 1))
  world.online = false
  expect(network.isOnline()).toBe(false)
  world.online = true
  tick()
  tick()
  expect(heard).toBe(1)
})

test('after the listener is removed, polling stops', () => {
  const { world, network, tick, resume, isWaiting } = fakeWorld()
  let heard = 0
  const stop = network.onChange(() => (heard += 1))
  tick()
  stop()
  world.online = false
  resume()
  expect([heard, isWaiting()]).toEqual([0, false])
})

test('random numbers are in [0, 1), and there are as many bytes as requested', () => {
  const values = Array.from({ length: 200 }, () => systemRandom.next())
  expect(values.every((value) => value >= 0 && value < 1)).toBe(true)
  expect(new Set(values).size).toBeGreaterThan(190)
  expect(systemRandom.bytes(10)).toHaveLength(10)
})

type Idle = 'active' | 'idle' | 'locked' | 'unknown'

function powerOf(state: { idle: Idle }) {
  return Object.assign(new EventEmitter(), { getSystemIdleState: () => state.idle })
}

test.each(['win32', 'darwin', 'linux'] as const)(
  'suspend, resume and a locked screen count as away; after the last listener none is left on the system: %s',
  async (platform) => {
    const power = powerOf({ idle: 'active' })
    const time = createVirtualTime()
    let away = 0
    const stop = createPresence(power, platform, time.timers).onAway(() => {
      away += 1
    })
    for (const event of ['suspend', 'resume', 'lock-screen', 'unlock-screen', 'on-battery']) power.emit(event)
    expect(away).toBe(3)
    stop()
    power.emit('suspend')
    await time.pass(60_000)
    expect([away, power.eventNames()]).toEqual([3, []])
  },
)

test('on Linux, which has no event for it, the locked screen is polled, and each lock counts once', async () => {
  const state: { idle: Idle } = { idle: 'active' }
  const time = createVirtualTime()
  let away = 0
  const stop = createPresence(powerOf(state), 'linux', time.timers).onAway(() => {
    away += 1
  })
  const seen: number[] = []
  for (const idle of ['idle', 'locked', 'locked', 'unknown', 'locked'] as const) {
    state.idle = idle
    await time.pass(5_000)
    seen.push(away)
  }
  expect(seen).toEqual([0, 1, 1, 1, 2])
  stop()
  state.idle = 'active'
  await time.pass(5_000)
  state.idle = 'locked'
  await time.pass(60_000)
  expect(away).toBe(2)
})

test('the machine gives its system and the free space; for a missing folder the free space is null', () => {
  const dir = freshDir()
  const machine = createMachine(dir)
  // Tests run on Node itself.
  expect(machine.electron).toBeNull()
  expect(machine.node).toBe(process.versions.node)
  expect(machine.system).toMatch(/^\S+ \S+ \S+/u)
  expect(machine.freeBytes(dir)).toBeGreaterThan(0)
  expect(machine.freeBytes(path.join(dir, 'gone'))).toBeNull()
})

test('the newest lines come from the log in its folder', () => {
  const dir = freshDir()
  openLog(dir, () => 0)('info', 'worker.sent', { verdict: 'accepted' })
  expect(createMachine(dir).logTail(5)).toEqual([expect.stringContaining('worker.sent')])
})
