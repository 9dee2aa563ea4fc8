import { afterEach, expect, test, vi } from 'vitest'
import { openDatabase, salesFile } from '../storage/database.ts'
import { verifyAudit } from '../storage/audit.ts'
import { verifyFacts } from '../storage/verifyFacts.ts'
import { openCounter, type Counter } from '../testing/counter.ts'
import { cutNetwork, restoreNetwork } from '../testing/troubles.ts'

const NGOZI_PIN = '2580'
const ADA_PIN = '9174'

let shop: Counter
afterEach(() => shop.close())

const ask: Counter['ask'] = (name, request) => shop.ask(name, request)
const get: Counter['get'] = (name, request) => shop.get(name, request)

const entry = {
  amountText: '500',
  transactionId: '',
  note: '',
  confirmedAmount: false,
  confirmedSecondSale: true,
}

/** Two cashiers, and a locked counter. @returns their ids */
async function openWithCashiers(): Promise<{ readonly ngozi: string; readonly ada: string }> {
  shop = await openCounter()
  await shop.becomeManager()
  await get('people.add', { name: 'Ngozi', pin: NGOZI_PIN })
  const { cashiers } = await get('people.add', { name: 'Ada', pin: ADA_PIN })
  await get('people.lock', {})
  const [ngozi = '', ada = ''] = cashiers.map(({ id }) => id)
  return { ngozi, ada }
}

/** What the file holds of who did what. */
function inTheFile(): { readonly sales: unknown; readonly entries: readonly string[] } {
  shop.powerOff()
  const file = openDatabase(salesFile(shop.dataDir))
  try {
    expect(verifyAudit(file).brokenEntries).toBe(0)
    expect(verifyFacts(file).problems).toEqual([])
    const entries = file.all('SELECT kind, content FROM audit WHERE content LIKE \'%"by"%\' ORDER BY id') as {
      kind: string
      content: string
    }[]
    return {
      sales: file.all('SELECT amount_kobo, cashier_id, cashier_name FROM sale ORDER BY sequence'),
      entries: entries.map(({ kind, content }) => {
        const { by } = JSON.parse(content) as { by: { name: string } }
        return `${kind} ${by.name}`
      }),
    }
  } finally {
    file.close()
  }
}

test('without cashiers a sale, its entry and its detail are as they always were', async () => {
  shop = await openCounter()
  const { transactionId, cashier } = await shop.record('500')
  expect(cashier).toBeNull()
  const { timeline } = await shop.sale(transactionId)
  expect(timeline.map(({ by }) => by)).toEqual(timeline.map(() => undefined))
  const { sales, entries } = inTheFile()
  expect(sales).toEqual([{ amount_kobo: 50_000, cashier_id: null, cashier_name: null }])
  expect(entries).toEqual([])
})

test('while no cashier is in, main itself refuses a sale; nothing is written', async () => {
  await openWithCashiers()
  expect(await ask('sales.record', entry)).toEqual({ ok: false, error: { code: 'needsCashier' } })
  expect(await ask('sales.noteRefusal', { transactionId: 'X' })).toMatchObject({
    error: { code: 'needsCashier' },
  })
  expect(await get('queue.get', {})).toMatchObject({ waitingCount: 0, checkingCount: 0 })
})

test('while locked, sending goes on: the sale is accepted and paid without anybody in', async () => {
  const { ngozi } = await openWithCashiers()
  await get('people.enter', { cashierId: ngozi, pin: NGOZI_PIN })
  cutNetwork(shop)
  const { transactionId } = await get('sales.record', entry)
  await get('people.lock', {})
  restoreNetwork(shop)
  for (let minutes = 0; minutes < 10; minutes += 1) await shop.time.pass(60_000)
  expect((await shop.sale(transactionId)).sale).toMatchObject({ state: 'accepted', standing: 'paid' })
})

test('each sale names who was in when it was recorded: in its row, its entry, its detail and the export', async () => {
  const { ngozi, ada } = await openWithCashiers()
  await get('people.enter', { cashierId: ngozi, pin: NGOZI_PIN })
  const first = await get('sales.record', entry)
  await get('people.enter', { cashierId: ada, pin: ADA_PIN })
  const second = await get('sales.record', entry)
  expect([first.cashier, second.cashier]).toEqual(['Ngozi', 'Ada'])
  // A later name, or none at all, changes nothing of the earlier sale.
  await shop.becomeManager()
  await get('people.rename', { cashierId: ada, name: 'Ada O.' })
  await get('people.remove', { cashierId: ngozi })
  const { sale, timeline } = await shop.sale(first.transactionId)
  expect(sale.cashier).toBe('Ngozi')
  expect(timeline[0]).toMatchObject({ kind: 'recorded', by: 'Ngozi' })
  await get('reports.sales', { filter: 'all', search: '', format: 'csv' })
  const lines = (shop.desk.saved.at(-1)?.text ?? '').split('\r\n')
  for (const [reference, name] of [
    [first.transactionId, 'Ngozi'],
    [second.transactionId, 'Ada'],
  ]) {
    expect(lines.find((line) => line.includes(reference ?? '?'))).toMatch(new RegExp(`"${name}",""$`, 'u'))
  }
  const { sales, entries } = inTheFile()
  expect(sales).toMatchObject([
    { cashier_id: ngozi, cashier_name: 'Ngozi' },
    { cashier_id: ada, cashier_name: 'Ada' },
  ])
  expect(entries).toEqual(['recorded Ngozi', 'recorded Ada'])
})

test('who is in comes from main: a request cannot name a cashier', async () => {
  const { ngozi } = await openWithCashiers()
  await get('people.enter', { cashierId: ngozi, pin: NGOZI_PIN })
  const forged = { ...entry, cashier: 'Ada', cashierId: 'x' } as unknown as typeof entry
  const { cashier } = await get('sales.record', forged)
  expect(cashier).toBe('Ngozi')
})

test('a removal and a correction name the cashier; entering closes manager mode', async () => {
  const { ngozi, ada } = await openWithCashiers()
  await get('people.enter', { cashierId: ngozi, pin: NGOZI_PIN })
  cutNetwork(shop)
  const { transactionId } = await get('sales.record', entry)
  await get('people.enter', { cashierId: ada, pin: ADA_PIN })
  await shop.becomeManager()
  await get('sales.cancel', { transactionId, reason: 'typed twice' })
  expect((await shop.sale(transactionId)).timeline.at(-1)).toMatchObject({ kind: 'cancelled', by: 'Ada' })
  await get('people.enter', { cashierId: ngozi, pin: NGOZI_PIN })
  expect(await get('access.get', {})).toMatchObject({ role: 'cashier' })
  await shop.becomeManager()
  await get('sales.record', {
    ...entry,
    amountText: '600',
    corrects: transactionId,
    confirmedRemovedSlip: true,
  })
  const corrected = (await shop.sale(transactionId)).timeline.find(({ kind }) => kind === 'corrected')
  expect(corrected).toMatchObject({ by: 'Ngozi' })
  expect(inTheFile().entries).toEqual([
    'recorded Ngozi',
    'cancelled Ada',
    'recorded Ngozi',
    'corrected Ngozi',
  ])
})

test('a damaged list: the sale is recorded and says that its cashier is not known', async () => {
  await openWithCashiers()
  await shop.restart(() => void shop.settings.set('people:cashiers', 'x'))
  expect(await get('people.get', {})).toMatchObject({ state: 'damaged' })
  const { cashier, transactionId } = await get('sales.record', entry)
  expect(cashier).toBe('')
  expect((await shop.sale(transactionId)).timeline[0]).toMatchObject({ kind: 'recorded', by: '' })
  expect(inTheFile().sales).toMatchObject([{ cashier_id: '', cashier_name: '' }])
})

test('without settings the sales file remembers that there were cashiers', async () => {
  await openWithCashiers()
  await shop.restart(() => shop.settings.delete('people:cashiers'))
  expect(await get('people.get', {})).toMatchObject({ state: 'damaged' })
})

test('the audit tells what was asked of the list, and what was kept; what the settings refuse is only asked', async () => {
  const { ada } = await openWithCashiers()
  await shop.becomeManager()
  const full = vi.spyOn(shop.settings, 'set').mockImplementation(() => {
    throw new Error('the disk is full')
  })
  expect(await ask('people.remove', { cashierId: ada })).toMatchObject({ error: { code: 'notSaved' } })
  full.mockRestore()
  await get('people.rename', { cashierId: ada, name: 'Ada O.' })
  shop.powerOff()
  const file = openDatabase(salesFile(shop.dataDir))
  const kept = file.all("SELECT kind, detail FROM audit WHERE kind LIKE 'cashier%' ORDER BY id")
  expect(verifyAudit(file).brokenEntries).toBe(0)
  file.close()
  const entries = (kept as { kind: string; detail: string }[]).map(({ kind, detail }) => {
    const { event = '', name } = JSON.parse(detail) as { event?: string; name: string }
    return `${kind} ${event} ${name}`.replace('  ', ' ')
  })
  expect(entries.slice(-4)).toEqual([
    'cashierAdded Ada',
    'cashierChangeAsked cashierRemoved Ada',
    'cashierChangeAsked cashierRenamed Ada O.',
    'cashierRenamed Ada O.',
  ])
})

test('who recorded a sale cannot be changed in the file, and a forced change is found by the check of the audit', async () => {
  const { ngozi } = await openWithCashiers()
  await get('people.enter', { cashierId: ngozi, pin: NGOZI_PIN })
  await get('sales.record', entry)
  shop.powerOff()
  const file = openDatabase(salesFile(shop.dataDir))
  expect(() => file.run("UPDATE sale SET cashier_name = 'Ada'")).toThrow(/never changes/u)
  file.exec('DROP TRIGGER sale_cashier')
  file.run("UPDATE sale SET cashier_name = 'Ada'")
  expect(verifyFacts(file).problems).toMatchObject([{ problem: 'cashier', recorded: 'Ngozi', stands: 'Ada' }])
  file.close()
})

test('signing out is everybody’s until a manager’s PIN is set; then it is the manager’s', async () => {
  shop = await openCounter()
  expect(await ask('session.signOut', {})).toMatchObject({ ok: true })
  await shop.signIn()
  await shop.becomeManager()
  await get('access.lock', {})
  expect(await ask('session.signOut', {})).toMatchObject({
    error: { code: 'needsManager', needs: 'enterPin' },
  })
  await shop.becomeManager()
  expect(await ask('session.signOut', {})).toMatchObject({ ok: true })
})

test('signing out of the bank ends manager mode, also where the disk keeps nothing of it', async () => {
  shop = await openCounter()
  const role = async () => (await get('access.get', {})).role
  await shop.becomeManager()
  expect(await role()).toBe('manager')
  expect(await ask('session.signOut', {})).toMatchObject({ ok: true })
  expect(await role()).toBe('cashier')
  await shop.signIn()
  await shop.becomeManager()
  shop.settings.delete = () => {
    throw new Error('disk full')
  }
  expect(await ask('session.signOut', {})).toMatchObject({ error: { code: 'notSaved' } })
  expect(await role()).toBe('cashier')
})

test('the list of cashiers is a manager’s; entering, locking and looking are everybody’s', async () => {
  const { ngozi } = await openWithCashiers()
  const refused = { error: { code: 'needsManager' } }
  expect(await ask('people.add', { name: 'Bola', pin: '3816' })).toMatchObject(refused)
  expect(await ask('people.rename', { cashierId: ngozi, name: 'Bola' })).toMatchObject(refused)
  expect(await ask('people.resetPin', { cashierId: ngozi, pin: '3816' })).toMatchObject(refused)
  expect(await ask('people.remove', { cashierId: ngozi })).toMatchObject(refused)
  expect(await ask('people.enter', { cashierId: ngozi, pin: NGOZI_PIN })).toMatchObject({ ok: true })
})
