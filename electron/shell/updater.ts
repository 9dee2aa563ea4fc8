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

/** The session that electron-updater asks through, as far as needed. */
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
  /** electron-updater's own, made for this system. Loaded with the first check, so that nothing of it runs before. */
  readonly load: () => Promise<AppUpdater>
  /** electron-builder's `app-update.yml` in the package. */
  readonly configFile: string
  readonly squirrel: SquirrelPort
  readonly log: Log
}

/** For everyone the same, in place of the number that electron-updater makes for each computer. */
const NO_STAGING_ID = '00000000-0000-0000-0000-000000000000'

/**
 * electron-updater 6.8.10, told to do nothing by itself. What it does is read from its `out/`:
 *
 * - Windows: `NsisUpdater.verifySignature` lets **every** file pass where `app-update.yml` names no `publisherName`, and
 *   `windowsExecutableCodeSignatureVerifier.handleError` lets it pass where PowerShell does not answer, with a warning
 *   alone. Both are refusals here. A file from an earlier run is not looked at again by `executeDownload`, which is one
 *   more reason to look right before it is installed.
 * - macOS: `MacUpdater` hands the file over to Squirrel.Mac on 127.0.0.1, which takes only what is signed as the running
 *   app is. With `autoInstallOnAppQuit` off, it does so when it is told to, which is after a manager's yes.
 * - Neither looks which version the file is: a genuine old one, named as a new one by its feed, is signed as well. So the
 *   version inside, which the signature covers, has to be the one that was offered.
 * - Linux: `AppImageUpdater` and `DebUpdater` look at no signature. So nothing is fetched, and a person installs it.
 */
export function createUpdater(options: UpdaterOptions): UpdaterPort {
  const { feed, platform, configFile, squirrel, log } = options
  let loading: Promise<AppUpdater> | null = null
  let files: readonly string[] = []
  let offered: string | null = null
  let couldNotVerify = false

  const updater = (): Promise<AppUpdater> => {
    loading ??= options.load().then(configure)
    return loading
  }

  function configure(made: AppUpdater): AppUpdater {
    made.autoDownload = false
    made.autoInstallOnAppQuit = false
    made.allowPrerelease = options.channel === 'beta'
    made.disableWebInstaller = true
    // `computeFinalHeaders` puts these over its own: without it a number of this computer goes out with every check.
    made.requestHeaders = { 'x-user-staging-id': NO_STAGING_ID }
    made.logger = {
      info: () => undefined,
      error: () => undefined,
      // The one place where it tells that it took a file without having looked at its signature.
      warn: (said?: unknown) => {
        if (String(said).includes(SIGNATURE_IGNORED)) couldNotVerify = true
      },
    }
    made.setFeedURL({ provider: 'generic', url: feed, channel: options.channel })
    // Last: choosing a channel may allow it (`AppUpdater.channel`).
    made.allowDowngrade = false
    keepToOrigin(made.netSession, new URL(feed).origin)
    return made
  }

  /** Of what is to be installed, by the system's own means. */
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

  /** Squirrel fetches the file from electron-updater and looks at its signature. */
  const handToSquirrel = (): Promise<boolean> =>
    new Promise((resolve) => {
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

  return {
    canInstall: platform !== 'linux',
    check: async () => {
      // Without it nothing that was found could be downloaded.
      if (platform !== 'linux' && !existsSync(configFile)) return err('notPackaged')
      try {
        const made = await updater()
        const found = await made.checkForUpdates()
        // `isUpdaterActive`: not packaged, or on Linux neither an AppImage nor a package of the system.
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
      // Before anything comes: what could not be verified need not be fetched.
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
      if (platform === 'mac') return (await handToSquirrel()) ? ok(undefined) : err('unsigned')
      return looked(await updater())
    },
    install: (onFailed) => {
      void updater()
        .then((made) => {
          // `BaseUpdater.install` tells of a program that could not be started by this event alone.
          made.on('error', onFailed)
          made.quitAndInstall(false, true)
        })
        .catch(onFailed)
    },
  }
}

/** Of `windowsExecutableCodeSignatureVerifier.handleError`; a test looks whether it still says so. */
export const SIGNATURE_IGNORED = 'Ignoring signature validation'

function failed(error: unknown, otherwise: UpdateFailure, log: Log): Result<never, UpdateFailure> {
  const { code } = error as { readonly code?: unknown }
  // Its text may quote an address or a path; its code is a word of its own.
  log('warn', 'updater.error', { code: typeof code === 'string' ? code.slice(0, 60) : null })
  return err(code === 'ERR_UPDATER_INVALID_SIGNATURE' ? 'unsigned' : otherwise)
}

/** A file may be named by an address of its own (`newUrlFromBase`), and a feed may send on to another host. */
function isAtOrigin(url: string, feed: string): boolean {
  return URL.parse(url, `${feed}/`)?.origin === new URL(feed).origin
}

/** Whatever a feed answers, its host is the only one that is asked: redirections and block maps included. */
function keepToOrigin({ webRequest }: SessionPort, origin: string): void {
  webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: URL.parse(url)?.origin !== origin }))
}

/**
 * Who may sign, as electron-builder wrote it beside the app: one name, or a list of them.
 * @returns none where the file is not there or names nobody
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
