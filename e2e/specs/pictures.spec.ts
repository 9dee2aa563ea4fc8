import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { shownInPictures } from '../gallery/shown.ts'
import { openStudio, type Studio } from '../gallery/studio.ts'

const root = path.resolve(import.meta.dirname, '../..')
const PNG_SIGNATURE = '89504e470d0a1a0a'

let studio: Studio
test.beforeAll(async () => {
  studio = await openStudio()
})
test.afterAll(() => studio.close())

/** `npm run pictures` takes them anew, and writes down what they show. */
test('the pictures of README.md and docs/agent.md show the screens as they are now', async () => {
  const folder = path.join(root, 'docs/pictures')
  const shown = path.join(folder, 'shown.txt')
  if (test.info().config.updateSnapshots === 'changed') {
    rmSync(folder, { recursive: true })
    const text = await shownInPictures(studio, (page, picture) =>
      page.screenshot({ path: path.join(folder, `${picture}.png`), animations: 'disabled' }),
    )
    writeFileSync(shown, text)
  }
  expect(await shownInPictures(studio), 'the pictures are older than the screens: npm run pictures').toBe(
    readFileSync(shown, 'utf8'),
  )
})

for (const [file, folder, names] of [
  ['README.md', 'docs/pictures', ['sale', 'sales', 'checking']],
  ['docs/agent.md', 'pictures', ['agent-register-name', 'agent-edit-same-account']],
] as const) {
  test(`${file} shows each picture, in light and in dark`, () => {
    const page = readFileSync(path.join(root, file), 'utf8')
    for (const name of names) {
      expect(page).toContain(
        `<source media="(prefers-color-scheme: dark)" srcset="${folder}/${name}-dark.png">`,
      )
      expect(page).toMatch(
        new RegExp(`<img src="${folder}/${name}-light.png" width="\\d+" alt="[^"]{20,}">`, 'u'),
      )
      for (const theme of ['light', 'dark'] as const) {
        const head = readFileSync(path.join(root, `docs/pictures/${name}-${theme}.png`)).subarray(0, 24)
        expect(head.subarray(0, 8).toString('hex')).toBe(PNG_SIGNATURE)
        expect([head.readUInt32BE(16), head.readUInt32BE(20)]).toEqual([1280, 800])
      }
    }
  })
}
