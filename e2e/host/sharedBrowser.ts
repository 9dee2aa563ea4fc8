import { chromium, type Browser, type BrowserContext } from '@playwright/test'
import { npmBrowser } from './browser.ts'
import { contextOptions, definedOnly } from './chromiumDrawing.ts'

let shared: Promise<Browser> | undefined

/**
 * Opens a context for one app alone, in the one Chromium of this process. It is started at the first call and hangs on
 * a pipe of this process, so that it ends with it, however that ends.
 */
export async function newSharedContext(): Promise<BrowserContext> {
  shared ??= launch()
  return (await shared).newContext(contextOptions)
}

async function launch(): Promise<Browser> {
  // What could not start, or crashed, is no browser for the next app.
  const forget = (): void => {
    shared = undefined
  }
  try {
    const { executablePath, args, env } = await npmBrowser()
    const browser = await chromium.launch({
      executablePath,
      args: [...args],
      env: { ...definedOnly(process.env), TZ: contextOptions.timezoneId, ...env },
    })
    browser.on('disconnected', forget)
    return browser
  } catch (error) {
    forget()
    throw error
  }
}
