import type { ProfileValue, ProfileView } from '../../shared/settings.ts'
import type { Profile } from '../gateway/profile.ts'
import { profileKeys } from '../gateway/profileSchema.ts'

/** Where this Tillside is installed, for support. */
export interface Installation {
  /** The file of the profile; null for the built-in practice profile. */
  readonly profileFile: string | null
  readonly profileOrigin: ProfileView['origin']
  /** The keys in it, in dotted form; every other has its default. */
  readonly profileKeys: readonly string[]
  /** Where a chosen profile goes, so that the next start takes it: the file in use, or the one of the data folder. */
  readonly nextProfile: string
  readonly dataDir: string
  /** By `TILLSIDE_DATA_DIR`. */
  readonly isDataDirMoved: boolean
  /** Of the other environment, live or practice. */
  readonly otherDataDir: string
  readonly logDir: string
}

/** Every value of the profile with its origin. A profile holds no secret. */
export function profileView(profile: Profile, installation: Installation, version: string): ProfileView {
  const groups = new Set(profileKeys().flatMap((key) => (key.includes('.') ? [groupOf(key)] : [])))
  const values = profileKeys()
    .filter((key) => !groups.has(key))
    .map((key): ProfileValue => ({
      key,
      value: textOf(valueAt(profile, key)),
      source: installation.profileKeys.includes(key) ? 'profile' : 'default',
      isLocked: profile.locked.includes(key) || profile.locked.includes(groupOf(key)),
    }))
  const { profileFile: file, profileOrigin: origin, dataDir, isDataDirMoved, logDir } = installation
  const serviceHost = serviceHostOf(profile)
  return { values, file, origin, serviceHost, dataDir, isDataDirMoved, logDir, version }
}

/** Host and port of the service; null for the practice bank inside the app. */
export function serviceHostOf({ partnerUrl }: Profile): string | null {
  return partnerUrl === null ? null : new URL(partnerUrl).host
}

function groupOf(key: string): string {
  return key.split('.', 1)[0] ?? key
}

function valueAt(profile: Profile, key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>>)[name], profile)
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.map(String).join(', ') : String(value as string | number | boolean)
}
