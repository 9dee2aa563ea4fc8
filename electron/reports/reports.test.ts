import { readSheet } from 'read-excel-file/node'
import { afterEach, expect, test } from 'vitest'
import type { Request } from '../../shared/contract.ts'
import { openCounter, type Counter, type CounterSetup } from '../testing/counter.ts'
import { cutNetwork } from '../testing/troubles.ts'

const MINUTE_MS = 60_000
const everything = { show: 'all', amountText: '' } as const

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function open(setup: CounterSetup = {}): Promise<Counter> {
  counter = await openCounter(setup)
  return counter
}

async function exportSales(shop: Counter, more: Partial<Request<'reports.sales'>> = {}): Promise<unknown> {
  const asking = shop.backend().handlers['reports.sales']({
    filter: 'all',
    search: '',
    format: 'csv',
    ...more,
  })
  await shop.time.pass(1_000)
  return asking
}

async function search(shop: Counter, more: Partial<Request<'records.search'>> = {}): Promise<void> {
  const asking = shop.backend().handlers['records.search']({
    searchId: 'one',
    terminalId: '2TLS0001',
    dateFrom: '2026-11-20',
    dateTo: '2026-11-20',
    basis: 'saleDate',
    ...more,
  })
  await shop.time.pass(30_000)
  await asking
}

function rowsOf(shop: Counter): readonly string[] {
  const { text = '' } = shop.desk.saved.at(-1) ?? {}
  return text.slice(1).split('\r\n')
}

const rowWith = (shop: Counter, part: string): string => rowsOf(shop).find((row) => row.includes(part)) ?? ''

test('the sales of this computer: known values are in it, unknown ones are empty, and none is zero by mistake', async () => {
  const shop = await open()
  await shop.record('1234567.89', { transactionId: 'PAID-1', note: '=1+1', confirmedAmount: true })
  await shop.time.pass(MINUTE_MS)
  cutNetwork(shop)
  await shop.record('70', { transactionId: 'WAITS-1' })
  expect(await exportSales(shop)).toMatchObject({ ok: true, value: { rowCount: 2 } })
  const paid = rowWith(shop, 'PAID-1')
  expect(paid).toMatch(/^"2026-11-20 [0-9:]{8}","PAID-1","2TLS0001","1234567\.89","Paid","2026-11-20T/u)
  expect(paid).toContain(`"'=1+1"`)
  expect(rowWith(shop, 'WAITS-1')).toMatch(/,"70\.00","Waiting","","","","","","","","","",""$/u)
  expect(rowsOf(shop)).toContain('"Total amount NGN","1234637.89"')
})

test('ux 33: the file says what it is: Practice first, then the basis, the filter and the time', async () => {
  const shop = await open()
  await shop.record('70', { transactionId: 'ONE-1' })
  await exportSales(shop, { filter: 'waiting', search: 'ONE' })
  const rows = rowsOf(shop)
  expect(rows[0]).toMatch(/^"Recorded","Reference","Terminal","Amount NGN"/u)
  const about = rows.findIndex((row) => row.includes('PRACTICE'))
  expect(rows.slice(about + 1)).toEqual([
    '"Tillside","Sales recorded on this computer"',
    '"Shop","Practice"',
    '"Source","what this computer keeps"',
    '"Dates","when a sale was recorded"',
    '"Days","all"',
    '"Shown","waiting"',
    '"Search","ONE"',
    '"Complete","yes"',
    `"Times","Africa/Lagos; the bank's as it gave them, without a zone"`,
    expect.stringMatching(/^"Made","2026-11-20 [0-9:]{8}"$/u),
    '',
  ])
  expect(shop.desk.saved[0]?.name).toMatch(
    /^PRACTICE-Practice-sales-all-days-made-2026-11-20-[0-9]{4}\.csv$/u,
  )
})

test('the file has the days that the list shows, and names them; a search looks through all days', async () => {
  const shop = await open()
  await shop.record('70', { transactionId: 'EARLY-1' })
  await shop.time.pass(24 * 60 * MINUTE_MS)
  await shop.record('30', { transactionId: 'LATE-1' })
  expect(await exportSales(shop, { range: 'today' })).toMatchObject({ value: { rowCount: 1 } })
  expect(rowWith(shop, 'EARLY-1')).toBe('')
  expect(rowsOf(shop)).toContain('"Days","2026-11-21"')
  expect(await exportSales(shop, { range: 'yesterday' })).toMatchObject({ value: { rowCount: 1 } })
  expect(rowWith(shop, 'LATE-1')).toBe('')
  expect(await exportSales(shop, { range: 'week' })).toMatchObject({ value: { rowCount: 2 } })
  expect(rowsOf(shop)).toContain('"Days","2026-11-15 to 2026-11-21"')
  expect(await exportSales(shop, { range: 'today', search: 'EARLY' })).toMatchObject({
    value: { rowCount: 1 },
  })
  expect(rowsOf(shop)).toContain('"Days","all"')
})

test('live: no mention of Practice', async () => {
  const shop = await open({
    profile: (standard) => ({
      ...standard,
      name: 'Market',
      terminalId: '2TLS0001',
      environment: 'live',
      partnerUrl: 'https://practice.tillside.invalid',
    }),
  })
  await shop.record('70')
  await exportSales(shop)
  expect(JSON.stringify(shop.desk.saved)).not.toMatch(/practice/iu)
})

test('the file has what the search found; a signed-out client has nothing', async () => {
  const shop = await open()
  cutNetwork(shop)
  for (const reference of ['A-1', 'A-2', 'B-1']) await shop.record('70', { transactionId: reference })
  expect(await exportSales(shop, { search: 'a-' })).toMatchObject({ value: { rowCount: 2 } })
  expect(rowWith(shop, 'B-1')).toBe('')
  await shop.signOut()
  expect(await exportSales(shop)).toMatchObject({ value: { rowCount: 0 } })
})

test('more sales than one slice: each once, even with others recorded meanwhile', async () => {
  const shop = await open()
  cutNetwork(shop)
  for (let sale = 0; sale < 1_003; sale += 1) await shop.record('1', { transactionId: `S-${sale}` })
  const asking = shop.backend().handlers['reports.sales']({ filter: 'all', search: '', format: 'csv' })
  // Reading begins once the person has chosen a place.
  await new Promise(setImmediate)
  await shop.record('1', { transactionId: 'LATE-1' })
  await shop.time.pass(1_000)
  expect(await asking).toMatchObject({ value: { rowCount: 1_003 } })
  const references = rowsOf(shop).flatMap((row) => /"(S-[0-9]+)"/u.exec(row)?.[1] ?? [])
  expect(new Set(references).size).toBe(1_003)
  expect(references).toHaveLength(1_003)
})

test('records: exact sums, times as the bank wrote them, no date where nothing was paid, accounts masked', async () => {
  const shop = await open({ bankOptions: { settleAfterMs: 10 * MINUTE_MS } })
  await shop.record('1500', { transactionId: 'PAID-1' })
  await shop.time.pass(15 * MINUTE_MS)
  await shop.record('250.5', { transactionId: 'UNPAID-1' })
  await shop.time.pass(MINUTE_MS)
  await search(shop)
  const asked = { searchId: 'one', filter: everything, format: 'csv' } as const
  const saved = await shop.backend().handlers['reports.records'](asked)
  expect(saved).toMatchObject({
    ok: true,
    value: {
      file: expect.stringMatching(/records-[A-Za-z0-9]+-2026-[0-9-]+-by-sale-date-made-2026-/u),
    },
  })
  expect(rowWith(shop, '"UNPAID-1"')).toMatch(/"250\.50","","","[0-9.]+","no","","••••••[0-9]{4}"/u)
  expect(rowWith(shop, '"PAID-1"')).toMatch(/"1500\.00","14[0-9]{2}\.[0-9]{2}",/u)
  expect(rowsOf(shop).join('\n')).not.toContain('0001-01-01')
  expect(rowsOf(shop)).toContain('"Basis","by sale date"')
  await shop
    .backend()
    .handlers['reports.records']({ ...asked, filter: { show: 'unpaid', amountText: '250.5' } })
  expect(rowsOf(shop)).toEqual(
    expect.arrayContaining([
      '"Shown","unpaid, amount 250.5"',
      '"Records","1"',
      '"Total amount NGN","250.50"',
      '"Not paid","1"',
      '"Settled of the paid NGN","0.00"',
    ]),
  )
})

test('ux 43: by paid date the file says so, and from when sales were read', async () => {
  const shop = await open()
  await shop.record('1500', { transactionId: 'PAID-1' })
  await shop.time.pass(MINUTE_MS)
  await search(shop, { basis: 'paidDate' })
  const saved = await shop
    .backend()
    .handlers['reports.records']({ searchId: 'one', filter: everything, format: 'csv' })
  expect(saved).toMatchObject({ ok: true, value: { file: expect.stringContaining('-by-paid-date-made-') } })
  expect(rowsOf(shop)).toEqual(
    expect.arrayContaining([
      '"Basis","by paid date"',
      '"Sales read from","2026-11-13"',
      '"Not in this file","sales received before 2026-11-13, whenever they were paid"',
    ]),
  )
})

test('a bank excludes the last day of a search: today is still complete on the screen and in the file', async () => {
  const shop = await open({ bankOptions: { dateToIncluded: false } })
  for (const amount of ['100', '200', '300']) await shop.record(amount)
  await shop.time.pass(MINUTE_MS)
  const own = shop.bank.commits().map(({ transactionId }) => transactionId)
  expect(own).toHaveLength(3)
  await search(shop)
  await shop.backend().handlers['reports.records']({ searchId: 'one', filter: everything, format: 'csv' })
  const file = rowsOf(shop).join('\n')
  for (const transactionId of own) expect(file).toContain(transactionId)
  expect(file).not.toContain('2026-11-19T')
})

test('an incomplete search is not written', async () => {
  const shop = await open()
  await shop.record('1500')
  await shop.time.pass(MINUTE_MS)
  shop.bank.faults.add({
    on: 'searchTransactions',
    times: 'always',
    fault: { kind: 'totalCountLies', addRows: 3 },
  })
  await search(shop)
  const asked = { searchId: 'one', filter: everything, format: 'csv' } as const
  expect(await shop.backend().handlers['reports.records'](asked)).toMatchObject({
    error: { code: 'incomplete', reason: 'rowsMissing' },
  })
  expect(shop.desk.saved).toEqual([])
})

test.each([
  ['full', { error: { code: 'fileNotWritten', reason: 'full' } }],
  ['noAccess', { error: { code: 'fileNotWritten', reason: 'noAccess' } }],
  ['closed', { ok: true, value: { file: null } }],
] as const)('the file is %s: that is reported', async (answer, came) => {
  const shop = await open()
  await shop.record('70')
  shop.desk.answerSaving(answer)
  expect(await exportSales(shop)).toMatchObject(came)
})

test('a search that main has forgotten must be repeated', async () => {
  const shop = await open()
  const asked = { searchId: 'gone', filter: everything, format: 'csv' } as const
  expect(await shop.backend().handlers['reports.records'](asked)).toMatchObject({
    error: { code: 'notFound' },
  })
})

test('the workbook of sales: each sum is what its column adds up to; what the bank says in texts is in it', async () => {
  const shop = await open({ bankOptions: { settleAfterMs: 10 * MINUTE_MS } })
  await shop.record('1234567.89', { transactionId: 'PAID-1', confirmedAmount: true })
  await shop.record('70', { transactionId: 'PAID-2' })
  await shop.time.pass(MINUTE_MS)
  const words = { reason: 'Held', responseCode: '00', responseMessage: '=Approved' }
  expect(shop.bank.changeRecord('PAID-2', words)).toBe(true)
  await shop.time.pass(30 * MINUTE_MS)
  await exportSales(shop, { format: 'xlsx' })
  const book = shop.desk.saved.at(-1)?.bytes ?? Buffer.alloc(0)
  const [titles = [], ...rows] = await readSheet(book, { trim: false })
  const column = (title: string): unknown[] => rows.map((row) => row[titles.indexOf(title)])
  const kobo = (value: unknown): number => (typeof value === 'number' ? Math.round(value * 100) : 0)
  for (const title of ['Amount NGN', 'Settled NGN', 'Fee NGN']) {
    const [one, other, ...below] = column(title).map(kobo)
    expect(below.filter((sum) => sum !== 0)).toEqual([Number(one) + Number(other)])
  }
  expect(column('Recorded').slice(0, 2)).toEqual([expect.any(Date), expect.any(Date)])
  const said = ['Reason', 'Response code', 'Response message'].map((title) => column(title)[0])
  expect(said).toEqual(['Held', '00', '=Approved'])
})

test('the person is shown the file that was written, and no other', async () => {
  const shop = await open()
  await exportSales(shop)
  await shop.backend().handlers['files.showLast']({})
  expect(shop.desk.shownFiles).toEqual([shop.desk.saved[0]?.name])
})
