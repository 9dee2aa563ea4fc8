import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { openCounter } from '../pages/counter.ts'
import { showSettings } from '../pages/shell.ts'

/* What an unpackaged Tillside can show of updates: not finding, downloading or installing one. */

let feed: Server
let asked: string[] = []
test.beforeAll(async () => {
  feed = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end('version: 9.9.9\n')
  })
  await new Promise<void>((resolve) => {
    feed.listen(0, '127.0.0.1', resolve)
  })
})
test.afterAll(() => void feed.close())
test.beforeEach(() => {
  asked = []
})

test('without a feed Settings says that updates are off, and offers nothing', async () => {
  const counter = await openCounter()
  try {
    const { page } = counter
    await showSettings(page, 'This computer')
    const section = page.getByRole('region', { name: 'Updates' })
    await expect(section.getByRole('status')).toHaveText(/^Updates are off\./u)
    await expect(section.getByRole('button')).toHaveCount(0)
  } finally {
    await counter.close()
  }
})

test('with a feed every user may check by the keyboard; an unpackaged app says so, and the feed is not asked', async () => {
  const { port } = feed.address() as AddressInfo
  const counter = await openCounter({ profile: { updates: { feed: `http://127.0.0.1:${port}` } } })
  try {
    const { page } = counter
    await showSettings(page, 'This computer')
    const section = page.getByRole('region', { name: 'Updates' })
    await expect(section.getByRole('status')).toHaveText(/^We have not checked/u)
    await section.getByRole('button', { name: 'Check for updates' }).focus()
    await page.keyboard.press('Enter')
    // Electron’s updater was loaded from the bundle for this answer.
    await expect(section.getByRole('status')).toHaveText(/^This Tillside was not installed from a package/u)
    await expect(section.getByRole('button', { name: 'Check for updates' })).toBeVisible()
    expect(asked).toEqual([])
  } finally {
    await counter.close()
  }
})
