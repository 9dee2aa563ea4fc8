import { afterEach, expect, test } from 'vitest'
import { DAY_LINES_MAX, type DayView } from '../../shared/day.ts'
import { looksFirst } from './compareDay.ts'
import { addDays } from '../../shared/serviceTime.ts'
import { openCounter, type Counter, type CounterSetup } from '../testing/counter.ts'
import { cutNetwork, logAtBank, restoreNetwork } from '../testing/troubles.ts'

const DAY = '2026-11-20'

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function open(setup: CounterSetup = {}): Promise<Counter> {
  counter = await openCounter(setup)
  return counter
}

const ownTerminal = (shop: Counter): string => shop.bank.terminals()[0]?.terminalId ?? ''

async function dayOf(
  shop: Counter,
  isRead: boolean,
  day = DAY,
  terminalId: string | null = ownTerminal(shop),
): Promise<DayView> {
  let isDone = false
  const asked = Promise.resolve(shop.backend().handlers['day.view']({ terminalId, day, isRead })).finally(
    () => {
      isDone = true
    },
  )
  while (!isDone) await shop.time.pass(500)
  const answer = await asked
  if (!answer.ok) throw new Error(JSON.stringify(answer.error))
  return answer.value
}

async function sold(shop: Counter, amount: string, transactionId = ''): Promise<string> {
  const sale = await shop.record(amount, { transactionId })
  await shop.time.pass(90_000)
  return sale.transactionId
}

test('what was recorded and paid here is the same at the bank; what another till made is a line of its own', async () => {
  const shop = await open()
  await sold(shop, '1500')
  await sold(shop, '200')
  await logAtBank(shop, '8000.00', 'POS2-0071')
  const { rows, here, unexplained, lines, asOfMs, notRead, paidOut } = await dayOf(shop, true)
  expect(here).toEqual({ count: 2, amount: '1700' })
  expect(rows.find(({ part }) => part === 'paid')).toMatchObject({ difference: '0', bank: { count: 2 } })
  expect(lines.filter(({ transactionId }) => transactionId === 'POS2-0071')).toMatchObject([
    { reason: 'elsewhere', standing: null, bank: '8000', difference: '8000' },
  ])
  expect([unexplained, notRead]).toEqual(['0', null])
  expect(asOfMs).not.toBeNull()
  expect(paidOut).not.toBeNull()
})

test('before the list was read nothing is known as of any time; a read that fails says so and keeps what was known', async () => {
  const shop = await open()
  await sold(shop, '1500')
  expect(await dayOf(shop, false)).toMatchObject({ asOfMs: null, notRead: null, here: { count: 1 } })
  const { asOfMs } = await dayOf(shop, true)
  expect(asOfMs).not.toBeNull()
  cutNetwork(shop)
  await shop.record('700')
  expect(await dayOf(shop, true)).toMatchObject({ asOfMs, notRead: 'unreachable', here: { count: 2 } })
  restoreNetwork(shop)
})

test('a sale without an answer is only here until the bank shows it', async () => {
  const shop = await open()
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: false } })
  const lost = await sold(shop, '3800')
  const { lines, difference, unexplained } = await dayOf(shop, true)
  const own = lines.filter(({ transactionId }) => transactionId === lost)
  expect(own).toMatchObject([
    { reason: 'onlyHere', standing: 'checking', here: '3800.00', bank: null, difference: '-3800' },
  ])
  expect(difference).not.toBe('0')
  expect(unexplained).toBe('0')
})

test('another day has its own sales, and without a sign-in there is no day', async () => {
  const shop = await open()
  await sold(shop, '1500')
  expect(await dayOf(shop, true, '2026-11-18')).toMatchObject({ here: { count: 0 } })
  await shop.signOut()
  const asked = { terminalId: ownTerminal(shop), day: DAY, isRead: false }
  expect(await shop.backend().handlers['day.view'](asked)).toMatchObject({ error: { code: 'notSignedIn' } })
})

test('the file of a day has every line and its sums, and says where they come from; the screen has the first ones', async () => {
  const shop = await open()
  await sold(shop, '1500')
  for (let made = 0; made < DAY_LINES_MAX + 3; made += 1) await logAtBank(shop, '10.00', `POS2-${made}`)
  const save = async (format: 'csv' | 'jsonl'): Promise<string> => {
    const asked = { terminalId: ownTerminal(shop), day: DAY, format }
    const saving = shop.backend().handlers['reports.day'](asked)
    await shop.time.pass(1_000)
    expect(await saving).toMatchObject({ ok: true })
    return shop.desk.saved.at(-1)?.text ?? ''
  }
  // Before the bank's list was read, nothing is claimed of it.
  const unread = await save('csv')
  expect(unread).toContain('"Complete","no: the bank\'s list of the day was not read to its end"')
  expect(unread).toContain('"Bank read at","not yet"')
  expect(unread).toContain('"Recorded here NGN","1500.00"')
  expect(unread).toContain('"At the bank NGN",""')
  expect(unread).not.toContain('POS2-')

  const view = await dayOf(shop, true)
  expect(view.lines).toHaveLength(DAY_LINES_MAX)
  const lines = (await save('jsonl')).trimEnd().split('\n')
  const read = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(read.at(0)).toMatchObject({ kind: 'head', facts: { Complete: 'yes', Day: DAY } })
  expect(read.slice(1, -1)).toHaveLength(view.lineCount)
  expect(read.filter(({ reference }) => String(reference).startsWith('POS2-'))).toHaveLength(
    DAY_LINES_MAX + 3,
  )
  expect(read.at(-1)).toMatchObject({
    kind: 'totals',
    'Recorded here NGN': '1500.00',
    'Unexplained NGN': '0.00',
  })
  expect(shop.desk.saved.at(-1)?.name).toMatch(
    /^PRACTICE-Practice-day-2TLS0001-2026-11-20-made-2026-11-20-[0-9]{4}\.jsonl$/u,
  )
})

test('all terminals of this counter: each is compared, and together they explain the whole', async () => {
  const shop = await open()
  const [first, second] = shop.bank.terminals().map(({ terminalId }) => terminalId)
  await sold(shop, '1500', 'FIRST-1')
  await shop.becomeManager()
  const chosen = await shop.backend().handlers['terminals.choose']({ terminalId: second ?? '' })
  expect(chosen).toMatchObject({ ok: true })
  await sold(shop, '700', 'SECOND-1')
  shop.bank.changeRecord('SECOND-1', { amountAdds: '5' })
  const all = await dayOf(shop, true, DAY, null)
  expect(new Set(all.terminals)).toEqual(new Set([first, second]))
  expect(all.here).toEqual({ count: 2, amount: '2200' })
  // An open difference is neither paid nor agreed.
  expect(all.rows.find(({ part }) => part === 'needsYou')).toMatchObject({ difference: '5' })
  expect([all.unexplained, all.asOfMs === null]).toEqual(['0', false])
  expect(all.lines).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ reason: 'amount', terminalId: second, difference: '5' }),
    ]),
  )
  expect((await dayOf(shop, true, DAY, first)).here).toEqual({ count: 1, amount: '1500' })
})

test.each([
  ['leaves the last day of a search out', { bankOptions: { dateToIncluded: false } }, null],
  ['gives lists oldest first', { bankOptions: { recordOrder: 'oldestFirst' } }, null],
  ['has pages of five rows', { bankOptions: { deviation: 'smallPages' } }, null],
  ['refuses days that have not come', { bankOptions: { deviation: 'futureRefused' } }, null],
  ['takes one day at a time', { bankOptions: { deviation: 'dayAtMost' } }, 'unreachable'],
  ['gives no count', { bankOptions: { deviation: 'noTotalCount' } }, 'incomplete'],
  ['has an older row without an amount', { bankOptions: { deviation: 'oldRowUnreadable' } }, 'incomplete'],
] as const)('a bank that %s: the day agrees, or says that it is not complete', async (_, setup, notRead) => {
  const shop = await open(setup)
  await sold(shop, '1500', 'OWN-1')
  const view = await dayOf(shop, true)
  expect([view.notRead, view.asOfMs === null]).toEqual([notRead, notRead !== null])
  expect(view.here).toEqual({ count: 1, amount: '1500' })
  if (notRead === null)
    expect(view.lines.filter(({ transactionId }) => transactionId === 'OWN-1')).toEqual([])
})

test.each(['rowsRepeat', 'rowsSkip'] as const)(
  'pages that shift while they are read (%s): nothing is called gone or only here',
  async (kind) => {
    const shop = await open()
    await sold(shop, '1500', 'OWN-1')
    for (let each = 0; each < 250; each += 1) await logAtBank(shop, '10.00', `POS2-${each}`)
    await dayOf(shop, true)
    shop.bank.faults.add({ on: 'searchTransactions', times: 'always', fault: { kind } })
    const { lines, unexplained } = await dayOf(shop, true)
    expect(lines.filter(({ reason }) => reason !== 'elsewhere')).toEqual([])
    expect(unexplained).toBe('0')
  },
)

test.each([-2, 2])(
  'a bank whose clock is %i days ahead of this one: a sale stands on the bank’s day',
  async (days) => {
    const shop = await open({ bankAheadMs: days * 24 * 60 * 60_000 })
    await sold(shop, '1500', 'OWN-1')
    const day = addDays(DAY, days)
    const view = await dayOf(shop, true, day)
    expect([view.here, view.notRead]).toEqual([{ count: 1, amount: '1500' }, null])
    expect(view.lines.filter(({ transactionId }) => transactionId === 'OWN-1')).toEqual([])
    expect((await dayOf(shop, true)).here.count).toBe(0)
    // Before the bank shows it, a sale stands on the day of the bank's clock too.
    cutNetwork(shop)
    await sold(shop, '700', 'WAITS-1')
    expect((await dayOf(shop, false, day)).here.count).toBe(2)
  },
)

test('each difference that the practice bank makes on purpose is explained as what it is', async () => {
  const shop = await open({ rehearses: true })
  await sold(shop, '1500')
  const kinds = shop.bank.practiceCard().amounts.filter(({ does }) => does in EXPLAINED_AS)
  for (const { kobo, does } of kinds) {
    // Kobo of the card as a person types them.
    await shop.record(String(kobo / 100), { transactionId: `P-${does}`, confirmedAmount: true })
    await shop.time.pass(2_000)
  }
  await shop.time.pass(20_000)
  await dayOf(shop, true)
  await shop.time.pass(120_000)
  const { lines, unexplained } = await dayOf(shop, true)
  expect(unexplained).toBe('0')
  for (const { does } of kinds) {
    const wanted = EXPLAINED_AS[does as keyof typeof EXPLAINED_AS]
    const told = lines.filter(({ reason, transactionId }) =>
      does === 'madeElsewhere'
        ? transactionId.startsWith('TILL2-')
        : transactionId === `P-${does}` && reason === wanted,
    )
    expect(told, does).toMatchObject([{ reason: wanted }])
  }
})

const EXPLAINED_AS = {
  paidWithoutDate: 'paidWithoutDate',
  dateWithoutPaid: 'dateWithoutPaid',
  paidLess: 'paidLess',
  paidMore: 'paidMore',
  amount: 'amount',
  twoRecords: 'twoRecords',
  vanished: 'vanished',
  paidBack: 'paidBack',
  madeElsewhere: 'elsewhere',
} as const

test('of many lines the screen has those that need a look first', () => {
  const lines = ['elsewhere', 'onlyHere', 'tookBanks', 'late'].map((reason, place) => ({
    reason,
    standing: 'waiting',
    transactionId: `${place}`,
  })) as unknown as Parameters<typeof looksFirst>[0]
  expect(looksFirst(lines).map(({ reason }) => reason)).toEqual([
    'late',
    'elsewhere',
    'onlyHere',
    'tookBanks',
  ])
})
