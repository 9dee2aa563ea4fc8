import { afterEach, expect, test } from 'vitest'
import { agentAt } from '../terminals/changes/testing/agent.ts'
import { openCounter, type Counter } from '../testing/counter.ts'
import { everythingSeen } from '../testing/everythingSeen.ts'

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

const MINUTE_MS = 60_000
/** No terminal of the practice bank pays into it, so only its form can give it away. */
const FORMS = ['4447775556', '4447 775 556', '444-777-5556']
const SAID = `Accounts ${FORMS.join(' and ')} are closed`
const SHOWN = 'Accounts ******5556 and **** **5 556 and ***-***-5556 are closed'
/** Ten digits, like many terminal slips. */
const SLIP = '6203118457'
const QUOTED = `${SLIP}: ${SAID}`
const says = (message: string) => ({ kind: 'declined', message, committed: false }) as const

async function leaks(shop: Counter, answers: readonly string[]): Promise<readonly string[]> {
  // By then, delayed writes are in the file.
  await shop.time.pass(MINUTE_MS)
  return everythingSeen(shop, answers).filter((text) => FORMS.some((form) => text.includes(form)))
}

test('a refused sale: on the screen, in the audit and in exports its account numbers are masked, its reference is not', async () => {
  counter = await openCounter()
  const shop = counter
  const { handlers } = shop.backend()
  await shop.record('100')
  await shop.time.pass(MINUTE_MS)
  shop.bank.faults.add({ on: 'logTransaction', fault: says(QUOTED) })
  await shop.record('88', { transactionId: SLIP })
  await shop.time.pass(15 * MINUTE_MS)
  const detail = await shop.sale(SLIP)
  expect(detail.sale).toMatchObject({ state: 'refused', bankMessage: `${SLIP}: ${SHOWN}` })
  expect(detail.timeline.find(({ kind }) => kind === 'bankSaidNo')?.detail).toBe(`${SLIP}: ${SHOWN}`)
  await handlers['reports.sales']({ filter: 'all', search: '', format: 'csv' })
  await handlers['reports.diagnostics']({})
  expect(shop.desk.saved.some(({ text }) => text.includes(SHOWN))).toBe(true)
  expect(await leaks(shop, [JSON.stringify(detail)])).toEqual([])
})

test('a record with words: in detail, look-up, search and export its account numbers are masked, its references are not', async () => {
  counter = await openCounter()
  const shop = counter
  const { get } = agentAt(shop)
  await shop.record('88', { transactionId: SLIP })
  await shop.time.pass(MINUTE_MS)
  shop.bank.changeRecord(SLIP, { reason: QUOTED, responseMessage: QUOTED, responseCode: FORMS[0] ?? '' })
  const found = await get('records.byReference', { transactionId: SLIP })
  expect(found.record).toMatchObject({
    reason: `${SLIP}: ${SHOWN}`,
    responseMessage: `${SLIP}: ${SHOWN}`,
    responseCode: '******5556',
    transactionId: SLIP,
  })
  const day = { terminalId: '2TLS0001', dateFrom: '2026-11-19', dateTo: '2026-11-21' }
  const searched = await get('records.search', { searchId: 'one', ...day, basis: 'saleDate' })
  const filter = { show: 'all', amountText: '' } as const
  const rows = await get('records.page', { searchId: 'one', filter, offset: 0, limit: 200 })
  expect(JSON.stringify(rows)).toContain(SHOWN)
  await get('reports.records', { searchId: 'one', filter, format: 'csv' })
  expect(shop.desk.saved.some(({ text }) => text.includes(SHOWN))).toBe(true)
  await shop.time.pass(60 * MINUTE_MS)
  const detail = JSON.stringify(await shop.sale(SLIP))
  expect(detail).toContain(SHOWN)
  expect(await leaks(shop, [JSON.stringify([found, searched, rows]), detail])).toEqual([])
})

test('any other refusal: its account numbers are masked wherever its words are shown or kept', async () => {
  counter = await openCounter()
  await counter.becomeManager()
  const at = agentAt(counter)
  const { shop } = at
  const accountNumber = at.freeAccount()
  const { checkId } = await at.check(accountNumber)
  shop.bank.faults.add({ on: 'createTerminal', fault: says(SAID) }, { on: 'editTerminal', fault: says(SAID) })
  const registered = await at.get('terminals.register', { form: at.registerForm({ accountNumber }), checkId })
  const form = at.editForm(await at.row('2TLS0001'), { serialNumber: 'S-2' })
  const moved = await at.get('terminals.edit', { form, checkId: '' })
  expect([registered.bankMessage, moved.bankMessage]).toEqual([SHOWN, SHOWN])
  const changes = await at.get('terminals.changes', { offset: 0, limit: 50 })

  shop.bank.faults.add({ on: 'any', times: 'always', fault: says(SAID) })
  const refused = [
    await at.ask('terminals.checkName', { accountNumber }),
    await at.ask('terminals.refresh', {}),
    await at.ask('records.byReference', { transactionId: SLIP }),
    await at.ask('records.search', {
      searchId: 'one',
      terminalId: '2TLS0001',
      dateFrom: '2026-11-19',
      dateTo: '2026-11-20',
      basis: 'saleDate',
    }),
  ].map((answer) => JSON.stringify(answer))
  await shop.signOut()
  const signIn = { clientId: 'someone', secretKey: 'sEcReT-kEy', loginToken: '' }
  refused.push(JSON.stringify(await at.ask('session.signIn', signIn)))
  for (const answer of refused) expect(answer).toContain(SHOWN)
  expect(await leaks(shop, [JSON.stringify([registered, moved, changes]), ...refused])).toEqual([])
})

test('the name of an account has no number in the list of terminals or in any file', async () => {
  counter = await openCounter()
  await counter.becomeManager()
  const { get, row, alter, shop } = agentAt(counter)
  alter('2TLS0001', () => ({ accountName: `ADE ${FORMS.join(' and ')}` }))
  await get('terminals.refresh', {})
  const seen = await row('2TLS0001')
  expect(seen.accountName).toBe('ADE ******5556 and **** **5 556 and ***-***-5556')
  const merchants = await get('terminals.merchants', { search: '', offset: 0, limit: 200 })
  expect(await leaks(shop, [JSON.stringify([seen, merchants])])).toEqual([])
})
