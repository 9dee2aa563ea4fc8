import { homedir } from 'node:os'
import path from 'node:path'
import { app, Menu, nativeImage, Tray, type BrowserWindow } from 'electron'
import type { Command } from '../../shared/commands.ts'
import type { Desktop, DesktopView, Log } from '../ports.ts'
import { menuTemplate } from './menuTemplate.ts'
import { setStartAtLogin } from './startAtLogin.ts'
import { trayImage } from './trayIcon.ts'
import { bringForward } from './window.ts'

/** In place of Electron's own menu, which offers reloading and developer tools: they have no place at a counter. */
export function setMenu(platform: NodeJS.Platform, choose: (command: Command) => void): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(platform === 'darwin', choose)))
}

/** What the sign beside the clock says. It claims no more than that nothing is open here. */
function trayTip(environment: 'live' | 'practice', openCount: number): string {
  const what = openCount === 0 ? 'nothing waits' : `${openCount} waiting or being checked`
  return `${environment === 'practice' ? 'PRACTICE – Tillside' : 'Tillside'}: ${what}`
}

/** Tillside outside its window: a sign beside the clock, a start with the computer. */
export function createDesktop(
  window: () => BrowserWindow | undefined,
  environment: 'live' | 'practice',
  log: Log,
): Desktop {
  /** Held here, or it would be collected and vanish. */
  let tray: Tray | null = null
  let startsAtLogin: boolean | null = null

  function showTray({ hasTray, openCount }: DesktopView): void {
    if (!hasTray) {
      tray?.destroy()
      tray = null
      // Nobody could come back to a window that is hidden then.
      if (window()?.isVisible() === false) bringForward(window())
      return
    }
    tray ??= newTray()
    tray.setToolTip(trayTip(environment, openCount))
  }

  function newTray(): Tray {
    const made = new Tray(trayImage(nativeImage, process.platform))
    const open = (): void => bringForward(window())
    made.setContextMenu(
      Menu.buildFromTemplate([
        { label: 'Open Tillside', click: open },
        { type: 'separator' },
        {
          label: 'Exit Tillside',
          click: () => {
            // It may ask about what waits, and a question in a hidden window is none.
            open()
            app.quit()
          },
        },
      ]),
    )
    made.on('click', open)
    return made
  }

  return {
    show: (seen) => {
      showTray(seen)
      const was = startsAtLogin
      startsAtLogin = seen.startsAtLogin
      // Only a choice made here is handed on: what somebody changed in the system's own settings stays.
      if (was === null || was === seen.startsAtLogin) return
      try {
        setStartAtLogin(app, placesHere(), seen.startsAtLogin)
      } catch (error) {
        log('warn', 'desktop.startAtLogin', { name: error instanceof Error ? error.name : 'unknown' })
      }
    },
    hideWindow: () => window()?.hide(),
  }
}

function placesHere() {
  const configDir = process.env['XDG_CONFIG_HOME'] ?? path.join(homedir(), '.config')
  return {
    platform: process.platform,
    program: process.env['APPIMAGE'] ?? app.getPath('exe'),
    autostartDir: path.join(configDir, 'autostart'),
  }
}
