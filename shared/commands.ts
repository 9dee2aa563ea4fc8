import * as z from 'zod/mini'

/** What a key, a menu or the screen can trigger, on any screen. */
export const Command = z.enum([
  'newSale',
  'slipNumber',
  'note',
  'counterView',
  'receipt',
  'find',
  'refresh',
  'tryNow',
  'copy',
  'export',
  'lock',
  'help',
  'sale',
  'transactions',
  'day',
  'todo',
  'findRecords',
  'disputes',
  'terminal',
  'settings',
])
export type Command = z.output<typeof Command>

/**
 * The keys of each command, the one that menus show first; `Mod` is Ctrl, and ⌘ on a Mac. The screen, the F1 sheet and
 * the native menus all read this table. No single letters (scanners type letters, WCAG 2.1.4), no Alt with a letter
 * (Windows menus), no Ctrl with PgUp or PgDn (screen readers).
 */
export const commandKeys: Readonly<Record<Command, readonly [string, ...string[]]>> = {
  newSale: ['F2', 'Mod+n'],
  slipNumber: ['F4'],
  note: ['F7'],
  counterView: ['F8'],
  receipt: ['F9'],
  find: ['F3', 'Mod+f'],
  refresh: ['F5', 'Mod+r'],
  tryNow: ['F6'],
  copy: ['Mod+Shift+c'],
  export: ['Mod+e'],
  lock: ['Mod+l'],
  help: ['F1', 'Mod+/'],
  sale: ['Mod+1'],
  transactions: ['Mod+2'],
  day: ['Mod+3'],
  todo: ['Mod+4'],
  findRecords: ['Mod+5'],
  disputes: ['Mod+6'],
  terminal: ['Mod+7'],
  settings: ['Mod+8', 'Mod+,'],
}
