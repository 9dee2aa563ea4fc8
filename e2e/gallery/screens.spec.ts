import { expect, test } from '@playwright/test'
import { findFaults, findHidden } from './faults.ts'
import { keepPicture, SIZES } from './scene.ts'
import { scenes } from './scenes/all.ts'
import { openStudio, type Studio } from './studio.ts'

/* Each scene at the project's size, in its themes. A scene is opened at each size as in a window of that size. */

let studio: Studio
test.beforeAll(async () => {
  studio = await openStudio()
})
test.afterAll(() => studio.close())

for (const scene of scenes)
  test(`${scene.name} (${scene.place}, ${scene.situation})`, async () => {
    const info = test.info()
    const { viewport } = info.project.use
    const size = SIZES.find(({ width, height }) => width === viewport?.width && height === viewport.height)
    if (size === undefined) throw new Error(`${info.project.name} is no size of the gallery`)
    const { page, setTouch, takeProblems } = await studio.open(scene, size)
    // `touch` is the light one under a finger.
    const themes = [
      'light',
      'dark',
      ...(scene.hasForcedColors === true && size === SIZES[0] ? ['forced'] : []),
      ...(size === SIZES[2] ? ['touch'] : []),
    ]
    for (const theme of themes) {
      await setTouch(theme === 'touch')
      await page.emulateMedia({
        colorScheme: theme === 'dark' ? 'dark' : 'light',
        forcedColors: theme === 'forced' ? 'active' : 'none',
      })
      await keepPicture(info, page, `${scene.name}-${theme}-${info.project.name}`)
      const hidden = scene.primary === undefined ? [] : await findHidden(scene.primary(page))
      expect.soft([...(await findFaults(page)), ...hidden, ...takeProblems()], theme).toEqual([])
    }
  })
