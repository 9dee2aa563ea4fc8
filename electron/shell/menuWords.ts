import type { Command } from '../../shared/commands.ts'

/** The parts of the menus that are no command of ours; the system does them. */
export type MenuRole =
  | 'about'
  | 'services'
  | 'hide'
  | 'hideOthers'
  | 'unhide'
  | 'quit'
  | 'close'
  | 'undo'
  | 'redo'
  | 'cut'
  | 'copyText'
  | 'paste'
  | 'selectAll'
  | 'togglefullscreen'
  | 'minimize'
  | 'zoom'
export type MenuName = 'app' | 'file' | 'edit' | 'view' | 'sale' | 'window' | 'help'

/** On Windows and Linux in sentence case with a letter for Alt after `&`; on a Mac in title case without one. */
export interface MenuLabel {
  readonly lettered: string
  readonly mac: string
}

const label = (lettered: string, mac: string): MenuLabel => ({ lettered, mac })

export const commandWords: Readonly<Record<Command, MenuLabel>> = {
  newSale: label('&New sale', 'New Sale'),
  find: label('&Find a sale', 'Find a Sale'),
  refresh: label('&Refresh', 'Refresh'),
  tryNow: label('&Send and check now', 'Send and Check Now'),
  copy: label('&Copy for support', 'Copy for Support'),
  export: label('&Export what is shown…', 'Export What Is Shown…'),
  lock: label('&Lock the manager’s mode', 'Lock the Manager’s Mode'),
  help: label('&Keys', 'Keys'),
  sale: label('&Sale', 'Sale'),
  transactions: label('&Transactions', 'Transactions'),
  waiting: label('&Waiting', 'Waiting'),
  needsYou: label('&Needs you', 'Needs You'),
  terminal: label('Ter&minal', 'Terminal'),
  findRecords: label('&Find', 'Find'),
  settings: label('&Settings…', 'Settings…'),
}

export const roleWords: Readonly<Record<MenuRole, MenuLabel>> = {
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

export const menuWords: Readonly<Record<MenuName, MenuLabel>> = {
  app: label('Tillside', 'Tillside'),
  file: label('&File', 'File'),
  edit: label('&Edit', 'Edit'),
  view: label('&View', 'View'),
  sale: label('&Sale', 'Sale'),
  window: label('&Window', 'Window'),
  help: label('&Help', 'Help'),
}
