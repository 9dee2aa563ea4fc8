import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './expect.ts'

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What stands on the screen now has no violation that axe finds, in both colour schemes. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await bringAxe(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Colours that are still on their way from one scheme to the other have no contrast to speak of.
    await page.evaluate(async () => {
      await Promise.allSettled(document.getAnimations().map((animation) => animation.finished))
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    })
    expect(await violationsOf(page), `${what}, ${colorScheme}`).toEqual([])
  }
}

/** Reading axe's half a megabyte takes a page as long as a run of it, so a page that has it keeps it until it is loaded anew. */
async function bringAxe(page: Page): Promise<void> {
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  if (!isThere) await page.evaluate(axe.source)
}

/** In the page itself: no frame is asked, since the app's policy allows none. */
function violationsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(async (standards) => {
    const { axe: inPage } = globalThis as unknown as { readonly axe: typeof axe }
    // Only what is wrong is asked for in full: it takes half the time, and the same rules run.
    const { violations } = await inPage.run(document, {
      resultTypes: ['violations'],
      runOnly: { type: 'tag', values: standards },
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  }, STANDARDS)
}
