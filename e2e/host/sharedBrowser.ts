import { chromium, type Browser, type BrowserContext } from '@playwright/test'
import { specBrowser } from './browser.ts'
import { contextOptions, definedOnly } from './chromiumDrawing.ts'

let shared: Promise<Browser> | undefined

/**
 * Opens a context for one app, in this process's one Chromium. The browser starts at the first call and is connected by
 * a pipe, so that it ends with this process in any case.
 */
export async function newSharedContext(): Promise<BrowserContext> {
  shared ??= launch()
  return (await shared).newContext(contextOptions)
}

async function launch(): Promise<Browser> {
  // A browser that failed to start, or crashed, is not reused.
  const forget = (): void => {
    shared = undefined
  }
  try {
    const { executablePath, args, env } = await specBrowser()
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
