import type { MenuItemConstructorOptions } from 'electron'
import { commandKeys, type Command } from '../../shared/commands.ts'
import { commandWords, menuWords, roleWords, type MenuName, type MenuRole } from './menuWords.ts'

type Entry = { readonly command: Command } | { readonly role: MenuRole } | 'line'
type Menus = readonly (readonly [MenuName, readonly Entry[]])[]

const order = (...commands: readonly Command[]): readonly Entry[] => commands.map((command) => ({ command }))
const does = (...roles: readonly MenuRole[]): readonly Entry[] => roles.map((role) => ({ role }))

const edit: Entry[] = [...does('undo', 'redo'), 'line', ...does('cut', 'copyText', 'paste', 'selectAll')]
const view: Entry[] = [
  ...order('sale', 'transactions', 'waiting', 'needsYou', 'terminal', 'findRecords'),
  'line',
  ...order('refresh'),
  'line',
  ...does('togglefullscreen'),
]
const sale: Entry[] = [...order('newSale', 'find'), 'line', ...order('tryNow', 'copy')]

const onMac: Menus = [
  [
    'app',
    [
      ...does('about'),
      'line',
      ...order('settings', 'lock'),
      'line',
      ...does('services'),
      'line',
      ...does('hide', 'hideOthers', 'unhide'),
      'line',
      ...does('quit'),
    ],
  ],
  ['file', [...order('export'), 'line', ...does('close')]],
  ['edit', edit],
  ['view', view],
  ['sale', sale],
  ['window', does('minimize', 'zoom')],
  ['help', order('help')],
]

const elsewhere: Menus = [
  ['file', [...order('export', 'lock', 'settings'), 'line', ...does('quit')]],
  ['edit', edit],
  ['view', view],
  ['sale', sale],
  ['help', [...order('help'), ...does('about')]],
]

/**
 * The native menus: each command of the table once, under the first of its keys that the system has no use for.
 * @param choose what a chosen command does
 */
export function menuTemplate(
  isMac: boolean,
  choose: (command: Command) => void,
): MenuItemConstructorOptions[] {
  const form = isMac ? 'mac' : 'lettered'
  return (isMac ? onMac : elsewhere).map(([name, entries]) => ({
    label: menuWords[name][form],
    // The system puts its list of windows, and on a Mac its search, into these.
    ...(name === 'window' || name === 'help' ? { role: name } : {}),
    submenu: entries.map((entry): MenuItemConstructorOptions => {
      if (entry === 'line') return { type: 'separator' }
      if ('role' in entry) {
        return { role: entry.role === 'copyText' ? 'copy' : entry.role, label: roleWords[entry.role][form] }
      }
      const { command } = entry
      return {
        id: command,
        label: commandWords[command][form],
        accelerator: acceleratorOf(command, isMac),
        // Elsewhere the page takes its own keys; a menu that took them too would do everything twice.
        registerAccelerator: isMac,
        click: () => choose(command),
      }
    }),
  }))
}

/** As Electron writes it. On a Mac a key of the top row changes the brightness, so the other one stands there. */
export function acceleratorOf(command: Command, isMac: boolean): string {
  const [first, second] = commandKeys[command]
  const isSettings = command === 'settings'
  const key = (isMac || isSettings) && second !== undefined ? second : first
  return key
    .split('+')
    .map((part) => (part === 'Mod' ? 'CmdOrCtrl' : part.length === 1 ? part.toUpperCase() : part))
    .join('+')
}
