import { afterEach, expect, test } from 'vitest'
import type { Request } from '../../shared/contract.ts'
import { addDays } from '../../shared/serviceTime.ts'
import { openCounter, type Counter, type CounterSetup } from '../testing/counter.ts'
import { createSeededRandom } from '../testing/virtualTime.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const TODAY = '2026-11-20'

let shop: Counter
afterEach(() => shop.close())

async function open(setup: CounterSetup = {}): Promise<void> {
  shop = await openCounter(setup)
}

const opening = (
  transactionId: string,
  more: Partial<Request<'disputes.open'>> = {},
): Request<'disputes.open'> => ({
  about: [{ transactionId, terminalId: '2TLS0001', amount: '1500', settled: null }],
  reason: 'notPaid',
  atStake: '1500',
  note: '',
  ...more,
})
const step = (
  disputeId: string,
  kind: Request<'disputes.step'>['kind'],
  change: Request<'disputes.step'>['change'] = {},
  note = '',
) => shop.ask('disputes.step', { disputeId, kind, change, note })
const dueCount = async (): Promise<number> => (await shop.get('queue.get', {})).disputeCount

async function reported(transactionId: string, answerBy: string): Promise<string> {
  const { disputeId } = await shop.get('disputes.open', opening(transactionId))
  await step(disputeId, 'reported', { answerBy })
  return disputeId
}

test('a case is opened once, reported, noted, and ended with what came back; each step is an entry of the audit', async () => {
  await open()
  const { disputeId } = await shop.get('disputes.open', opening('SLIP-1', { note: 'from Day 20 Nov' }))
  expect((await shop.get('disputes.open', opening('SLIP-1'))).disputeId).toBe(disputeId)
  expect((await shop.get('disputes.open', opening('SLIP-1', { reason: 'paidLess' }))).disputeId).not.toBe(
    disputeId,
  )
  await step(disputeId, 'reported', {
    caseNumber: 'CASE-88213',
    reportedHow: 'by phone',
    answerBy: '2026-11-27',
  })
  await step(disputeId, 'noted', {}, 'we look into it')
  const ended = await step(
    disputeId,
    'ended',
    { state: 'won', recovered: '1492.50', payment: 'NIP 77' },
    'paid at last',
  )
  expect(ended).toMatchObject({
    ok: true,
    value: {
      state: 'won',
      caseNumber: 'CASE-88213',
      recovered: '1492.50',
      payment: 'NIP 77',
      isDue: false,
      steps: [
        { kind: 'opened', text: 'from Day 20 Nov' },
        { kind: 'reported' },
        { kind: 'noted', text: 'we look into it' },
        { kind: 'ended', text: 'paid at last' },
      ],
    },
  })
  await shop.restart()
  expect(await shop.get('disputes.page', { show: 'closed', offset: 0 })).toMatchObject({
    counts: { open: 1, due: 0, closed: 1 },
    atStake: '1500',
    recovered: '1492.5',
    rows: [{ disputeId, state: 'won' }],
  })
})

test('an ended case moves only once it is opened again; a case is not ended by the way', async () => {
  await open()
  const disputeId = await reported('SLIP-1', '')
  expect(await step(disputeId, 'changed', { state: 'won' })).toMatchObject({
    error: { fields: [{ field: 'state' }] },
  })
  expect(await step(disputeId, 'ended', {})).toMatchObject({ error: { fields: [{ field: 'state' }] } })
  expect(await step(disputeId, 'reopened')).toMatchObject({ error: { reason: 'disputeMoved' } })
  await step(disputeId, 'ended', { state: 'lost' })
  for (const kind of ['changed', 'reported', 'ended'] as const)
    expect(await step(disputeId, kind, { state: 'won' })).toMatchObject({ error: { reason: 'disputeMoved' } })
  expect(await step(disputeId, 'noted', {}, 'rang again')).toMatchObject({ ok: true })
  expect(await step(disputeId, 'reopened')).toMatchObject({ value: { state: 'withBank' } })
})

test('what a person types wrong is named by its field, and nothing is kept', async () => {
  await open()
  const disputeId = await reported('SLIP-1', '')
  const wrong = [
    step(disputeId, 'noted', {}, 'x'.repeat(100_000)),
    step(disputeId, 'changed', { answerBy: '2026-02-30' }),
    step(disputeId, 'changed', { caseNumber: 'x'.repeat(300) }),
  ]
  const fields = ['note', 'answerBy', 'caseNumber']
  for (const [at, asked] of wrong.entries())
    expect(await asked).toMatchObject({ error: { code: 'invalid', fields: [{ field: fields[at] }] } })
  expect((await shop.get('disputes.get', { disputeId })).steps).toHaveLength(2)
  expect(await step('none', 'noted')).toMatchObject({ error: { code: 'notFound' } })
})

test('account numbers in a note are masked wherever it goes; the slip and the case number stay', async () => {
  await open()
  const { disputeId } = await shop.get('disputes.open', opening('6203118457'))
  await step(disputeId, 'changed', { caseNumber: '202611200001' })
  await step(
    disputeId,
    'noted',
    {},
    'slip 6203118457, case 202611200001, pay 0123456789 or 01234 56789, not 06203118457',
  )
  const text = JSON.stringify(await shop.get('disputes.get', { disputeId }))
  expect(text).toContain('slip 6203118457, case 202611200001, pay ******6789 or ***** *6789, not *******8457')
  expect(text).not.toMatch(/012345/u)
})

test('a case changes no sale, no sum, and nothing that is sent', async () => {
  await open()
  await shop.record('1500', { transactionId: 'SLIP-1' })
  await shop.time.pass(MINUTE_MS)
  const seen = async () => {
    const { disputeCount: _, revision: _r, ...queue } = await shop.get('queue.get', {})
    return JSON.stringify([queue, await shop.sale('SLIP-1')])
  }
  const [before, wire] = [await seen(), shop.wire.length]
  const disputeId = await reported('SLIP-1', TODAY)
  await step(disputeId, 'ended', { state: 'lost' })
  expect(await seen()).toBe(before)
  expect(shop.wire.slice(wire).filter(({ url }) => /logtransaction/iu.test(url))).toEqual([])
})

test('what the bank shows later suggests an end, and ends nothing', async () => {
  await open({ bankOptions: { settleAfterMs: 60 * MINUTE_MS } })
  await shop.record('1500', { transactionId: 'SLIP-1' })
  await shop.time.pass(MINUTE_MS)
  const { disputeId, suggestion, now } = await shop.get('disputes.open', opening('SLIP-1'))
  expect([suggestion, now]).toEqual([null, [{ transactionId: 'SLIP-1', standing: 'onItsWay' }]])
  await shop.time.pass(3 * 60 * MINUTE_MS)
  const later = await shop.get('disputes.get', { disputeId })
  expect(later).toMatchObject({ state: 'toReport', suggestion: { kind: 'paid', amount: '1492.5' } })
  // A record of another till is none of this counter's sales.
  const other = await shop.get('disputes.open', opening('POS2-71', { reason: 'notOurs' }))
  expect(other).toMatchObject({ suggestion: null, now: [{ standing: null }] })
})

test('cases of another client are neither shown nor counted', async () => {
  await open()
  const disputeId = await reported('SLIP-1', TODAY)
  expect(await dueCount()).toBe(1)
  await shop.signOut()
  expect(await shop.ask('disputes.page', { show: 'open', offset: 0 })).toMatchObject({
    error: { code: 'notSignedIn' },
  })
  expect(await dueCount()).toBe(0)
  await shop.signIn()
  expect((await shop.get('disputes.get', { disputeId })).state).toBe('withBank')
})

test('once a PIN is set, only a manager opens and moves cases; everyone may read them', async () => {
  await open()
  const disputeId = await reported('SLIP-1', '')
  await shop.becomeManager()
  await shop.get('access.lock', {})
  for (const asked of [shop.ask('disputes.open', opening('SLIP-2')), step(disputeId, 'noted', {}, 'x')])
    expect(await asked).toMatchObject({ error: { code: 'needsManager' } })
  expect((await shop.get('disputes.page', { show: 'open', offset: 0 })).counts.open).toBe(1)
})

/** Shares no code with the product: Monday to Friday, but for holidays. */
function worksOn(day: string, holidays: readonly string[]): boolean {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !holidays.includes(day)
}

test('reminders fall on the working day before and on the day itself, over a year with holidays', async () => {
  await open()
  const random = createSeededRandom(61)
  const days = Array.from({ length: 370 }, (_, at) => addDays(TODAY, at))
  const holidays = ['2026-12-25', '2026-12-28', '2027-01-01', '2027-03-26', '2027-03-29', '2027-10-01']
  await shop.becomeManager()
  await shop.get('settings.change', { holidays })
  const answers = Array.from({ length: 60 }, () => days[Math.floor(random.next() * 365)] ?? TODAY)
  for (const [at, answerBy] of answers.entries()) await reported(`SLIP-${at}`, answerBy)
  const dayBefore = (day: string): string => {
    let before = addDays(day, -1)
    while (!worksOn(before, holidays)) before = addDays(before, -1)
    return before
  }
  const first = shop.time.clock.wallNowMs()
  let seen = 0
  for (let at = 0; at < 365; at += 1) {
    // Three weeks in which the computer is off are one jump.
    if (at > 100 && at < 121) continue
    shop.time.jumpWall(first + at * DAY_MS - shop.time.clock.wallNowMs())
    const today = days[at] ?? ''
    const expected = answers.filter((answerBy) => dayBefore(answerBy) <= today).length
    expect(await dueCount(), today).toBe(expected)
    seen = Math.max(seen, expected)
  }
  expect(seen).toBe(60)
  // A clock that is set back takes reminders back; none of it is kept.
  shop.time.jumpWall(first - shop.time.clock.wallNowMs())
  expect(await dueCount()).toBe(answers.filter((answerBy) => dayBefore(answerBy) <= TODAY).length)
})

test('a reminder that begins at midnight is told without a sale, within minutes', async () => {
  await open()
  await reported('SLIP-1', '2026-11-24')
  expect(await dueCount()).toBe(0)
  shop.events.length = 0
  shop.time.jumpWall(3 * DAY_MS)
  await shop.time.pass(2 * MINUTE_MS)
  const told = shop.events.filter(({ name }) => name === 'sales.changed').at(-1)?.payload
  expect(told).toMatchObject({ queue: { disputeCount: 1 } })
})

test('a thousand cases go through every state; sums are exact, and the list pages through all of them', async () => {
  await open()
  const random = createSeededRandom(1_000)
  const ends = ['won', 'lost', 'dropped'] as const
  let [openKobo, closedKobo, backKobo, closed] = [0, 0, 0, 0]
  const { handlers } = shop.backend()
  for (let at = 0; at < 1_000; at += 1) {
    const kobo = 1 + Math.floor(random.next() * 10_000_000)
    const atStake = `${Math.floor(kobo / 100)}.${String(kobo % 100).padStart(2, '0')}`
    const made = await handlers['disputes.open'](opening(`SLIP-${at}`, { atStake }))
    if (!made.ok) throw new Error(made.error.code)
    const move = async (
      kind: Request<'disputes.step'>['kind'],
      change: Request<'disputes.step'>['change'],
    ) => {
      const moved = await handlers['disputes.step']({
        disputeId: made.value.disputeId,
        kind,
        change,
        note: '',
      })
      if (!moved.ok) throw new Error(moved.error.code)
    }
    if (at % 3 !== 0) await move('reported', { answerBy: addDays(TODAY, at % 40) })
    const state = ends[at % 5]
    if (state !== undefined)
      await move('ended', { state, ...(state === 'won' ? { recovered: atStake } : {}) })
    const isReopened = state !== undefined && at % 11 === 0
    if (isReopened) await move('reopened', {})
    if (state === 'won') backKobo += isReopened ? 0 : kobo
    if (state === undefined || isReopened) openKobo += kobo
    else [closed, closedKobo] = [closed + 1, closedKobo + kobo]
  }
  const pages = []
  for (let offset = 0; offset < 1_000; offset += 200)
    pages.push(await shop.get('disputes.page', { show: 'open', offset }))
  const rows = pages.flatMap((page) => page.rows)
  expect(new Set(rows.map(({ disputeId }) => disputeId)).size).toBe(1_000 - closed)
  const answers = rows.map(({ answerBy }) => (answerBy === '' ? '9999' : answerBy))
  expect(answers).toEqual(answers.toSorted())
  const last = await shop.get('disputes.page', { show: 'closed', offset: 0 })
  const naira = (text: string): number => Math.round(Number(text) * 100)
  expect([naira(pages[0]?.atStake ?? ''), naira(last.atStake), naira(last.recovered)]).toEqual([
    openKobo,
    closedKobo,
    backKobo,
  ])
  expect(last.counts).toMatchObject({ open: 1_000 - closed, closed })
})
