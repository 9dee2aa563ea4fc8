import { afterEach, expect, test } from 'vitest'
import { openCounter, type Counter } from '../testing/counter.ts'
import { cutNetwork, logAtBank } from '../testing/troubles.ts'

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function open(): Promise<Counter> {
  counter = await openCounter()
  return counter
}

async function everythingOf(shop: Counter, transactionId: string): Promise<Record<string, unknown>> {
  const asking = shop.backend().handlers['paper.sale']({ transactionId })
  await shop.time.pass(60_000)
  expect(await asking).toMatchObject({ ok: true })
  return JSON.parse(shop.desk.saved.at(-1)?.text ?? '') as Record<string, unknown>
}

test('everything about a sale: its facts, its history, every saying of the bank, and the bank asked anew', async () => {
  const shop = await open()
  await shop.record('1500', { transactionId: 'OWN-1', note: 'rice' })
  await shop.time.pass(60_000)
  shop.bank.changeRecord('OWN-1', { reason: 'Ask us' })
  const everything = await everythingOf(shop, 'OWN-1')
  expect(everything).toMatchObject({
    environment: 'practice',
    sale: { transactionId: 'OWN-1', note: 'rice', standing: 'paid' },
    timeline: expect.arrayContaining([expect.objectContaining({ kind: 'recorded' })]),
    askedAnew: { record: { reason: 'Ask us', isPaid: true } },
  })
  const said = everything['bankSaidEarlier'] as { readonly record: { readonly isPaid: boolean } }[]
  expect(said.map(({ record }) => record.isPaid)).toContain(false)
  const text = JSON.stringify(everything)
  for (const { accountNumber } of shop.bank.terminals()) expect(text).not.toContain(accountNumber)
  expect(shop.desk.saved.at(-1)?.name).toMatch(
    /^PRACTICE-Practice-sale-OWN-1-made-2026-11-20-[0-9]{4}\.json$/u,
  )
})

test('a bank out of reach is labelled, and what was known is there all the same', async () => {
  const shop = await open()
  await shop.record('1500', { transactionId: 'OWN-1' })
  await shop.time.pass(60_000)
  cutNetwork(shop)
  const everything = await everythingOf(shop, 'OWN-1')
  expect(everything['askedAnew']).toEqual({ notAnswered: expect.any(String) })
  expect(everything).toMatchObject({ sale: { standing: 'paid' }, record: { transactionId: 'OWN-1' } })
})

test('a record that another till made has no sale here', async () => {
  const shop = await open()
  await logAtBank(shop, '8000.00', 'POS2-0071')
  expect(await everythingOf(shop, 'POS2-0071')).toMatchObject({
    sale: null,
    askedAnew: { record: { transactionId: 'POS2-0071' } },
  })
})

test('a printed receipt is in the sale’s history; one whose dialog was closed is not', async () => {
  const shop = await open()
  await shop.record('1500', { transactionId: 'OWN-1' })
  await shop.time.pass(60_000)
  const print = () =>
    shop.backend().handlers['paper.print']({ width: '80', lengthMm: 90, receiptOf: 'OWN-1' })
  const printed = async (): Promise<number> =>
    (await shop.sale('OWN-1')).timeline.filter(({ kind }) => kind === 'receiptPrinted').length
  expect(await print()).toEqual({ ok: true, value: { outcome: 'sent' } })
  shop.desk.answerSaving('closed')
  expect(await print()).toEqual({ ok: true, value: { outcome: 'cancelled' } })
  expect(await printed()).toBe(1)
  // A paper that is no receipt leaves no trace in a sale.
  shop.desk.answerSaving('written')
  await shop.backend().handlers['paper.print']({ width: '210', lengthMm: 90, receiptOf: null })
  expect(await printed()).toBe(1)
})

test('a paper goes to the printer of the settings; without one, or one that is off, nothing is noted as printed', async () => {
  const shop = await open()
  await shop.record('1500', { transactionId: 'OWN-1' })
  await shop.time.pass(60_000)
  const { handlers } = shop.backend()
  const send = () =>
    handlers['paper.send']({
      width: '58',
      lines: [{ kind: 'pair', left: 'Slip number', right: 'OWN-1' }],
      receiptOf: 'OWN-1',
    })
  expect(await send()).toEqual({ ok: true, value: { outcome: 'noPrinter' } })
  await shop.becomeManager()
  await handlers['settings.change']({ printer: '192.168.1.50:9100' })
  shop.desk.answerSaving('full')
  expect(await send()).toEqual({ ok: true, value: { outcome: 'unreachable' } })
  shop.desk.answerSaving('written')
  expect(await send()).toEqual({ ok: true, value: { outcome: 'sent' } })
  expect(shop.desk.sent.map(({ address }) => address)).toEqual(['192.168.1.50:9100', '192.168.1.50:9100'])
  expect(Buffer.from(shop.desk.sent[1]?.bytes ?? []).toString('latin1')).toContain('OWN-1')
  const printed = (await shop.sale('OWN-1')).timeline.filter(({ kind }) => kind === 'receiptPrinted')
  expect(printed).toHaveLength(1)
})
