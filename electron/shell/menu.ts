import { Menu } from 'electron'

/**
 * Electron's default menu offers reloading and developer tools, which have no place at a counter. macOS keeps the
 * menus without which copy, paste and quit have no keys there.
 */
export function setMenu(platform: NodeJS.Platform): void {
  const isMac = platform === 'darwin'
  Menu.setApplicationMenu(
    isMac
      ? Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }])
      : null,
  )
}
