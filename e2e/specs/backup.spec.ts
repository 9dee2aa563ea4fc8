import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { startSandbox, type Sandbox } from '../../sandbox/serve.ts'
import { launchApp, signIn, type LaunchedApp } from '../host/launch.ts'
import { expectAccessible } from '../pages/accessible.ts'
import { credentials, profileFor } from '../pages/counter.ts'
import { row } from '../pages/lists.ts'
import { amountField, lastSale, recordSale } from '../pages/sale.ts'
import { question, showByKey, showSettings } from '../pages/shell.ts'

let sandbox: Sandbox
let profile: string
let dir: string
const apps: LaunchedApp[] = []
test.beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'tillside-backup-'))
  sandbox = await startSandbox({ options: { ...credentials, settleAfterMs: 500, visibleAfterMs: 0 } })
  profile = path.join(dir, 'market-branch.json')
  await writeFile(profile, JSON.stringify(profileFor(sandbox.url)))
})
test.afterAll(async () => {
  for (const app of apps) await app.close()
  await sandbox.close()
  await rm(dir, { recursive: true, force: true, maxRetries: 5 })
})

/** A computer of the same shop. */
async function computer(): Promise<LaunchedApp> {
  const app = await launchApp({ profile })
  apps.push(app)
  await signIn(app.page, credentials)
  return app
}

async function newestBackup(dataDir: string): Promise<string> {
  const files = await readdir(path.join(dataDir, 'saved'))
  const newest =
    files
      .filter((name) => name.endsWith('.tgz'))
      .toSorted()
      .at(-1) ?? ''
  return path.join(dataDir, 'saved', newest)
}

const card = (page: Page) => page.getByRole('region', { name: 'Backup' })

test('a counter is backed up to one file, and its sales come to a fresh computer in a guided way', async () => {
  const old = await computer()
  await recordSale(old.page, { amount: '1500', reference: 'BACKUP-1' })
  await expect(lastSale(old.page, 'BACKUP-1')).toContainText('Paid')
  await showSettings(old.page, 'This computer')
  await expect(card(old.page)).toContainText('No backup was made on this computer yet.')
  await expect(card(old.page).getByRole('heading', { name: 'Sales from another computer' })).toHaveCount(0)
  await expectAccessible(old.page, 'Settings, This computer')
  await card(old.page).getByRole('button', { name: 'Back up…' }).click()
  await expect(
    card(old.page).getByText(/^1 sale in .*\.tgz\. The file was read back and is whole\.$/u),
  ).toBeVisible()
  await expect(card(old.page)).toContainText(/Last backup: /u)

  await card(old.page).getByRole('button', { name: 'Move to another computer…' }).click()
  await expect(question(old.page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question(old.page).getByRole('button', { name: 'Write the last backup' }).click()
  await old.exited()
  const given = await old.restart()
  await expect(given.getByRole('status', { name: 'Notice' })).toContainText(
    'This computer gave its sales to another one',
  )
  await amountField(given).fill('700')
  await given.keyboard.press('Enter')
  await expect(given.getByText('Nothing can be recorded or changed here now.')).toBeVisible()
  await showSettings(given, 'This computer')
  await expect(card(given).getByRole('button', { name: 'Use this computer again…' })).toBeVisible()
  const file = await newestBackup(old.dataDir)
  await old.quit()

  const fresh = await computer()
  const { page } = fresh
  await showSettings(page, 'This computer')
  const bytes = await readFile(file)
  const cut = path.join(dir, 'cut.tgz')
  await writeFile(cut, bytes.subarray(0, bytes.length - 100))
  await fresh.pickFile(cut)
  await card(page).getByRole('button', { name: 'Bring sales…' }).click()
  await expect(card(page).getByRole('alert')).toContainText(`Nothing was brought from ${cut}. It was cut`)
  await fresh.pickFile(file)
  await card(page).getByRole('button', { name: 'Bring sales…' }).click()
  await expect(question(page)).toContainText('Market branch')
  await expect(question(page)).toContainText(credentials.clientId)
  await expect(question(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question(page).getByRole('button', { name: 'Bring them and restart' }).click()
  await fresh.exited()
  const after = await fresh.restart()
  await expect(after.getByRole('status', { name: 'Notice' })).toContainText('another computer’s backup')
  await showByKey(after, 'Sales')
  await expect(row(after, 'Sales', 'BACKUP-1')).toContainText('Paid')
  await showSettings(after, 'This computer')
  await expect(card(after).getByRole('heading', { name: 'Sales from another computer' })).toHaveCount(0)
  await showByKey(after, 'Sell')
  await recordSale(after, { amount: '700', reference: 'BACKUP-2' })
  await expect(lastSale(after, 'BACKUP-2')).toContainText('Paid')
  expect(sandbox.bank.settlementCount('BACKUP-1')).toBe(1)
})
