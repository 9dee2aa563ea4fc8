import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const electronPackage = path.resolve(import.meta.dirname, '../../node_modules/electron')

/** The program inside `dist`, as electron's install.js writes it into `path.txt`. */
export function programPath(platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') return 'electron.exe'
  return platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : 'electron'
}

/** @returns the version of the package; undefined if it is missing */
export function electronVersion(folder: string = electronPackage): string | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
    return (manifest as { readonly version: string }).version
  } catch {
    return undefined
  }
}

/**
 * Electron's program, if complete: install.js writes `path.txt` last, so an interrupted unpacking has none, and
 * `dist/version` reveals another version. Loading the package itself would start a download.
 */
export function installedElectron(folder: string = electronPackage): string | undefined {
  const program = path.join(folder, 'dist', programPath())
  try {
    const version = readFileSync(path.join(folder, 'dist', 'version'), 'utf8')
      .trim()
      .replace(/^v/u, '')
    const isWhole = readFileSync(path.join(folder, 'path.txt'), 'utf8') === programPath()
    return isWhole && version === electronVersion(folder) && existsSync(program) ? program : undefined
  } catch {
    return undefined
  }
}
