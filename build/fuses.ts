import type { Configuration } from 'electron-builder'

/**
 * Switches burnt into the packaged program, so that it is Tillside and nothing else: not a Node for scripts, not open to a
 * debugger, and not willing to run another program than the one in its archive. A fuse that is not named here keeps what
 * Electron ships.
 */
export const FUSES = {
  runAsNode: false,
  // There are no cookies, and with it every start would ask the key store (decision 0025).
  enableCookieEncryption: false,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
} as const satisfies NonNullable<Configuration['electronFuses']>
