import { expect, test, type Locator } from '@playwright/test'
import { saleOf } from '../../renderer/testing/fixtures.ts'
import { callError } from '../../shared/callError.ts'
import { openStudio, type Studio } from '../gallery/studio.ts'
import { centreOf, openShop, SIZES } from '../pages/handsShop.ts'
import { question } from '../pages/shell.ts'

let studio: Studio
test.beforeAll(async () => {
  studio = await openStudio()
})
test.afterAll(() => studio.close())

for (const by of ['key', 'click', 'tap'] as const) {
  test(`a slip of before in other letters is shown beside it, and No is the default: ${by}`, async () => {
    for (const size of SIZES) {
      const earlier = saleOf({ transactionId: '1234 5678 9012', sequence: 1, state: 'accepted' })
      const { page, hands, recorded, stage } = await openShop(studio, size, by === 'tap')
      stage.double.answerNext('sales.record', callError('needsAlikeSlipConfirmation', { sale: earlier }))
      const press = async (control: Locator): Promise<void> => {
        const { x, y } = await centreOf(control)
        if (by === 'key') return await hands.key('Enter')
        await hands[by](x, y)
      }
      await hands.type('505')
      await page.getByRole('button', { name: '+ Slip number' }).click()
      await page.keyboard.press('Shift')
      await hands.type('123456789012')
      await hands.pass(1_000)
      await press(page.getByRole('button', { name: 'Record ₦505.00' }))
      await expect(question(page)).toContainText('Is this slip already here?')
      await expect(question(page)).toContainText('it would be paid twice')
      // Letter by letter: groups would hide what differs.
      await expect(question(page)).toContainText('That sale: ‘1234 5678 9012’')
      await expect(question(page)).toContainText('Typed now: ‘123456789012’')
      await expect(page.getByRole('button', { name: 'No, cancel' })).toBeFocused()
      await hands.pass(1_000)
      await press(page.getByRole('button', { name: 'No, cancel' }))
      await expect(question(page)).toHaveCount(0)
      expect(recorded()).toHaveLength(1)
    }
  })
}
