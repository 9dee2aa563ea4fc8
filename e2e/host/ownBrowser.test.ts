import { beforeEach, expect, test, vi } from 'vitest'
import { drawInOwnBrowser } from './ownBrowser.ts'

/** The calls to Playwright, in order. */
const asked = vi.hoisted(() => ({ args: [] as readonly string[], steps: [] as string[] }))

vi.mock('@playwright/test', () => {
  const page = {
    url: () => 'about:blank',
    on: () => undefined,
    goto: async (url: string) => asked.steps.push(`goto ${url}`),
    bringToFront: async () => asked.steps.push('bringToFront'),
    setViewportSize: async () => undefined,
  }
  const context = {
    pages: () => [page],
    on: () => undefined,
    exposeBinding: async () => undefined,
    route: async () => asked.steps.push('routes stand'),
    grantPermissions: async () => undefined,
  }
  const launchPersistentContext = async (_dir: string, { args }: { args: readonly string[] }) => {
    asked.args = args
    return context
  }
  return { chromium: { launchPersistentContext } }
})

vi.mock('./browser.ts', () => {
  const browser = { executablePath: '/usr/bin/chromium', args: [], env: {}, name: 'chromium' }
  return { systemBrowser: () => browser, npmBrowser: async () => browser }
})

beforeEach(() => Object.assign(asked, { args: [], steps: [] }))

async function draw(isHeaded: boolean): Promise<void> {
  const drawing = await drawInOwnBrowser({
    runDir: '/tmp/tillside-run',
    isHeaded,
    clockOffByMs: 0,
    main: {
      invoke: async () => undefined,
      fetchApp: async () => undefined,
      refuses: async () => true,
      windowClosed: async () => undefined,
      drawingEnded: async () => undefined,
    },
  })
  await drawing.open({ window: 1, width: 800, height: 600, preload: undefined, permissions: [] })
  await drawing.load({ window: 1, url: 'app://bundle/', title: '' })
}

test('the window has no address bar, where a typed sale could end up, and the page has the focus', async () => {
  await draw(true)
  expect(asked.args).toContain('--app=data:text/html,')
  expect(asked.args.filter((argument) => argument.startsWith('--remote-debugging'))).toEqual([])
  expect(asked.steps).toEqual([
    'goto about:blank',
    'routes stand',
    'goto https://bundle.invalid/',
    'bringToFront',
  ])
})

test('a browser without a window needs no focus', async () => {
  await draw(false)
  expect(asked.steps).not.toContain('bringToFront')
})
