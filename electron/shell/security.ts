import { app, protocol, session } from 'electron'
import { APP_SCHEME, isAppUrl } from './appProtocol.ts'

/** Before `ready`: the scheme's privileges (it cannot bypass the policy) and the sandbox for every page. */
export function prepareSecurity(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ])
  app.enableSandbox()
  app.on('web-contents-created', (_event, contents) => {
    // `will-navigate` also covers links and scripts. The app is a single page and never navigates.
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
 * After `ready`: Electron grants every permission by default, so each kind of request is denied. The only exception lets
 * our own page write text to the clipboard ("Copy for support"); it cannot read from it.
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

/** Every address outside our own scheme. */
const FOREIGN_ADDRESSES = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'file:///*']

/**
 * After `ready` and before a window: blocks the page's network a second time. The page's policy already blocks it,
 * except for peer connections, which no policy covers, and downloads.
 */
export function shutPageNetwork(electronApp: AppPort, pages: SessionPort): void {
  pages.webRequest.onBeforeRequest({ urls: FOREIGN_ADDRESSES }, (_details, answer) =>
    answer({ cancel: true }),
  )
  // Main writes all exports itself.
  pages.on('will-download', (event) => event.preventDefault())
  electronApp.on('web-contents-created', (_event, contents) =>
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp'),
  )
}

/**
 * Whether the arguments open the page or main to a debugger. No fuse covers `--remote-debugging-…`, so main itself
 * refuses such a start of an installed program. Windows also allows switches with `/`.
 */
export function asksForDebugging(argv: readonly string[]): boolean {
  return argv
    .slice(1)
    .some((argument) => /^(?:--?|\/)(?:remote-debugging-|inspect(?:-|=|$))/iu.test(argument))
}
