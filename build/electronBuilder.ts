import path from 'node:path'
import { Arch, build, Packager, Platform, type Configuration } from 'electron-builder'

/*
 * The only module that runs electron-builder, which may download files. scripts/ and the app know only these two
 * functions.
 */

export type PackagedSystem = 'win' | 'mac' | 'linux'

export interface PackTarget {
  readonly system: PackagedSystem
  /** Makes an unpacked folder instead of installers. */
  readonly isUnpacked: boolean
  /** Whether an unpacked Electron is given: that one is for one processor, but a universal macOS program needs two. */
  readonly isElectronGiven: boolean
}

const PLATFORMS = { win: Platform.WINDOWS, mac: Platform.MAC, linux: Platform.LINUX } as const
const projectDir = path.join(import.meta.dirname, '..')

/** @returns the files that were made; none for an unpacked folder */
export function packFor(target: PackTarget, config: Configuration): Promise<readonly string[]> {
  const { system, isUnpacked, isElectronGiven } = target
  const platform = PLATFORMS[system]
  const arch = system === 'mac' && !isElectronGiven ? Arch.universal : Arch.x64
  return build({
    projectDir,
    targets: isUnpacked ? platform.createTarget(['dir'], arch) : platform.createTarget(),
    publish: 'never',
    config,
  })
}

/**
 * The error of electron-builder's own schema about a configuration, or null. The schema has the keys of every system.
 */
export async function configProblem(config: Configuration): Promise<string | null> {
  const write = process.stdout.write
  // It prints to the standard output, where callers count lines.
  process.stdout.write = () => true
  try {
    await new Packager({ projectDir, config }).validateConfig()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    process.stdout.write = write
  }
}
