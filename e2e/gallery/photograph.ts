import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Page } from '@playwright/test'
import { findFaults, findHidden } from './faults.ts'
import type { Scene } from './scene.ts'
import type { OpenScene, Size, Studio } from './studio.ts'

/** The second is an old counter PC of 1366×768 at 125 %; the last is a small one minus its task bar. */
export const SIZES = [
  { width: 1280, height: 800 },
  { width: 1093, height: 614 },
  { width: 1024, height: 640 },
  { width: 1024, height: 560 },
] as const satisfies readonly Size[]

/** `touch` is the light one under a finger. */
export const THEMES = ['light', 'dark', 'forced', 'touch'] as const
export type Theme = (typeof THEMES)[number]

const REASON_LINES_MAX = 4

export interface Picture {
  readonly scene: Scene
  readonly theme: Theme
  readonly size: Size
  /** Relative to the gallery's folder; null if the scene could not be reached. */
  readonly file: string | null
  readonly faults: readonly string[]
}

export interface Wanted {
  readonly sizes: readonly Size[]
  readonly themes: readonly Theme[]
}

/** Takes every picture of a scene, which is opened again at each size, as in a window of that size. */
export async function photograph(
  studio: Studio,
  scene: Scene,
  { sizes, themes }: Wanted,
  dir: string,
): Promise<readonly Picture[]> {
  const pictures: Picture[] = []
  for (const size of sizes) {
    const views = themes
      .filter((theme) => isTaken(scene, theme, size))
      .map((theme) => ({ scene, size, theme }))
    if (views.length > 0) pictures.push(...(await photographAt(studio, views, dir)))
  }
  return pictures
}

function isTaken({ hasForcedColors }: Scene, theme: Theme, size: Size): boolean {
  if (theme === 'forced') return hasForcedColors === true && size === SIZES[0]
  return theme !== 'touch' || size === SIZES[2]
}

type View = Pick<Picture, 'scene' | 'size' | 'theme'>

/** If the scene cannot be reached or the browser crashes, all pictures of the size fail. */
async function photographAt(
  studio: Studio,
  views: readonly View[],
  dir: string,
): Promise<readonly Picture[]> {
  const [first] = views
  if (first === undefined) return []
  const pictures: Picture[] = []
  try {
    const open = await studio.open(first.scene, first.size)
    for (const view of views) {
      const { scene, theme, size } = view
      await setTheme(open, theme)
      const file = `${scene.name}-${theme}-${size.width}x${size.height}.png`
      await open.page.screenshot({ path: path.join(dir, file), animations: 'disabled' })
      pictures.push({
        ...view,
        file,
        faults: [...(await faultsOf(open.page, scene)), ...open.takeProblems()],
      })
    }
  } catch (error) {
    const faults = [`not reached: ${reasonOf(error)}`]
    pictures.push(...views.slice(pictures.length).map((view) => ({ ...view, file: null, faults })))
  }
  return pictures
}

/** The log of a crashed browser is too long to read. */
function reasonOf(error: unknown): string {
  const text = stripVTControlCharacters(error instanceof Error ? error.message : String(error))
  return text.split('\n').slice(0, REASON_LINES_MAX).join(' ')
}

async function setTheme({ page, setTouch }: OpenScene, theme: Theme): Promise<void> {
  await setTouch(theme === 'touch')
  await page.emulateMedia({
    colorScheme: theme === 'dark' ? 'dark' : 'light',
    forcedColors: theme === 'forced' ? 'active' : 'none',
  })
}

async function faultsOf(page: Page, scene: Scene): Promise<readonly string[]> {
  const layout = await findFaults(page)
  return scene.primary === undefined ? layout : [...layout, ...(await findHidden(scene.primary(page)))]
}
