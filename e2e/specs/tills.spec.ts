import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { openCounter, type Counter } from '../pages/counter.ts'
import { amountField, lastSale, lastSaleCard, recordSale } from '../pages/sale.ts'
import { look, show } from '../pages/shell.ts'
import { connectTill, handedCard, type ConnectedTill } from '../pages/tills.ts'

const run = promisify(execFile)
const GUIDE = path.join(import.meta.dirname, '../../docs/integrate.md')

let counter: Counter
let till: ConnectedTill
let dir: string
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  counter = await openCounter({ profile: { environment: 'practice' } })
  dir = await mkdtemp(path.join(tmpdir(), 'tillside-guide-'))
})
test.afterAll(async () => {
  await counter.close()
  await rm(dir, { recursive: true, force: true })
})

/** The guide's own code, with the port of this counter. */
async function codeOf(language: string): Promise<string> {
  const code = new RegExp(`\n\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'u').exec(
    await readFile(GUIDE, 'utf8'),
  )?.[1]
  if (code === undefined) throw new Error(`the guide has no ${language}`)
  return code.replaceAll('4717', String(till.port))
}

const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0

async function answerOf(program: string, args: readonly string[]): Promise<Record<string, unknown>> {
  const env = { ...process.env, KEY_FILE: till.keyFile, PORT: String(till.port) }
  const { stdout } = await run(program, args, { env })
  return JSON.parse(stdout) as Record<string, unknown>
}

/** The person has seen it. */
async function pressOnceSeen(key: string, amount: string): Promise<void> {
  const { page } = counter
  await expect(handedCard(page)).toContainText(amount)
  await expect(async () => {
    await look(page)
    await page.keyboard.press(key)
    await expect(handedCard(page).filter({ hasText: amount })).toHaveCount(0, { timeout: 2_000 })
  }).toPass()
}

test('a manager connects a till in Settings; its key is in a file, and nowhere on the screen', async () => {
  till = await connectTill(counter.page)
  expect(till.key).toMatch(/^till_[0-9a-f]{16}_[A-Za-z0-9_-]{43}$/u)
  expect(await counter.page.content()).not.toContain(till.key)
  await show(counter.page, 'Sell')
})

test('the guide’s command for Practice hands a sale over, and Enter records it', async () => {
  test.skip(!has('curl'), 'this machine has no curl')
  const { page } = counter
  expect(await answerOf('sh', ['-c', await codeOf('sh')])).toMatchObject({ status: 'asksPerson' })
  await pressOnceSeen('Enter', '₦9,800.00')
  await expect(lastSaleCard(page)).toContainText('₦9,800.00')
  await expect(handedCard(page)).toHaveCount(0)
})

test('the guide’s program in TypeScript hands a sale over, signed both ways', async () => {
  const file = path.join(dir, 'till.ts')
  await writeFile(file, await codeOf('ts'))
  expect(await answerOf(process.execPath, [file])).toMatchObject({ status: 'asksPerson', slip: 'TS-1' })
  await pressOnceSeen('Enter', '₦1,250.00')
  await expect(lastSale(counter.page, 'TS-1')).toBeVisible()
})

test('the guide’s program in Python hands a sale over, signed both ways', async () => {
  test.skip(!has('python3'), 'this machine has no Python')
  const file = path.join(dir, 'till.py')
  await writeFile(file, await codeOf('python'))
  expect(await answerOf('python3', [file])).toMatchObject({ status: 'asksPerson', slip: 'PY-1' })
  await pressOnceSeen('Enter', '₦740.50')
  await expect(lastSale(counter.page, 'PY-1')).toBeVisible()
})

async function handOver(key: string, sale: object): Promise<Response> {
  return fetch(`http://127.0.0.1:${till.port}/v1/sales`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${till.key}`,
      'idempotency-key': key,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ terminalId: '2TLS0001', soldAt: new Date().toISOString(), ...sale }),
  })
}

test('what is half typed comes first; the sale waits behind it, and Esc sends it back', async () => {
  const { page } = counter
  await amountField(page).fill('55')
  const answer = await handOver('order-7', { amount: '310', slip: 'ODOO-7', note: 'Order 7' })
  const { id } = (await answer.json()) as { id: string }
  await expect(handedCard(page)).toContainText('It waits until what is typed below is recorded or cleared.')
  await expect(amountField(page)).toHaveValue('55')
  await look(page)
  await page.keyboard.press('Enter')
  await expect(lastSaleCard(page)).toContainText('₦55.00')
  await pressOnceSeen('Escape', '₦310.00')
  const asked = await fetch(`http://127.0.0.1:${till.port}/v1/sales/${id}`, {
    headers: { authorization: `Bearer ${till.key}` },
  })
  expect(await asked.json()).toMatchObject({ status: 'sentBack' })
})

test('a slip that was typed by hand is that sale, and none is recorded twice', async () => {
  const { page, sandbox } = counter
  await recordSale(page, { amount: '420', reference: 'HAND-7' })
  const answer = await handOver('order-8', { amount: '420', slip: 'HAND-7' })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ wasKnown: true, reference: 'HAND-7' })
  await expect(handedCard(page)).toHaveCount(0)
  await expect
    .poll(() => sandbox.bank.commits().filter(({ transactionId }) => transactionId === 'HAND-7').length)
    .toBe(1)
})
