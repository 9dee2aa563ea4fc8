import { expect, test } from '@playwright/test'
import { holdersAt, terminalAt } from '../pages/bankSide.ts'
import { callMain } from '../pages/bridge.ts'
import { openCounter, TERMINAL_ID, type Counter } from '../pages/counter.ts'
import { fact, row } from '../pages/lists.ts'
import { giveManagerPin, pinDialog } from '../pages/manager.ts'
import { lastSaleCard, recordSale } from '../pages/sale.ts'
import { banner, queue, show } from '../pages/shell.ts'
import { terminalDetails } from '../pages/terminals.ts'

let counter: Counter
test.beforeAll(async () => {
  counter = await openCounter({ bank: { settleAfterMs: 500 } })
})
test.afterAll(() => counter.close())
test.describe.configure({ mode: 'serial' })

test('the bank moves this counter’s terminal to another account: said on Sale, To do and Terminal; a manager accepts it', async () => {
  const { page, sandbox } = counter
  const before = terminalAt(sandbox, TERMINAL_ID).accountNumber
  const after = holdersAt(sandbox)[0].number
  // A terminal is watched from the first list that shows it.
  const watched = async (): Promise<unknown> => callMain(page, 'terminals.get', {})
  await expect
    .poll(watched)
    .toMatchObject({ value: { payouts: { terminals: [{ terminalId: TERMINAL_ID }] } } })
  await recordSale(page, { amount: '1500' })
  await expect(lastSaleCard(page).locator('[data-word="state"]')).toHaveText('Paid')
  sandbox.bank.changeTerminal(TERMINAL_ID, { accountNumber: after })
  // The record of the next sale shows it, without the list being read.
  await recordSale(page, { amount: '2500' })
  const said = `now ••••••${after.slice(-4)}, before ••••••${before.slice(-4)}`
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: said })).toContainText(
    'Ask a manager.',
  )
  await expect(queue(page)).toContainText('1 terminal changed')
  // Sales go on.
  await recordSale(page, { amount: '3500' })
  await show(page, 'To do')
  await expect(banner(page)).toContainText('no change from here explains it')
  const todo = page.getByRole('region', { name: 'Needs you: terminals' })
  await expect(todo).toContainText(said)
  // All sales are paid by now: no empty list of them, and nothing to ask the bank for.
  await expect(page.getByRole('main').getByRole('button')).toHaveText(['Look at it', 'New sale'])
  await todo.getByRole('button', { name: 'Look at it' }).click()
  const dialog = page.getByRole('dialog', { name: `Terminal ${TERMINAL_ID}: is this change right?` })
  await expect(fact(dialog, 'Payout account')).toHaveText(
    `••••••${after.slice(-4)}, before ••••••${before.slice(-4)}`,
  )
  await expect(fact(dialog, 'Seen in')).toHaveText('the bank’s record of a sale')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await row(page, 'All terminals', TERMINAL_ID).click()
  await expect(fact(terminalDetails(page), 'Changed at the bank')).toContainText(said)

  await page.getByRole('main').getByRole('button', { name: 'Look at it' }).click()
  await dialog.getByLabel('Your name').fill('Ngozi')
  await dialog.getByRole('button', { name: 'It is right' }).click()
  await expect(dialog.getByLabel('How do you know that it is right?')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('How do you know that it is right?').fill('Ada at the branch')
  await dialog.getByRole('button', { name: 'It is right' }).click()
  // The dialog of the change stands behind the one that asks for the PIN, and shows no answer.
  await expect(pinDialog(page, 'Choose a manager PIN')).toBeVisible()
  await giveManagerPin(page, dialog)
  await expect(dialog).toHaveCount(0)
  await expect(queue(page)).not.toContainText('changed')
  await expect(banner(page)).toBeEmpty()
})

test('the list shows what was accepted, also after a restart: nothing is told again', async () => {
  const page = await counter.restart()
  await show(page, 'Terminal')
  await page.getByRole('button', { name: 'Read again' }).click()
  await expect(page.getByText(/^\d+ terminals, /u)).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'Look at it' })).toHaveCount(0)
  await expect(queue(page)).not.toContainText('changed')
})
