import { expect, test } from 'vitest'
import { commandOf, type KeyPress, keyTable, sheetRows } from './keys.ts'

const press = (key: string, part: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...part,
})

/** The events of a real press: with Shift a letter comes as a capital. */
function pressOf(name: string, isMac: boolean): KeyPress {
  const parts = name.split('+')
  const bare = parts.at(-1) ?? ''
  const shiftKey = parts.includes('Shift')
  const hasMod = parts.includes('Mod')
  return press(shiftKey ? bare.toUpperCase() : bare, { shiftKey, [isMac ? 'metaKey' : 'ctrlKey']: hasMod })
}

test('each key of the table runs its command, on Windows and on a Mac', () => {
  for (const { command, keys } of keyTable) {
    for (const key of keys) {
      for (const isMac of [false, true])
        expect(commandOf(pressOf(key, isMac), isMac)).toBe(command ?? undefined)
    }
  }
})

test('no key is used twice, none is a single letter or uses Alt, and PgUp stays free for screen readers', () => {
  const all = keyTable.flatMap(({ keys }) => keys)
  expect(new Set(all).size).toBe(all.length)
  for (const { command, keys } of keyTable) {
    if (command === null) continue
    for (const key of keys) expect(key).toMatch(/^(?:F[0-9]+|Mod\+(?:Shift\+)?[a-z0-9/,])$/u)
  }
})

test('ux 41: the sheet of F1 has every key of the handler, one row a command, as the platform writes them', () => {
  for (const isMac of [false, true]) {
    const rows = sheetRows(isMac)
    expect(rows.map(({ label }) => label)).toEqual(keyTable.map(({ label }) => label))
    expect(rows.flatMap(({ keys }) => keys)).toHaveLength(keyTable.flatMap(({ keys }) => keys).length)
    for (const { keys } of rows) for (const key of keys) expect(key).not.toMatch(/Mod|Arrow|Page|Escape/u)
  }
  expect(new Set(keyTable.map(({ label }) => label)).size).toBe(keyTable.length)
  const copy = (isMac: boolean) => sheetRows(isMac).find(({ label }) => label === 'Copy for support')?.keys
  expect([copy(false), copy(true)]).toEqual([['Ctrl+Shift+C'], ['⌘⇧C']])
})

test('plain typing, Alt and Shift are left to the page', () => {
  expect(commandOf(press('n'), false)).toBeUndefined()
  expect(commandOf(press('F2', { shiftKey: true }), false)).toBeUndefined()
  expect(commandOf(press('1'), false)).toBeUndefined()
  expect(commandOf(press('f', { ctrlKey: true, altKey: true }), false)).toBeUndefined()
  expect(commandOf(press('R', { ctrlKey: true, shiftKey: true }), false)).toBeUndefined()
  expect(commandOf(press('n', { ctrlKey: true }), true)).toBeUndefined()
})

test('Caps Lock does not disable a command', () => {
  expect(commandOf(press('N', { ctrlKey: true }), false)).toBe('newSale')
})
