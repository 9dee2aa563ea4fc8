import { expect, test, type Page } from '@playwright/test'
import { launchApp, type LaunchedApp } from '../host/launch.ts'
import { closeChecked } from '../pages/counter.ts'
import { amountField } from '../pages/sale.ts'
import { question, show, type Screen } from '../pages/shell.ts'
import { signInForm } from '../pages/signIn.ts'

let app: LaunchedApp
test.afterEach(() => closeChecked(app))

const newSale = (page: Page) => page.getByRole('main').getByRole('button', { name: 'New sale' })

test('an empty To do and an empty list of sales lead to the next sale', async () => {
  app = await launchApp()
  const { page } = app
  for (const [screen, text] of [
    ['To do', 'Nothing to do'],
    ['Sales', 'No sales are recorded on this computer yet.'],
  ] satisfies readonly (readonly [Screen, string])[]) {
    await show(page, screen)
    await expect(page.getByRole('main').getByText(text)).toBeVisible()
    await newSale(page).press('Enter')
    await expect(amountField(page)).toBeFocused()
  }
})

test('a profile of the wrong bank is left from the sign-in screen', async () => {
  app = await launchApp({
    profile: { name: 'Wrong bank', environment: 'live', partnerUrl: 'https://bank.invalid' },
  })
  const { page } = app
  await expect(signInForm(page)).toContainText('Wrong bank')
  await app.pickFile(`${app.dataDir}/none.json`)
  await page.getByRole('button', { name: 'Choose profile…' }).press('Enter')
  await expect(page.getByText('is not there any more')).toBeVisible()
  await expect(question(page)).toHaveCount(0)
})
