import path from 'node:path'
import { Arch, build, Packager, Platform, type Configuration } from 'electron-builder'

/*
 * The one place that runs electron-builder. It and what it brings may download whatever they like; scripts/ and the app know
 * only these two functions.
 */

export type PackagedSystem = 'win' | 'mac' | 'linux'

export interface PackTarget {
  readonly system: PackagedSystem
  /** A folder to start from rather than installers. */
  readonly isUnpacked: boolean
  /** An Electron that was handed in is for one processor; a universal program of macOS is made of two. */
  readonly isElectronGiven: boolean
}

const PLATFORMS = { win: Platform.WINDOWS, mac: Platform.MAC, linux: Platform.LINUX } as const
const projectDir = path.join(import.meta.dirname, '..')

/** @returns the files that were made; of an unpacked folder none */
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

/** What electron-builder's own schema says of a configuration; null: it is valid. The schema knows the keys of every system. */
export async function configProblem(config: Configuration): Promise<string | null> {
  const write = process.stdout.write
  // It greets on the standard output, where callers count lines.
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
