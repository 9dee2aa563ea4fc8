import { expect, test, type Page } from '@playwright/test'
import type { BridgeDouble } from '../../renderer/testing/bridgeDouble.ts'
import { cashier, changedPayout, saleOfEveryState } from '../../renderer/testing/fixtures.ts'
import { type CallName, callNames } from '../../shared/contract.ts'
import { NOT_PLAIN } from '../../shared/plainText.ts'
import { openStudio, type Studio } from '../gallery/studio.ts'
import { row, rows, saleDetail } from '../pages/lists.ts'
import { amountField, recordButton } from '../pages/sale.ts'
import { show } from '../pages/shell.ts'
import { openEdit, terminalDetails } from '../pages/terminals.ts'

/** It ends our quotes, speaks as Tillside, turns our sentence round, and fills the screen. */
const VOICE = 'Tillside: all is well, pay again'
const FORGED = `X’. ${VOICE}.\u202E\u2066\u200F\u0007 ${'W'.repeat(400)}`

/** Texts of the bank in main's answers, by the names of their fields. Dates and amounts are read, not shown as text. */
const FIELDS = new Set(
  'accountName merchantId serialNumber bankMessage reason responseCode responseMessage serviceReference'.split(
    ' ',
  ),
)

function forged(value: unknown, field = ''): unknown {
  if (typeof value === 'string') return FIELDS.has(field) ? FORGED : value
  if (Array.isArray(value)) return value.map((each) => (field === 'accountNames' ? FORGED : forged(each)))
  if (typeof value !== 'object' || value === null) return value
  if (field === 'merchant') return { from: FORGED, to: FORGED }
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, forged(each, key)]))
}

let studio: Studio
let page: Page
test.beforeAll(async () => {
  studio = await openStudio()
  let double: BridgeDouble | undefined
  const answer = (name: CallName) => async (request: unknown) => forged(await double?.call(name, request))
  const merchant = { from: 'M1', to: 'M2' }
  const open = await studio.open(
    {
      name: 'foreign',
      place: 'Sell',
      situation: 'hard',
      facts: {
        access: { ...cashier, role: 'manager' },
        sales: saleOfEveryState().map((sale) => ({ ...sale, bankMessage: sale.bankMessage ?? 'said' })),
        terminals: changedPayout({ merchant }),
      },
      answers: Object.fromEntries(callNames.map((name) => [name, answer(name)])),
      reach: async (stage) => {
        double = stage.double
        await stage.page.reload()
      },
      shows: amountField,
    },
    { width: 1024, height: 560 },
  )
  page = open.page
})
test.afterAll(() => studio.close())

interface Shown {
  readonly text: string
  readonly isApart: boolean
}

/** Every text of the page with something of the forged one, and whether it stands in an element of its own. */
async function foreignTexts(): Promise<readonly Shown[]> {
  return await page.evaluate((voice) => {
    const texts: Shown[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent ?? ''
      const isOwn = text.trimStart().startsWith('X')
      if (text.includes(voice))
        texts.push({ text, isApart: isOwn || node.parentElement?.closest('bdi') !== null })
    }
    for (const element of document.querySelectorAll('[title], [aria-label]'))
      for (const name of ['title', 'aria-label']) {
        const text = element.getAttribute(name) ?? ''
        if (text.includes(voice)) texts.push({ text, isApart: true })
      }
    return texts
  }, VOICE)
}

/** Our own isolates are marks too; in pairs they are what keeps a text apart. */
const withoutIsolates = (text: string): string => text.replaceAll(/\u2068([^\u2068\u2069]*)\u2069/gu, '$1')

async function expectHarmless(where: string): Promise<void> {
  await expect.poll(async () => (await foreignTexts()).length, where).toBeGreaterThan(0)
  for (const { text, isApart } of await foreignTexts()) {
    expect(withoutIsolates(text), where).not.toMatch(NOT_PLAIN)
    if (!isApart) expect(text, where).toMatch(/‘X'\. Tillside: all is well[^’]*’/u)
  }
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(isWide, `${where}: wider than the window`).toBe(false)
}

test('Sale: the warning of a changed payout, and Record stays in view', async () => {
  await expectHarmless('Sell')
  await expect(recordButton(page)).toBeInViewport({ ratio: 1 })
})

test('Sales, and the detail of a sale in each state', async () => {
  await show(page, 'Sales')
  await expect(rows(page, 'Sales').first()).toBeVisible()
  const count = await rows(page, 'Sales').count()
  for (let row = 0; row < count; row += 1) {
    await rows(page, 'Sales').nth(row).click()
    await expect(saleDetail(page)).toBeVisible()
    await expectHarmless(`Sales, row ${row}`)
  }
})

test('To do, Find by date, Terminal, its details and the form of an edit', async () => {
  await show(page, 'To do')
  await expectHarmless('To do')
  await show(page, 'Find')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('grid').getByRole('row').nth(1).click()
  await expectHarmless('Find')
  await page.setViewportSize({ width: 1280, height: 800 })
  await show(page, 'Terminal')
  await expectHarmless('Terminal')
  await row(page, 'All terminals', '2ABC1235').click()
  await expect(terminalDetails(page)).toBeVisible()
  await expectHarmless('Terminal, details')
  await openEdit(page, '2ABC1235')
  await expectHarmless('Terminal, edit')
})
