import path from 'node:path'
import { readFacts } from '../walls/facts.ts'
import { isShipped } from '../walls/rooms.ts'
import type { PackedApp } from './packedApp.ts'

/** Patterns of secrets. The practice bank's key is not one: it is in the README, and opens only Practice. */
const SECRETS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/u],
  ['a signed token', /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\./u],
  ['a token of a code host', /\b(?:gh[pousr]_\w{36}|github_pat_\w{22,}|glpat-[\w-]{20})/u],
  ['a token of a registry', /\bnpm_\w{36}\b/u],
  ['a key of a cloud', /\bAKIA[0-9A-Z]{16}\b/u],
  ['a written-out bearer token', /\bBearer [\w.~+/-]{16,}/u],
]

/** Words of Tillside's test tools and doubles. */
const SEAM_WORDS = /\b(?:vitest|playwright|electronDouble|fast-check|axe-core)\b|\be2e\/host\b/u

/** Every environment variable that the packaged program reads, and its purpose. */
const VARIABLES: readonly (readonly [names: string, reason: string])[] = [
  ['TILLSIDE_PROFILE', 'names the profile'],
  ['TILLSIDE_DATA_DIR', 'moves the data folder'],
  ['ProgramData', "the whole computer's folder on Windows"],
  ['APPIMAGE', 'the file of an AppImage, which is what starts with the computer and what is updated'],
  [
    'APPDATA LOCALAPPDATA XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME',
    'conf, which comes with electron-store, has default folders, which Tillside does not use',
  ],
  ['SNAP', 'atomically, which writes the settings file, asks whether it may rename there'],
  ['NODE_DEBUG', 'semver, which comes with electron-store and electron-updater, says more where it is set'],
  ['XDG_SESSION_TYPE WAYLAND_DISPLAY', 'windowPlace.ts: on Wayland a window says nothing of its place'],
  ['APPIMAGE_EXIT_AFTER_INSTALL', 'electron-updater sets it for the AppImage that it starts'],
  ['ELECTRON_BUILDER_LINUX_PACKAGE_MANAGER', 'electron-updater asks it for another program than apt'],
  ['GH_TOKEN GITHUB_TOKEN', 'electron-updater, for feeds on a code host; a feed of Tillside is an address'],
  [
    'TEST_UPDATER_ARCH DIFFERENTIAL_DOWNLOAD_PLAN_BUILDER_VALIDATE_RANGES',
    "electron-updater's own tests; neither changes what is verified of an update",
  ],
  [
    'GRACEFUL_FS_PLATFORM TEST_GRACEFUL_FS_GLOBAL_PATCH',
    'graceful-fs, which comes with electron-updater: its own tests, and how it renames',
  ],
  [
    'DEBUG FORCE_COLOR TERM CI_NAME TEAMCITY_VERSION COLORTERM TERM_PROGRAM_VERSION TERM_PROGRAM',
    'debug, which comes with electron-updater: whether and in which colours it speaks on a console',
  ],
]
const KNOWN_VARIABLES: ReadonlySet<string> = new Set(VARIABLES.flatMap(([names]) => names.split(' ')))

/** Every unencrypted address in the package that is no namespace's name, and why nothing is ever sent there. */
const PLAIN_ADDRESSES: readonly (readonly [address: RegExp, reason: string])[] = [
  [/^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$)/u, 'this computer itself'],
  [
    /^http:\/\/json-schema\.org\/draft-07\/schema#?$/u,
    'the name of a dialect, in a JSON file, which has no map',
  ],
  [
    /^http:\/\/schemas\.openxmlformats\.org\/(?:spreadsheetml|officeDocument|package)\/2006(?:\/[A-Za-z]+)?$/u,
    'names of XML in a workbook (ECMA-376), which workbook.ts writes and nothing opens',
  ],
  [/^http:\/\/localhost\?$/u, 'hono puts it before a bare path; Tillside gives it whole requests'],
  [/^http:\/\/$/u, 'fast-uri puts it before a host to have it parsed'],
  [/^(?:http|ws):\/\/\*\/\*$/u, 'a pattern of what the page may not ask for'],
]

/** No file has a secret, or anything of the building machine. */
export function secretProblems(
  { files }: PackedApp,
  machine: { readonly env: NodeJS.ProcessEnv; readonly folders: readonly string[] },
): readonly string[] {
  const own = Object.entries(machine.env)
    .filter(([name, value]) => /TOKEN|SECRET|PASSW|CSC_|API_KEY/u.test(name) && (value ?? '').length >= 8)
    .map(([name, value]) => [`the value of ${name}`, value ?? ''] as const)
  return [...files].flatMap(([name, { bytes }]) => {
    const text = bytes.toString('latin1')
    return [
      ...SECRETS.filter(([, pattern]) => pattern.test(text)).map(([what]) => what),
      ...own.filter(([, value]) => text.includes(value)).map(([what]) => what),
      ...machine.folders.filter((folder) => text.includes(folder)).map(() => 'a folder of this machine'),
    ].map((what) => `${name} holds ${what}`)
  })
}

/** The packed code has no test hooks: none of their words, and no unlisted variable. */
export function seamProblems({ files }: PackedApp): readonly string[] {
  return textsOf(files).flatMap(([name, text]) => {
    const word = SEAM_WORDS.exec(text)?.[0]
    const read = [...text.matchAll(/\benv(?:\.([A-Z]\w*)|\[\s*["'`](\w+)["'`]\s*\])/gu)]
      .map(([, dotted, quoted]) => dotted ?? quoted ?? '')
      .filter((variable) => !KNOWN_VARIABLES.has(variable))
    const named = [...text.matchAll(/\bTILLSIDE_[A-Z_]+/gu)]
      .map(([variable]) => variable)
      .filter((variable) => !KNOWN_VARIABLES.has(variable))
    return [
      ...(word === undefined ? [] : [`${name} speaks of ${word}`]),
      ...[...new Set([...read, ...named])].map((variable) => `${name} knows the variable ${variable}`),
    ]
  })
}

/**
 * The sources of the bundles, by the source maps staged with them: our own shipped files, and libraries. A bundled
 * double or tool shows here even if none of its words is left.
 */
export function originProblems(origins: readonly string[], root: string): readonly string[] {
  const sources = origins.map((file) => path.relative(root, file).replaceAll(path.sep, '/'))
  if (!sources.includes('electron/main.ts') || !sources.includes('renderer/main.tsx'))
    return ['the maps do not say what the bundles were made of']
  return sources
    .filter((source) => !/(?:^|\/)node_modules\//u.test(source) && !isShipped(source))
    .map((source) => `${source} is bundled`)
}

export function sourceMapProblems({ files }: PackedApp): readonly string[] {
  return [
    ...[...files.keys()].filter((name) => name.endsWith('.map')).map((name) => `${name} is packed`),
    ...textsOf(files)
      .filter(([, text]) => /^\s*(?:\/\/|\/\*)[#@]\s*sourceMappingURL=/mu.test(text))
      .map(([name]) => `${name} names a source map`),
  ]
}

/**
 * Comments may cite any address; only what the program could use counts.
 * @param isName whether what stands there, counted from 0, is the name of a namespace, see {@link namesOnly}
 */
export function addressProblems({ files }: PackedApp, isName: IsName = () => false): readonly string[] {
  return textsOf(files).flatMap(([name, text]) => {
    const used = /\.c?js$/u.test(name) ? readFacts(name, text).texts.map((literal) => literal.text) : [text]
    const found = new Set(used.flatMap(addressesIn).map(([address]) => address))
    const places = text
      .split('\n')
      .flatMap((line, number) =>
        addressesIn(line).map(({ 0: address, index }) => ({ address, number, index })),
      )
    return [...found]
      .filter((address) => !PLAIN_ADDRESSES.some(([allowed]) => allowed.test(address)))
      .filter((address) => {
        const own = places.filter((place) => place.address === address)
        return own.length === 0 || own.some(({ number, index }) => !isName(name, number, index))
      })
      .map((address) => `${name} holds ${address}`)
  })
}

function addressesIn(text: string): readonly RegExpExecArray[] {
  return [...text.matchAll(/\b(?:http|ws|ftp):\/\/[^\s"'`<>()\\]*/gu)]
}

type IsName = (file: string, line: number, column: number) => boolean

/** What a library needs to open an address by itself. */
const OPENS =
  /\b(?:fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|openExternal|loadURL)\b|["'](?:node:)?(?:https?|http2|net|tls|dgram|electron)["']/u

/**
 * Tells the name of a namespace from an address that is opened by where it stands: in a library of which no bundled
 * file can open anything. Our own code has no such names.
 * @param origins the sources of the bundles
 * @param sourceOf the source of a place of a bundle; null where its map does not say
 */
export function namesOnly(
  origins: readonly string[],
  sourceOf: (...place: Parameters<IsName>) => string | null,
  read: (source: string) => string,
): IsName {
  const libraryOf = (source: string): string | undefined =>
    /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+(?=[/\\])/u.exec(source)?.[0]
  const opening = new Set(origins.filter((source) => OPENS.test(read(source))).map(libraryOf))
  return (...place) => {
    const source = sourceOf(...place)
    const library = source === null ? undefined : libraryOf(source)
    return library !== undefined && !opening.has(library)
  }
}

/** Files read as text; not fonts and pictures. */
function textsOf(files: PackedApp['files']): readonly (readonly [name: string, text: string])[] {
  return [...files]
    .filter(([name]) => /\.(?:js|cjs|css|html|json)$/u.test(name))
    .map(([name, { bytes }]) => [name, bytes.toString('utf8')])
}
