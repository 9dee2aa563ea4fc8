import { app, protocol, session } from 'electron'
import { APP_SCHEME, isAppUrl } from './appProtocol.ts'

/** Before `ready`: the scheme's rights (never past the policy, never for other origins) and the sandbox for every page. */
export function prepareSecurity(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ])
  app.enableSandbox()
  app.on('web-contents-created', (_event, contents) => {
    // `will-navigate` also covers links and scripts; the app itself never navigates, it is one page.
    contents.on('will-navigate', (event) => event.preventDefault())
    contents.on('will-frame-navigate', (event) => event.preventDefault())
    contents.on('will-redirect', (event) => {
      if (!isAppUrl(event.url)) event.preventDefault()
    })
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
}

/**
 * After `ready`: Electron approves every permission by default, so each way to ask is answered with no. The one yes is
 * our own page's writing of text to the clipboard ("Copy for support"); it may not read from there.
 */
export function denyPermissions(): void {
  const { defaultSession } = session
  defaultSession.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(isAllowed(permission, details.requestingUrl)),
  )
  defaultSession.setPermissionCheckHandler((_contents, permission, requestingOrigin) =>
    isAllowed(permission, requestingOrigin),
  )
  defaultSession.setDevicePermissionHandler(() => false)
}

function isAllowed(permission: string, requestingUrl: string): boolean {
  return permission === 'clipboard-sanitized-write' && isAppUrl(requestingUrl)
}

/** Electron's `app` and session, as far as the page's network needs them. */
interface ContentsPort {
  setWebRTCIPHandlingPolicy(policy: 'disable_non_proxied_udp'): void
}
interface AppPort {
  on(event: 'web-contents-created', listener: (event: object, contents: ContentsPort) => void): unknown
}
interface SessionPort {
  readonly webRequest: {
    onBeforeRequest(
      filter: { urls: string[] },
      listener: (details: unknown, answer: (response: { cancel: boolean }) => void) => void,
    ): void
  }
  on(event: 'will-download', listener: (event: { preventDefault(): void }) => void): unknown
}

/** Everything that is not our own scheme. */
const FOREIGN_ADDRESSES = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'file:///*']

/**
 * After `ready` and before a window: the page's way out, a second time. The policy of the page closes it already, all
 * but two holes: peer connections, which no policy governs, and files that the page itself would save.
 */
export function shutPageNetwork(electronApp: AppPort, pages: SessionPort): void {
  pages.webRequest.onBeforeRequest({ urls: FOREIGN_ADDRESSES }, (_details, answer) =>
    answer({ cancel: true }),
  )
  // Main writes every file that a person asks for.
  pages.on('will-download', (event) => event.preventDefault())
  electronApp.on('web-contents-created', (_event, contents) =>
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp'),
  )
}

/**
 * Whether this start is to open the page or main to a debugger. No fuse covers `--remote-debugging-…`, so main itself
 * refuses such a start of an installed program. Windows knows other ways to write a switch.
 */
export function asksForDebugging(argv: readonly string[]): boolean {
  return argv
    .slice(1)
    .some((argument) => /^(?:--?|\/)(?:remote-debugging-|inspect(?:-|=|$))/iu.test(argument))
}
