import { createHash } from 'node:crypto'
import { DESKTOP_NAME } from '../../build/identity.ts'
import type { PackedApp } from './packedApp.ts'

/** Everything that runs, each exactly once; the star is vite's eight letters. Any other file in the archive is an error. */
const EXPECTED_FILES = [
  'package.json',
  'out/main/main.js',
  'out/preload/preload.cjs',
  'out/renderer/index.html',
  'out/renderer/assets/index-*.js',
  'out/renderer/assets/lazyScreens-*.js',
  'out/renderer/assets/style-*.css',
  'out/renderer/assets/inter-latin-wght-normal-*.woff2',
  'out/renderer/assets/inter-latin-ext-wght-normal-*.woff2',
  'out/renderer/assets/inter-vietnamese-wght-normal-*.woff2',
].map((name) => ({
  name,
  pattern: new RegExp(`^${name.replaceAll('.', '\\.').replace('*', '[\\w-]{8}')}$`, 'u'),
}))

export const FILES_MAX = 11
/** Half as much again as the first package, in bytes. An accidental library exceeds it; another screen does not. */
export const ARCHIVE_BYTES_MAX = 3_200_000

const MANIFEST_KEYS =
  'name productName version description author homepage license type main desktopName'.split(' ')

/** Allowed files beside the archive: none is code that Tillside runs. */
const BESIDE_ARCHIVE: readonly RegExp[] = [
  /^profile\.json$/u,
  /^LICENCES\.txt$/u,
  // electron-builder's own files for a system: the icon, empty language folders, Ubuntu's rules, licences.
  /^(?:icon|tillside)\.icns$/u,
  /^apparmor-profile$/u,
  /^LICENSE\.electron\.txt$/u,
  /^LICENSES\.chromium\.html$/u,
  /^[\w-]+\.lproj\/[\w.]+$/u,
]

/** The archive has exactly the files that run, each with its checksum, and none is unguarded beside it. */
export function contentProblems({ files, besideArchive }: PackedApp): readonly string[] {
  const names = [...files.keys()]
  const count = (pattern: RegExp): number => names.filter((name) => pattern.test(name)).length
  return [
    ...EXPECTED_FILES.filter(({ pattern }) => count(pattern) !== 1).map(
      ({ name, pattern }) => `${name} is there ${count(pattern)} times`,
    ),
    ...names
      .filter((name) => !EXPECTED_FILES.some(({ pattern }) => pattern.test(name)))
      .map((name) => `${name} is not expected`),
    ...besideArchive
      .filter((name) => !BESIDE_ARCHIVE.some((allowed) => allowed.test(name)))
      .map((name) => `${name} stands beside the archive`),
    ...[...files].filter(([, file]) => file.isUnpacked).map(([name]) => `${name} is outside the archive`),
    ...[...files]
      .filter(([, { sha256, bytes }]) => sha256 !== createHash('sha256').update(bytes).digest('hex'))
      .map(([name]) => `${name} is not what its checksum in the archive says`),
  ]
}

export function sizeProblems({ files, archiveBytes }: PackedApp): readonly string[] {
  return [
    ...(files.size > FILES_MAX ? [`${files.size} files, more than ${FILES_MAX}`] : []),
    ...(archiveBytes > ARCHIVE_BYTES_MAX ? [`${archiveBytes} bytes, more than ${ARCHIVE_BYTES_MAX}`] : []),
  ]
}

/** The manifest has what Electron and the system need, and nothing about how Tillside is built. */
export function manifestProblems({ files }: PackedApp, version: string): readonly string[] {
  const manifest = JSON.parse(files.get('package.json')?.bytes.toString('utf8') ?? '{}') as Record<
    string,
    unknown
  >
  const keys = Object.keys(manifest)
  return [
    ...keys.filter((key) => !MANIFEST_KEYS.includes(key)).map((key) => `${key} is not needed`),
    ...MANIFEST_KEYS.filter((key) => typeof manifest[key] !== 'string').map((key) => `${key} is missing`),
    ...(manifest['version'] === version
      ? []
      : [`version is ${String(manifest['version'])}, and not ${version}`]),
    ...(manifest['desktopName'] === DESKTOP_NAME ? [] : ['desktopName is not that of the menu entry']),
    ...(files.has(String(manifest['main'])) ? [] : ['main names a file that is not there']),
  ]
}

/** Chromium's other languages are left out, except at least one, without which it would not start. */
export function languageProblems({ languages }: PackedApp): readonly string[] {
  if (languages.length === 0) return ['there is no language']
  return languages.filter((name) => !/^en\b/u.test(name)).map((name) => `${name} is there`)
}
