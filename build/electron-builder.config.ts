import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Configuration } from 'electron-builder'
import { FUSES } from './fuses.ts'
import { APP_ID, LICENCES, LINK_SCHEME, LINUX_EXECUTABLE, PRODUCT_NAME } from './identity.ts'

/**
 * `certificate`: an unsigned package is an error. `adHoc`: signed without an identity, which macOS requires before it
 * runs a program. `none`: for a stand-in, which has nothing to sign.
 */
export type Signature = 'certificate' | 'adHoc' | 'none'

export interface PackageOptions {
  /** The staged app: bundles and manifest, without files that never run. */
  readonly appDir: string
  readonly outDir: string
  /** The licences of everything that is bundled. */
  readonly licencesFile: string
  /** A checked profile for a preconfigured build; null: the package has none. */
  readonly profileFile: string | null
  /** Part of the installers' names, so that a preconfigured one is not mistaken for the plain one. */
  readonly variant: string | null
  /** An unpacked Electron of the target's system; null: electron-builder downloads it. */
  readonly electronDir: string | null
  readonly signature: Signature
  readonly withSourceMaps: boolean
  /**
   * Whether the package can be updated: it then contains the signer's name, and feed files are made beside the
   * installers.
   */
  readonly withUpdates: boolean
}

const here = import.meta.dirname
const icons = path.join(here, 'icons')
const entitlements = path.join(here, 'entitlements.mac.plist')

/** The configuration of electron-builder for every system. Only `npm run package` uses it. */
export function builderConfig(options: PackageOptions): Configuration {
  const { appDir, outDir, licencesFile, profileFile, electronDir, signature } = options
  return {
    appId: APP_ID,
    productName: PRODUCT_NAME,
    copyright: 'Copyright © 2026 Tillside developers',
    artifactName: `\${productName}-\${version}${options.variant === null ? '' : `-${options.variant}`}-\${os}-\${arch}.\${ext}`,
    directories: { app: appDir, output: outDir, buildResources: here },
    ...electron(electronDir),
    ...contents(options),
    // Outside the archive, where Tillside looks for its profile. The archive is the same for every customer.
    extraResources: [
      { from: licencesFile, to: LICENCES },
      ...(profileFile === null ? [] : [{ from: profileFile, to: 'profile.json' }]),
    ],
    // The screen is in English; Chromium's other languages are most of its small files.
    electronLanguages: ['en', 'en-US', 'en-GB'],
    electronFuses: FUSES,
    forceCodeSigning: signature === 'certificate',
    // Tillside reads the feed's address from its profile, so the address here is one that does not exist.
    publish: options.withUpdates ? [{ provider: 'generic', url: 'https://updates.tillside.invalid' }] : null,
    protocols: [{ name: 'Tillside transaction', schemes: [LINK_SCHEME], role: 'Viewer' }],
    ...windows(),
    ...mac(signature),
    ...linux(),
  }
}

/**
 * The Electron that is packed. A download must have the checksum that comes with the package `electron`, which the
 * lock file pins; otherwise electron-builder would trust the host that it downloads from.
 */
function electron(electronDir: string | null): Configuration {
  if (electronDir !== null) return { electronDist: electronDir }
  const file = path.join(here, '..', 'node_modules', 'electron', 'checksums.json')
  const checksums = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  return { electronDownload: { checksums } }
}

function contents({ withSourceMaps }: PackageOptions): Configuration {
  return {
    files: [
      'package.json',
      'out/main/main.js',
      'out/preload/preload.cjs',
      'out/renderer/**',
      ...(withSourceMaps ? ['out/main/main.js.map', 'out/preload/preload.cjs.map'] : ['!**/*.map']),
    ],
    asar: { smartUnpack: false },
    // Every library is in the bundles. Without this hook electron-builder would pack the project's optional
    // dependencies, and with them the Node that runs the scripts. `npmRebuild: false` must not be set: it disables
    // this hook.
    beforeBuild: () => Promise.resolve(false),
  }
}

function windows(): Configuration {
  return {
    win: {
      target: [{ target: 'nsis', arch: 'x64' }],
      icon: path.join(icons, 'tillside.ico'),
      signtoolOptions: { signingHashAlgorithms: ['sha256'] },
    },
    nsis: {
      // Installed for the current user only: neither the installation nor an update needs an administrator.
      oneClick: true,
      perMachine: false,
      packElevateHelper: false,
      // Sales are the shop's books, so an uninstaller must not delete them.
      deleteAppDataOnUninstall: false,
      include: path.join(here, 'installer.nsh'),
      installerLanguages: ['en_US'],
      shortcutName: PRODUCT_NAME,
    },
  }
}

function mac(signature: Signature): Configuration {
  return {
    mac: {
      target: ['dmg', 'zip'].map((target) => ({ target, arch: 'universal' as const })),
      icon: path.join(icons, 'tillside.icns'),
      category: 'public.app-category.business',
      entitlements,
      entitlementsInherit: entitlements,
      gatekeeperAssess: false,
      // With a certificate it is notarised where the variables of Apple's service are set. Without one it must not be
      // hardened: it would then refuse its own frameworks, which are not signed either.
      ...(signature === 'certificate'
        ? { hardenedRuntime: true, notarize: true }
        : { identity: signature === 'adHoc' ? '-' : null, hardenedRuntime: false, notarize: false }),
    },
    dmg: { title: `\${productName} \${version}` },
  }
}

function linux(): Configuration {
  return {
    linux: {
      target: ['AppImage', 'deb'].map((target) => ({ target, arch: 'x64' as const })),
      executableName: LINUX_EXECUTABLE,
      syncDesktopName: true,
      icon: path.join(icons, 'png'),
      category: 'Office;Finance',
      maintainer: 'Tillside developers <developers@tillside.invalid>',
      vendor: 'Tillside developers',
      synopsis: 'The counter companion of a POS terminal',
    },
    deb: { packageCategory: 'misc', priority: 'optional' },
    // Otherwise electron-builder would write --no-sandbox into the desktop entry, and the renderer would run without
    // its sandbox.
    appImage: { executableArgs: [] },
    toolsets: { appimage: '1.0.3' },
  }
}
