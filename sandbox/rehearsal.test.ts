import { expect, test } from 'vitest'
import type { Rehearsal } from '../shared/practiceCard.ts'
import type { PracticeBank } from './bank.ts'
import { LOG_PATH, openTestBank, TODAY } from './testing/bankClient.ts'

function amountOf(bank: PracticeBank, does: Rehearsal): string {
  const found = bank.practiceCard().amounts.find((each) => each.does === does)
  return ((found?.kobo ?? 0) / 100).toFixed(2)
}

test('each special amount does what the card says of it, every time', async () => {
  const { bank, client, clock } = await openTestBank({ rehearses: true })
  const log = (transactionId: string, does: Rehearsal) =>
    client.outcome({
      path: LOG_PATH,
      body: { amount: amountOf(bank, does), transactionId, terminalId: '2TLS0001' },
    })
  for (const time of ['1', '2']) {
    expect(await log(`NO-${time}`, 'refused')).toMatchObject({ kind: 'response', status: 200 })
    expect(bank.settlementCount(`NO-${time}`)).toBe(0)
    expect(await log(`LOST-${time}`, 'answerLost')).toMatchObject({ kind: 'dropped' })
    expect(bank.settlementCount(`LOST-${time}`)).toBe(1)
    // Longer than any other sale is hidden, and long enough to read what the screen says.
    clock.pass(15_000)
    expect((await client.status(`LOST-${time}`)).json['status']).toBe(false)
    clock.pass(5_000)
    expect((await client.status(`LOST-${time}`)).json['status']).toBe(true)
    expect(await log(`NEVER-${time}`, 'neverArrives')).toMatchObject({ kind: 'dropped' })
    expect(bank.settlementCount(`NEVER-${time}`)).toBe(0)
  }
  expect((await client.log('PLAIN', '7000.00')).json['status']).toBe(true)
})

test('a bank that is not asked to rehearse takes these amounts like any other', async () => {
  const { bank, client } = await openTestBank()
  for (const { kobo } of bank.practiceCard().amounts) {
    expect((await client.log(`S-${kobo}`, (kobo / 100).toFixed(2))).json['status']).toBe(true)
  }
})

test('a special amount that settles is taken, and its record differs with a reason, a code and a message', async () => {
  const { bank, client, clock } = await openTestBank({ rehearses: true })
  const kinds = bank.practiceCard().amounts.filter(({ does }) => !UNSETTLED.has(does))
  for (const { kobo, does } of kinds)
    expect((await client.log(does, (kobo / 100).toFixed(2))).json['status']).toBe(true)
  clock.pass(20_000)
  const shown = async () => {
    const { json } = await client.search(TODAY, 1)
    return json['data'] as Record<string, unknown>[]
  }
  const early = await shown()
  clock.pass(60_000)
  const later = await shown()
  const of = (rows: readonly Record<string, unknown>[], does: Rehearsal) =>
    rows.filter(({ transactionId }) => transactionId === does)
  expect(of(later, 'paidWithoutDate')).toMatchObject([{ isPaid: true, datePaid: '0001-01-01T00:00:00' }])
  expect(of(later, 'dateWithoutPaid')).toMatchObject([
    { isPaid: false, reason: expect.stringMatching(/^Practice: /u) },
  ])
  expect(of(later, 'twoRecords')).toHaveLength(2)
  expect([of(early, 'vanished').length, of(later, 'vanished').length]).toEqual([1, 0])
  expect([of(early, 'paidBack')[0]?.['isPaid'], of(later, 'paidBack')[0]?.['isPaid']]).toEqual([true, false])
  for (const does of ['paidLess', 'paidMore', 'amount'] as const)
    expect(of(later, does)).toMatchObject([{ responseCode: '09', responseMessage: 'Practice difference' }])
  expect(later.filter(({ transactionId }) => String(transactionId).startsWith('TILL2-'))).toHaveLength(1)
})

const UNSETTLED: ReadonlySet<Rehearsal> = new Set(['refused', 'answerLost', 'neverArrives'])

test('the card names accounts and terminals as the books have them now', async () => {
  const { bank, client } = await openTestBank()
  const { accounts, newTerminalIds, terminals, merchants } = bank.practiceCard()
  const names = accounts.map(({ name }) => name)
  expect(names).toHaveLength(4)
  expect(names.filter((name) => name === null)).toHaveLength(1)
  expect(terminals.map(({ terminalId }) => terminalId)).not.toContain('2TLS0001')
  const [first = '', ...others] = newTerminalIds
  const [{ merchantId } = { merchantId: '' }] = merchants
  const [{ number } = { number: '' }] = accounts
  const created = await client.call({
    path: '/api/terminal/api/terminal/createterminal',
    body: {
      terminalId: first,
      merchantId,
      providerAccountNumber: number,
      serialNumber: 'S1',
      isActive: true,
      isReceivingPayment: true,
    },
  })
  expect(created.json['status']).toBe(true)
  const after = bank.practiceCard()
  expect(after.newTerminalIds.slice(0, others.length)).toEqual(others)
  // An account that nothing pays to is offered before one in use.
  expect(after.accounts[0]?.number).not.toBe(number)
})
