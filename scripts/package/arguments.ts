import path from 'node:path'
import { parseArgs } from 'node:util'
import type { PackagedSystem } from '../../build/electronBuilder.ts'
import { oneOf } from '../commandLine.ts'

export interface PackageRequest {
  readonly systems: readonly PackagedSystem[]
  readonly profile: string | null
  readonly outDir: string
  readonly electronDir: string | null
  /** Makes an unpacked folder instead of installers. */
  readonly isUnpacked: boolean
  /** Signs for macOS without an identity, also with a given Electron. */
  readonly isAdHoc: boolean
  readonly withSourceMaps: boolean
  readonly withUpdates: boolean
}

export const USAGE = `usage: npm run package -- [win] [mac] [linux] [options]
  without a system: the one of this computer
  --profile FILE   a preconfigured build: the profile is checked and goes into the package
  --unpacked       a folder for each system, and no installer
  --source-maps    pack the source maps too
  --updates        make it updatable, and the lists that a feed needs
  --ad-hoc         sign for macOS without an identity, also with --electron: that one is then no stand-in
  --electron DIR   take Electron from DIR/win, DIR/mac, DIR/linux, each unpacked, and download none
  --out DIR        where to put it all; dist by default`

const SYSTEMS: readonly PackagedSystem[] = ['win', 'mac', 'linux']

/** @throws with a sentence that names what is wrong */
export function readPackageArguments(args: readonly string[], platform: NodeJS.Platform): PackageRequest {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      profile: { type: 'string' },
      electron: { type: 'string' },
      out: { type: 'string', default: 'dist' },
      'ad-hoc': { type: 'boolean', default: false },
      unpacked: { type: 'boolean', default: false },
      'source-maps': { type: 'boolean', default: false },
      updates: { type: 'boolean', default: false },
    },
  })
  const named = new Set(positionals.map((name) => oneOf('system', SYSTEMS, name)))
  return {
    systems: named.size > 0 ? SYSTEMS.filter((system) => named.has(system)) : [systemOf(platform)],
    profile: values.profile ?? null,
    outDir: path.resolve(values.out),
    electronDir: values.electron === undefined ? null : path.resolve(values.electron),
    isUnpacked: values.unpacked,
    isAdHoc: values['ad-hoc'],
    withSourceMaps: values['source-maps'],
    withUpdates: values.updates,
  }
}

function systemOf(platform: NodeJS.Platform): PackagedSystem {
  if (platform === 'win32') return 'win'
  return platform === 'darwin' ? 'mac' : 'linux'
}
