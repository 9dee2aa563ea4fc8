import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hasDisplay, specBrowser, systemBrowser } from './browser.ts'

test.runIf(process.platform === 'linux')('a browser on the path is found; an empty path has none', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'tillside-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  expect(systemBrowser({ PATH: `${dir}:` })).toBeUndefined()
  writeFileSync(path.join(dir, 'google-chrome'), '')
  expect(systemBrowser({ PATH: `${dir}:` })?.executablePath).toBe(path.join(dir, 'google-chrome'))
})

test.runIf(process.platform === 'linux')('there is a display if X11 or Wayland says so', () => {
  expect([hasDisplay({}), hasDisplay({ DISPLAY: '' }), hasDisplay({ DISPLAY: ':0' })]).toEqual([
    false,
    false,
    true,
  ])
  expect(hasDisplay({ WAYLAND_DISPLAY: 'wayland-0' })).toBe(true)
})

test('Playwright’s own Chromium is taken where it is installed', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'tillside-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const own = path.join(dir, 'chrome')
  writeFileSync(own, '')
  expect(await specBrowser(own)).toMatchObject({ executablePath: own, env: {} })
})
