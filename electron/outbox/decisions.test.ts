import { afterEach, expect, test } from 'vitest'
import type { Request, CallResult } from '../../shared/contract.ts'
import type { DecisionView } from '../../shared/decision.ts'
import type { SaleDetail } from '../../shared/sale.ts'
import { openCounter, type Counter, type CounterSetup } from '../testing/counter.ts'
import { personsCheck } from '../testing/personsCheck.ts'
import { saleInConflict, saleInReview } from '../testing/troubles.ts'

const MINUTE_MS = 60_000

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function open(setup: CounterSetup = {}): Promise<Counter> {
  counter = await openCounter(setup)
  return counter
}

/** Looks the sale up now. @returns what the person then sees */
async function checkNow(shop: Counter, transactionId: string): Promise<SaleDetail> {
  const checked = await personsCheck(shop, transactionId)
  if (!checked.ok) throw new Error(JSON.stringify(checked.error))
  return checked.value
}

function decisionOf({ decision }: SaleDetail): DecisionView {
  if (decision === null) throw new Error('nothing to decide')
  return decision
}

async function resolve(
  shop: Counter,
  request: Pick<Request<'sales.resolve'>, 'transactionId' | 'decision'> & Partial<Request<'sales.resolve'>>,
): Promise<CallResult<'sales.resolve'>> {
  const detail = await shop.sale(request.transactionId)
  const standard = { reason: 'asked the bank', seen: detail.decision?.seen ?? '' }
  return shop.backend().handlers['sales.resolve']({ ...standard, ...request })
}

test('in review a person sees the look-up and its age; a sale being sent has nothing to decide', async () => {
  const shop = await open()
  await saleInReview(shop, 'LOST-1')
  const other = await shop.record('100')
  expect((await shop.sale(other.transactionId)).decision).toBeNull()
  const detail = await checkNow(shop, 'LOST-1')
  expect(detail.decision).toMatchObject({ allowed: ['sendAgain', 'writeOff'], differences: [] })
  expect(decisionOf(detail).lookUpAgeMs).toBeLessThan(5_000)
  await shop.time.pass(20_000)
  const { lookUpAgeMs, freshForMs } = decisionOf(await shop.sale('LOST-1'))
  expect((lookUpAgeMs ?? 0) + freshForMs).toBe(60_000)
})

test('a look-up a minute old allows no decision; another one does', async () => {
  const shop = await open()
  await saleInReview(shop, 'LOST-1')
  await shop.becomeManager()
  await checkNow(shop, 'LOST-1')
  await shop.time.pass(MINUTE_MS)
  const late = await resolve(shop, { transactionId: 'LOST-1', decision: 'sendAgain' })
  expect(late).toMatchObject({ ok: false, error: { code: 'needsLookUp' } })
  expect((await shop.sale('LOST-1')).sale.state).toBe('review')
  await checkNow(shop, 'LOST-1')
  expect((await resolve(shop, { transactionId: 'LOST-1', decision: 'sendAgain' })).ok).toBe(true)
})

test('a minute is awake time: neither a clock set back nor a restart makes an old look-up younger', async () => {
  const shop = await open()
  await saleInReview(shop, 'LOST-1')
  await checkNow(shop, 'LOST-1')
  await shop.time.pass(50_000)
  shop.time.jumpWall(-60 * MINUTE_MS)
  await shop.restart()
  await shop.becomeManager()
  await shop.time.pass(20_000)
  shop.bank.faults.add({ on: 'settlementStatus', times: 'always', fault: { kind: 'drop', committed: false } })
  expect(await resolve(shop, { transactionId: 'LOST-1', decision: 'writeOff' })).toMatchObject({
    error: { code: 'needsLookUp' },
  })
})

test('sent again: it is sent once more, at once, and the audit keeps who saw what', async () => {
  const shop = await open()
  await saleInReview(shop, 'LOST-1')
  await shop.becomeManager()
  await checkNow(shop, 'LOST-1')
  const sent = shop.bank.requestCount('logTransaction')
  const taken = await resolve(shop, { transactionId: 'LOST-1', decision: 'sendAgain', reason: '  asked  ' })
  expect(taken).toMatchObject({ ok: true, value: { sale: { state: 'queued' }, decision: null } })
  await shop.time.pass(20_000)
  const detail = await shop.sale('LOST-1')
  expect(detail.sale.state).toBe('accepted')
  expect(shop.bank.requestCount('logTransaction')).toBe(sent + 1)
  expect(shop.bank.settlementCount('LOST-1')).toBe(1)
  const entry = detail.timeline.find(({ kind }) => kind === 'sentAgain')
  expect(entry?.detail).toMatch(/^asked \(seen: review unsettled, looked up [0-9]+ s before, not found 0\)$/u)
})

test('the bank got it after all, and the look-up before the decision finds it: nothing is sent', async () => {
  const shop = await open({ bankOptions: { visibleAfterMs: 45 * MINUTE_MS } })
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: true } })
  await shop.record('5000', { transactionId: 'LATE-1' })
  await shop.time.pass(40 * MINUTE_MS)
  const shown = await shop.sale('LATE-1')
  expect(shown.sale.state).toBe('review')
  await shop.time.pass(6 * MINUTE_MS)
  await shop.becomeManager()
  await checkNow(shop, 'LATE-1').catch(() => undefined)
  const taken = await resolve(shop, {
    transactionId: 'LATE-1',
    decision: 'sendAgain',
    seen: decisionOf(shown).seen,
  })
  expect(taken).toMatchObject({ error: { code: 'notAllowed', reason: 'saleState', state: 'accepted' } })
  expect(shop.bank.settlementCount('LATE-1')).toBe(1)
})

test('written off: no longer sent, and a record that turns up brings it back', async () => {
  const shop = await open()
  await saleInReview(shop, 'LOST-1')
  await shop.becomeManager()
  await checkNow(shop, 'LOST-1')
  expect(await resolve(shop, { transactionId: 'LOST-1', decision: 'writeOff' })).toMatchObject({
    ok: true,
    value: { sale: { state: 'writtenOff' }, decision: null },
  })
  const sent = shop.bank.requestCount('logTransaction')
  await shop.time.pass(60 * MINUTE_MS)
  expect(shop.bank.requestCount('logTransaction')).toBe(sent)
})

test('in conflict both sides are shown; a manager may take the bank’s record, and the sale is never sent again', async () => {
  const shop = await open()
  await saleInConflict(shop, 'TAKEN-1')
  const detail = await checkNow(shop, 'TAKEN-1')
  expect(detail.decision).toMatchObject({ allowed: ['accept', 'writeOff'], differences: ['amount'] })
  expect([detail.sale.amountKobo, detail.record?.amount]).toEqual([500_000, '7000'])
  await shop.becomeManager()
  expect(await resolve(shop, { transactionId: 'TAKEN-1', decision: 'sendAgain' })).toMatchObject({
    error: { code: 'notAllowed', reason: 'saleState', state: 'conflict' },
  })
  const taken = await resolve(shop, { transactionId: 'TAKEN-1', decision: 'accept' })
  expect(taken).toMatchObject({ ok: true, value: { sale: { state: 'accepted' } } })
  await shop.time.pass(60 * MINUTE_MS)
  expect(shop.bank.settlementCount('TAKEN-1')).toBe(1)
  expect(shop.bank.requestCount('logTransaction')).toBe(0)
})

test('a conflict is accepted whose record is paid: it is paid by that record’s date', async () => {
  const shop = await open()
  await saleInConflict(shop, 'TAKEN-1')
  await shop.time.pass(5 * MINUTE_MS)
  await shop.becomeManager()
  const { record } = await checkNow(shop, 'TAKEN-1')
  expect(record?.isPaid).toBe(true)
  const taken = await resolve(shop, { transactionId: 'TAKEN-1', decision: 'accept' })
  expect(taken).toMatchObject({
    value: { sale: { standing: 'paid', datePaid: record?.datePaid, amountSettled: record?.amountSettled } },
  })
})

test('the bank’s record of a conflict changes: the next look-up shows it, and the earlier view decides nothing', async () => {
  const shop = await open()
  await saleInConflict(shop, 'TAKEN-1')
  const before = await shop.sale('TAKEN-1')
  const unpaid = before.record?.isPaid
  await shop.time.pass(5 * MINUTE_MS)
  const after = await checkNow(shop, 'TAKEN-1')
  expect([unpaid, after.record?.isPaid]).toEqual([false, true])
  await shop.becomeManager()
  const stale = await resolve(shop, {
    transactionId: 'TAKEN-1',
    decision: 'accept',
    seen: decisionOf(before).seen,
  })
  expect(stale).toMatchObject({ error: { code: 'notAllowed', reason: 'saleState', state: 'conflict' } })
  expect((await resolve(shop, { transactionId: 'TAKEN-1', decision: 'accept' })).ok).toBe(true)
})

test('a view from before the sale moved decides nothing; one from before a mere look-up does', async () => {
  const shop = await open()
  await saleInReview(shop, 'LOST-1')
  await shop.becomeManager()
  const { seen } = decisionOf(await shop.sale('LOST-1'))
  await checkNow(shop, 'LOST-1')
  expect(decisionOf(await shop.sale('LOST-1')).seen).toBe(seen)
  expect((await resolve(shop, { transactionId: 'LOST-1', decision: 'sendAgain', seen })).ok).toBe(true)
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: false } })
  await shop.time.pass(60 * MINUTE_MS)
  expect((await shop.sale('LOST-1')).sale.state).toBe('review')
  await shop.becomeManager()
  await checkNow(shop, 'LOST-1')
  // In review a second time, unlike when the person saw it.
  const stale = await resolve(shop, { transactionId: 'LOST-1', decision: 'writeOff', seen })
  expect(stale).toMatchObject({ error: { code: 'notAllowed', reason: 'saleState', state: 'review' } })
})

test.each([
  ['', 'empty'],
  [' \n ', 'empty'],
  ['x'.repeat(201), 'tooLong'],
])('a reason like %j is refused, and nothing moves', async (reason, problem) => {
  const shop = await open()
  await saleInReview(shop, 'LOST-1')
  await shop.becomeManager()
  await checkNow(shop, 'LOST-1')
  expect(await resolve(shop, { transactionId: 'LOST-1', decision: 'writeOff', reason })).toMatchObject({
    error: { code: 'invalid', fields: [{ field: 'reason', problem }] },
  })
  expect((await shop.sale('LOST-1')).sale.state).toBe('review')
})

test('a conflict that was written off stays so while the bank shows the same record', async () => {
  const shop = await open()
  await saleInConflict(shop, 'TAKEN-1')
  await shop.becomeManager()
  await checkNow(shop, 'TAKEN-1')
  expect(await resolve(shop, { transactionId: 'TAKEN-1', decision: 'writeOff' })).toMatchObject({ ok: true })
  await checkNow(shop, 'TAKEN-1')
  await shop.time.pass(60 * 60_000)
  expect((await shop.sale('TAKEN-1')).sale.state).toBe('writtenOff')
  expect(shop.bank.settlementCount('TAKEN-1')).toBe(1)
})

test('two decisions at one moment: the first counts', async () => {
  const shop = await open()
  await saleInReview(shop, 'LOST-1')
  await shop.becomeManager()
  const { seen } = decisionOf(await checkNow(shop, 'LOST-1'))
  const request = { transactionId: 'LOST-1', reason: 'x', seen } as const
  const { handlers } = shop.backend()
  const [first, second] = await Promise.all([
    handlers['sales.resolve']({ ...request, decision: 'writeOff' }),
    handlers['sales.resolve']({ ...request, decision: 'sendAgain' }),
  ])
  expect(first.ok).toBe(true)
  expect(second).toMatchObject({ error: { code: 'notAllowed', reason: 'saleState', state: 'writtenOff' } })
})

test('a disk that refuses the decision says so, and the sale stays for a person', async () => {
  const shop = await open()
  await saleInReview(shop, 'LOST-1')
  await shop.becomeManager()
  await checkNow(shop, 'LOST-1')
  shop.breakDisk()
  const taken = await resolve(shop, { transactionId: 'LOST-1', decision: 'sendAgain' })
  expect(taken).toMatchObject({ error: { code: 'notSaved' } })
  shop.mendDisk()
  expect((await shop.sale('LOST-1')).sale.state).toBe('review')
})

test('another client’s sale is treated as missing', async () => {
  const shop = await open()
  await saleInReview(shop, 'LOST-1')
  await shop.becomeManager()
  const { seen } = decisionOf(await checkNow(shop, 'LOST-1'))
  await shop.signOut()
  await shop.becomeManager()
  const request = { transactionId: 'LOST-1', decision: 'writeOff', reason: 'x', seen } as const
  expect(await shop.backend().handlers['sales.resolve'](request)).toMatchObject({
    error: { code: 'notFound' },
  })
})
