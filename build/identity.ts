/**
 * What a system knows Tillside by. None of it may change after a first release: an installed copy is found by the app ID, a
 * keychain entry belongs to it, and an updated package must replace the one before it.
 */
export const APP_ID = 'tillside.counter'
export const PRODUCT_NAME = 'Tillside'
/** The program's name where programs are typed; elsewhere it is the product's name. */
export const LINUX_EXECUTABLE = 'tillside'
/** Windows of a running Tillside are matched by it with the entry in the menu of the desktop. */
export const DESKTOP_NAME = 'tillside.desktop'
/** Among the resources of the package. */
export const LICENCES = 'LICENCES.txt'
/** `tillside://transaction/<reference>` */
export const LINK_SCHEME = 'tillside'
