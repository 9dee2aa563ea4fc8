import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import {
  CloseFile,
  type ClosingView,
  type DayCloseView,
  digitsOf,
  digitsTyped,
} from '../../shared/dayClose.ts'
import { salesFile } from '../storage/database.ts'
import { openCounter, type Counter, type CounterSetup } from '../testing/counter.ts'
import { createDayClose } from './dayClose.ts'
import { cutNetwork, restoreNetwork } from '../testing/troubles.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function open(setup: CounterSetup = {}): Promise<Counter> {
  counter = await openCounter(setup)
  return counter
}

async function view(shop: Counter): Promise<ClosingView> {
  const answer = await shop.backend().handlers['dayClose.view']({})
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.value
}

async function close(shop: Counter): Promise<DayCloseView> {
  const answer = await shop.backend().handlers['dayClose.make']({})
  if (!answer.ok) throw new Error(JSON.stringify(answer.error))
  return answer.value
}

const partsOf = ({ terminals }: Pick<DayCloseView, 'terminals'>) =>
  Object.fromEntries(
    (terminals[0]?.parts ?? []).flatMap(({ part, count, kobo }) =>
      count === 0 ? [] : [[part, [count, kobo]]],
    ),
  )

async function sold(shop: Counter, amount: string, transactionId: string): Promise<void> {
  await shop.record(amount, { transactionId })
  await shop.time.pass(MINUTE_MS)
}

test('a close counts each sale once, names what is open, and keeps it in the audit', async () => {
  const shop = await open()
  await sold(shop, '1500', 'PAID-1')
  await sold(shop, '200', 'PAID-2')
  cutNetwork(shop)
  await sold(shop, '70', 'WAITS-1')
  const made = await close(shop)
  expect(made).toMatchObject({ number: 1, day: '2026-11-20', by: null, openCount: 1, adjustmentCount: 0 })
  expect(partsOf(made)).toEqual({ paid: [2, 170_000], waiting: [1, 7_000] })
  expect(made.terminals).toMatchObject([{ recorded: { count: 3, kobo: 177_000 }, settled: '1691.5' }])
  expect(made.open).toEqual([{ transactionId: 'WAITS-1', part: 'waiting', kobo: 7_000, of: null }])
  expect(made.hash).toMatch(/^[0-9a-f]{64}$/u)
  expect(await shop.backend().handlers['dayClose.get']({ number: 1 })).toEqual({ ok: true, value: made })
  expect(await shop.backend().handlers['dayClose.get']({ number: 2 })).toMatchObject({
    error: { code: 'notFound' },
  })
  await shop.restart()
  expect((await view(shop)).earlier).toMatchObject([{ number: 1, day: '2026-11-20' }])
})

test('a second close of a day is refused, and what was recorded since belongs to the next', async () => {
  const shop = await open()
  await sold(shop, '1500', 'FIRST-1')
  await close(shop)
  await sold(shop, '200', 'AFTER-1')
  expect(await view(shop)).toMatchObject({ refused: 'dayIsClosed', next: { openCount: 0 } })
  expect(await shop.backend().handlers['dayClose.make']({})).toMatchObject({
    error: { code: 'notAllowed', reason: 'dayIsClosed' },
  })
  await shop.time.pass(DAY_MS)
  await sold(shop, '300', 'NEXT-1')
  const next = await close(shop)
  expect(next).toMatchObject({ number: 2, day: '2026-11-21' })
  expect(partsOf(next)).toEqual({ paid: [2, 50_000] })
})

test('a close after midnight is that of the evening before, and the next one that of its own day', async () => {
  const shop = await open()
  await shop.time.pass(12 * HOUR_MS)
  await sold(shop, '1500', 'EVENING-1')
  await shop.time.pass(3 * HOUR_MS)
  expect(await close(shop)).toMatchObject({ day: '2026-11-20' })
  await shop.time.pass(20 * HOUR_MS)
  await sold(shop, '200', 'DAY-1')
  expect(await close(shop)).toMatchObject({ day: '2026-11-21', number: 2 })
})

test('a clock that was years ahead at one close refuses none of the later ones', async () => {
  const shop = await open()
  shop.time.jumpWall(4 * 365 * DAY_MS)
  await sold(shop, '1500', 'AHEAD-1')
  const ahead = await close(shop)
  expect(ahead.day.slice(0, 4)).toBe('2030')
  shop.time.jumpWall(-4 * 365 * DAY_MS)
  await sold(shop, '200', 'RIGHT-1')
  const right = await close(shop)
  expect(right).toMatchObject({ number: 2, day: '2026-11-20' })
  expect(partsOf(right)).toEqual({ paid: [1, 20_000] })
})

test('what settles later is an adjustment to a named day; so is a payment that the bank takes back', async () => {
  const shop = await open()
  await sold(shop, '1500', 'PAID-1')
  cutNetwork(shop)
  await sold(shop, '70', 'WAITS-1')
  await close(shop)
  restoreNetwork(shop)
  await shop.time.pass(DAY_MS)
  const next = await close(shop)
  expect(next.adjustments).toEqual([
    { number: 1, day: '2026-11-20', transactionId: 'WAITS-1', from: 'waiting', to: 'paid', kobo: 7_000 },
  ])
  expect(next.terminals).toEqual([])
  shop.bank.changeRecord('PAID-1', { unpaidAfterMs: 0 })
  void shop.backend().handlers['records.byReference']({ transactionId: 'PAID-1' })
  await shop.time.pass(DAY_MS)
  const last = await close(shop)
  expect(last.adjustments).toMatchObject([
    { number: 1, transactionId: 'PAID-1', from: 'paid', to: 'paidBack' },
  ])
  expect(last).toMatchObject({ takenBack: { count: 1, kobo: 150_000 }, cameIn: { count: 0, kobo: 0 } })
})

test('an adjustment names the close that counted the sale, and a sale stands open on every close until it is not', async () => {
  const shop = await open()
  cutNetwork(shop)
  await sold(shop, '70', 'OLD-1')
  await sold(shop, '80', 'OLD-2')
  await close(shop)
  for (const number of [2, 3]) {
    shop.time.jumpWall(DAY_MS)
    await sold(shop, '10', `NEW-${number}`)
    expect(await close(shop)).toMatchObject({
      number,
      openCount: number + 1,
      openKobo: 15_000 + (number - 1) * 1_000,
      adjustmentCount: 0,
    })
  }
  const { open: standing } = await view(shop).then(({ next }) => next)
  expect(standing.slice(0, 3)).toEqual([
    { transactionId: 'OLD-1', part: 'waiting', kobo: 7_000, of: { number: 1, day: '2026-11-20' } },
    { transactionId: 'OLD-2', part: 'waiting', kobo: 8_000, of: { number: 1, day: '2026-11-20' } },
    { transactionId: 'NEW-2', part: 'waiting', kobo: 1_000, of: { number: 2, day: '2026-11-21' } },
  ])
  restoreNetwork(shop)
  await shop.time.pass(DAY_MS)
  const last = await close(shop)
  expect(last.adjustments.map(({ number, day, transactionId }) => [number, day, transactionId])).toEqual([
    [1, '2026-11-20', 'OLD-1'],
    [1, '2026-11-20', 'OLD-2'],
    [2, '2026-11-21', 'NEW-2'],
    [3, '2026-11-22', 'NEW-3'],
  ])
  expect(last).toMatchObject({ openCount: 0, cameIn: { count: 4, kobo: 17_000 } })
})

test('a difference that is settled as ours changes nothing of a close', async () => {
  const shop = await open()
  await sold(shop, '1500', 'PAID-1')
  await close(shop)
  shop.bank.changeRecord('PAID-1', { unpaidAfterMs: 0 })
  void shop.backend().handlers['records.byReference']({ transactionId: 'PAID-1' })
  await shop.time.pass(MINUTE_MS)
  await shop.becomeManager()
  const { decision } = await shop.sale('PAID-1')
  const kept = shop.backend().handlers['sales.checkNow']({ transactionId: 'PAID-1' })
  await shop.time.pass(MINUTE_MS / 6)
  await kept
  expect(
    await shop.backend().handlers['sales.resolve']({
      transactionId: 'PAID-1',
      decision: 'keepOurs',
      reason: 'the statement shows it',
      seen: decision?.seen ?? '',
    }),
  ).toMatchObject({ ok: true })
  await shop.time.pass(DAY_MS)
  await shop.becomeManager()
  expect(await close(shop)).toMatchObject({ number: 2, adjustments: [], takenBack: { count: 0 } })
})

test('after the bank’s amount was taken, the fee is what that amount was settled less', async () => {
  const shop = await open()
  await sold(shop, '1500', 'OTHER-1')
  shop.bank.changeRecord('OTHER-1', { amountAdds: '100', settledAdds: '99' })
  void shop.backend().handlers['records.byReference']({ transactionId: 'OTHER-1' })
  await shop.time.pass(MINUTE_MS)
  await shop.becomeManager()
  const asked = shop.backend().handlers['sales.checkNow']({ transactionId: 'OTHER-1' })
  await shop.time.pass(MINUTE_MS / 6)
  await asked
  const { decision } = await shop.sale('OTHER-1')
  const taken = await shop.backend().handlers['sales.resolve']({
    transactionId: 'OTHER-1',
    decision: 'takeBanks',
    reason: 'the bank is right',
    seen: decision?.seen ?? '',
  })
  expect(taken).toMatchObject({ ok: true })
  await shop.becomeManager()
  const { terminals } = await close(shop)
  expect(terminals).toMatchObject([{ recorded: { kobo: 150_000 }, settled: '1591.5', fees: '8.5' }])
})

test('a forgotten close names each of its days, and ends with the month', async () => {
  const shop = await open()
  for (const [jumpDays, amount] of [
    [0, '100'],
    [1, '200'],
    [9, '400'],
    [1, '800'],
    [1, '1600'],
  ] as const) {
    shop.time.jumpWall(jumpDays * DAY_MS)
    await sold(shop, amount, `DAY-${amount}`)
  }
  const first = await close(shop)
  const day = (name: string, kobo: number) => ({
    day: name,
    recorded: { count: 1, kobo },
    paid: { count: 1, kobo },
  })
  expect(first).toMatchObject({ number: 1, day: '2026-11-20', endsWithMonth: true })
  expect(first.days).toEqual([
    day('2026-11-20', 10_000),
    day('2026-11-21', 20_000),
    day('2026-11-30', 40_000),
  ])
  expect(partsOf(first)).toEqual({ paid: [3, 70_000] })
  const second = await close(shop)
  expect(second).toMatchObject({ number: 2, day: '2026-12-01', endsWithMonth: false, adjustmentCount: 0 })
  expect(second.days).toEqual([day('2026-12-01', 80_000), day('2026-12-02', 160_000)])
})

test('over a restored copy that lacks a close, the next one counts its sales again, each once, under its number', async () => {
  const shop = await open()
  await sold(shop, '1500', 'OLD-1')
  const copy = path.join(shop.dataDir, 'copy')
  await shop.restart(() => copyFileSync(salesFile(shop.dataDir), copy))
  await sold(shop, '200', 'LOST-1')
  expect(partsOf(await close(shop))).toEqual({ paid: [2, 170_000] })
  await shop.restart(() => {
    rmSync(`${salesFile(shop.dataDir)}-wal`, { force: true })
    copyFileSync(copy, salesFile(shop.dataDir))
  })
  expect(await view(shop)).toMatchObject({ refused: null, earlier: [] })
  await sold(shop, '300', 'NEW-1')
  const again = await close(shop)
  expect(again).toMatchObject({ number: 1, day: '2026-11-20' })
  expect(partsOf(again)).toEqual({ paid: [2, 180_000] })
  shop.time.jumpWall(DAY_MS)
  await sold(shop, '400', 'NEXT-1')
  expect(await close(shop)).toMatchObject({ number: 2, day: '2026-11-21', adjustmentCount: 0 })
})

test('at the computer that sales were brought to, closes go on with their numbers, and count no sale again', async () => {
  const shop = await open()
  await sold(shop, '1500', 'OLD-1')
  expect(await close(shop)).toMatchObject({ number: 1 })
  expect(await shop.backend().handlers['backup.make']({})).toMatchObject({ value: { kind: 'made' } })
  const empty = mkdtempSync(path.join(tmpdir(), 'tillside-close-'))
  onTestFinished(() => rmSync(empty, { recursive: true, force: true }))
  const other = await openCounter({ beside: { counter: shop, files: empty } })
  onTestFinished(() => other.close())
  other.desk.pickBackup(shop.desk.saved.at(-1)?.bytes ?? null)
  await other.backend().handlers['backup.choose']({})
  await other.backend().handlers['backup.bring']({})
  shop.powerOff()
  await other.restart()
  expect((await view(other)).earlier).toMatchObject([{ number: 1, day: '2026-11-20' }])
  shop.time.jumpWall(DAY_MS)
  await sold(other, '300', 'NEW-1')
  const next = await close(other)
  expect(next).toMatchObject({ number: 2, day: '2026-11-21', adjustmentCount: 0 })
  expect(partsOf(next)).toEqual({ paid: [1, 30_000] })
})

test('a printed receipt of an earlier day changes nothing of a close', async () => {
  const shop = await open()
  await sold(shop, '1500', 'PAID-1')
  await close(shop)
  await shop.backend().handlers['paper.print']({ width: '80', lengthMm: 90, receiptOf: 'PAID-1' })
  await shop.time.pass(DAY_MS)
  expect((await close(shop)).adjustments).toEqual([])
})

test('once a PIN is set a manager closes, unless the profile lets anyone', async () => {
  const shop = await open()
  await sold(shop, '1500', 'PAID-1')
  await shop.becomeManager()
  await shop.backend().handlers['access.lock']({})
  expect(await shop.backend().handlers['dayClose.make']({})).toMatchObject({
    error: { code: 'needsManager' },
  })
  expect(await view(shop)).toMatchObject({ next: { number: 1 } })
  await shop.close()
  const free = await open({ profile: (standard) => ({ ...standard, close: { by: 'anyone' } }) })
  await free.becomeManager()
  await free.backend().handlers['access.lock']({})
  expect(await close(free)).toMatchObject({ number: 1 })
})

test('another client has closes of its own, and a signed-out counter none', async () => {
  const shop = await open()
  await sold(shop, '1500', 'PAID-1')
  await close(shop)
  await shop.signOut()
  expect(await shop.backend().handlers['dayClose.view']({})).toMatchObject({ error: { code: 'notSignedIn' } })
  expect(await shop.backend().handlers['dayClose.make']({})).toMatchObject({ error: { code: 'notSignedIn' } })
})

test('sales that are recorded while a long day is counted are in the close or in the next, never in both or none', async () => {
  const shop = await open()
  cutNetwork(shop)
  for (let each = 0; each < 1_200; each += 1) await shop.record('1', { transactionId: `S-${each}` })
  const closing = Promise.resolve(shop.backend().handlers['dayClose.make']({}))
  for (let each = 0; each < 5; each += 1) await shop.record('1', { transactionId: `LATE-${each}` })
  await shop.time.pass(1_000)
  const made = await closing
  if (!made.ok) throw new Error('not closed')
  const { next } = await view(shop)
  const countIn = ({ terminals }: Pick<DayCloseView, 'terminals'>): number =>
    terminals[0]?.recorded.count ?? 0
  expect(countIn(made.value) + countIn(next)).toBe(1_205)
})

test('the digits on the paper of a close find it, in any of its closes; others find none', async () => {
  const shop = await open()
  await sold(shop, '1500', 'PAID-1')
  const first = await close(shop)
  await shop.time.pass(DAY_MS)
  await sold(shop, '200', 'PAID-2')
  await close(shop)
  const find = async (typed: string) =>
    shop.backend().handlers['dayClose.find']({ digits: digitsTyped(typed) ?? 'not digits' })
  expect(await find(digitsOf(first.hash))).toEqual({ ok: true, value: first })
  expect(await find(digitsOf(first.hash).toLowerCase().replaceAll('-', ' '))).toEqual({
    ok: true,
    value: first,
  })
  expect(await find('0000-0000-0000-0000')).toMatchObject({ error: { code: 'notFound' } })
  const month = await shop.backend().handlers['dayClose.month']({ month: '2026-11' })
  expect(month).toMatchObject({
    value: [
      { number: 1, day: '2026-11-20' },
      { number: 2, day: '2026-11-21' },
    ],
  })
  expect(await shop.backend().handlers['dayClose.month']({ month: '2026-10' })).toEqual({
    ok: true,
    value: [],
  })
})

test('a close is saved as a file whose text has the hash of its entry, by any tool', async () => {
  const shop = await open()
  await sold(shop, '1500', 'PAID-1')
  const made = await close(shop)
  await shop.backend().handlers['dayClose.save']({ number: 1 })
  const [{ name, text } = { name: '', text: '' }] = shop.desk.saved
  expect(name).toMatch(/^PRACTICE-Practice-close-1-2026-11-20-made-2026-11-20-[0-9]{4}\.json$/u)
  const file = CloseFile.parse(JSON.parse(text))
  expect(file).toMatchObject({ hash: made.hash, digits: digitsOf(made.hash), number: 1, day: '2026-11-20' })
  expect(createHash('sha256').update(file.hashed).digest('hex')).toBe(made.hash)
  // In a file that was changed outside, the entry still has its hash, and is not the close of the paper any more.
  const [, previousHash, , atMs, , , , detail, content] = JSON.parse(file.hashed) as [
    unknown,
    string,
    null,
    number,
    string,
    null,
    null,
    string,
    string,
  ]
  const entry = { id: 1, atMs, detail, content, hash: file.hash, previousHash }
  const find = (kept: typeof entry) =>
    createDayClose({
      store: { withDigits: () => [kept] },
      destination: () => (JSON.parse(content) as { owner: unknown }).owner,
    } as unknown as Parameters<typeof createDayClose>[0]).find(made.hash.slice(0, 16))
  expect(find(entry)).toMatchObject({ ok: true, value: { number: 1 } })
  const changed = content.replace('150000', '950000')
  expect(changed).not.toBe(content)
  expect(find({ ...entry, content: changed })).toMatchObject({ error: { code: 'notFound' } })
  expect(file.hashed).toContain(made.previousHash)
  expect(file.hashed).toContain('150000')
})
