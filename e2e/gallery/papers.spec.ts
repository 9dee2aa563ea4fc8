import { test } from '@playwright/test'
import { paperNames, showPaper, widthsOf } from './papers.ts'
import { keepPicture } from './scene.ts'
import { openStudio, type Studio } from './studio.ts'

/* Papers are white in every theme. What is on them is asked for in `specs/paper-sheets.spec.ts`. */

let studio: Studio
test.beforeAll(async () => {
  studio = await openStudio()
})
test.afterAll(() => studio.close())

for (const name of paperNames)
  for (const width of widthsOf(name))
    test(`paper-${name}-${width}`, async () => {
      const page = await showPaper(studio, name, width)
      await keepPicture(test.info(), page.locator('[data-paper]'), test.info().title)
    })
