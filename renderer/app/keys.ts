import { Command, commandKeys } from '../../shared/commands.ts'
import { strings } from '../strings/strings.ts'

/** `Mod` is Ctrl, and ⌘ on a Mac. */
export interface KeyBinding {
  /** Null for keys that the controls themselves handle; they are listed only for the sheet. */
  readonly command: Command | null
  readonly keys: readonly string[]
  readonly label: string
}

/** Every key of the app in one table, for the handler and for the sheet of F1. */
export const keyTable: readonly KeyBinding[] = [
  ...Command.options.map((command) => ({
    command,
    keys: commandKeys[command],
    label: strings.keys[command],
  })),
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

/** A key as the sheet writes it: `Ctrl+1`, `⌘1`. */
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

/** The sheet of F1, made from the same table that the handler reads. */
export function sheetRows(
  isMac: boolean,
): readonly { readonly label: string; readonly keys: readonly string[] }[] {
  return keyTable.map(({ label, keys }) => ({ label, keys: keys.map((key) => keyText(key, isMac)) }))
}
