import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'

/** A Chromium that the stand-in can drive. */
export interface Browser {
  readonly executablePath: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Its description, for the line that `npm start` prints and for reports. */
  readonly name: string
}

const projectDir = path.resolve(import.meta.dirname, '../..')
const packageDir = path.join(projectDir, 'node_modules/@sparticuz/chromium')

/** The archives of the package: browser, fonts, and the libraries that a bare system lacks. */
const ARCHIVES = ['chromium.br', 'fonts.tar.br', 'al2023.tar.br'] as const

/** Playwright's own Chromium if it is installed; else npm's. Playwright is tested with its own. */
export async function specBrowser(executablePath = chromium.executablePath()): Promise<Browser> {
  if (!existsSync(executablePath)) return npmBrowser()
  return { name: 'Playwright’s Chromium', executablePath, args: [], env: {} }
}

/**
 * npm's headless Chromium with its own libraries and fonts, so that no system package is needed. It is unpacked once
 * per version: the package itself would use any `chromium` in the temporary folder, of any version. Its own argument
 * list is never used, since that disables web security.
 */
export async function npmBrowser(): Promise<Browser> {
  const manifest: unknown = JSON.parse(await readFile(path.join(packageDir, 'package.json'), 'utf8'))
  const version = versionOf(manifest)
  // `node_modules` may be a link to another tree, but the unpacked files contain their own path.
  const cacheDir = path.join(await realpath(path.join(projectDir, 'node_modules')), '.cache/tillside')
  const dir = path.join(cacheDir, `chromium-${version}`)
  if (!existsSync(dir)) await unpackInto(cacheDir, dir)
  await keepFontsConfig(dir)
  return {
    name: `npm's headless Chromium ${version}`,
    executablePath: path.join(dir, 'chromium'),
    args: ['--no-sandbox', '--no-zygote', '--disable-gpu'],
    env: { LD_LIBRARY_PATH: path.join(dir, 'al2023/lib'), FONTCONFIG_PATH: path.join(dir, 'fonts') },
  }
}

function versionOf(manifest: unknown): string {
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest)
    return String(manifest.version)
  throw new Error('the Chromium package has no version')
}

/** Unpacks into a temporary folder and renames, so that two processes at once never see half a browser. */
async function unpackInto(cacheDir: string, dir: string): Promise<void> {
  await mkdir(cacheDir, { recursive: true })
  const draft = await mkdtemp(path.join(cacheDir, 'unpacking-'))
  const { inflate } = await import('@sparticuz/chromium')
  // `inflate` reads the temporary folder before its first await, so the change lasts only for this loop.
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = draft
  const unpacking = ARCHIVES.map((archive) => inflate(path.join(packageDir, 'bin', archive)))
  if (before === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = before
  await Promise.all(unpacking)
  try {
    await rename(draft, dir)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(dir)) throw error
  }
}

/**
 * The folder may have moved since it was unpacked, and a browser without fonts crashes at the first non-Latin letter.
 */
async function keepFontsConfig(dir: string): Promise<void> {
  const file = path.join(dir, 'fonts/fonts.conf')
  if ((await readFile(file, 'utf8')) !== fontsConfig(dir)) await writeFile(file, fontsConfig(dir))
}

/** The package's own file names the font folders of a cloud service; without fonts no letter is drawn. */
function fontsConfig(dir: string): string {
  const escaped = dir.replace(/[&<>]/gu, (character) => `&#${character.charCodeAt(0)};`)
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${escaped}/fonts</dir><cachedir>${escaped}/fonts-cache</cachedir></fontconfig>
`
}

const SYSTEM_NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
]

/** A Chromium, Chrome or Edge of the system that can open a window, or undefined. */
export function systemBrowser(environment: NodeJS.ProcessEnv = process.env): Browser | undefined {
  const found = systemCandidates(environment).find((candidate) => existsSync(candidate))
  if (found === undefined) return undefined
  const isRoot = process.getuid?.() === 0
  return { name: path.basename(found), executablePath: found, args: isRoot ? ['--no-sandbox'] : [], env: {} }
}

function systemCandidates(environment: NodeJS.ProcessEnv): readonly string[] {
  if (process.platform === 'win32') {
    const roots = [environment['PROGRAMFILES'], environment['PROGRAMFILES(X86)'], environment['LOCALAPPDATA']]
    const places = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe']
    return roots.flatMap((root) => (root === undefined ? [] : places.map((place) => path.join(root, place))))
  }
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    )
  }
  const folders = (environment['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '')
  return SYSTEM_NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)))
}

/** Whether this machine can show a window at all. */
export function hasDisplay(environment: NodeJS.ProcessEnv = process.env): boolean {
  if (process.platform !== 'linux') return true
  return Boolean(environment['DISPLAY']) || Boolean(environment['WAYLAND_DISPLAY'])
}
