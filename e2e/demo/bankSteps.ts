import { hideRecords } from '../pages/books.ts'
import { credentials, TERMINAL_ID } from '../pages/counter.ts'
import { expect } from '../pages/expect.ts'
import { chip, fact, row, rows, saleDetail } from '../pages/lists.ts'
import { amountField, lastSale, recordSale } from '../pages/sale.ts'
import { connection, queue, show, showByKey } from '../pages/shell.ts'
import { signInByKeyboard, signInForm } from '../pages/signIn.ts'
import type { Scene } from './scene.ts'
import type { Step } from './walk.ts'

const SALE = { amount: '12500.50', reference: 'DEMO-SALE-1', note: 'rice, two bags' } as const

/** A normal day: sign in, look at the terminals, sell, be paid. */
export function bankSteps({ openBank, counter }: Scene): readonly Step[] {
  let release = (): void => undefined
  return [
    {
      number: 2,
      name: 'sign in to a bank on real HTTP',
      picture: 'signed-in',
      needs: [],
      run: async (snap) => {
        const { page, sandbox } = await openBank()
        await expect(signInForm(page)).toContainText(`Service ${new URL(sandbox.url).host}`)
        await expect(signInForm(page)).toContainText('Live')
        expect(sandbox.bank.requestCount('login')).toBe(0)
        await snap('sign-in')
        await signInByKeyboard(page, credentials)
        await expect(amountField(page)).toBeVisible()
        await expect(page.getByRole('button', { name: `Client ${credentials.clientId}` })).toBeVisible()
        await expect(connection(page)).toHaveText('Online')
        expect(sandbox.bank.requestCount('login')).toBe(1)
      },
    },
    {
      number: 3,
      name: 'terminals listed to the last page',
      picture: 'terminals',
      needs: [2],
      run: async () => {
        const { page, sandbox } = counter()
        await showByKey(page, 'Terminal')
        const ledger = sandbox.bank.terminals().map(({ terminalId }) => terminalId)
        await expect(rows(page, 'All terminals')).toHaveCount(ledger.length)
        await expect(page.getByText(`${ledger.length} terminals, 3 pages read`)).toBeVisible()
        await expect(page.getByText('Complete: the bank counted the same number.')).toBeVisible()
        const shown = await rows(page, 'All terminals').getByRole('rowheader').allTextContents()
        expect(shown.toSorted()).toEqual(ledger.toSorted())
      },
    },
    {
      number: 4,
      name: 'this terminal’s details',
      picture: 'terminal',
      needs: [3],
      run: async () => {
        const { page, sandbox } = counter()
        const terminal = sandbox.bank.terminals().find((each) => each.terminalId === TERMINAL_ID)
        if (terminal === undefined) throw new Error('the bank has no such terminal')
        const own = page.getByRole('region', { name: 'Terminal', exact: true })
        await expect(fact(own, 'This counter')).toHaveText(terminal.terminalId)
        await expect(fact(own, 'Merchant')).toHaveText(terminal.merchantId)
        await expect(fact(own, 'Account name')).toHaveText(terminal.accountName)
        await expect(fact(own, 'Serial number')).toHaveText(terminal.serialNumber)
        await expect(fact(own, 'Fee (set by the bank)')).toHaveText(`${terminal.feePercentage} %`)
        await expect(fact(own, 'Payout account')).toContainText(terminal.accountNumber.slice(-4))
        await expect(page.locator('body')).not.toContainText(terminal.accountNumber)
      },
    },
    {
      number: 5,
      name: 'a sale recorded by keyboard',
      picture: 'recorded',
      needs: [2],
      run: async () => {
        const { page, sandbox } = counter()
        // The bank answers in step 6: the row is there before any answer. Until step 7 it reports no payment, so that
        // an accepted sale shows as no more than accepted.
        release = sandbox.holdAnswer('logTransaction')
        hideRecords(sandbox)
        await showByKey(page, 'Sell')
        await recordSale(page, SALE)
        await expect(lastSale(page, SALE.reference)).toContainText('₦12,500.50')
        await expect(chip(lastSale(page, SALE.reference))).toHaveText(/^(?:Waiting|Sending)$/u)
        await expect(queue(page)).toHaveText(/^1 waiting/u)
        await expect(amountField(page)).toBeFocused()
      },
    },
    {
      number: 6,
      name: 'accepted ✓',
      picture: 'accepted',
      needs: [5],
      run: async () => {
        const { page, sandbox } = counter()
        release()
        await expect(chip(lastSale(page, SALE.reference))).toHaveText('On its way')
        await expect(lastSale(page, SALE.reference).locator('svg.lucide-check')).toBeVisible()
        await expect(queue(page)).toHaveText('All sent')
        expect(sandbox.bank.settlementCount(SALE.reference)).toBe(1)
        expect(sandbox.bank.commits().at(-1)).toMatchObject({
          transactionId: SALE.reference,
          terminalId: TERMINAL_ID,
          amountKobo: 1_250_050,
        })
      },
    },
    {
      number: 7,
      name: 'paid ✓✓ with amounts and fee',
      picture: 'paid',
      needs: [6],
      run: async () => {
        const { page, sandbox } = counter()
        sandbox.bank.faults.clear()
        await expect(chip(lastSale(page, SALE.reference))).toHaveText('Paid', { timeout: 60_000 })
        await show(page, 'Sales')
        const own = row(page, 'Sales', SALE.reference)
        await expect(own.locator('svg.lucide-check-check')).toBeVisible()
        await own.click()
        const pane = saleDetail(page)
        // 0.50 % of ₦12,500.50 is ₦62.5025; the ledger says how the bank rounds it.
        const record = sandbox.bank.records().find((each) => each.transactionId === SALE.reference)
        if (record === undefined) throw new Error('the bank has no such record')
        await expect(fact(pane, 'Amount')).toHaveText(naira(record.amountKobo))
        await expect(fact(pane, 'Fee')).toHaveText(naira(record.amountKobo - record.settledKobo))
        await expect(fact(pane, 'Settled')).toHaveText(naira(record.settledKobo))
        await expect(pane.getByText(`${naira(record.settledKobo)} was paid into account`)).toBeVisible()
        await expect(pane.getByRole('list', { name: 'What is known' })).toContainText('bank’s clock')
      },
    },
  ]
}

/** The screen's money format, without the screen's own code. */
function naira(kobo: number): string {
  const [whole = '', fraction] = (kobo / 100).toFixed(2).split('.')
  return `₦${whole.replaceAll(/\B(?=(?:[0-9]{3})+$)/gu, ',')}.${fraction}`
}
