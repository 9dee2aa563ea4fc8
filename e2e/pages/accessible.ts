import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Everything else is the same in both colour schemes. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

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
    const run =
      colorScheme === 'light'
        ? ({ type: 'tag', values: STANDARDS } as const)
        : ({ type: 'rule', values: OF_COLOURS } as const)
    expect(await violationsOf(page, run), `${what}, ${colorScheme}`).toEqual([])
  }
}

/** Loading axe takes as long as running it, so a page keeps it until it is reloaded. */
async function bringAxe(page: Page): Promise<void> {
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  if (!isThere) await page.evaluate(axe.source)
}

/** axe runs in the page itself, without frames, since the app's policy allows none. */
function violationsOf(page: Page, runOnly: axe.RunOnly): Promise<readonly string[]> {
  return page.evaluate(async (only) => {
    const { axe: inPage } = globalThis as unknown as { readonly axe: typeof axe }
    // Only violations are reported in full: it takes half the time with the same rules.
    const { violations } = await inPage.run(document, {
      resultTypes: ['violations'],
      runOnly: only,
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  }, runOnly)
}
