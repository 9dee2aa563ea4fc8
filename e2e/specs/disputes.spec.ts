import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, expect, test, type Browser, type Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'
import { type Files, forgeriesOf, zipOf } from '../../electron/disputes/testing/forgeries.ts'
import type { CallResult } from '../../shared/contract.ts'
import { specBrowser } from '../host/browser.ts'
import { expectAccessible } from '../pages/accessible.ts'
import { callMain } from '../pages/bridge.ts'
import { openCounter, TERMINAL_ID, type Counter } from '../pages/counter.ts'
import { choose } from '../pages/fields.ts'
import { row, rows, saleDetail } from '../pages/lists.ts'
import { giveManagerPin } from '../pages/manager.ts'
import { lastSale, recordSale } from '../pages/sale.ts'
import { show, showByKey } from '../pages/shell.ts'

let counter: Counter
let dir: string
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  counter = await openCounter()
  dir = await mkdtemp(path.join(tmpdir(), 'tillside-disputes-'))
  for (const [amount, reference] of [
    ['24000', 'CASE-0001'],
    ['6500', 'CASE-0002'],
    ['700', 'CASE-0003'],
  ] as const) {
    await recordSale(counter.page, { amount, reference })
    await expect(lastSale(counter.page, reference)).toContainText('Paid')
  }
})
test.afterAll(async () => {
  await counter.close()
  await rm(dir, { recursive: true, force: true })
})

const pane = (page: Page) => page.getByRole('complementary', { name: 'Dispute' })
const step = async (page: Page, act: string, title: string) => {
  await pane(page).getByRole('button', { name: act }).click()
  return page.getByRole('dialog', { name: title })
}

async function packFile(page: Page): Promise<string> {
  const said = page.getByText(/^Written to .*\.zip$/u)
  await expect(said).toBeVisible()
  return ((await said.textContent()) ?? '').replace('Written to ', '')
}

/** As the bank takes money back: the day shows it as something to look at. */
async function takeBack(reference: string): Promise<void> {
  counter.sandbox.bank.changeRecord(reference, { unpaidAfterMs: 0 })
  await callMain(counter.page, 'records.byReference', { transactionId: reference })
}

let digits = ''
let disputeId = ''
let pack = ''

test('from a line of Day to the pack in two presses; the reason is there already', async () => {
  const { page } = counter
  await takeBack('CASE-0001')
  await showByKey(page, 'Day')
  await page.getByRole('button', { name: 'Close the day' }).click()
  const closing = page.getByRole('dialog', { name: 'Close the day' })
  await closing.getByRole('button', { name: 'Close and print' }).click()
  await expect(closing.getByText('Sent to the printer.')).toBeVisible()
  await closing.getByRole('button', { name: 'Done' }).click()
  const closes = await callMain(page, 'dayClose.get', { number: 1 })
  digits = (closes as { value: { key: string } }).value.key.slice(0, 32)
  expect(digits).toMatch(/^[0-9a-f]{32}$/u)
  await page.keyboard.press('F5')
  const line = rows(page, 'Differences').filter({ hasText: 'CASE-0001' })
  await expect(line).toContainText('No longer paid')
  let presses = 0
  const press = async (name: string | RegExp): Promise<void> => {
    presses += 1
    await page.getByRole('button', { name }).click()
  }
  await press('Dispute: CASE-0001')
  await giveManagerPin(page, pane(page))
  await expect(pane(page)).toContainText('Paid, then taken back')
  await expect(pane(page)).toContainText('₦24,000.00 at stake')
  await expect(pane(page)).toContainText('From Day')
  const about = await callMain(page, 'disputes.about', { transactionIds: ['CASE-0001'] })
  disputeId = (about as { value: { disputeId: string }[] }).value[0]?.disputeId ?? ''
  await press('Make the pack')
  pack = await packFile(page)
  expect(presses).toBeLessThanOrEqual(4)
  const files = unzipSync(await readFile(pack))
  expect(strFromU8(files['paper.pdf'] ?? new Uint8Array()).slice(0, 5)).toBe('%PDF-')
  await expect(pane(page)).toContainText('Pack made')
})

test('a case is reported, and noted with files', async () => {
  const { page, app } = counter
  const report = await step(page, 'Reported…', 'Reported to the bank')
  await report.getByLabel('Bank’s case number').fill('CASE-88213')
  await report.getByLabel('How, and to whom').fill('by phone, Mrs. Bello')
  await expect(report.getByText('In 5 working days.')).toBeVisible()
  await report.getByRole('button', { name: 'Save' }).click()
  await expect(report).toHaveCount(0)
  await expect(pane(page)).toContainText('With the bank')
  await expect(row(page, 'Cases with the bank', 'CASE-0001')).toContainText('CASE-88213')
  const note = await step(page, 'Note…', 'Note')
  await note.getByLabel('Note').fill('they look into account 0123456789')
  await note.getByRole('button', { name: 'Save' }).click()
  await expect(pane(page)).toContainText('they look into account ******6789')
  for (const name of ['slip.jpg', 'letter.pdf']) {
    const file = path.join(dir, name)
    await writeFile(file, `bytes of ${name}`)
    await app.pickFile(file)
    await pane(page).getByRole('button', { name: 'Attach a file…' }).click()
    await expect(pane(page)).toContainText(name)
  }
  await expectAccessible(page, 'Disputes')
})

/** Makes a pack without the window's paper. */
async function packOf(disputeId: string): Promise<string> {
  const made = (await callMain(counter.page, 'disputes.pack', { disputeId })) as CallResult<'disputes.pack'>
  if (!made.ok || made.value.file === null) throw new Error('no pack was made')
  return made.value.file
}

test('verify.html in a browser: sound with the digits of a close, unknown without them, and each forgery named', async () => {
  const opened = await callMain(counter.page, 'disputes.open', {
    about: [{ transactionId: 'CASE-0003', terminalId: TERMINAL_ID, amount: '700', settled: null }],
    reason: 'other',
    atStake: '700',
    note: '',
  })
  const other = await packOf((opened as { value: { disputeId: string } }).value.disputeId)
  pack = await packOf(disputeId)
  const own = unzipSync(await readFile(pack)) as Files
  const forgeries = forgeriesOf(own, unzipSync(await readFile(other)) as Files)
  const checker = path.join(dir, 'verify.html')
  await writeFile(checker, own['verify.html'] ?? '')
  const { executablePath, args, env } = await specBrowser()
  const browser: Browser = await chromium.launch({
    executablePath,
    args: [...args],
    env: { ...process.env, ...env } as Record<string, string>,
  })
  try {
    const page = await browser.newPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(`file://${checker}`)
    const said = page.getByRole('status')
    const choose = (file: string) => page.getByLabel('The pack, a zip file').setInputFiles(file)
    await choose(pack)
    await expect(said).toContainText('Unknown key')
    await page.getByLabel('The digits of the counter’s key').fill(digits)
    await page.keyboard.press('Tab')
    await expect(said).toContainText('Sound')
    for (const [name, [forged, named]] of Object.entries(forgeries)) {
      const file = path.join(dir, `${name}.zip`)
      await writeFile(file, forged instanceof Uint8Array ? forged : zipOf(forged))
      await choose(file)
      await expect(said, name).toContainText('Broken')
      const where =
        named === 'zip'
          ? said
          : page
              .getByRole('listitem')
              .filter({ hasText: `${named}: ` })
              .first()
      await expect(where, name).toContainText(named === 'zip' ? 'This is no whole pack' : named)
      await choose(pack)
      await expect(said, name).toContainText('Sound')
    }
    expect(asked).toEqual([`file://${checker}`])
  } finally {
    await browser.close()
  }
})

test('a case is closed with what came back', async () => {
  const { page } = counter
  const end = await step(page, 'Close it…', 'Close the case')
  await end.getByLabel('What came back, in naira').fill('nothing')
  await end.getByRole('button', { name: 'Save' }).click()
  await expect(end).toContainText('An amount in naira')
  await end.getByLabel('What came back, in naira').fill('23,880.00')
  await end.getByLabel('By which payment').fill('NIP 77')
  await end.getByRole('button', { name: 'Save' }).click()
  await expect(pane(page)).toContainText('Won')
  await page.getByRole('button', { name: 'Closed 1' }).click()
  await expect(page.getByText('1 case, ₦24,000.00 at stake · ₦23,880.00 came back')).toBeVisible()
})

test('several sales become one case by their references; an unknown reference is named', async () => {
  const { page } = counter
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'New dispute…' }).click()
  const form = page.getByRole('dialog', { name: 'New dispute' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toContainText('Type at least one reference.')
  await form.getByLabel('References').fill('CASE-0002, CASE-0003 NOBODYS-1')
  await choose(page, 'Why', 'Charged, not paid')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toContainText('Neither this counter nor the bank has ‘NOBODYS-1’.')
  await form.getByLabel('References').fill('CASE-0002, CASE-0003')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(pane(page)).toContainText('₦7,200.00 at stake')
  await expect(pane(page)).toContainText('Did the money arrive?')
})

test('a sale in an open case says so, and leads to it; what is due stands in To do', async () => {
  const { page } = counter
  await showByKey(page, 'Sales')
  await row(page, 'Sales', 'CASE-0002').click()
  await saleDetail(page).getByRole('button', { name: 'In dispute: CASE-0002' }).click()
  await expect(pane(page)).toContainText('CASE-0003')
  const report = await step(page, 'Reported…', 'Reported to the bank')
  await report.getByRole('spinbutton', { name: 'day' }).press('ArrowDown')
  for (const key of ['day', 'month', 'year'] as const)
    await report.getByRole('spinbutton', { name: key }).fill(key === 'year' ? '2020' : '02')
  await report.getByRole('button', { name: 'Save' }).click()
  await expect(pane(page)).toContainText('Answer due')
  await show(page, 'To do')
  await expect(page.getByText('An answer about a dispute is due.')).toBeVisible()
  await page.getByRole('button', { name: 'Show them' }).click()
  await expect(page.getByRole('button', { name: 'Due 1' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Export.* to Excel$/u }).click()
  const said = page.getByText(/ written to .*\.xlsx$/u)
  await expect(said).toBeVisible()
  const file = ((await said.textContent()) ?? '').replace(/^.* written to /u, '')
  const sheet = await readSheet(await readFile(file), { trim: false })
  expect(sheet).toContainEqual(expect.arrayContaining(['CASE-0002, CASE-0003', 'Charged, not paid', 7200]))
})
