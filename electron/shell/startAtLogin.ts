import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Electron's `app`, as far as needed. */
export interface LoginItemPort {
  readonly isPackaged: boolean
  setLoginItemSettings(settings: { readonly openAtLogin: boolean }): void
}

export interface LoginPlaces {
  readonly platform: NodeJS.Platform
  /** The program that the system starts. On Linux an AppImage is started by its own file. */
  readonly program: string
  /** On Linux: this user's autostart folder (XDG Desktop Application Autostart). */
  readonly autostartDir: string
}

const FILE_NAME = 'tillside.desktop'

/**
 * Sets whether the system starts Tillside at login. It works only for an installed program: a developer's checkout may
 * be moved or deleted.
 * @throws Error if the system refuses
 */
export function setStartAtLogin(app: LoginItemPort, places: LoginPlaces, isOn: boolean): void {
  if (!app.isPackaged) return
  if (places.platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: isOn })
    return
  }
  const file = path.join(places.autostartDir, FILE_NAME)
  if (!isOn) {
    rmSync(file, { force: true })
    return
  }
  mkdirSync(places.autostartDir, { recursive: true })
  writeFileSync(file, desktopEntry(places.program))
}

/** The Exec key needs double quotes, with `"`, backtick, `$` and `\` escaped and `%` doubled. */
function desktopEntry(program: string): string {
  const quoted = program.replaceAll(/["`$\\]/gu, String.raw`\$&`).replaceAll('%', '%%')
  // The file format itself also uses backslash escapes.
  const exec = `"${quoted}"`.replaceAll('\\', '\\\\')
  return ['[Desktop Entry]', 'Type=Application', 'Name=Tillside', `Exec=${exec}`, 'Terminal=false', ''].join(
    '\n',
  )
}
