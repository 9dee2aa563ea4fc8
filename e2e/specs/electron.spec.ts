import { expect, test } from '@playwright/test'
import { launchApp, type LaunchedApp } from '../host/launch.ts'

let app: LaunchedApp
test.afterEach(() => app.close())

test('the page runs in the sandbox of its system', async () => {
  app = await launchApp()
  const { sandboxOfPage } = app
  test.skip(sandboxOfPage === undefined, 'the stand-in has no sandbox')
  expect(await sandboxOfPage?.()).toBe('sandboxed')
})
