import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BankOptions } from '../../sandbox/options.ts'
import { startSandbox, type Sandbox } from '../../sandbox/serve.ts'
import type { SettlementApi } from './answer.ts'
import { readAllPages } from './pagedReader.ts'
import { createSettlementApi } from './settlementApi.ts'
import { noProxy, systemClock } from './testing/servers.ts'
import { createTransport } from './transport.ts'

/*
 * The gateway and the practice bank were written independently from the specification. These tests connect them over
 * real HTTP, in every variant that a deployment may use.
 */
const CREDENTIALS = { clientId: 'mama-put-7', secretKey: 'a secret with ünïcode & "quotes"', loginToken: '' }
const TERMINAL_ID = '2TLS0001'
const SETTLE_AFTER_MS = 5_000
const NOON_MS = Date.UTC(2026, 10, 20, 11)

const deployments: readonly (readonly [string, Partial<BankOptions>])[] = [
  ['query parameters', {}],
  ['parameters in the body', { getParameters: 'body' }],
  ['another field prefix and a base path', { fieldPrefix: 'zenlake', basePath: '/partner/v9' }],
  [
    'all of it, lists as null where empty, oldest first, and 404 for an unknown reference',
    {
      getParameters: 'body',
      fieldPrefix: 'kuBank2',
      basePath: '/a/b',
      emptyList: 'nullData',
      recordOrder: 'oldestFirst',
      notFound: 'status404',
    },
  ],
]

describe.each(deployments)('the practice bank with %s', (_name, choice) => {
  let sandbox: Sandbox
  let api: SettlementApi
  let token = ''
  let nowMs = NOON_MS

  beforeAll(async () => {
    sandbox = await startSandbox({
      clock: { wallNowMs: () => nowMs },
      options: {
        ...CREDENTIALS,
        loginToken: null,
        settleAfterMs: SETTLE_AFTER_MS,
        visibleAfterMs: 0,
        ...choice,
      },
    })
    const { fieldPrefix, getParameters } = sandbox.bank.options()
    api = createSettlementApi({
      transport: createTransport({ clock: systemClock, proxyFor: noProxy }),
      clock: systemClock,
      baseUrl: sandbox.url,
      fieldPrefix,
      getParameters,
      timeoutMs: 5_000,
    })
  })
  afterAll(() => sandbox.close())
  beforeEach(async () => {
    nowMs = NOON_MS
    const { result } = await api.login(CREDENTIALS)
    token = result.ok ? result.value.authToken : ''
  })

  test('login gives a token; a wrong secret is a no in the bank’s words', async () => {
    expect(token).toMatch(/^practice-[0-9a-f]+$/u)
    const { result } = await api.login({ ...CREDENTIALS, secretKey: 'wrong' })
    expect(result).toMatchObject({ ok: false, error: { kind: 'declined' } })
  })

  test.each([1, 5, 12, 100])('terminals to the last page, %i a page', async (pageSize) => {
    const read = await readAllPages({
      readPage: (page, signal) => api.retrieveTerminals(token, page, { signal }),
      rowId: ({ recordId }) => recordId,
      pageSize,
    })
    expect(read).toMatchObject({
      incompleteReason: null,
      totalCount: 12,
      pagesRead: Math.ceil(12 / pageSize),
    })
    const inLedger = sandbox.bank.terminals()
    const byId = new Map(inLedger.map((terminal) => [terminal.recordId, terminal]))
    expect(read.rows).toHaveLength(inLedger.length)
    for (const row of read.rows) {
      const { feePercentage, ...exact } = byId.get(Number(row.recordId)) ?? { feePercentage: 'none' }
      const { recordId, merchantRecordId } = row
      expect({
        ...row,
        recordId: Number(recordId),
        merchantRecordId: Number(merchantRecordId),
      }).toMatchObject(exact)
      // Byte for byte, `0.50` included: an edit has to send it back unchanged.
      expect(row.feePercentageSource).toBe(feePercentage)
    }
  })

  test('a sale is logged once with its exact amount, first unpaid, later paid minus the fee', async () => {
    const transactionId = 'T.7/odd_but-allowed'
    const sale = { amountWire: '1234567.89', transactionId, terminalId: TERMINAL_ID }
    const before = sandbox.bank.commits().length
    const { result } = await api.logTransaction(token, sale)
    expect(result).toMatchObject({ ok: true })
    expect(sandbox.bank.commits().slice(before)).toMatchObject([
      { transactionId, terminalId: TERMINAL_ID, amountKobo: 123_456_789 },
    ])

    const unpaid = await api.settlementStatus(token, transactionId)
    expect(unpaid.result).toMatchObject({
      ok: true,
      value: { transactionId, amount: '1234567.89', isPaid: false, terminalId: TERMINAL_ID },
    })
    expect(unpaid.result.ok && unpaid.result.value.datePaid).toMatch(/^0001-01-01T00:00:00/u)

    nowMs = NOON_MS + SETTLE_AFTER_MS
    const paid = await api.settlementStatus(token, transactionId)
    expect(paid.result).toMatchObject({ ok: true, value: { isPaid: true, amountSettled: '1228395.05' } })
    expect(paid.result.ok && paid.result.value.datePaid).toMatch(/^2026-11-20T12:00:05/u)
  })

  test('the bank has no idempotency: the same reference sent twice settles twice', async () => {
    const sale = { amountWire: '10.00', transactionId: 'TWICE', terminalId: TERMINAL_ID }
    await api.logTransaction(token, sale)
    await api.logTransaction(token, sale)
    expect(sandbox.bank.settlementCount('TWICE')).toBe(2)
  })

  test('an unknown reference has no record, and an unknown terminal is refused and settles nothing', async () => {
    const unknown = await api.settlementStatus(token, 'NOT-KNOWN')
    expect(unknown.result.ok).toBe(false)
    const before = sandbox.bank.commits().length
    const sale = { amountWire: '10.00', transactionId: 'NO-TERMINAL', terminalId: '9XXX9999' }
    const refused = await api.logTransaction(token, sale)
    expect(refused.result.ok).toBe(false)
    expect(sandbox.bank.commits()).toHaveLength(before)
  })

  test.each([1_000, 100, 50])('a market day is read whole, %i a page', async (pageSize) => {
    const read = await readAllPages({
      readPage: (page, signal) =>
        api.searchTransactions(
          token,
          { terminalId: TERMINAL_ID, dateFrom: '2026-11-19', dateTo: '2026-11-19', ...page },
          { signal },
        ),
      rowId: ({ recordId }) => recordId,
      pageSize,
    })
    expect(read).toMatchObject({
      incompleteReason: null,
      totalCount: 128,
      pagesRead: Math.ceil(128 / pageSize),
    })
    const ledger = sandbox.bank
      .records()
      .filter((record) => record.isSeeded && record.transactionId.startsWith('0001-20261119-'))
    expect(read.rows.map(({ transactionId }) => transactionId).toSorted()).toEqual(
      ledger.map(({ transactionId }) => transactionId).toSorted(),
    )
  })

  test('a day without a record is an empty list, complete', async () => {
    const read = await readAllPages({
      readPage: (page, signal) =>
        api.searchTransactions(
          token,
          { terminalId: TERMINAL_ID, dateFrom: '2024-02-29', dateTo: '2024-02-29', ...page },
          { signal },
        ),
      rowId: ({ recordId }) => recordId,
      pageSize: 100,
    })
    expect(read).toMatchObject({ incompleteReason: null, totalCount: 0, rows: [] })
  })

  test.each([
    ['rowsRepeat', 'rowsRepeated'],
    ['rowsSkip', 'rowsMissing'],
  ] as const)('pages with %s are told from a whole list', async (kind, incompleteReason) => {
    sandbox.bank.faults.add({ on: 'retrieveTerminals', times: 'always', fault: { kind } })
    const read = await readAllPages({
      readPage: (page, signal) => api.retrieveTerminals(token, page, { signal }),
      rowId: ({ recordId }) => recordId,
      // The last row is missing on the last page. With five rows a page it would be there, and the list complete.
      pageSize: 4,
    })
    sandbox.bank.faults.clear()
    expect(read.incompleteReason).toBe(incompleteReason)
  })

  test('a dead token is 401 for every call, and nothing is settled', async () => {
    sandbox.bank.expireTokens()
    const before = sandbox.bank.commits().length
    const page = { pageSize: 5, pageNumber: 1 }
    const days = { terminalId: TERMINAL_ID, dateFrom: '2026-11-19', dateTo: '2026-11-20' }
    const answers = [
      await api.retrieveTerminals(token, page),
      await api.settlementStatus(token, 'X'),
      await api.searchTransactions(token, { ...days, ...page }),
      await api.logTransaction(token, { amountWire: '1.00', transactionId: 'X', terminalId: TERMINAL_ID }),
    ]
    for (const { result } of answers) {
      expect(result).toMatchObject({ ok: false, error: { kind: 'http', status: 401 } })
    }
    expect(sandbox.bank.commits()).toHaveLength(before)
  })

  test('with the network cut: proven unsent', async () => {
    await sandbox.cutNetwork()
    const before = sandbox.bank.requests().length
    const { result } = await api.logTransaction(token, {
      amountWire: '1.00',
      transactionId: 'CUT',
      terminalId: TERMINAL_ID,
    })
    expect(result).toMatchObject({ ok: false, error: { kind: 'unsent', reason: 'refused' } })
    await sandbox.restoreNetwork()
    expect(sandbox.bank.requests()).toHaveLength(before)
    expect(sandbox.bank.settlementCount('CUT')).toBe(0)
  })

  test('an answer lost after the sale was settled proves nothing', async () => {
    sandbox.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: true } })
    const sale = { amountWire: '1.00', transactionId: 'LOST', terminalId: TERMINAL_ID }
    const { result } = await api.logTransaction(token, sale)
    expect(result).toMatchObject({ ok: false, error: { kind: 'noAnswer' } })
    expect(sandbox.bank.settlementCount('LOST')).toBe(1)
    expect((await api.settlementStatus(token, 'LOST')).result).toMatchObject({
      ok: true,
      value: { amount: '1' },
    })
  })
})

test('a bank that requires a bearer for login gets the one from the settings', async () => {
  const sandbox = await startSandbox({ options: { ...CREDENTIALS, loginToken: 'door-key-1' } })
  const api = createSettlementApi({
    transport: createTransport({ clock: systemClock, proxyFor: noProxy }),
    clock: systemClock,
    baseUrl: sandbox.url,
    fieldPrefix: 'provider',
    getParameters: 'query',
    timeoutMs: 5_000,
  })
  const without = await api.login(CREDENTIALS)
  const withToken = await api.login({ ...CREDENTIALS, loginToken: 'door-key-1' })
  await sandbox.close()
  expect(without.result).toMatchObject({ ok: false })
  expect(withToken.result).toMatchObject({ ok: true })
})
