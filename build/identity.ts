/**
 * The names by which a system identifies Tillside. None may change after the first release: the system finds an
 * installed copy by its app ID, a keychain entry belongs to it, and an updated package must replace the installed one.
 */
export const APP_ID = 'tillside.counter'
export const PRODUCT_NAME = 'Tillside'
/** By which Windows starts the program that a notification belongs to; without it Electron makes a new one at each start. */
export const TOAST_CLSID = '{7A0C5E52-2D1F-4B8C-9C37-5A6F4E1D8B21}'
/** The program's file name on Linux; other systems use the product's name. */
export const LINUX_EXECUTABLE = 'tillside'
/** Linux desktops match a running Tillside's windows with its menu entry by this name. */
export const DESKTOP_NAME = 'tillside.desktop'
/** A file in the package's resources folder. */
export const LICENCES = 'LICENCES.txt'
/** `tillside://transaction/<reference>` */
export const LINK_SCHEME = 'tillside'
