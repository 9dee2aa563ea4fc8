import { strings } from './strings.ts'

export type Command =
  | 'newSale'
  | 'find'
  | 'refresh'
  | 'tryNow'
  | 'copy'
  | 'export'
  | 'lock'
  | 'help'
  | 'sale'
  | 'transactions'
  | 'waiting'
  | 'needsYou'
  | 'terminal'
  | 'findRecords'
  | 'settings'

/** `Mod` is Ctrl, and ⌘ on a Mac. */
export interface KeyBinding {
  /** Null for keys that belong to the controls themselves and stand here for the sheet alone. */
  readonly command: Command | null
  readonly keys: readonly string[]
  readonly label: string
}

/**
 * Every key of the app in one table, for the handler and for the sheet of F1. No single letters (scanners type letters,
 * WCAG 2.1.4), no Alt with a letter (Windows menus), no Ctrl with PgUp or PgDn (screen readers).
 */
export const keyTable: readonly KeyBinding[] = [
  { command: 'newSale', keys: ['F2', 'Mod+n'], label: strings.keys.newSale },
  { command: 'find', keys: ['F3', 'Mod+f'], label: strings.keys.find },
  { command: 'refresh', keys: ['F5', 'Mod+r'], label: strings.keys.refresh },
  { command: 'tryNow', keys: ['F6'], label: strings.keys.tryNow },
  { command: 'copy', keys: ['Mod+Shift+c'], label: strings.keys.copy },
  { command: 'export', keys: ['Mod+e'], label: strings.keys.export },
  { command: 'lock', keys: ['Mod+l'], label: strings.keys.lock },
  { command: 'sale', keys: ['Mod+1'], label: strings.keys.sale },
  { command: 'transactions', keys: ['Mod+2'], label: strings.keys.transactions },
  { command: 'waiting', keys: ['Mod+3'], label: strings.keys.waiting },
  { command: 'needsYou', keys: ['Mod+4'], label: strings.keys.needsYou },
  { command: 'terminal', keys: ['Mod+5'], label: strings.keys.terminal },
  { command: 'findRecords', keys: ['Mod+6'], label: strings.keys.findRecords },
  { command: 'settings', keys: ['Mod+7', 'Mod+,'], label: strings.keys.settings },
  { command: 'help', keys: ['F1', 'Mod+/'], label: strings.keys.help },
  { command: null, keys: ['Enter'], label: strings.keys.enter },
  { command: null, keys: ['Escape'], label: strings.keys.escape },
  {
    command: null,
    keys: ['ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'],
    label: strings.keys.rows,
  },
]

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** @returns the command of a key press, or undefined where it has none. */
export function commandOf(press: KeyPress, isMac: boolean): Command | undefined {
  if (press.altKey) return undefined
  const mod = isMac ? press.metaKey : press.ctrlKey
  const otherMod = isMac ? press.ctrlKey : press.metaKey
  if (otherMod) return undefined
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key
  // On many layouts the slash itself needs Shift.
  const shift = press.shiftKey && key !== '/'
  const name = `${mod ? 'Mod+' : ''}${shift ? 'Shift+' : ''}${key}`
  return keyTable.find(({ keys }) => keys.includes(name))?.command ?? undefined
}

/** How a key is written on the sheet: `Ctrl+1`, `⌘1`. */
export function keyText(name: string, isMac: boolean): string {
  const parts = name.split('+').map((part) => partText(part, isMac))
  return parts.join(isMac ? '' : '+')
}

function partText(part: string, isMac: boolean): string {
  const names: Readonly<Record<string, string>> = {
    Mod: isMac ? '⌘' : 'Ctrl',
    Shift: isMac ? '⇧' : 'Shift',
    Escape: 'Esc',
    ArrowUp: '↑',
    ArrowDown: '↓',
    PageUp: 'PgUp',
    PageDown: 'PgDn',
  }
  return names[part] ?? (part.length === 1 ? part.toUpperCase() : part)
}

/** The sheet of F1: what each key does, drawn from the very table that the handler reads. */
export function sheetRows(
  isMac: boolean,
): readonly { readonly label: string; readonly keys: readonly string[] }[] {
  return keyTable.map(({ label, keys }) => ({ label, keys: keys.map((key) => keyText(key, isMac)) }))
}
