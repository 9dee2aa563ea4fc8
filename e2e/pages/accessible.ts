import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './expect.ts'

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Expects that axe finds no violation on the current screen, in both colour schemes. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await bringAxe(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // During a transition between schemes, colours have no valid contrast.
    await page.evaluate(async () => {
      await Promise.allSettled(document.getAnimations().map((animation) => animation.finished))
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    })
    expect(await violationsOf(page), `${what}, ${colorScheme}`).toEqual([])
  }
}

/** Loading axe takes as long as running it, so a page keeps it until it is reloaded. */
async function bringAxe(page: Page): Promise<void> {
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  if (!isThere) await page.evaluate(axe.source)
}

/** axe runs in the page itself, without frames, since the app's policy allows none. */
function violationsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(async (standards) => {
    const { axe: inPage } = globalThis as unknown as { readonly axe: typeof axe }
    // Only violations are reported in full: it takes half the time with the same rules.
    const { violations } = await inPage.run(document, {
      resultTypes: ['violations'],
      runOnly: { type: 'tag', values: standards },
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  }, STANDARDS)
}
