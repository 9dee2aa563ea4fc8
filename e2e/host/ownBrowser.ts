import { rm } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { npmBrowser, systemBrowser } from './browser.ts'
import { contextOptions, definedOnly, drawInChromium, type DrawingOptions } from './chromiumDrawing.ts'
import type { Drawing } from './hostMessages.ts'

export interface OwnBrowserOptions extends Pick<DrawingOptions, 'main' | 'isHeaded' | 'clockOffByMs'> {
  /** For Chromium's own files. */
  readonly runDir: string
}

/** A headless browser is invisible; a spec finds its port in the browser's folder. */
const OPEN_TO_A_SPEC = ['--remote-debugging-address=127.0.0.1', '--remote-debugging-port=0']

/**
 * A window without tabs and address bar, like Electron's: a sale typed into an address bar would be searched for on the
 * internet. An empty page, since the app's own is served only once the routes exist.
 */
const AS_APP = '--app=data:text/html,'

/** Draws in a browser of this process alone, connected by a pipe, so that it ends when this process is killed. */
export async function drawInOwnBrowser(options: OwnBrowserOptions): Promise<Drawing> {
  const { runDir, isHeaded, main, clockOffByMs } = options
  const browser = isHeaded ? systemBrowser() : await npmBrowser()
  if (browser === undefined) throw new Error('no browser was found for a window')
  const context = await chromium.launchPersistentContext(path.join(runDir, 'browser'), {
    ...contextOptions,
    executablePath: browser.executablePath,
    headless: !isHeaded,
    args: [...browser.args, AS_APP, ...(isHeaded ? [] : OPEN_TO_A_SPEC)],
    env: { ...definedOnly(process.env), ...browser.env },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
  const [page] = context.pages()
  // The first page of a window counts as the app's own only if it was empty before.
  await page?.goto('about:blank')
  const drawing = await drawInChromium({
    context,
    main,
    isHeaded,
    clockOffByMs,
    hear: {
      externalRequest: (url) => console.error(`the page asked for ${url}`),
      cspViolation: (text) => console.error(`the page broke its policy: ${text}`),
      pageError: (text) => console.error(`page error: ${text}`),
    },
  })
  return {
    ...drawing,
    load: async (wanted) => {
      await drawing.load(wanted)
      // Keys go to the page, and not to the window that was in front before.
      if (isHeaded) await drawing.pageOf(wanted.window)?.bringToFront()
    },
    closeAll: async () => {
      await drawing.closeAll()
      // The creator of the folder may have ended by now.
      await rm(runDir, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined)
    },
  }
}
