import { afterEach, expect, test } from 'vitest'
import { verifyFile } from '../../storage/auditFile.ts'
import { openDatabase, salesFile } from '../../storage/database.ts'
import { changeWhileWaiting, expectHeld, LONG_MS, restore, sentBodies } from '../../testing/changedSale.ts'
import { openCounter, type Counter, type CounterSetup } from '../../testing/counter.ts'
import { personsCheck } from '../../testing/personsCheck.ts'
import { editFile } from '../../testing/editedFile.ts'
import { cutNetwork, restoreNetwork } from '../../testing/troubles.ts'

/* A sale with changed facts waits for a manager. Restored, it is sent once, as recorded; nothing else releases it. */

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

test('restored, it is sent as recorded, once; what was seen and why is in the audit', async () => {
  const shop = await open()
  await changeWhileWaiting(shop, () =>
    editFile(shop, "UPDATE sale SET amount_kobo = 750000, amount_wire = '7500.00'"),
  )
  await expectHeld(shop)
  await shop.becomeManager()
  expect((await restore(shop, 'SALE-1')).ok).toBe(true)
  await shop.time.pass(LONG_MS)
  expect(sentBodies(shop)).toEqual([expect.objectContaining({ transactionId: 'SALE-1', amount: '1500.00' })])
  const { sale, timeline, changedFacts } = await shop.sale('SALE-1')
  expect([sale.state, sale.amountKobo, changedFacts]).toEqual(['accepted', 150_000, null])
  expect(timeline.find(({ kind }) => kind === 'factsRestored')?.detail).toBe(
    'compared with the slip (seen: amountKobo 750000 back to 150000, amountWire "7500.00" back to "1500.00")',
  )
  shop.powerOff()
  expect(verifyFile(salesFile(shop.dataDir))).toMatchObject({
    value: { audit: { brokenEntries: 0 }, facts: { problems: [] } },
  })
})

test('a power cut before, during and after the restoring: one sale, sent once as recorded', async () => {
  const shop = await open()
  await changeWhileWaiting(shop, () => editFile(shop, "UPDATE sale SET terminal_id = '2TLS0003'"))
  await expectHeld(shop)
  await shop.becomeManager()
  shop.breakDisk()
  expect(await restore(shop, 'SALE-1')).toMatchObject({ error: { code: 'notSaved' } })
  shop.mendDisk()
  await shop.restart()
  await shop.time.pass(MINUTE_MS)
  await expectHeld(shop)
  await shop.becomeManager()
  cutNetwork(shop)
  expect((await restore(shop, 'SALE-1')).ok).toBe(true)
  await shop.restart()
  restoreNetwork(shop)
  await shop.time.pass(LONG_MS)
  expect(sentBodies(shop)).toEqual([expect.objectContaining({ terminalId: '2TLS0001' })])
  expect(shop.bank.settlementCount('SALE-1')).toBe(1)
})

test('a cashier cannot restore it', async () => {
  const shop = await open()
  await changeWhileWaiting(shop, () => editFile(shop, "UPDATE sale SET terminal_id = '2TLS0003'"))
  await shop.becomeManager()
  await shop.backend().handlers['access.lock']({})
  expect(await restore(shop, 'SALE-1')).toMatchObject({ error: { code: 'needsManager' } })
  await expectHeld(shop)
})

test('it can be removed if it was never sent, and stays removed', async () => {
  const shop = await open()
  await changeWhileWaiting(shop, () => editFile(shop, "UPDATE sale SET terminal_id = '2TLS0003'"))
  expect((await shop.sale('SALE-1')).mayCorrect).toBe(false)
  await shop.becomeManager()
  const { handlers } = shop.backend()
  expect(await handlers['sales.cancel']({ transactionId: 'SALE-1', reason: 'unclear' })).toMatchObject({
    ok: true,
  })
  await shop.restart()
  await shop.time.pass(LONG_MS)
  expect(shop.bank.requestCount('logTransaction')).toBe(0)
  expect((await shop.sale('SALE-1')).sale.state).toBe('cancelled')
})

test('its own reference was given to another sale meanwhile: it cannot be restored, only removed', async () => {
  const shop = await open()
  await changeWhileWaiting(shop, () => editFile(shop, "UPDATE sale SET transaction_id = 'SALE-2'"))
  await shop.record('1500', { transactionId: 'SALE-1', confirmedSecondSale: true })
  const { decision, changedFacts } = await shop.sale('SALE-2')
  expect([decision, changedFacts?.differences?.length]).toEqual([null, 1])
  await shop.becomeManager()
  const removed = await shop
    .backend()
    .handlers['sales.cancel']({ transactionId: 'SALE-2', reason: 'typed again' })
  expect(removed).toMatchObject({ ok: true, value: { state: 'cancelled' } })
})

test('the reference of a waiting sale is edited: it is sent under neither, and after restoring under its own', async () => {
  const shop = await open()
  await changeWhileWaiting(shop, () => editFile(shop, "UPDATE sale SET transaction_id = 'SALE-2'"))
  await expectHeld(shop, 'SALE-2')
  await shop.becomeManager()
  expect(await restore(shop, 'SALE-2')).toMatchObject({
    ok: true,
    value: { sale: { transactionId: 'SALE-1', state: 'queued' }, changedFacts: null },
  })
  await shop.time.pass(MINUTE_MS)
  expect([shop.bank.settlementCount('SALE-1'), shop.bank.settlementCount('SALE-2')]).toEqual([1, 0])
})

test('one that was sent before and can no longer be proven is written off on a look-up, or found at the bank', async () => {
  const shop = await open()
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'refused' } })
  await shop.record('1500', { transactionId: 'SALE-1' })
  await shop.time.pass(1)
  const isBack = async (): Promise<boolean> => {
    const { state, sendCount } = (await shop.sale('SALE-1')).sale
    return state === 'queued' && sendCount === 1
  }
  for (let waited = 0; waited < 1_000 && !(await isBack()); waited += 1) await shop.time.pass(10)
  cutNetwork(shop)
  await shop.restart(() => editFile(shop, "UPDATE audit SET content = NULL WHERE kind = 'recorded'"))
  expect((await shop.sale('SALE-1')).sale).toMatchObject({ state: 'queued', sendCount: 1 })
  restoreNetwork(shop)
  await shop.time.pass(LONG_MS)
  const { sale, decision } = await shop.sale('SALE-1')
  expect(sale).toMatchObject({ state: 'held', heldReason: 'factsChanged' })
  expect(decision).toMatchObject({ allowed: ['writeOff'], restsOnLookUp: true, freshForMs: 0 })
  await shop.becomeManager()
  const { handlers } = shop.backend()
  const checked = await personsCheck(shop, 'SALE-1')
  const seen = checked.ok ? (checked.value.decision?.seen ?? '') : ''
  const request = { transactionId: 'SALE-1', decision: 'writeOff', reason: 'unclear', seen } as const
  expect(await handlers['sales.resolve'](request)).toMatchObject({ value: { sale: { state: 'writtenOff' } } })
  expect(shop.bank.settlementCount('SALE-1')).toBe(0)
})

test('no start and no profile releases it: it stays with a person, and is not queued', async () => {
  const shop = await open()
  await changeWhileWaiting(shop, () => editFile(shop, "UPDATE sale SET terminal_id = '2TLS0003'"))
  const before = await expectHeld(shop)
  cutNetwork(shop)
  await shop.restart()
  const after = await shop.sale('SALE-1')
  expect(after.sale).toMatchObject({ state: 'held', heldReason: 'factsChanged' })
  expect(after.timeline).toEqual(before.timeline)
})

test('the file accepts only the recorded facts, and only for a sale that is held for them', async () => {
  const shop = await open()
  await changeWhileWaiting(shop, () => editFile(shop, "UPDATE sale SET terminal_id = '2TLS0003'"))
  shop.powerOff()
  const database = openDatabase(salesFile(shop.dataDir))
  const write = (terminalId: string): (() => void) => {
    return () => void database.run('UPDATE sale SET terminal_id = ?', terminalId)
  }
  expect(write('2TLS0004')).toThrow('what was recorded never changes')
  expect(write('2TLS0001')).not.toThrow()
  database.run("UPDATE sale SET state = 'queued'")
  expect(write('2TLS0001')).toThrow('what was recorded never changes')
  database.close()
})
