import { posix, win32 } from 'node:path'
import { err, ok, type Result } from '../../shared/result.ts'
import { keysInProfile, parseProfile, practiceProfile, type Profile, type ProfileProblem } from './profile.ts'

/** The profile's file in each folder that is searched. */
export const PROFILE_NAME = 'profile.json'

export interface ProfilePlaces {
  /** The program's arguments, without its own name. */
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: 'windows' | 'mac' | 'linux'
  /** Replaces the platform's machine-wide folder. Undefined: that folder; null: none. */
  readonly machineWideDir?: string | null
  /** The folder with the profile that a person chose on the screen; null: none. */
  readonly chosenDir?: string | null
  /** The package's resources; null where there is no package. */
  readonly resourcesDir: string | null
  /** The text of a file, null where it does not exist, or an error that says why it cannot be used. */
  readonly readFile: (path: string) => Result<string | null, string>
}

/** Where the profile was found; `builtIn` where no file exists. */
export type ProfileOrigin = 'argument' | 'variable' | 'machine' | 'chosen' | 'package' | 'builtIn'

export interface FoundProfile {
  readonly profile: Profile
  /** The profile's file; null for the built-in practice profile. */
  readonly path: string | null
  readonly origin: ProfileOrigin
  /** The keys that the file sets, in dotted form. */
  readonly keys: readonly string[]
}

/**
 * Looks for the profile in the order of docs/profile.md: `--profile` or `TILLSIDE_PROFILE`; the machine-wide place;
 * the one chosen on the screen; inside the package; else Practice. The first file that exists decides. One that is
 * invalid or unreadable is a problem and never skipped: a live till that falls back to Practice would take sales that no
 * bank ever sees.
 */
export function findProfile(places: ProfilePlaces): Result<FoundProfile, readonly ProfileProblem[]> {
  const named = namedFile(places)
  if (!named.ok) return named
  if (named.value !== null) {
    const { path, origin } = named.value
    return load(path, origin, places) ?? err([problemOf(path, 'must be there: it was named as the profile')])
  }
  const { join } = places.platform === 'windows' ? win32 : posix
  const folders = [
    { folder: machineWideFolder(places), origin: 'machine' },
    { folder: places.chosenDir ?? null, origin: 'chosen' },
    { folder: places.resourcesDir, origin: 'package' },
  ] as const
  for (const { folder, origin } of folders) {
    const found = folder === null ? null : load(join(folder, PROFILE_NAME), origin, places)
    if (found !== null) return found
  }
  return ok({ profile: practiceProfile(), path: null, origin: 'builtIn', keys: [] })
}

function machineWideFolder({ machineWideDir, platform, env }: ProfilePlaces): string | null {
  return machineWideDir === undefined ? machineWideDirOf(platform, env) : machineWideDir
}

function load(
  path: string,
  origin: ProfileOrigin,
  { readFile }: ProfilePlaces,
): Result<FoundProfile, readonly ProfileProblem[]> | null {
  const read = readFile(path)
  if (!read.ok) return err([problemOf(path, read.error)])
  const text = read.value
  if (text === null) return null
  const profile = parseProfile(text, path)
  return profile.ok ? ok({ profile: profile.value, path, origin, keys: keysInProfile(text) }) : profile
}

function namedFile({
  argv,
  env,
}: ProfilePlaces): Result<{ path: string; origin: ProfileOrigin } | null, readonly ProfileProblem[]> {
  // Arguments after a link may come from the link's author, who must not choose the profile.
  const link = argv.findIndex((argument) => /^tillside:/iu.test(argument))
  const own = link === -1 ? argv : argv.slice(0, link)
  const index = own.findIndex((argument) => argument === '--profile' || argument.startsWith('--profile='))
  const argument = own[index]
  if (argument === undefined) {
    const path = env['TILLSIDE_PROFILE'] || null
    return ok(path === null ? null : { path, origin: 'variable' })
  }
  const path = argument === '--profile' ? own[index + 1] : argument.slice('--profile='.length)
  if (path === undefined || path === '' || path.startsWith('--')) {
    return err([problemOf('--profile', 'must be followed by the path of a profile')])
  }
  return ok({ path, origin: 'argument' })
}

/** The rules of a start, on the text that is later written: the file may change in between. */
export function checkProfile(asked: {
  readonly file: string
  readonly text: Result<string | null, string>
}): Result<{ readonly text: string; readonly profile: Profile }, readonly ProfileProblem[]> {
  const { file, text } = asked
  if (!text.ok) return err([problemOf(file, text.error)])
  if (text.value === null) return err([problemOf(file, 'is not there any more')])
  const parsed = parseProfile(text.value, file)
  return parsed.ok ? ok({ text: text.value, profile: parsed.value }) : parsed
}

/** The folder for an administrator's machine-wide profile. Users must not be able to write there. */
export function machineWideDirOf(platform: ProfilePlaces['platform'], env: ProfilePlaces['env']): string {
  switch (platform) {
    case 'windows':
      return win32.join(env['ProgramData'] || 'C:\\ProgramData', 'Tillside')
    case 'mac':
      return '/Library/Application Support/Tillside'
    case 'linux':
      return '/etc/tillside'
  }
}

/** The machine-wide profile's file. */
export function machineWideProfile(platform: ProfilePlaces['platform'], env: ProfilePlaces['env']): string {
  const { join } = platform === 'windows' ? win32 : posix
  return join(machineWideDirOf(platform, env), PROFILE_NAME)
}

function problemOf(source: string, problem: string): ProfileProblem {
  return { source, key: '', problem }
}
