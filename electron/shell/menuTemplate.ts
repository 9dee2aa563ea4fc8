import type { MenuItemConstructorOptions } from 'electron'
import { commandKeys, type Command } from '../../shared/commands.ts'

/** On Windows and Linux sentence case, with `&` before the letter for Alt. On a Mac title case, without `&`. */
interface MenuLabel {
  readonly lettered: string
  readonly mac: string
}

const label = (lettered: string, mac: string): MenuLabel => ({ lettered, mac })

const commandWords: Readonly<Record<Command, MenuLabel>> = {
  newSale: label('&New sale', 'New Sale'),
  slipNumber: label('Slip n&umber', 'Slip Number'),
  note: label('N&ote', 'Note'),
  counterView: label('Customer &view', 'Customer View'),
  receipt: label('&Print receipt', 'Print Receipt'),
  find: label('&Find a sale', 'Find a Sale'),
  refresh: label('&Refresh', 'Refresh'),
  tryNow: label('&Send and check now', 'Send and Check Now'),
  copy: label('&Copy for support', 'Copy for Support'),
  export: label('&Export what is shown…', 'Export What Is Shown…'),
  lock: label('&Lock', 'Lock'),
  help: label('Tillside &help', 'Tillside Help'),
  sale: label('&Sell', 'Sell'),
  transactions: label('Sa&les', 'Sales'),
  day: label('&Day', 'Day'),
  todo: label('T&o do', 'To Do'),
  terminal: label('Ter&minal', 'Terminal'),
  findRecords: label('&Find', 'Find'),
  disputes: label('D&isputes', 'Disputes'),
  settings: label('&Settings…', 'Settings…'),
}

/** The labels of menu items that the system handles. */
const roleWords = {
  about: label('&About Tillside', 'About Tillside'),
  services: label('Services', 'Services'),
  hide: label('Hide Tillside', 'Hide Tillside'),
  hideOthers: label('Hide others', 'Hide Others'),
  unhide: label('Show all', 'Show All'),
  quit: label('E&xit', 'Quit Tillside'),
  close: label('&Close', 'Close Window'),
  undo: label('&Undo', 'Undo'),
  redo: label('&Redo', 'Redo'),
  cut: label('Cu&t', 'Cut'),
  copyText: label('&Copy', 'Copy'),
  paste: label('&Paste', 'Paste'),
  selectAll: label('Select &all', 'Select All'),
  togglefullscreen: label('F&ull screen', 'Full Screen'),
  minimize: label('&Minimise', 'Minimise'),
  zoom: label('&Zoom', 'Zoom'),
}

const menuWords = {
  app: label('Tillside', 'Tillside'),
  file: label('&File', 'File'),
  edit: label('&Edit', 'Edit'),
  view: label('&View', 'View'),
  sale: label('&Sell', 'Sell'),
  window: label('&Window', 'Window'),
  help: label('&Help', 'Help'),
}

type MenuRole = keyof typeof roleWords
type MenuName = keyof typeof menuWords
type Entry = { readonly command: Command } | { readonly role: MenuRole } | 'line'
type Menus = readonly (readonly [MenuName, readonly Entry[]])[]

const order = (...commands: readonly Command[]): readonly Entry[] => commands.map((command) => ({ command }))
const does = (...roles: readonly MenuRole[]): readonly Entry[] => roles.map((role) => ({ role }))

const edit: Entry[] = [...does('undo', 'redo'), 'line', ...does('cut', 'copyText', 'paste', 'selectAll')]
const view: Entry[] = [
  ...order('sale', 'transactions', 'day', 'todo', 'findRecords', 'disputes', 'terminal'),
  'line',
  ...order('refresh'),
  'line',
  ...does('togglefullscreen'),
]
const sale: Entry[] = [
  ...order('newSale', 'slipNumber', 'note', 'counterView', 'receipt', 'find'),
  'line',
  ...order('tryNow', 'copy'),
]

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
 * The native menus: each command of the table once, with the first of its keys that the system does not use.
 * @param choose called with a chosen command
 */
export function menuTemplate(
  isMac: boolean,
  choose: (command: Command) => void,
): MenuItemConstructorOptions[] {
  const form = isMac ? 'mac' : 'lettered'
  return (isMac ? onMac : elsewhere).map(([name, entries]) => ({
    label: menuWords[name][form],
    // By these roles the system adds its list of windows and, on a Mac, its search.
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
        // On other systems the page handles the keys, so a menu that handles them too would run commands twice.
        registerAccelerator: isMac,
        click: () => choose(command),
      }
    }),
  }))
}

/** In Electron's notation. On a Mac the function keys change the brightness and so on, so the second key is shown. */
export function acceleratorOf(command: Command, isMac: boolean): string {
  const [first, second] = commandKeys[command]
  const isSettings = command === 'settings'
  const key = (isMac || isSettings) && second !== undefined ? second : first
  return key
    .split('+')
    .map((part) => (part === 'Mod' ? 'CmdOrCtrl' : part.length === 1 ? part.toUpperCase() : part))
    .join('+')
}
