import { expect, test } from 'vitest'
import { type Gesture, gestureOf, isSame, type Press, type Surface } from './gesture.ts'

const screens = { lock: {}, sale: {}, question: {} }
const lock: Surface = { element: screens.lock, name: 'lock', lock: 'open' }
const checking: Surface = { element: screens.lock, name: 'lock checking', lock: 'checking' }
const sale: Surface = { element: screens.sale, name: 'sale 0 0', lock: null }
const nextSale: Surface = { ...sale, name: 'sale 1 0' }
const question: Surface = { element: screens.question, name: '', lock: null }

const key = (name: string, atMs: number, surface: Surface, hasModifier = false): Press => ({
  key: name,
  hasModifier,
  x: 0,
  y: 0,
  atMs,
  surface,
})
const point = (x: number, y: number, atMs: number, surface: Surface): Press => ({
  ...key('', atMs, surface),
  key: null,
  x,
  y,
})

/** Whether each press in turn acts on the screen that shows it. */
function acting(...presses: readonly Press[]): readonly boolean[] {
  let last: Gesture | null = null
  return presses.map((press) => {
    last = gestureOf(last, press)
    return isSame(last.origin, press.surface)
  })
}

test.each<[string, readonly Press[], readonly boolean[]]>([
  ['a PIN, and Enter within 400 ms', [key('0', 0, lock), key('Enter', 399, sale)], [true, false]],
  ['a PIN, and Enter after 400 ms', [key('0', 0, lock), key('Enter', 400, sale)], [true, true]],
  [
    'what is typed on after a PIN goes nowhere until a pause',
    [
      key('0', 0, lock),
      key('1', 399, sale),
      key('5', 1198, sale),
      key('0', 1997, sale),
      key('7', 2797, sale),
    ],
    [true, false, false, false, true],
  ],
  [
    'what is typed while the PIN is being checked, and on',
    [key('0', 0, lock), key('1', 500, checking), key('5', 1299, sale), key('0', 2098, sale)],
    [true, true, false, false],
  ],
  [
    'a command while the PIN is checked is ignored, and what belongs to it goes nowhere',
    [key('0', 0, lock), key('l', 90, checking, true), key('2', 400, sale), key('Enter', 1000, sale)],
    [true, true, false, false],
  ],
  [
    'a command after a PIN is meant, and so is what follows it',
    [key('0', 0, lock), key('F2', 90, sale), key('5', 180, sale)],
    [true, true, true],
  ],
  ['Esc at the lock, and an amount at once', [key('Escape', 0, lock), key('5', 90, sale)], [true, true]],
  ['a command that locks, and a name', [key('l', 0, sale, true), key('2', 60, lock)], [true, true]],
  ['Enter twice around a saved sale', [key('Enter', 0, sale), key('Enter', 749, nextSale)], [true, false]],
  ['Enter again later', [key('Enter', 0, sale), key('Enter', 750, nextSale)], [true, true]],
  [
    'Enter three times, each soon after the other',
    [key('Enter', 0, sale), key('Enter', 600, question), key('Enter', 1200, question)],
    [true, false, false],
  ],
  [
    'a whole next sale at once',
    [key('5', 0, sale), key('Enter', 90, sale), key('7', 180, nextSale), key('Enter', 270, nextSale)],
    [true, true, true, true],
  ],
  ['Esc twice leaves two dialogs', [key('Escape', 0, question), key('Escape', 90, sale)], [true, true]],
  ['a digit again on another screen', [key('1', 0, question), key('1', 90, sale)], [true, true]],
  ['a double click across a question', [point(50, 50, 0, question), point(60, 55, 300, sale)], [true, false]],
  ['two clicks in two places', [point(50, 50, 0, question), point(50, 95, 300, sale)], [true, true]],
  [
    'a tap at another place right after a PIN',
    [point(50, 50, 0, lock), point(200, 200, 300, sale)],
    [true, false],
  ],
  ['a click, and Enter at once', [point(50, 50, 0, sale), key('Enter', 90, question)], [true, true]],
])('%s', (_what, presses, expected) => {
  expect(acting(...presses)).toEqual(expected)
})
