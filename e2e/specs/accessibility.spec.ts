import { expect, test } from '@playwright/test'
import { PLACES, STANDARD_SITUATIONS } from '../gallery/scene.ts'
import { scenes } from '../gallery/scenes/all.ts'
import { openStudio, type Studio } from '../gallery/studio.ts'
import { isWhole } from '../../scripts/extent.ts'
import { expectAccessible } from '../pages/accessible.ts'

/** The scenes are independent, so they share the workers. `ux-accessibility` checks the whole app. */
test.describe.configure({ mode: 'parallel' })

let studio: Studio
test.beforeAll(async () => {
  studio = await openStudio()
})
test.afterAll(() => studio.close())

const all = scenes.filter(
  ({ situation }) => STANDARD_SITUATIONS.includes(situation) || situation === 'question',
)
/** One with data and one with a question of each place; `npm run prove` examines them all. */
const examined = all.filter(({ place, situation }, index) => {
  const first = all.findIndex((other) => other.place === place && other.situation === situation)
  return isWhole || (first === index && (situation === 'data' || situation === 'question'))
})

test('ux 1: the checks of these tests find a problem if there is one', async () => {
  const [scene] = examined
  if (scene === undefined) throw new Error('there is no scene')
  const { page } = await studio.open(scene)
  await page.evaluate(() => document.body.append(document.createElement('button')))
  await expect(expectAccessible(page, 'a button without a name')).rejects.toThrow('button-name')
})

test('ux 1: a problem in only one colour scheme, on a page that was checked before, is found', async () => {
  const [scene] = examined
  if (scene === undefined) throw new Error('there is no scene')
  const { page } = await studio.open(scene)
  await expectAccessible(page, 'as it opens')
  await page.evaluate(() => {
    const words = document.createElement('p')
    words.textContent = 'words that the dark swallows'
    // By script, since the page's policy forbids inline styles.
    words.style.cssText =
      'position: fixed; inset: 0; color-scheme: light dark; color: light-dark(black, #222); background: light-dark(white, #111)'
    document.querySelector('main, [role="main"], #root')?.append(words)
  })
  await expect(expectAccessible(page, 'dark words')).rejects.toThrow(/dark words, dark[^]*color-contrast/u)
})

test('ux 1: every screen is examined with data, empty, with an error and offline', () => {
  const missing = PLACES.filter((place) => place !== 'Shell').flatMap((place) =>
    STANDARD_SITUATIONS.filter(
      (situation) => !all.some((scene) => scene.place === place && scene.situation === situation),
    ).map((situation) => `${place}, ${situation}`),
  )
  expect(missing).toEqual([])
})

for (const scene of examined) {
  test(`ux 1: ${scene.place}, ${scene.situation}: ${scene.name}`, async () => {
    const { page, takeProblems } = await studio.open(scene)
    await expectAccessible(page, scene.name)
    expect(takeProblems(), 'errors of the page').toEqual([])
  })
}
