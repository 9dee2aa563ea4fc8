import { existsSync, readFileSync } from 'node:fs'
import type { AppUpdater, NsisUpdater } from 'electron-updater'
import type { Log, UpdaterPort } from '../ports.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { UpdateFailure } from '../../shared/updates.ts'
import { installerVersion } from './installerVersion.ts'

/** Electron's own `autoUpdater` (Squirrel), as far as needed; on macOS only. */
export interface SquirrelPort {
  on(event: 'error' | 'update-downloaded' | 'update-not-available', listener: () => void): unknown
  removeListener(event: 'error' | 'update-downloaded' | 'update-not-available', listener: () => void): unknown
  checkForUpdates(): void
}

/** The session of electron-updater's requests, as far as needed. */
interface SessionPort {
  readonly webRequest: {
    onBeforeRequest(
      listener: (request: { readonly url: string }, answer: (what: { cancel: boolean }) => void) => void,
    ): void
  }
}

export interface UpdaterOptions {
  readonly feed: string
  readonly channel: 'latest' | 'beta'
  readonly platform: 'windows' | 'mac' | 'linux'
  /** Loads electron-updater and creates its updater for this system. Called at the first check. */
  readonly load: () => Promise<AppUpdater>
  /** electron-builder's `app-update.yml` in the package. */
  readonly configFile: string
  readonly squirrel: SquirrelPort
  readonly log: Log
}

/** The same for everyone. It replaces the id that electron-updater makes for each computer. */
const NO_STAGING_ID = '00000000-0000-0000-0000-000000000000'

/**
 * electron-updater 6.8.10, configured to do nothing by itself. These facts are from its `out/`:
 *
 * - Windows: `NsisUpdater.verifySignature` lets **every** file pass where `app-update.yml` names no `publisherName`, and
 *   `windowsExecutableCodeSignatureVerifier.handleError` lets it pass with a mere warning where PowerShell does not
 *   answer. Both are refused here. `executeDownload` does not verify a file of an earlier run, so the signature is
 *   checked again right before the installation.
 * - macOS: `MacUpdater` serves the file on 127.0.0.1 to Squirrel.Mac, which accepts only the running app's signature.
 *   With `autoInstallOnAppQuit` off it does so only on request, which is after a manager's yes.
 * - Neither checks the version of the file: a genuine old one that a feed offers as new has a valid signature. So the
 *   version inside, which the signature covers, must be the one that was offered.
 * - Linux: `AppImageUpdater` and `DebUpdater` check no signature. So nothing is downloaded, and a person installs it.
 */
export function createUpdater(options: UpdaterOptions): UpdaterPort {
  const { feed, platform, configFile, log } = options
  let loading: Promise<AppUpdater> | null = null
  let files: readonly string[] = []
  let offered: string | null = null
  let couldNotVerify = false

  const updater = (): Promise<AppUpdater> => {
    loading ??= options.load().then((made) => configured(made, options, () => (couldNotVerify = true)))
    return loading
  }

  /** Verifies the signature of the file to be installed, by the system's own means. */
  async function isSigned(made: AppUpdater): Promise<boolean> {
    if (platform !== 'windows') return true
    const [file] = files
    const publishers = publishersIn(configFile)
    if (file === undefined || publishers.length === 0) return false
    couldNotVerify = false
    const problem = await (made as NsisUpdater).verifyUpdateCodeSignature([...publishers], file)
    return problem === null && !couldNotVerify
  }

  async function isOffered(): Promise<boolean> {
    const [file] = files
    if (platform === 'linux' || file === undefined || offered === null) return false
    return (await installerVersion(file, platform)) === offered
  }

  async function looked(made: AppUpdater): Promise<Result<void, UpdateFailure>> {
    if (!(await isSigned(made))) return err('unsigned')
    return (await isOffered()) ? ok(undefined) : err('otherVersion')
  }

  return {
    canInstall: platform !== 'linux',
    check: async () => {
      // Without this file no update could be downloaded.
      if (platform !== 'linux' && !existsSync(configFile)) return err('notPackaged')
      try {
        const made = await updater()
        const found = await made.checkForUpdates()
        // `isUpdaterActive` is false: not packaged, or on Linux neither an AppImage nor a system package.
        if (found === null) return err('notPackaged')
        if (!found.isUpdateAvailable) return ok(null)
        const { version, files: named } = found.updateInfo
        if (!named.every(({ url }) => isAtOrigin(url, feed))) return err('otherHost')
        offered = version
        return ok(version)
      } catch (error) {
        return failed(error, 'feed', log)
      }
    },
    download: async (onPercent) => {
      // Checked before the download, since the file could not be verified.
      if (platform === 'windows' && publishersIn(configFile).length === 0) return err('unsigned')
      const made = await updater()
      const listener = ({ percent }: { readonly percent: number }): void => onPercent(percent)
      made.on('download-progress', listener)
      try {
        couldNotVerify = false
        files = await made.downloadUpdate()
        return await looked(made)
      } catch (error) {
        return failed(error, 'notDownloaded', log)
      } finally {
        made.removeListener('download-progress', listener)
      }
    },
    prepare: async () => {
      if (platform === 'mac')
        return (await handToSquirrel(options.squirrel)) ? ok(undefined) : err('unsigned')
      return looked(await updater())
    },
    install: (onFailed) => {
      void updater()
        .then((made) => {
          // Only by this event does `BaseUpdater.install` report an installer that could not be started.
          made.on('error', onFailed)
          made.quitAndInstall(false, true)
        })
        .catch(onFailed)
    },
  }
}

/** The warning of `windowsExecutableCodeSignatureVerifier.handleError`. A test checks that it is still the same. */
export const SIGNATURE_IGNORED = 'Ignoring signature validation'

/** @param onUnverified electron-updater has accepted a file without verifying its signature */
function configured(
  made: AppUpdater,
  { feed, channel }: UpdaterOptions,
  onUnverified: () => void,
): AppUpdater {
  made.autoDownload = false
  made.autoInstallOnAppQuit = false
  made.allowPrerelease = channel === 'beta'
  made.disableWebInstaller = true
  // `computeFinalHeaders` lets these replace its own. Otherwise every check would send an id of this computer.
  made.requestHeaders = { 'x-user-staging-id': NO_STAGING_ID }
  made.logger = {
    info: () => undefined,
    error: () => undefined,
    // Only this warning tells of it.
    warn: (said?: unknown) => {
      if (String(said).includes(SIGNATURE_IGNORED)) onUnverified()
    },
  }
  made.setFeedURL({ provider: 'generic', url: feed, channel })
  // Set last, since setting a channel may allow downgrades (`AppUpdater.channel`).
  made.allowDowngrade = false
  keepToOrigin(made.netSession, new URL(feed).origin)
  return made
}

/** Squirrel downloads the file from electron-updater and verifies its signature. */
function handToSquirrel(squirrel: SquirrelPort): Promise<boolean> {
  return new Promise((resolve) => {
    const taken = (): void => settle(true)
    const refused = (): void => settle(false)
    const settle = (isTaken: boolean): void => {
      squirrel.removeListener('update-downloaded', taken)
      squirrel.removeListener('error', refused)
      squirrel.removeListener('update-not-available', refused)
      resolve(isTaken)
    }
    squirrel.on('update-downloaded', taken)
    squirrel.on('error', refused)
    squirrel.on('update-not-available', refused)
    squirrel.checkForUpdates()
  })
}

function failed(error: unknown, otherwise: UpdateFailure, log: Log): Result<never, UpdateFailure> {
  const { code } = error as { readonly code?: unknown }
  // The error's text may quote an address or a path, so only its code is logged.
  log('warn', 'updater.error', { code: typeof code === 'string' ? code.slice(0, 60) : null })
  return err(code === 'ERR_UPDATER_INVALID_SIGNATURE' ? 'unsigned' : otherwise)
}

/** A feed may name a file by an absolute address (`newUrlFromBase`), or redirect to another host. */
function isAtOrigin(url: string, feed: string): boolean {
  return URL.parse(url, `${feed}/`)?.origin === new URL(feed).origin
}

/** Blocks requests to all hosts but the feed's, redirects and block maps included. */
function keepToOrigin({ webRequest }: SessionPort, origin: string): void {
  webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: URL.parse(url)?.origin !== origin }))
}

/**
 * The publishers who may sign, as electron-builder wrote them beside the app: one name or a list.
 * @returns an empty list where the file is missing or names no publisher
 */
export function publishersIn(configFile: string): readonly string[] {
  let text: string
  try {
    text = readFileSync(configFile, 'utf8')
  } catch {
    return []
  }
  const [, inline = '', list = ''] =
    /^publisherName:[ \t]*(.*)\n((?:[ \t]*-[ \t].*\n?)*)/mu.exec(`${text}\n`) ?? []
  return [inline, ...list.split('\n').map((line) => line.replace(/^[ \t]*-[ \t]/u, ''))]
    .map((name) => name.trim().replace(/^(['"])(.*)\1$/u, '$2'))
    .filter((name) => name !== '' && name !== '[]' && name !== 'null' && name !== '~')
}
