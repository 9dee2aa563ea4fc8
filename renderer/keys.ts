import { strings } from './strings.ts'

export type Command =
  'newSale' | 'find' | 'refresh' | 'tryNow' | 'sale' | 'transactions' | 'waiting' | 'terminal' | 'findRecords'

/** `Mod` is Ctrl, and ⌘ on a Mac. */
export interface KeyBinding {
  readonly command: Command
  readonly keys: readonly string[]
  readonly label: string
}

/**
 * Every key of the app in one table. No single letters (scanners type letters, WCAG 2.1.4), no Alt with a letter
 * (Windows menus). Enter, Esc and the arrows belong to the controls themselves.
 */
export const keyTable: readonly KeyBinding[] = [
  { command: 'newSale', keys: ['F2', 'Mod+n'], label: strings.keys.newSale },
  { command: 'find', keys: ['F3', 'Mod+f'], label: strings.keys.find },
  { command: 'refresh', keys: ['F5', 'Mod+r'], label: strings.keys.refresh },
  { command: 'tryNow', keys: ['F6'], label: strings.keys.tryNow },
  { command: 'sale', keys: ['Mod+1'], label: strings.keys.sale },
  { command: 'transactions', keys: ['Mod+2'], label: strings.keys.transactions },
  { command: 'waiting', keys: ['Mod+3'], label: strings.keys.waiting },
  { command: 'terminal', keys: ['Mod+4'], label: strings.keys.terminal },
  { command: 'findRecords', keys: ['Mod+5'], label: strings.keys.findRecords },
]

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** @returns the command of a key press, or undefined where it has none. */
export function commandOf(press: KeyPress, isMac: boolean): Command | undefined {
  if (press.altKey || press.shiftKey) return undefined
  const mod = isMac ? press.metaKey : press.ctrlKey
  const otherMod = isMac ? press.ctrlKey : press.metaKey
  if (otherMod) return undefined
  const name = `${mod ? 'Mod+' : ''}${press.key.length === 1 ? press.key.toLowerCase() : press.key}`
  return keyTable.find(({ keys }) => keys.includes(name))?.command
}
