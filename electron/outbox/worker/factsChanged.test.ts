import { afterEach, expect, test } from 'vitest'
import { PRACTICE_CLIENT_ID, PRACTICE_PARTNER_URL } from '../../../sandbox/options.ts'
import type { SaleDetail } from '../../../shared/sale.ts'
import { verifyFile } from '../../storage/auditFile.ts'
import { salesFile } from '../../storage/database.ts'
import { changeWhileWaiting, expectHeld, LONG_MS } from '../../testing/changedSale.ts'
import { openCounter, type Counter, type CounterSetup } from '../../testing/counter.ts'
import { personsCheck } from '../../testing/personsCheck.ts'
import { editFile, flipAfter, ruinIndex } from '../../testing/editedFile.ts'
import { saleInReview } from '../../testing/troubles.ts'

/* The sales file is changed while the program is off: either what was recorded is sent, or nothing. */

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

test('a waiting sale’s terminal is changed: it is not settled at the other terminal, and a person is told', async () => {
  const shop = await open()
  await changeWhileWaiting(shop, () => editFile(shop, "UPDATE sale SET terminal_id = '2TLS0003'"))
  const { changedFacts, decision } = await expectHeld(shop)
  expect(changedFacts).toEqual({
    differences: [{ fact: 'terminalId', recorded: '2TLS0001', stands: '2TLS0003' }],
  })
  expect(decision).toMatchObject({ allowed: ['restoreFacts'], restsOnLookUp: false })
})

test('one bit flips in the row alone: its indexes differ, the file is salvaged, and nothing is sent', async () => {
  const shop = await open()
  // Only the row, and no index, has the amount after the terminal as a number and as text.
  const amount = Buffer.concat([Buffer.from([0x02, 0x49, 0xf0]), Buffer.from('1500.00')])
  await changeWhileWaiting(shop, () => flipAfter(shop, [`${PRACTICE_CLIENT_ID}2TLS0001`, amount], 0b10))
  expect(shop.bank.requestCount('logTransaction')).toBe(0)
  expect(await shop.backend().handlers['storage.get']({})).toMatchObject({
    value: { news: { kind: 'salvaged' } },
  })
  // Like every waiting sale of a salvaged file, it may have been sent: it is looked up.
  expect((await shop.sale('SALE-1')).sale).toMatchObject({ state: 'unknown', sendCount: 0 })
})

test.each([
  ['amount', 'amount_kobo = 750000', ['amountKobo']],
  ['text of the amount', "amount_wire = '7500.00'", ['amountWire']],
  [
    'amount, in both its columns',
    "amount_kobo = 750000, amount_wire = '7500.00'",
    ['amountKobo', 'amountWire'],
  ],
  ['age', 'recorded_at_ms = recorded_at_ms - 1', ['recordedAtMs']],
  ['place', 'sequence = 7', null],
] as const)(
  'the %s of a waiting sale is edited in the file: nothing of it is sent',
  async (_what, edit, facts) => {
    const shop = await open()
    await changeWhileWaiting(shop, () => editFile(shop, `UPDATE sale SET ${edit}`))
    const { changedFacts } = await expectHeldOrUnproven(shop, facts !== null)
    expect(changedFacts?.differences?.map(({ fact }) => fact) ?? null).toEqual(facts)
  },
)

async function expectHeldOrUnproven(shop: Counter, isProven: boolean): Promise<SaleDetail> {
  const detail = await expectHeld(shop)
  // Of a place without an entry, nothing says whether it was sent.
  expect(detail.decision?.allowed).toEqual([isProven ? 'restoreFacts' : 'writeOff'])
  return detail
}

test.each([
  ['client', "client_id = 'other'", { clientId: 'other' }],
  ['address', `partner_url = '${PRACTICE_PARTNER_URL}/partner/v9'`, { basePath: '/partner/v9' }],
] as const)(
  'the %s of a waiting sale is edited: it is sent to neither destination',
  async (_what, edit, there) => {
    let isThere = false
    const live = { environment: 'live', partnerUrl: PRACTICE_PARTNER_URL, terminalId: '2TLS0001' } as const
    const shop = await open({
      profile: (standard) => ({
        ...standard,
        ...live,
        ...(isThere && 'basePath' in there ? { partnerUrl: PRACTICE_PARTNER_URL + there.basePath } : {}),
      }),
    })
    await changeWhileWaiting(shop, () => editFile(shop, `UPDATE sale SET ${edit}`))
    expect(shop.bank.settlementCount('SALE-1')).toBe(0)
    isThere = true
    shop.bank.changeOptions(there)
    await shop.restart()
    await shop.signOut()
    await shop.signIn('clientId' in there ? there.clientId : PRACTICE_CLIENT_ID)
    await shop.time.pass(LONG_MS)
    await expectHeld(shop)
  },
)

test.each([
  ['its entry is edited', "UPDATE audit SET content = replace(content, '150000', '750000')"],
  ['what its entry held is removed', 'UPDATE audit SET content = NULL'],
  ['its entry is made another', "UPDATE audit SET kind = 'noted'"],
])('%s: what was recorded is lost, so nothing is sent', async (_what, sql) => {
  const shop = await open()
  await changeWhileWaiting(shop, () => editFile(shop, `${sql} WHERE kind = 'recorded'`))
  const { changedFacts, decision } = await expectHeld(shop)
  expect([changedFacts, decision]).toEqual([{ differences: null }, null])
})

test('sale and entry are edited alike, without a new hash: it is noticed, and nothing is sent', async () => {
  const shop = await open()
  await changeWhileWaiting(shop, () => {
    editFile(shop, "UPDATE sale SET terminal_id = '2TLS0003'")
    editFile(
      shop,
      "UPDATE audit SET content = replace(content, '2TLS0001', '2TLS0003') WHERE kind = 'recorded'",
    )
  })
  expect((await expectHeld(shop)).changedFacts).toEqual({ differences: null })
})

test('a sale of unknown outcome is changed in the file: it is looked up and judged as recorded', async () => {
  const shop = await open()
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'silence', committed: true } })
  await shop.record('1500', { transactionId: 'SALE-1' })
  await shop.time.pass(10_000)
  await shop.restart(() =>
    editFile(shop, "UPDATE sale SET transaction_id = 'OTHER-1', terminal_id = '2TLS0003', amount_kobo = 1"),
  )
  await shop.time.pass(2 * MINUTE_MS)
  const { sale, changedFacts } = await shop.sale('OTHER-1')
  expect(sale.state).toBe('accepted')
  expect(changedFacts?.differences?.map(({ fact }) => fact)).toEqual([
    'transactionId',
    'amountKobo',
    'terminalId',
  ])
  expect([shop.bank.settlementCount('SALE-1'), shop.bank.settlementCount('OTHER-1')]).toEqual([1, 0])
})

test('a lost sale is changed in the file: its absence is proven for the recorded facts, and it is not sent again', async () => {
  const shop = await open({
    profile: (standard) => ({ ...standard, outbox: { ...standard.outbox, resendAfterAbsence: 'auto' } }),
  })
  await shop.record('100', { transactionId: 'SALE-0' })
  await shop.time.pass(MINUTE_MS)
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: false } })
  await shop.record('1500', { transactionId: 'SALE-1' })
  await shop.time.pass(5_000)
  await shop.restart(() =>
    editFile(shop, "UPDATE sale SET terminal_id = '2TLS0003' WHERE transaction_id = 'SALE-1'"),
  )
  await shop.record('200', { transactionId: 'SALE-2' })
  await shop.time.pass(20 * MINUTE_MS)
  expect((await shop.sale('SALE-1')).sale).toMatchObject({ state: 'held', heldReason: 'factsChanged' })
  expect(shop.bank.settlementCount('SALE-1')).toBe(0)
})

test('a sale in review is changed in the file, and a manager resends it: it is held, and not sent', async () => {
  const shop = await open()
  await saleInReview(shop, 'SALE-1')
  const sent = shop.bank.requestCount('logTransaction')
  await shop.restart(() => editFile(shop, "UPDATE sale SET terminal_id = '2TLS0003'"))
  await shop.becomeManager()
  const { handlers } = shop.backend()
  const checked = await personsCheck(shop, 'SALE-1')
  const seen = checked.ok ? (checked.value.decision?.seen ?? '') : ''
  const request = { transactionId: 'SALE-1', decision: 'sendAgain', reason: 'asked', seen } as const
  expect((await handlers['sales.resolve'](request)).ok).toBe(true)
  await shop.time.pass(LONG_MS)
  expect(shop.bank.requestCount('logTransaction')).toBe(sent)
  expect((await shop.sale('SALE-1')).sale).toMatchObject({ state: 'held', heldReason: 'factsChanged' })
})

test('the file is damaged and a sale in it was changed: it is taken over, shown with both sides, and not sent', async () => {
  const shop = await open()
  await changeWhileWaiting(shop, () => {
    editFile(shop, "UPDATE sale SET terminal_id = '2TLS0003'")
    ruinIndex(shop, 'sale_own')
  })
  const { sale, changedFacts } = await shop.sale('SALE-1')
  expect(sale.state).toBe('unknown')
  expect(changedFacts?.differences?.map(({ fact }) => fact)).toEqual(['terminalId'])
  expect(shop.bank.requestCount('logTransaction')).toBe(0)
})

test('a damaged file lost a sale’s recorded facts: it is bound as found, and marked as uncertain', async () => {
  const shop = await open()
  await changeWhileWaiting(shop, () => {
    editFile(shop, "DELETE FROM audit WHERE kind = 'recorded'")
    ruinIndex(shop, 'sale_own')
  })
  const { sale, changedFacts } = await shop.sale('SALE-1')
  expect([sale.state, changedFacts]).toEqual(['unknown', null])
  expect(shop.bank.requestCount('logTransaction')).toBe(0)
  shop.powerOff()
  expect(verifyFile(salesFile(shop.dataDir))).toMatchObject({ value: { facts: { problems: [] } } })
})
