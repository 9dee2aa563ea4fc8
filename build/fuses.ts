import type { Configuration } from 'electron-builder'

/**
 * Fuses of the packaged program: it cannot be used as Node, opened by a debugger, or made to run a program outside its
 * archive. A fuse that is not listed keeps Electron's default.
 */
export const FUSES = {
  runAsNode: false,
  // There are no cookies, and with this fuse every start would ask the key store (decision 0025).
  enableCookieEncryption: false,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
} as const satisfies NonNullable<Configuration['electronFuses']>
