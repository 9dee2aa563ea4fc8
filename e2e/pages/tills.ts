import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { giveManagerPin } from './manager.ts'
import { showSettings } from './shell.ts'

export interface ConnectedTill {
  readonly port: number
  readonly keyFile: string
  readonly key: string
}

/** As a manager does in Settings: the door on a free port, and a till with its key in a file. */
export async function connectTill(page: Page, name = 'Odoo, front desk'): Promise<ConnectedTill> {
  const port = await freePort()
  await showSettings(page, 'Tills')
  await page.getByLabel('Port', { exact: true }).fill(String(port))
  await page.getByRole('button', { name: 'Use this port' }).click()
  await giveManagerPin(page, page.getByText('Off: no program can hand a sale over.'))
  await page.getByRole('checkbox', { name: 'Let programs on this computer hand sales over' }).click()
  await expect(page.getByText(`Open at http://127.0.0.1:${port}`)).toBeVisible()
  await page.getByRole('button', { name: 'Connect a till…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a till' })
  await dialog.getByLabel('Name of the till').fill(name)
  await dialog.getByRole('button', { name: 'Save' }).click()
  const saved = page.getByText(/^The key is in /u)
  await expect(saved).toBeVisible()
  const keyFile = /^The key is in (.+\.txt), and only there/u.exec(await saved.innerText())?.[1] ?? ''
  return { port, keyFile, key: (await readFile(keyFile, 'utf8')).trim() }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

export const handedCard = (page: Page) => page.getByRole('region', { name: /^From / })
