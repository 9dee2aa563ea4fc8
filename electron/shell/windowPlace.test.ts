import { fc } from '../testing/fuzz.ts'
import { expect, test } from 'vitest'
import { FakeSettings } from '../session/testing/fakes.ts'
import { createVirtualTime } from '../testing/virtualTime.ts'
import {
  followPlace,
  keptPlace,
  knowsPlace,
  placeWindow,
  type Area,
  type PlacedWindow,
} from './windowPlace.ts'

const laptop: Area = { x: 0, y: 0, width: 1366, height: 728 }
const beside: Area = { x: 1366, y: -200, width: 1920, height: 1040 }
const kept = { x: 1500, y: 10, width: 1200, height: 700, isMaximised: false }

function isInside(inner: Area, outer: Area): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  )
}

test('ux 35: it opens as it was left, on the same display', () => {
  expect(placeWindow(kept, [laptop, beside])).toMatchObject({
    bounds: { x: 1500, y: 10, width: 1200, height: 700 },
    isMaximised: false,
  })
})

test('ux 35: without its display it opens in the middle of another one, with the same size', () => {
  expect(placeWindow(kept, [laptop]).bounds).toEqual({ x: 83, y: 14, width: 1200, height: 700 })
})

test('ux 35: a maximised window opens maximised and keeps its normal size', () => {
  const { bounds, isMaximised } = placeWindow({ ...kept, isMaximised: true }, [laptop, beside])
  expect(isMaximised).toBe(true)
  expect(bounds.width).toBe(1200)
})

test('at a first start it is in the middle of the primary display, and no larger than it', () => {
  expect(placeWindow(null, [laptop]).bounds).toEqual({ x: 93, y: 0, width: 1180, height: 728 })
  expect(placeWindow(null, [{ x: 0, y: 0, width: 800, height: 500 }])).toEqual({
    bounds: { x: 0, y: 0, width: 800, height: 500 },
    minWidth: 800,
    minHeight: 500,
    isMaximised: false,
  })
})

test('ux 35: for any stored place and any displays, it is entirely inside one display', () => {
  const area = fc.record({
    x: fc.integer({ min: -5_000, max: 5_000 }),
    y: fc.integer({ min: -5_000, max: 5_000 }),
    width: fc.integer({ min: 1, max: 6_000 }),
    height: fc.integer({ min: 1, max: 6_000 }),
  })
  const place = fc.tuple(area, fc.boolean()).map(([bounds, isMaximised]) => ({ ...bounds, isMaximised }))
  fc.assert(
    fc.property(place, area, fc.array(area, { maxLength: 3 }), (was, primary, others) => {
      const { bounds, minWidth, minHeight } = placeWindow(was, [primary, ...others])
      expect([primary, ...others].some((display) => isInside(bounds, display))).toBe(true)
      expect(bounds.width).toBeGreaterThanOrEqual(minWidth)
      expect(bounds.height).toBeGreaterThanOrEqual(minHeight)
    }),
    { numRuns: 500 },
  )
})

function fakeWindow() {
  const listeners = new Map<string, () => void>()
  let bounds: Area = { x: 5, y: 6, width: 1100, height: 600 }
  let state: 'normal' | 'maximised' | 'minimised' = 'normal'
  const window: PlacedWindow = {
    on: (event, listener) => listeners.set(event, listener),
    getNormalBounds: () => bounds,
    isMaximized: () => state === 'maximised',
    isMinimized: () => state === 'minimised',
  }
  return {
    window,
    tell: (event: string) => listeners.get(event)?.(),
    become: (next: typeof state) => {
      state = next
    },
    moveTo: (next: Area) => {
      bounds = next
    },
  }
}

test('the place is stored after a move, maximised separately from normal bounds; minimising stores nothing', async () => {
  const settings = new FakeSettings()
  const time = createVirtualTime()
  const { window, tell, become, moveTo } = fakeWindow()
  followPlace(window, settings, time.timers, true)
  tell('move')
  expect(keptPlace(settings)).toBeNull()
  moveTo({ x: 7, y: 8, width: 1100, height: 600 })
  tell('move')
  await time.pass(600)
  expect(keptPlace(settings)).toEqual({ x: 7, y: 8, width: 1100, height: 600, isMaximised: false })
  become('maximised')
  tell('maximize')
  await time.pass(600)
  expect(keptPlace(settings)).toMatchObject({ x: 7, isMaximised: true })
  become('minimised')
  tell('close')
  expect(keptPlace(settings)).toMatchObject({ isMaximised: true })
})

test('a failing disk does not prevent closing, and an invalid stored place counts as none', () => {
  const settings = new FakeSettings()
  const { window, tell } = fakeWindow()
  followPlace(window, settings, createVirtualTime().timers, true)
  settings.isBroken = true
  expect(() => tell('close')).not.toThrow()
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const store = new FakeSettings()
      store.values.set('window', value)
      const place = keptPlace(store)
      expect(placeWindow(place, [laptop]).bounds.width).toBeLessThanOrEqual(laptop.width)
    }),
    { numRuns: 200 },
  )
})

test('on Wayland, where every window reports 0, 0, only its size is stored, and it opens in the middle', () => {
  const settings = new FakeSettings()
  const { window, tell, moveTo } = fakeWindow()
  followPlace(window, settings, createVirtualTime().timers, false)
  moveTo({ x: 0, y: 0, width: 1200, height: 700 })
  tell('close')
  const place = keptPlace(settings)
  expect(place).toEqual({ x: null, y: null, width: 1200, height: 700, isMaximised: false })
  expect(placeWindow(place, [laptop, beside]).bounds).toEqual({ x: 83, y: 14, width: 1200, height: 700 })
})

test.each([
  ['win32', { XDG_SESSION_TYPE: 'wayland' }, [], true],
  ['linux', { XDG_SESSION_TYPE: 'x11' }, [], true],
  ['linux', {}, [], true],
  ['linux', { XDG_SESSION_TYPE: 'wayland', WAYLAND_DISPLAY: 'wayland-0' }, [], false],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, [], false],
  ['linux', { XDG_SESSION_TYPE: 'wayland' }, ['tillside', '--ozone-platform=x11'], true],
  ['linux', { XDG_SESSION_TYPE: 'x11' }, ['--ozone-platform=x11', '--ozone-platform=wayland'], false],
] as const)('whether a window knows its place: %s %j %j', (platform, env, argv, expected) => {
  expect(knowsPlace(platform, env, argv)).toBe(expected)
})
