import { execFileSync } from 'node:child_process'
import { rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, type Page } from '@playwright/test'
import { launchApp, type LaunchedApp } from '../host/launch.ts'
import { entryNotice, lastSale, recordSale, typeEntry } from '../pages/sale.ts'

let app: LaunchedApp
test.beforeEach(async () => {
  app = await launchApp()
  await recordSale(app.page, { amount: '1500', reference: 'STORED-1' })
})
test.afterEach(async () => app.close())

const file = (): string => path.join(app.dataDir, 'practice/sales.db')
const notice = (page: Page) => page.getByRole('status', { name: 'Notice' })

/** Ends the app, changes its files, and starts it again. */
async function restartAfter(change: () => Promise<void> | void): Promise<Page> {
  await app.kill()
  await change()
  return app.restart()
}

async function removeSales(): Promise<void> {
  for (const name of ['sales.db', 'sales.db-wal']) {
    await rm(path.join(app.dataDir, 'practice', name), { force: true })
  }
}

test('a pipe in place of the settings is reported in the window, and the sale is there once it is removed', async () => {
  test.skip(process.platform === 'win32', 'Windows keeps pipes outside the file system')
  const settings = path.join(app.dataDir, 'practice/settings.json')
  const page = await restartAfter(async () => {
    await rename(settings, `${settings}.aside`)
    execFileSync('mkfifo', [settings])
  })
  await expect(page.getByRole('heading')).toHaveText('The settings on this computer cannot be opened.')
  await expect(page.locator('body')).toContainText('It is a pipe or a device, and no file.')
  const again = await restartAfter(() => rename(`${settings}.aside`, settings))
  await expect(again.getByText('STORED-1').first()).toBeVisible()
})

test('a missing file is reported, and a new one is created only with a reset marker', async () => {
  const page = await restartAfter(removeSales)
  await expect(page.getByRole('heading')).toHaveText('The sales on this computer cannot be opened.')
  await expect(page.getByText(file())).toBeVisible()
  await expect(page.getByText('the file that holds them is gone from its folder')).toBeVisible()
  await expect(page.getByText('Tillside did not begin a new one, and nothing was sent.')).toBeVisible()
  const again = await restartAfter(() =>
    writeFile(path.join(app.dataDir, 'practice/begin-new-sales-file'), ''),
  )
  await expect(notice(again)).toContainText('Tillside started a new sales file without your earlier sales')
  await expect(lastSale(again, 'STORED-1')).toHaveCount(0)
  await notice(again).getByRole('button', { name: 'OK' }).click()
  await expect(notice(again)).toBeEmpty()
})

test('a newer file is shown, with a note that nothing is recorded here', async () => {
  const page = await restartAfter(() => {
    const newer = new DatabaseSync(file())
    newer.exec('PRAGMA user_version = 99')
    newer.close()
  })
  await expect(notice(page)).toContainText('A newer version of Tillside wrote your sales file.')
  await expect(lastSale(page, 'STORED-1')).toBeVisible()
  await typeEntry(page, { amount: '20' })
  await page.keyboard.press('Enter')
  await expect(entryNotice(page)).toContainText('Nothing can be recorded or changed here now.')
})
