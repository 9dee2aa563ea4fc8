import { FIXED_NOW_MS, saleOf } from '../../../renderer/testing/fixtures.ts'
import { queueOf } from '../../../renderer/testing/salesDouble.ts'
import { ok } from '../../../shared/result.ts'
import type { SaleView } from '../../../shared/sale.ts'
import { amountField, lastSaleCard, lastSales, money } from '../../pages/sale.ts'
import { row, saleDetail } from '../../pages/lists.ts'
import { show } from '../../pages/shell.ts'
import type { Scene, Stage } from '../scene.ts'
import { oneByOne } from './known.ts'

const DAYS = 14
const OPENS_AT_HOUR = 8
const OPEN_HOURS = 11
const WEEKDAY_SALES = 29
const SUNDAY_SALES = 11
const PAID_AFTER_MS = 15_000
const FIRST_SLIP = 417_000
const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
/** What people buy here, in naira. */
const PRICES = [
  2_500, 6_000, 12_500, 3_800, 18_700, 9_800, 4_500, 32_500, 7_500, 15_000, 5_200, 24_000, 8_400, 41_000,
]

/** Local time, as the bank writes it. */
function bankTime(atMs: number): string {
  const at = new Date(atMs)
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

function paid(sale: SaleView): SaleView {
  const fee = sale.amountKobo / 20_000
  return {
    ...accepted(sale),
    standing: 'paid',
    datePaid: bankTime(sale.recordedAtMs + PAID_AFTER_MS),
    amountSettled: String(sale.amountKobo / 100 - fee),
    fee: String(fee),
  }
}

function accepted(sale: SaleView): SaleView {
  const acceptedAtMs = sale.recordedAtMs + 2 * SECOND_MS
  return { ...sale, state: 'accepted', mayRemove: false, sendCount: 1, standing: 'onItsWay', acceptedAtMs }
}

function checking(sale: SaleView): SaleView {
  const lastCheckAtMs = FIXED_NOW_MS - MINUTE_MS
  const nextTryAtMs = FIXED_NOW_MS + MINUTE_MS
  return {
    ...sale,
    state: 'unknown',
    mayRemove: false,
    sendCount: 1,
    checkCount: 3,
    lastCheckAtMs,
    nextTryAtMs,
  }
}

/** When sales were recorded: more of them around noon and in the evening, fewer on Sundays. */
function timesOf(daysAgo: number): readonly number[] {
  const opens = new Date(FIXED_NOW_MS)
  opens.setDate(opens.getDate() - daysAgo)
  opens.setHours(OPENS_AT_HOUR, 0, 0, 0)
  const isSunday = opens.getDay() === 0
  const count = isSunday ? SUNDAY_SALES : WEEKDAY_SALES + ((daysAgo * 5) % 7)
  return Array.from({ length: count }, (_, place) => {
    const share = (place + 0.5) / count
    const bent = share + Math.sin(share * 4 * Math.PI) / 16
    return opens.getTime() + Math.round((bent * OPEN_HOURS * 60 + ((place * 7) % 5)) * 60) * SECOND_MS
  })
}

/** Two weeks of a busy shop, all paid; in the last twenty minutes two sales wait for their money, and one is checked. */
function twoWeeks(): readonly SaleView[] {
  const times = Array.from({ length: DAYS }, (_, place) => timesOf(DAYS - 1 - place))
    .flat()
    .filter((atMs) => atMs < FIXED_NOW_MS - 25 * MINUTE_MS)
  const lately = [21, 14, 7, 2].map((minutes) => FIXED_NOW_MS - minutes * MINUTE_MS)
  const ends = [checking, accepted, accepted, paid]
  return [...times, ...lately].map((recordedAtMs, place) => {
    const sale = saleOf({
      transactionId: String(FIRST_SLIP + place),
      sequence: place + 1,
      recordedAtMs,
      amountKobo: (PRICES[(place * 5 + Math.floor(place / PRICES.length)) % PRICES.length] ?? 0) * 100,
    })
    return (ends[place - times.length] ?? paid)(sale)
  })
}

const sales = twoWeeks()
const checked = sales.find(({ state }) => state === 'unknown')?.transactionId ?? ''

const shop = {
  situation: 'hard',
  facts: { sales },
  answers: { ...oneByOne, 'queue.get': ok({ ...queueOf(sales, 1_000), usualPayMs: PAID_AFTER_MS }) },
} as const

async function toSales({ page }: Stage): Promise<void> {
  await show(page, 'Sales')
  await page.getByText('By hour, Today').waitFor({ state: 'attached' })
}

/** The pictures of README.md. */
export const shopDayScenes: readonly Scene[] = [
  {
    ...shop,
    name: 'readme-sale',
    place: 'Sell',
    reach: async ({ page }) => {
      await amountField(page).fill('6500')
      await lastSaleCard(page).waitFor()
      await lastSales(page).first().waitFor()
    },
    shows: (page) => money(page).getByText('The bank usually pays here'),
  },
  {
    ...shop,
    name: 'readme-sales',
    place: 'Sales',
    reach: toSales,
    shows: (page) => row(page, 'Sales', checked),
  },
  {
    ...shop,
    name: 'readme-checking',
    place: 'Sales',
    reach: async (stage) => {
      await toSales(stage)
      await row(stage.page, 'Sales', checked).click()
    },
    shows: (page) => saleDetail(page).getByText('no answer in 20 s'),
  },
]
