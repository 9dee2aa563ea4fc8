import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Electron's `app`, as far as needed. */
export interface LoginItemPort {
  readonly isPackaged: boolean
  setLoginItemSettings(settings: { readonly openAtLogin: boolean }): void
}

export interface LoginPlaces {
  readonly platform: NodeJS.Platform
  /** The program that the system starts: on Linux an AppImage is itself the file to name. */
  readonly program: string
  /** Of this user, on Linux; where desktops look for what to start (XDG Desktop Application Autostart). */
  readonly autostartDir: string
}

const FILE_NAME = 'tillside.desktop'

/**
 * Has the system start Tillside with the computer, or not. Only an installed program is named to it: a developer's
 * checkout would be gone the next day.
 * @throws Error where the system refuses
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

/** The Exec key quotes an argument in double quotes, with `"`, backtick, `$` and `\` escaped, and `%` doubled. */
function desktopEntry(program: string): string {
  const quoted = program.replaceAll(/["`$\\]/gu, String.raw`\$&`).replaceAll('%', '%%')
  // Of the file itself, a backslash is an escape once more.
  const exec = `"${quoted}"`.replaceAll('\\', '\\\\')
  return ['[Desktop Entry]', 'Type=Application', 'Name=Tillside', `Exec=${exec}`, 'Terminal=false', ''].join(
    '\n',
  )
}
