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
