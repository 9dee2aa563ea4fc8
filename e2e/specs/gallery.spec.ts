import { expect, test, type Page } from '@playwright/test'
import { findFaults, findHidden } from '../gallery/faults.ts'
import { scenes } from '../gallery/scenes/all.ts'
import { openStudio, type OpenScene, type Studio } from '../gallery/studio.ts'

let studio: Studio
let open: OpenScene
test.beforeAll(async () => {
  studio = await openStudio()
})
test.beforeEach(async () => {
  const [scene] = scenes
  if (scene === undefined) throw new Error('there is no scene')
  open = await studio.open(scene)
})
test.afterAll(() => studio.close())

/** Puts a box over everything on the page. */
async function add(page: Page, html: string): Promise<void> {
  await page.evaluate((inside) => {
    const box = document.createElement('div')
    document.body.append(box)
    box.innerHTML = inside
    // By script, since the page's policy forbids inline styles.
    for (const element of box.querySelectorAll<HTMLElement>('[data-style]')) {
      element.style.cssText = element.dataset['style'] ?? ''
    }
    box.style.cssText = 'position: fixed; inset: 0; z-index: 99; background: white'
  }, html)
}

test('a correct page has no fault', async () => {
  expect(await findFaults(open.page)).toEqual([])
})

const broken: readonly (readonly [what: string, html: string, fault: RegExp])[] = [
  [
    'words cut at their side',
    '<p data-style="width: 60px; overflow: hidden; white-space: nowrap">a sentence of words</p>',
    /text cut: ‘a sentence of words’/u,
  ],
  [
    'words cut at their foot',
    '<p data-style="height: 6px; overflow: hidden">a sentence of words</p>',
    /text cut: ‘a sentence of words’/u,
  ],
  [
    'words beside the window',
    '<p data-style="position: relative; left: -30px">a sentence of words</p>',
    /text cut: ‘a sentence of words’ by the window/u,
  ],
  [
    'words that run out of a button',
    '<button type="button" data-style="width: 40px; white-space: nowrap">words that are long</button>',
    /text runs out: ‘words that are long’/u,
  ],
  [
    'words over words',
    '<p>first line</p><p data-style="margin-top: -20px">second line</p>',
    /texts overlap: ‘first line’ and ‘second line’/u,
  ],
  [
    'buttons over each other',
    '<button type="button">one</button><button type="button" data-style="margin-left: -20px">two</button>',
    /controls overlap: button ‘one’ and button ‘two’/u,
  ],
  [
    'words under a control',
    '<p>some words</p><input data-style="display: block; margin-top: -30px">',
    /text over a control: ‘some words’ and input/u,
  ],
  [
    'a name shortened to nothing',
    '<p data-style="width: 20px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">a long name</p>',
    /text cut: ‘a long name’/u,
  ],
  [
    'a hint too long for its field',
    '<input placeholder="a hint of words" data-style="width: 96px; font: 16px sans-serif; font-variant-numeric: tabular-nums">',
    /text cut: ‘a hint of words’ in its field/u,
  ],
  [
    'an error that has to be scrolled to',
    '<div data-style="height: 60px; overflow: auto"><p data-style="height: 50px">form</p><p role="alert">wrong</p></div>',
    /asks out of view: not whole in view: alert ‘wrong’/u,
  ],
  [
    'an answer under the foot of its question',
    '<div role="alertdialog"><h2>Sure?</h2><button type="button">Yes</button><p data-style="margin-top: -20px; position: relative">foot foot</p></div>',
    /asks out of view: button ‘Yes’ lies under p ‘foot foot’/u,
  ],
]

for (const [what, html, fault] of broken) {
  test(`the gallery finds ${what}`, async () => {
    await add(open.page, html)
    expect((await findFaults(open.page)).join('\n')).toMatch(fault)
  })
}

test('the gallery finds a focus ring that crosses the words beside it', async () => {
  await add(open.page, '<input data-style="display: block"><p data-style="padding-top: 1px">some words</p>')
  expect(await findFaults(open.page)).toEqual([])
  await open.page.evaluate(() => {
    for (const field of document.querySelectorAll('input')) field.focus()
    document.activeElement?.setAttribute('data-focus-visible', '')
  })
  expect(await findFaults(open.page)).toEqual([
    expect.stringMatching(/^the focus ring of input ‘.*’ crosses ‘some words’/u),
  ])
})

test('under a finger, the gallery finds a control that is too small, and counts a choice with its label', async () => {
  await add(
    open.page,
    '<button type="button" data-style="all: unset">x</button><label data-style="display: block; height: 44px; width: 90px"><input type="checkbox"> on</label>',
  )
  expect(await findFaults(open.page)).toEqual([])
  await open.setTouch(true)
  const faults = await findFaults(open.page)
  await open.setTouch(false)
  expect(faults).toEqual([expect.stringMatching(/^small for a finger: button ‘x’, /u)])
})

test('the gallery finds a page that scrolls sideways, and ignores words for screen readers', async () => {
  await open.page.evaluate(() => {
    const wide = document.createElement('div')
    wide.style.cssText = 'position: absolute; top: 0; width: 3000px; height: 1px'
    document.body.append(wide)
  })
  expect(await findFaults(open.page)).toEqual([expect.stringMatching(/^the page scrolls sideways/u)])
})

test('the gallery finds a primary control that is half out of view, or covered', async () => {
  await add(open.page, '<button type="button" data-style="position: absolute; bottom: -9px">half</button>')
  expect(await findHidden(open.page.getByText('half'))).toEqual(['not whole in view: button ‘half’'])
  await add(open.page, '<p>over it</p>')
  expect(await findHidden(open.page.getByRole('button', { name: 'Sign in' }))).toEqual([
    expect.stringContaining('lies under'),
  ])
})

test('no two scenes share a name', () => {
  expect(new Set(scenes.map(({ name }) => name)).size).toBe(scenes.length)
})

test('what has the focus has one ring, in lists, fields, tabs and dialogs', async () => {
  const ringsIn = (page: Page): Promise<number> =>
    page.evaluate(
      () =>
        [...document.querySelectorAll('*')].filter((element) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(element)
          const { width, height } = element.getBoundingClientRect()
          return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0 && width > 2 && height > 2
        }).length,
    )
  for (const name of ['transactions-data', 'find-data', 'settings-data', 'cashiers-add']) {
    const scene = scenes.find((one) => one.name === name)
    if (scene === undefined) throw new Error(`there is no ${name}`)
    const { page } = await studio.open(scene)
    for (let press = 0; press < 30; press += 1) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(() => document.activeElement?.tagName ?? '')
      if (focused !== 'BODY') expect(await ringsIn(page), `${name}, ${press} of Tab, ${focused}`).toBe(1)
    }
  }
})
