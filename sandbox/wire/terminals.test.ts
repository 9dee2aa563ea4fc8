import { expect, test } from 'vitest'
import type { PracticeBank } from '../bank.ts'
import type { Fault } from '../faults.ts'
import { openTestBank, rowsOf } from '../testing/bankClient.ts'

const createPath = '/api/terminal/api/terminal/createterminal'
const editPath = '/api/terminal/EditTerminal'

test('terminals come in pages of the requested size, and past the end comes an empty one', async () => {
  const { client } = await openTestBank()
  const ends = []
  for (const pageNumber of [1, 2, 3, 4]) {
    const answered = await client.terminals(pageNumber, 5)
    const { totalCount, hasNextPage, currentPage, status } = answered.json
    ends.push([rowsOf(answered).length, totalCount, hasNextPage, currentPage, status])
  }
  expect(ends).toEqual([
    [5, 12, true, 1, true],
    [5, 12, true, 2, true],
    [2, 12, false, 3, true],
    [0, 12, false, 4, true],
  ])
  expect((await client.terminals(2, 6)).json['hasNextPage']).toBe(false)
})

test('a terminal has exactly the fields of docs/service.md 2.2, its fee byte for byte', async () => {
  const { client } = await openTestBank()
  const answered = await client.terminals(1, 1)
  expect(rowsOf(answered)[0]).toEqual({
    id: 301,
    providerMerchantId: 71,
    terminalId: '2TLS0001',
    merchantId: '2044LAPR0000017',
    providerAccountNumber: expect.stringMatching(/^[0-9]{10}$/u) as string,
    providerAccountName: 'Adébáyọ̀ & Ọmọ Provisions Store',
    serialNumber: 'N7A1-40028117',
    isActive: true,
    isReceivingPayment: true,
    feePercentage: 0.5,
    dateCreated: expect.stringMatching(/^2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}$/u) as string,
  })
  expect(answered.text).toContain('"feePercentage":0.50,')
})

test('the prefix of the deployment replaces “provider” in every field', async () => {
  const { client, bank } = await openTestBank({ options: { fieldPrefix: 'acme' } })
  expect(Object.keys(rowsOf(await client.terminals(1, 1))[0] ?? {})).toEqual(
    expect.arrayContaining(['acmeMerchantId', 'acmeAccountNumber', 'acmeAccountName']),
  )
  expect((await client.status(bank.records()[0]?.transactionId ?? '')).text).toMatch(
    /acmeTerminalId.*acmeAccountNumber.*acmeRefId/u,
  )
  expect((await client.terminals(1, 100)).text).not.toContain('provider')
})

test.each([
  ['0', '1'],
  ['1', '0'],
  ['-1', '1'],
  ['1.5', '1'],
  ['ten', '1'],
  ['1001', '1'],
])('page size %s with page number %s is refused', async (pageSize, pageNumber) => {
  const { client } = await openTestBank()
  const query = { pageSize, pageNumber }
  expect((await client.call({ method: 'GET', path: '/RetrieveMerchantTerminals', query })).status).toBe(400)
})

test('a bank that caps its pages returns as many rows as it likes, and counts its pages by them', async () => {
  const { client } = await openTestBank({ options: { pageSizeMax: 5, largerPages: 'capped' } })
  const pages = [await client.terminals(1, 100), await client.terminals(2, 100), await client.terminals(3, 6)]
  expect(pages.map((page) => [rowsOf(page).length, page.json['hasNextPage']])).toEqual([
    [5, true],
    [5, true],
    [2, false],
  ])
  const ids = pages.flatMap((page) => rowsOf(page).map((row) => row['id']))
  expect(new Set(ids).size).toBe(12)
  expect(rowsOf(await client.terminals(1, 3))).toHaveLength(3)
})

const createBody = (bank: PracticeBank) => ({
  terminalId: '2TLS0013',
  merchantId: 'NEW-MERCHANT',
  providerAccountNumber: bank.terminals()[0]?.accountNumber ?? '',
  serialNumber: '',
  isReceivingPayment: true,
  isActive: false,
})

test('a terminal is created with the account’s name and the bank’s fee, and once only', async () => {
  const { client, bank } = await openTestBank()
  const body = createBody(bank)
  const created = await client.call({ path: createPath, body })
  expect(created.json).toEqual({ status: true, message: 'Terminal created successfully', data: { id: 313 } })
  expect(rowsOf(await client.terminals(13, 1))[0]).toMatchObject({
    id: 313,
    terminalId: '2TLS0013',
    providerAccountName: 'Adébáyọ̀ & Ọmọ Provisions Store',
    isActive: false,
    feePercentage: 0.5,
  })
  expect((await client.call({ path: createPath, body })).json['message']).toBe(
    'The terminal is already registered',
  )
  expect(bank.terminals()).toHaveLength(13)
})

test.each([
  [{ terminalId: '9XXX0001' }, 'The terminal id was not issued by this bank'],
  [{ providerAccountNumber: '0000000000' }, 'The account number was not found'],
])('creating a terminal with %j is declined', async (change, message) => {
  const { client, bank } = await openTestBank()
  const answered = await client.call({ path: createPath, body: { ...createBody(bank), ...change } })
  expect([answered.status, answered.json]).toEqual([200, { status: false, message, data: null }])
  expect(bank.terminals()).toHaveLength(12)
})

async function editOf(index: number) {
  const { client, bank, clock } = await openTestBank()
  const terminal = bank.terminals()[index]
  if (terminal === undefined) throw new Error('no such terminal')
  const body = {
    id: String(terminal.recordId),
    providerMerchantId: String(terminal.merchantRecordId),
    terminalID: terminal.terminalId,
    providerAccountNumber: terminal.accountNumber,
    providerAccountName: terminal.accountName,
    serialNumber: terminal.serialNumber,
    isReceivingPayment: terminal.isReceivingPayment,
    isActive: terminal.isActive,
    feePercentage: terminal.feePercentage,
    dateCreated: terminal.dateCreated,
  }
  return { client, bank, body, terminal, clock }
}

test('a terminal is relocated to another account and merchant and keeps its fee', async () => {
  const { client, bank, body, terminal } = await editOf(0)
  const other = bank.terminals()[5]
  const change = {
    providerMerchantId: String(other?.merchantRecordId),
    providerAccountNumber: other?.accountNumber,
    providerAccountName: other?.accountName,
    serialNumber: 'NEW-1',
    isReceivingPayment: false,
  }
  const answered = await client.call({ path: editPath, body: { ...body, ...change } })
  expect(answered.json).toEqual({ status: true, message: 'Terminal updated successfully', data: { id: 301 } })
  expect(bank.terminals()[0]).toEqual({
    ...terminal,
    merchantRecordId: other?.merchantRecordId,
    merchantId: other?.merchantId,
    accountNumber: other?.accountNumber,
    accountName: other?.accountName,
    serialNumber: 'NEW-1',
    isReceivingPayment: false,
  })
})

const late: readonly Fault[] = [
  { kind: 'lateCommit', commitAfterMs: 9_000 },
  { kind: 'slow', delayMs: 9_000, commit: 'beforeAnswer' },
]
test.each(late)('a registration with %o is listed only once it is due', async (fault) => {
  const { client, bank, clock } = await openTestBank()
  bank.faults.add({ on: 'createTerminal', fault })
  await client.outcome({ path: createPath, body: createBody(bank), timeoutMs: 5_000 })
  const shown = async () => (await client.terminals()).json['totalCount']
  clock.pass(8_999)
  expect(await shown()).toBe(12)
  clock.pass(1)
  expect(await shown()).toBe(13)
  // The ledger has it from the start: a second one is refused meanwhile, too.
  expect(bank.terminals()).toHaveLength(13)
})

test.each(late)(
  'an edit with %o is shown only once it is due, and the terminal stays in the list',
  async (fault) => {
    const { client, bank, body, clock } = await editOf(0)
    bank.faults.add({ on: 'editTerminal', fault })
    await client.outcome({ path: editPath, body: { ...body, serialNumber: 'LATE-1' }, timeoutMs: 5_000 })
    const shown = async () => rowsOf(await client.terminals(1, 1))[0]?.['serialNumber']
    expect(await shown()).toBe('N7A1-40028117')
    clock.pass(9_000)
    expect(await shown()).toBe('LATE-1')
  },
)

test('an immediate registration and a refused one leave nothing waiting', async () => {
  const { client, bank } = await openTestBank()
  await client.call({ path: createPath, body: createBody(bank) })
  bank.faults.add({ on: 'createTerminal', fault: { kind: 'lateCommit', commitAfterMs: 9_000 } })
  await client.outcome({ path: createPath, body: createBody(bank) })
  expect((await client.terminals()).json['totalCount']).toBe(13)
})

test.each([
  [{ feePercentage: '0.5' }, 'The fee cannot be changed here'],
  [{ feePercentage: '0' }, 'The fee cannot be changed here'],
  [{ dateCreated: '2026-01-01T00:00:00' }, 'The date of creation cannot be changed'],
  [{ id: '999' }, 'The terminal was not found'],
  [{ terminalID: '2TLS0002' }, 'The terminal id does not belong to this record'],
  [{ providerMerchantId: '999' }, 'The merchant was not found'],
  [{ providerAccountNumber: '0000000000' }, 'The account number was not found'],
  [{ providerAccountName: 'Somebody Else' }, 'The account name does not match the account number'],
])('an edit with %j is declined and changes nothing', async (change, message) => {
  const { client, bank, body, terminal } = await editOf(0)
  const answered = await client.call({ path: editPath, body: { ...body, ...change } })
  expect(answered.json).toEqual({ status: false, message, data: null })
  expect(bank.terminals()[0]).toEqual(terminal)
})

test.each([
  [{ id: 301 }, 'id must be a string'],
  [{ id: 'abc' }, 'id must hold a whole number'],
  [{ feePercentage: 0.5 }, 'feePercentage must be a string'],
  [{ isActive: 'true' }, 'isActive must be a boolean'],
  [{ terminalID: undefined, terminalId: '2TLS0001' }, 'terminalID is required'],
  [{ merchantId: 'x' }, 'merchantId is not a field of this call'],
])('an edit with %j is refused', async (change, message) => {
  const { client, body } = await editOf(0)
  const answered = await client.call({ path: editPath, body: { ...body, ...change } })
  expect([answered.status, answered.json['message']]).toEqual([400, message])
})
