import { expect, test } from 'vitest'
import { commandOf, type KeyPress, keyTable } from './keys.ts'

const press = (key: string, part: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...part,
})

test('each key of the table leads to its command, on Windows and on a Mac', () => {
  for (const { command, keys } of keyTable) {
    for (const key of keys) {
      const bare = key.replace('Mod+', '')
      const hasMod = key.startsWith('Mod+')
      expect(commandOf(press(bare, { ctrlKey: hasMod }), false)).toBe(command)
      expect(commandOf(press(bare, { metaKey: hasMod }), true)).toBe(command)
    }
  }
})

test('no key is given twice, none is a single letter or uses Alt', () => {
  const all = keyTable.flatMap(({ keys }) => keys)
  expect(new Set(all).size).toBe(all.length)
  for (const key of all) expect(key).toMatch(/^(F[0-9]+|Mod\+[a-z0-9])$/u)
})

test('plain typing, Alt and Shift are left to the page', () => {
  expect(commandOf(press('n'), false)).toBeUndefined()
  expect(commandOf(press('1'), false)).toBeUndefined()
  expect(commandOf(press('f', { ctrlKey: true, altKey: true }), false)).toBeUndefined()
  expect(commandOf(press('R', { ctrlKey: true, shiftKey: true }), false)).toBeUndefined()
  expect(commandOf(press('n', { ctrlKey: true }), true)).toBeUndefined()
})

test('Caps Lock does not take a command away', () => {
  expect(commandOf(press('N', { ctrlKey: true }), false)).toBe('newSale')
})
