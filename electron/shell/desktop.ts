import { homedir } from 'node:os'
import path from 'node:path'
import { app, Menu, nativeImage, Tray, type BrowserWindow } from 'electron'
import type { Command } from '../../shared/commands.ts'
import type { Desktop, DesktopView, Log } from '../ports.ts'
import { menuTemplate } from './menuTemplate.ts'
import { setStartAtLogin } from './startAtLogin.ts'
import { trayImage } from './trayIcon.ts'
import { bringForward } from './window.ts'

/** Replaces Electron's default menu, which offers reloading and developer tools. */
export function setMenu(platform: NodeJS.Platform, choose: (command: Command) => void): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(platform === 'darwin', choose)))
}

/** The tooltip of the tray icon, with the count of the screen To do. */
function trayTip(environment: 'live' | 'practice', todoCount: number): string {
  const what = todoCount === 0 ? 'nothing needs you' : `${todoCount} to do`
  return `${environment === 'practice' ? 'PRACTICE – Tillside' : 'Tillside'}: ${what}`
}

/** Tillside outside its window: the tray icon and the start with the computer. */
export function createDesktop(
  window: () => BrowserWindow | undefined,
  environment: 'live' | 'practice',
  log: Log,
): Desktop {
  /** This reference prevents garbage collection, which would remove the icon. */
  let tray: Tray | null = null
  let startsAtLogin: boolean | null = null

  function showTray({ hasTray, todoCount }: DesktopView): void {
    if (!hasTray) {
      tray?.destroy()
      tray = null
      // Without the icon there is no way to show a hidden window.
      if (window()?.isVisible() === false) bringForward(window())
      return
    }
    tray ??= newTray()
    tray.setToolTip(trayTip(environment, todoCount))
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
            // The quit may ask a question, which must be visible.
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
      // Only a change made in Tillside is applied, so that a change in the system's own settings stays.
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
