import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { launchApp } from '../host/launch.ts'

const live = { name: 'Shop', environment: 'live', partnerUrl: 'https://bank.invalid' }

const wrongProfiles: readonly (readonly [string, string, string, string])[] = [
  [
    'a misspelt key',
    JSON.stringify({ ...live, outbox: { timeoutSecond: 5 } }),
    'outbox.timeoutSecond',
    'is not a known key',
  ],
  [
    'a value of the wrong type',
    JSON.stringify({ ...live, limits: { pageSize: '100' } }),
    'limits.pageSize',
    'must be a whole number',
  ],
  [
    'http to a host that is not this computer',
    JSON.stringify({ ...live, partnerUrl: 'http://bank.invalid/api' }),
    'partnerUrl',
    'must be an https address',
  ],
  ['a text that is no JSON', '{"name": "Shop",\n  "environment": live}', 'line 2, column 18', 'must be JSON'],
  [
    'a rule for references that could stop the counter',
    JSON.stringify({ ...live, transactionIdPattern: '^([A-Z]+)+$' }),
    'transactionIdPattern',
    'without groups',
  ],
  [
    'an enquiry without a bank code',
    JSON.stringify({ ...live, businessUrl: 'https://biz.invalid', enquiry: { serviceType: 'NAME' } }),
    'enquiry.bankCode',
    'must be given where enquiry.serviceType is',
  ],
  [
    'live without an address',
    JSON.stringify({ name: 'Shop', environment: 'live' }),
    'partnerUrl',
    'must be given',
  ],
]

for (const [name, text, key, problem] of wrongProfiles) {
  test(`a profile with ${name} is named with its file and its key, and nothing starts`, async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'tillside-profile-'))
    const file = path.join(dir, 'branch-of-aba.json')
    await writeFile(file, text)
    const app = await launchApp({ profile: file })
    try {
      const { page } = app
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('The profile cannot be used.')
      await expect(page.getByText('branch-of-aba.json')).toBeVisible()
      await expect(page.getByRole('listitem').filter({ hasText: key })).toContainText(problem)
      await expect(page.getByText('No sale was touched.')).toBeVisible()
      // The file may contain a secret in the wrong place.
      await expect(page.locator('body')).not.toContainText('bank.invalid')
      await expect(page.getByRole('link')).toHaveText(['Choose profile…', 'Open Tillside again'])
      expect([app.cspViolations, app.externalRequests]).toEqual([[], []])
    } finally {
      await app.close()
      await rm(dir, { recursive: true, force: true })
    }
  })
}
