import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { shopDayScenes } from './scenes/shopDay.ts'
import { terminalFormScenes } from './scenes/terminalForms.ts'
import type { Studio } from './studio.ts'

/** What the pictures of README.md and docs/agent.md show: their words, and a hash of their looks, on every computer. */

const OF_AGENT = ['agent-register-name', 'agent-edit-same-account']
const pictured = [...shopDayScenes, ...terminalFormScenes.filter(({ name }) => OF_AGENT.includes(name))]

const HASH_LENGTH = 16

/** What a rule of the style sheets sets; sizes that the fonts and the window decide are not here. */
const LOOKS = [
  'display',
  'color',
  'background-color',
  'border-top',
  'border-left',
  'border-radius',
  'padding',
  'font-size',
  'font-weight',
  'text-align',
  'gap',
  'max-width',
  'min-width',
  'min-height',
  'grid-template-areas',
  'fill',
  'stroke',
  'opacity',
]

interface Shown {
  readonly words: string
  readonly looks: string
}

function inPage(looks: readonly string[]): Shown {
  // A picture does not show what is only read aloud, and seven seconds later it is gone.
  document.querySelector('[data-live-announcer]')?.remove()
  const elements = [...document.querySelectorAll('body, body *')].filter((element) =>
    element.checkVisibility(),
  )
  const values = [...document.querySelectorAll('input')]
    .map(({ value }) => value)
    .filter((value) => value !== '')
  return {
    words: [...values, ...document.body.innerText.split(/\s*\n\s*/u).filter((line) => line !== '')].join(
      '\n',
    ),
    looks: elements
      .map((element) => {
        const style = getComputedStyle(element)
        return [element.tagName, ...looks.map((name) => style.getPropertyValue(name))].join(' ')
      })
      .join('\n'),
  }
}

async function shownBy(page: Page): Promise<Shown> {
  const { words, looks } = await page.evaluate(inPage, LOOKS)
  return { words, looks: createHash('sha256').update(looks).digest('hex').slice(0, HASH_LENGTH) }
}

/** @param take is called in each theme of each scene, while it is shown */
export async function shownInPictures(
  studio: Studio,
  take?: (page: Page, picture: string) => Promise<unknown>,
): Promise<string> {
  const parts: string[] = []
  for (const scene of pictured) {
    const name = scene.name.replace('readme-', '')
    const { page } = await studio.open(scene)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await take?.(page, `${name}-${colorScheme}`)
      const { words, looks } = await shownBy(page)
      parts.push(`# ${name}, ${colorScheme}: looks ${looks}`, ...(colorScheme === 'light' ? [words] : []))
    }
  }
  return `${parts.join('\n')}\n`
}
