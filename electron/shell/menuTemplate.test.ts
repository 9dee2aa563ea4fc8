import type { MenuItemConstructorOptions } from 'electron'
import { expect, test } from 'vitest'
import { Command, commandKeys } from '../../shared/commands.ts'
import { acceleratorOf, menuTemplate } from './menuTemplate.ts'

const SMALL_WORDS = ['a', 'and', 'for', 'the']

function itemsOf(menu: MenuItemConstructorOptions): readonly MenuItemConstructorOptions[] {
  return Array.isArray(menu.submenu) ? menu.submenu : []
}

function labelsOf(menu: MenuItemConstructorOptions): readonly string[] {
  return itemsOf(menu).flatMap(({ label }) => (label === undefined ? [] : [label]))
}

test.each([false, true])(
  'ux 41: every command is in the menus once, with a key of the table (Mac: %s)',
  (isMac) => {
    const chosen: Command[] = []
    const items = menuTemplate(isMac, (command) => chosen.push(command)).flatMap(itemsOf)
    const commands = items.filter(({ id }) => id !== undefined)
    expect(new Set(commands.map(({ id }) => id))).toEqual(new Set(Command.options))
    expect(commands).toHaveLength(Command.options.length)
    for (const command of Command.options) {
      const asElectron = commandKeys[command].map((key) =>
        key
          .replace('Mod', 'CmdOrCtrl')
          .replace(/\+([a-z])$/u, (_all, letter: string) => `+${letter.toUpperCase()}`),
      )
      expect(asElectron).toContain(acceleratorOf(command, isMac))
    }
    expect(new Set(commands.map(({ accelerator }) => accelerator)).size).toBe(Command.options.length)
    for (const item of commands) (item.click as () => void)()
    expect(chosen).toEqual(commands.map(({ id }) => id))
  },
)

test('ux 41: except on a Mac the page handles the keys, so that no command runs twice', () => {
  for (const item of menuTemplate(false, () => {}).flatMap(itemsOf)) {
    if (item.id !== undefined) expect(item.registerAccelerator).toBe(false)
  }
})

test('ux 42: on a Mac title case without letters for Alt, and settings with ⌘,', () => {
  const menus = menuTemplate(true, () => {})
  for (const text of [...menus.map(({ label = '' }) => label), ...menus.flatMap(labelsOf)]) {
    expect(text).not.toContain('&')
    for (const word of text.split(' ')) {
      if (!SMALL_WORDS.includes(word)) expect(word).toMatch(/^[A-Z]/u)
    }
  }
  expect(acceleratorOf('settings', true)).toBe('CmdOrCtrl+,')
  expect(labelsOf(menus[0] ?? {}).at(-1)).toBe('Quit Tillside')
})

test('ux 42: on other systems sentence case, a unique letter for Alt in each entry, and Exit last', () => {
  const menus = menuTemplate(false, () => {})
  const groups = [menus.map(({ label = '' }) => label), ...menus.map(labelsOf)]
  for (const texts of groups) {
    const letters = texts.map((text) => /&(\w)/u.exec(text)?.[1]?.toLowerCase())
    expect(letters).not.toContain(undefined)
    expect(new Set(letters).size).toBe(texts.length)
    for (const text of texts) {
      expect(text.replace('&', '')).toMatch(/^[A-Z][^A-Z]*(?:Tillside)?$/u)
    }
  }
  expect(labelsOf(menus[0] ?? {}).at(-1)).toBe('E&xit')
})
