import type { Signature } from '../../build/electron-builder.config.ts'
import type { PackagedSystem } from '../../build/electronBuilder.ts'

/** Where electron-builder looks for certificates and for Apple's notarisation. */
const VARIABLES = [
  'CSC_LINK',
  'CSC_KEY_PASSWORD',
  'CSC_NAME',
  'WIN_CSC_LINK',
  'WIN_CSC_KEY_PASSWORD',
  'APPLE_ID',
  'APPLE_APP_SPECIFIC_PASSWORD',
  'APPLE_TEAM_ID',
  'APPLE_API_KEY',
  'APPLE_API_KEY_ID',
  'APPLE_API_ISSUER',
]

/** CI passes a missing secret as an empty text, which electron-builder would take for a certificate's path. */
export function dropEmptySecrets(env: NodeJS.ProcessEnv): void {
  for (const name of VARIABLES) if (env[name] === '') delete env[name]
}

/** The signature of a system's package, from the available certificates. A given Electron is mostly a stand-in. */
export function signatureOf(system: PackagedSystem, env: NodeJS.ProcessEnv, isStandIn: boolean): Signature {
  const names = {
    win: ['WIN_CSC_LINK', 'CSC_LINK'],
    mac: ['CSC_LINK', 'CSC_NAME'],
    // Nothing in these packages is signed; their checksums are published.
    linux: [],
  } satisfies Record<PackagedSystem, readonly string[]>
  if (names[system].some((name) => (env[name] ?? '') !== '')) return 'certificate'
  return isStandIn ? 'none' : 'adHoc'
}

/** What electron-builder notarises with (`MacTargetHelper.getNotarizeOptions`): one complete group of these. */
const NOTARISATIONS = [
  ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
  ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
  ['APPLE_KEYCHAIN_PROFILE'],
]

/**
 * Without them electron-builder skips the notarisation with a warning, and the package is signed, looks finished, and
 * is refused by every Mac that downloads it.
 * @returns null if nothing is to be notarised, or everything for it is there
 */
export function notarisationProblem(
  system: PackagedSystem,
  signature: Signature,
  env: NodeJS.ProcessEnv,
): string | null {
  if (system !== 'mac' || signature !== 'certificate') return null
  const isThere = (name: string): boolean => (env[name] ?? '') !== ''
  if (NOTARISATIONS.some((names) => names.every(isThere))) return null
  const choices = NOTARISATIONS.map((names) => names.join(', ')).join(', or ')
  return `there is a certificate for macOS and nothing to notarise with: set ${choices}, or take the certificate away`
}
