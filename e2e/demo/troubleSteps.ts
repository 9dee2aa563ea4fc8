import { hideRecords } from '../pages/books.ts'
import { credentials } from '../pages/counter.ts'
import { expect } from '../pages/expect.ts'
import { dateField } from '../pages/fields.ts'
import { chip, row, rows } from '../pages/lists.ts'
import { lastSale, recordSale } from '../pages/sale.ts'
import { chooseSignOut, connection, queue, question, show, ticksIn } from '../pages/shell.ts'
import { signInByKeyboard, signInForm } from '../pages/signIn.ts'
import type { Scene } from './scene.ts'
import type { Step } from './walk.ts'

const OFFLINE = [
  { amount: '1500', reference: 'DEMO-OFFLINE-1' },
  { amount: '2250.75', reference: 'DEMO-OFFLINE-2' },
  { amount: '900', reference: 'DEMO-OFFLINE-3' },
] as const
const LOST = { amount: '7300', reference: 'DEMO-LOST-ANSWER' } as const
const EXPIRED = { amount: '4100', reference: 'DEMO-EXPIRED-TOKEN' } as const
const LEFT = [
  { amount: '3200', reference: 'DEMO-SIGN-OUT-1' },
  { amount: '1050.50', reference: 'DEMO-SIGN-OUT-2' },
] as const
/** How many records the practice bank has for yesterday. */
const YESTERDAY_RECORDS = 128
/** Of these the screen shows this many at a time. */
const SHOWN_AT_ONCE = 50

/** No network, a crash, a lost answer, an expired token, a sign-out: no sale is lost and none is paid twice. */
export function troubleSteps({ counter }: Scene): readonly Step[] {
  const settled = (reference: string): number => counter().sandbox.bank.settlementCount(reference)

  async function expectWaiting(references: readonly string[]): Promise<void> {
    const { page } = counter()
    await show(page, 'To do')
    await expect(rows(page, 'To do')).toHaveCount(references.length)
    for (const reference of references) {
      await expect(chip(row(page, 'To do', reference))).toHaveText('Waiting')
      expect(settled(reference), reference).toBe(0)
    }
    await expect(queue(page)).toHaveText(new RegExp(`^${references.length} waiting, oldest `, 'u'))
  }

  /** Without any key: the app continues with all waiting sales automatically. */
  async function expectAllAccepted(references: readonly string[]): Promise<void> {
    const { page } = counter()
    await expect(queue(page)).toHaveText('All sent', { timeout: 120_000 })
    await show(page, 'Sales')
    for (const reference of references) {
      await expect(chip(row(page, 'Sales', reference))).toHaveText(/^(?:On its way|Paid)$/u)
      expect(settled(reference), reference).toBe(1)
    }
  }

  return [
    {
      number: 8,
      name: 'network cut, three sales waiting to send',
      picture: 'offline',
      needs: [2],
      run: async () => {
        const { page } = counter()
        await counter().goOffline()
        await expect(connection(page)).toHaveText('No internet')
        await show(page, 'Sell')
        for (const sale of OFFLINE) await recordSale(page, sale)
        await expectWaiting(OFFLINE.map(({ reference }) => reference))
      },
    },
    {
      number: 9,
      name: 'kill -9, restart, still three',
      picture: 'restarted',
      needs: [8],
      run: async () => {
        // From here on a page has a hundred rows, the default.
        await counter().changeProfile({ limits: { pageSize: 100 } })
        await counter().restart()
        await expectWaiting(OFFLINE.map(({ reference }) => reference))
      },
    },
    {
      number: 10,
      name: 'network back, all accepted, each settled once',
      picture: 'sent',
      needs: [9],
      run: async () => {
        await counter().goOnline()
        await expectAllAccepted(OFFLINE.map(({ reference }) => reference))
        await expect(connection(counter().page)).toHaveText('Online')
      },
    },
    {
      number: 11,
      name: 'an answer lost after commit: checking, then accepted, settled once',
      picture: 'found',
      needs: [2],
      run: async (snap) => {
        const { page, sandbox } = counter()
        const { faults } = sandbox.bank
        faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: true } })
        hideRecords(sandbox)
        await show(page, 'Sell')
        await recordSale(page, LOST)
        await expect(chip(lastSale(page, LOST.reference))).toHaveText('Checking')
        await expect(ticksIn(lastSale(page, LOST.reference))).toHaveCount(0)
        await expect(queue(page)).toHaveText('1 being checked')
        await lastSale(page, LOST.reference).getByRole('button').click()
        await expect(page.getByText('do not charge the customer again')).toBeVisible()
        expect(settled(LOST.reference)).toBe(1)
        await snap('checking')
        faults.clear()
        await expectAllAccepted([LOST.reference])
      },
    },
    {
      number: 12,
      name: 'token expired in between: renewed, nothing lost',
      picture: 'renewed',
      needs: [2],
      run: async () => {
        const { page, sandbox } = counter()
        const loginsBefore = sandbox.bank.requestCount('login')
        await counter().goOffline()
        await expect(connection(page)).toHaveText('No internet')
        await show(page, 'Sell')
        await recordSale(page, EXPIRED)
        sandbox.bank.expireTokens()
        await counter().goOnline()
        await expectAllAccepted([EXPIRED.reference])
        expect(sandbox.bank.requests().some(({ status }) => status === 401)).toBe(true)
        expect(sandbox.bank.requestCount('login')).toBe(loginsBefore + 1)
        await expect(page.getByRole('button', { name: `Client ${credentials.clientId}` })).toBeVisible()
        await expect(signInForm(page)).toHaveCount(0)
      },
    },
    {
      number: 13,
      name: 'a day’s records searched over two pages',
      picture: 'records',
      needs: [9],
      run: async () => {
        const { page, sandbox } = counter()
        await show(page, 'Find')
        await page.getByRole('button', { name: 'Yesterday' }).click()
        const shownDay = (await dateField(page, 'From').textContent()) ?? ''
        await expect(dateField(page, 'To')).toHaveText(shownDay)
        const day = shownDay.split('/').toReversed()
        await expect(page.getByText(`Complete. ${YESTERDAY_RECORDS} records`)).toBeVisible()
        await expect(page.getByText(/[2-9] pages read/u)).toBeVisible()
        const prefix = `0001-${day.join('')}-`
        const ledger = sandbox.bank.records().filter((record) => record.transactionId.startsWith(prefix))
        const shown = new Set<string>()
        const next = page.getByRole('button', { name: 'Next page' })
        for (let from = 0; from < YESTERDAY_RECORDS; from += SHOWN_AT_ONCE) {
          const onPage = rows(page, 'Bank records')
          await expect(onPage).toHaveCount(Math.min(SHOWN_AT_ONCE, YESTERDAY_RECORDS - from))
          // The previous page's rows may still be shown for a moment.
          await expect(async () => {
            const references = await onPage.getByRole('rowheader').allTextContents()
            expect(references.some((reference) => shown.has(reference))).toBe(false)
            for (const reference of references) shown.add(reference)
          }).toPass()
          if (from + SHOWN_AT_ONCE < YESTERDAY_RECORDS) await next.click()
        }
        expect([...shown].toSorted()).toEqual(ledger.map(({ transactionId }) => transactionId).toSorted())
      },
    },
    {
      number: 14,
      name: 'sign-out with sales waiting: count and total named, and they stay',
      picture: 'sign-out',
      needs: [2],
      run: async () => {
        const { page } = counter()
        await counter().goOffline()
        await expect(connection(page)).toHaveText('No internet')
        await show(page, 'Sell')
        for (const sale of LEFT) await recordSale(page, sale)
        await chooseSignOut(page)
        await expect(question(page)).toContainText('2 sales have not reached the bank yet (₦4,250.50).')
        await expect(page.getByRole('button', { name: 'Stay signed in' })).toBeFocused()
        await page.keyboard.press('Escape')
        await expect(question(page)).toHaveCount(0)
        await expect(queue(page)).toHaveText(/^2 waiting/u)
        await chooseSignOut(page)
        await expect(question(page)).toBeVisible()
        for (const { reference } of LEFT) expect(settled(reference), reference).toBe(0)
      },
    },
    {
      number: 15,
      name: 'signed out and in again: they were kept, and go out once',
      picture: 'signed-in-again',
      needs: [14],
      run: async (snap) => {
        const { page } = counter()
        await page.getByRole('button', { name: 'Sign out anyway' }).click()
        await expect(signInForm(page)).toContainText('2 sales safe on this computer (₦4,250.50).')
        // The form says what waits; no other thing on this screen speaks of the queue.
        await expect(queue(page)).toHaveCount(0)
        await expect(page.getByText('All sent')).toHaveCount(0)
        await snap('signed-out')
        await counter().goOnline()
        await signInByKeyboard(page, credentials)
        await expectAllAccepted(LEFT.map(({ reference }) => reference))
      },
    },
    {
      number: 16,
      name: 'every sale settled exactly once, the policy unbroken, no request by the page',
      picture: 'end',
      needs: [],
      run: async () => {
        counter().check()
        const recorded = [
          'DEMO-SALE-1',
          ...[...OFFLINE, LOST, EXPIRED, ...LEFT].map((sale) => sale.reference),
        ]
        const commits = counter()
          .sandbox.bank.commits()
          .map(({ transactionId }) => transactionId)
        expect(commits.toSorted()).toEqual(recorded.toSorted())
        await show(counter().page, 'Sales')
        await expect(rows(counter().page, 'Sales')).toHaveCount(recorded.length)
      },
    },
  ]
}
