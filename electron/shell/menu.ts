import { Menu } from 'electron'
import type { Command } from '../../shared/commands.ts'
import { menuTemplate } from './menuTemplate.ts'

/** In place of Electron's own menu, which offers reloading and developer tools: they have no place at a counter. */
export function setMenu(platform: NodeJS.Platform, choose: (command: Command) => void): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(platform === 'darwin', choose)))
}
