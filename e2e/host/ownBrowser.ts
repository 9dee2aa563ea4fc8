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

/** No person sees a browser without a window; a spec finds its port in the browser's folder. */
const OPEN_TO_A_SPEC = ['--remote-debugging-address=127.0.0.1', '--remote-debugging-port=0']

/** Draws in a browser of this process alone: it hangs on a pipe of it, so that it ends when this process is killed. */
export async function drawInOwnBrowser(options: OwnBrowserOptions): Promise<Drawing> {
  const { runDir, isHeaded, main, clockOffByMs } = options
  const browser = isHeaded ? systemBrowser() : await npmBrowser()
  if (browser === undefined) throw new Error('no browser was found for a window')
  const context = await chromium.launchPersistentContext(path.join(runDir, 'browser'), {
    ...contextOptions,
    executablePath: browser.executablePath,
    headless: !isHeaded,
    args: [...browser.args, ...(isHeaded ? [] : OPEN_TO_A_SPEC)],
    env: { ...definedOnly(process.env), ...browser.env },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
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
    closeAll: async () => {
      await drawing.closeAll()
      // Whoever made the folder may be gone by now.
      await rm(runDir, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined)
    },
  }
}
