import { expect, type Page } from '@playwright/test'
import type { Commit } from '../../sandbox/ledger.ts'
import type { Sandbox } from '../../sandbox/serve.ts'
import { callMain } from './bridge.ts'
import { chip, row, saleDetail } from './lists.ts'
import { recordSale, type Entry } from './sale.ts'
import { queue, show, tryNow } from './shell.ts'

/** The result for a sale after an attack: how often the bank settled it, and its chip's word. */
export type End = readonly [settled: number, word: keyof typeof words]

/** By a sale's reference; for a made one by its amount as on the screen, such as `₦82.00`. */
export type Ends = Readonly<Record<string, End>>

const words = {
  accepted: /^(?:On its way|Paid)$/u,
  checking: /^Checking$/u,
  getHelp: /^Needs you$/u,
  waiting: /^Waiting$/u,
  removed: /^Removed$/u,
  held: /^Needs fixing$/u,
} as const

/** The bank's ledger since an attack began, compared with what the screen said. */
export interface Books {
  /** Records a sale and waits until the screen calls it saved; from then on it must never be missing. */
  record(page: Page, entry: Entry & { readonly reference: string }): Promise<void>
  /** The bank settled exactly these sales this often, after this many sends; the screen has each of them once. */
  expect(page: Page, ends: Ends, sends: number): Promise<void>
  /** The first half of {@link Books.expect}, if no single screen has all of them. */
  expectSettled(ends: Ends, sends: number): void
  /** Its second half. */
  expectOnScreen(page: Page, ends: Ends): Promise<void>
}

export function openBooks({ bank }: Sandbox): Books {
  const commitsBefore = bank.commits().length
  const sendsBefore = bank.requestCount('logTransaction')
  const saved = new Map<string, string>()

  async function expectOnScreen(page: Page, ends: Ends): Promise<void> {
    await show(page, 'Sales')
    for (const [key, [, word]] of Object.entries(ends)) {
      const line = row(page, 'Sales', key)
      await expect(line, `${key} on the screen`).toHaveCount(1)
      await expect(chip(line), `the chip of ${key}`).toHaveText(words[word])
      const amount = saved.get(key)
      if (amount !== undefined) await expect(line).toContainText(amount)
    }
  }

  function expectSettled(ends: Ends, sends: number): void {
    expect(Object.keys(ends), 'sales that were called saved').toEqual(
      expect.arrayContaining([...saved.keys()]),
    )
    const commits = bank.commits().slice(commitsBefore)
    const settled = Object.keys(ends).map((key) => [key, commits.filter(isOf(key)).length] as const)
    const due = Object.entries(ends).map(([key, [times]]) => [key, times] as const)
    expect(Object.fromEntries(settled), 'settlements').toEqual(Object.fromEntries(due))
    const dueCount = due.reduce((sum, [, times]) => sum + times, 0)
    expect(commits, 'settlements of anything else').toHaveLength(dueCount)
    expect(bank.requestCount('logTransaction') - sendsBefore, 'sends').toBe(sends)
  }

  return {
    record: async (page, entry) => {
      await recordSale(page, entry)
      saved.set(entry.reference, nairaText(Math.round(Number(entry.amount) * 100)))
    },
    expectSettled,
    expectOnScreen,
    expect: async (page, ends, sends) => {
      await expectOnScreen(page, ends)
      expectSettled(ends, sends)
    },
  }
}

function isOf(key: string): (commit: Commit) => boolean {
  return (commit) => commit.transactionId === key || nairaText(commit.amountKobo) === key
}

function nairaText(kobo: number): string {
  return `₦${(kobo / 100).toLocaleString('en-NG', { minimumFractionDigits: 2 })}`
}

/** Presses Try now until nothing waits and nothing is being checked. */
export async function untilAllSent(page: Page, said = 'All sent'): Promise<void> {
  await expect(async () => {
    await tryNow(page)
    // The screen may still describe the time before the last sale.
    expect(await callMain(page, 'queue.get', {})).toMatchObject({
      value: { waitingCount: 0, checkingCount: 0 },
    })
    await expect(queue(page)).toHaveText(said, { timeout: 500 })
  }).toPass()
}

/**
 * Presses Check now until the bank's differing record of this sale is found; an automatic look-up may find it first.
 */
export async function checkUntilHelp(page: Page): Promise<void> {
  const check = saleDetail(page).getByRole('button', { name: 'Check now' })
  await expect(async () => {
    if (await check.isVisible()) await check.click({ timeout: 1_000 })
    await expect(chip(saleDetail(page))).toHaveText(words.getHelp, { timeout: 1_000 })
  }).toPass()
}

/** Presses Try now until the bank was asked `times` more often, which leaves time for a wrong send. */
export async function untilAskedAgain(page: Page, { bank }: Sandbox, times = 3): Promise<void> {
  const wanted = bank.requestCount('settlementStatus') + times
  await expect(async () => {
    await tryNow(page)
    expect(bank.requestCount('settlementStatus')).toBeGreaterThanOrEqual(wanted)
  }).toPass()
}

/**
 * Hides new records until the bank's faults are cleared, as if look-ups and lists came from an outdated replica.
 * Earlier records are still found, so that a new slip counts as absent.
 */
export function hideRecords({ bank }: Sandbox): void {
  const fault = { kind: 'staleReplica', asOfMs: Date.now() } as const
  bank.faults.add(
    { on: 'settlementStatus', times: 'always', fault },
    { on: 'searchTransactions', times: 'always', fault },
  )
}
