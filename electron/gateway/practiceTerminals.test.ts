import { describe, expect, test } from 'vitest'
import type { Fault } from '../../sandbox/faults.ts'
import type { BankOptions } from '../../sandbox/options.ts'
import { startSandbox } from '../../sandbox/serve.ts'
import { createPracticeBank, type PracticeBank } from '../../sandbox/bank.ts'
import { snapshotOfMany } from '../../sandbox/testing/manyTerminals.ts'
import { createSeededRandom, createVirtualTime } from '../testing/virtualTime.ts'
import type { Answer, BusinessApi, EditedTerminal, NewTerminal, SettlementApi, Terminal } from './answer.ts'
import { businessAddress, createBusinessApi } from './businessApi.ts'
import { createClient } from './client.ts'
import { readAllPages } from './pagedReader.ts'
import { createSettlementApi } from './settlementApi.ts'
import { noProxy, systemClock } from './testing/servers.ts'
import { createTransport } from './transport.ts'
import type { Transport } from './wire.ts'

/*
 * Registration, edit and name enquiry, between the gateway and the practice bank, which were written independently from
 * the specification: every answer of the bank to these calls, and every fault of the network.
 */
interface Counter {
  readonly bank: PracticeBank
  readonly api: SettlementApi
  readonly business: BusinessApi
  readonly token: string
  terminals(): Promise<readonly Terminal[]>
}

interface Asking {
  readonly accountNumber: string
  readonly requestRef?: string
  readonly token?: string
}

async function counterAt(bank: PracticeBank, transport: Transport, url: string): Promise<Counter> {
  const options = bank.options()
  const shared = { transport, clock: systemClock, timeoutMs: 5_000 }
  const { fieldPrefix, getParameters } = options
  const api = createSettlementApi({ ...shared, baseUrl: url, fieldPrefix, getParameters })
  const { result } = await api.login({ ...options, loginToken: '' })
  const token = result.ok ? result.value.authToken : ''
  return {
    bank,
    api,
    token,
    business: createBusinessApi({
      ...shared,
      enquiry: {
        address: businessAddress(url),
        serviceType: options.enquiryServiceType,
        bankCode: options.bankCode,
        nameKeys: ['accountName'],
        successKeys: ['status'],
        successCodes: [],
        useSettlementToken: false,
      },
    }),
    terminals: async () => {
      const read = await readAllPages({
        readPage: (page) => api.retrieveTerminals(token, page),
        rowId: ({ recordId }) => recordId,
        pageSize: 50,
      })
      expect(read.incompleteReason).toBeNull()
      return read.rows
    },
  }
}

/** On real HTTP. */
async function onSockets(options: Partial<BankOptions>, work: (counter: Counter) => Promise<void>) {
  const sandbox = await startSandbox({ options: { answerDelayMs: 0, ...options } })
  const transport = createTransport({ clock: systemClock, proxyFor: noProxy })
  try {
    await work(await counterAt(sandbox.bank, transport, sandbox.url))
  } finally {
    await sandbox.close()
  }
}

/** In process and through the client, so that retries would show. Its waits pass at once. */
function throughClient(options: Partial<BankOptions> = {}): Promise<Counter> {
  const bank = createPracticeBank({ seed: 1, clock: createVirtualTime().clock, options })
  const client = createClient({
    transport: bank.transport,
    clock: systemClock,
    random: createSeededRandom(1),
    timers: {
      after: (_delayMs, run) => {
        queueMicrotask(run)
        return () => undefined
      },
    },
    requestsPerSecond: 1_000,
  })
  return counterAt(bank, client, 'https://practice.tillside.invalid')
}

function newTerminal({ bank }: Counter, change: Partial<NewTerminal> = {}): NewTerminal {
  return {
    terminalId: '2TLS0013',
    merchantId: bank.terminals()[0]?.merchantId ?? '',
    accountNumber: bank.terminals()[3]?.accountNumber ?? '',
    serialNumber: '',
    isReceivingPayment: true,
    isActive: false,
    ...change,
  }
}

/** A terminal of the list as an edit sends it, with changes. */
function edited(terminal: Terminal | undefined, change: Partial<EditedTerminal> = {}): EditedTerminal {
  if (terminal === undefined) throw new Error('no terminal')
  const { merchantId: _, ...rest } = terminal
  return { ...rest, ...change }
}

let asked = 0
function enquire({ business, bank }: Counter, ask: Asking) {
  asked += 1
  return business.enquireName({ token: bank.options().businessToken, requestRef: `REF-${asked}`, ...ask })
}

const deployments: readonly (readonly [string, Partial<BankOptions>])[] = [
  ['as the document has it', {}],
  [
    'another field prefix, GET parameters in the body and a base path',
    { fieldPrefix: 'zenlake', getParameters: 'body', basePath: '/partner/v9' },
  ],
  ['refusals without a body', { refusals: 'bareStatus', fieldPrefix: 'kuBank2' }],
  ['refusals in the envelope', { refusals: 'declined' }],
]

describe.each(deployments)('the practice bank, %s', (_name, options) => {
  /** The bank's answer to a request that breaks the rules of the wire. */
  const refused = (status: number, message: string) =>
    options.refusals === 'declined'
      ? { kind: 'declined', message }
      : { kind: 'http', status, message: options.refusals === 'bareStatus' ? null : message }

  test('a terminal is registered, and the list shows it as requested, with the bank’s own fee and name', () =>
    onSockets(options, async (counter) => {
      const wanted = newTerminal(counter)
      const { result } = await counter.api.createTerminal(counter.token, wanted)
      expect(result).toEqual({
        ok: true,
        value: { recordId: '313', message: 'Terminal created successfully' },
      })
      expect((await counter.terminals()).find(({ recordId }) => recordId === '313')).toMatchObject({
        ...wanted,
        accountName: counter.bank.terminals()[3]?.accountName,
        feePercentageSource: '0.50',
      })
      expect(counter.bank.requestCount('createTerminal')).toBe(1)
    }))

  test('every refusal of a registration is a no in the bank’s words, and nothing is registered', () =>
    onSockets(options, async (counter) => {
      const cases: readonly (readonly [Partial<NewTerminal>, object])[] = [
        [
          { terminalId: '9XXX0001' },
          { kind: 'declined', message: 'The terminal id was not issued by this bank' },
        ],
        [{ terminalId: '2TLS0001' }, { kind: 'declined', message: 'The terminal is already registered' }],
        [{ accountNumber: '0000000000' }, { kind: 'declined', message: 'The account number was not found' }],
        [{ merchantId: '' }, refused(400, 'merchantId must not be empty')],
      ]
      for (const [change, error] of cases) {
        const { result } = await counter.api.createTerminal(counter.token, newTerminal(counter, change))
        expect({ change, result }).toMatchObject({ result: { ok: false, error } })
      }
      const { result } = await counter.api.createTerminal('dead', newTerminal(counter))
      expect(result).toMatchObject({
        error: refused(401, 'The access token is missing, wrong or expired'),
      })
      expect(counter.bank.terminals()).toHaveLength(12)
    }))

  test('a terminal moves to another merchant, account and device; fee and date of creation stay byte for byte', () =>
    onSockets(options, async (counter) => {
      const [first, , , , , other] = await counter.terminals()
      const change = {
        merchantRecordId: other?.merchantRecordId ?? '0',
        accountNumber: other?.accountNumber ?? '',
        accountName: other?.accountName ?? '',
        serialNumber: '',
        isReceivingPayment: false,
        isActive: false,
      }
      const { result } = await counter.api.editTerminal(counter.token, edited(first, change))
      expect(result).toEqual({
        ok: true,
        value: { recordId: first?.recordId, message: 'Terminal updated successfully' },
      })
      const after = (await counter.terminals()).find(({ recordId }) => recordId === first?.recordId)
      expect(after).toEqual({ ...first, ...change, merchantId: other?.merchantId })
      expect(counter.bank.requestCount('editTerminal')).toBe(1)
    }))

  test('each terminal of the list is sent back unchanged, with any form of fee', () =>
    onSockets(options, async (counter) => {
      const before = await counter.terminals()
      for (const terminal of before) {
        const { result } = await counter.api.editTerminal(counter.token, edited(terminal))
        expect(result).toMatchObject({ ok: true, value: { recordId: terminal.recordId } })
      }
      expect(await counter.terminals()).toEqual(before)
    }))

  test('every refusal of an edit is a no in the bank’s words, and nothing is changed', () =>
    onSockets(options, async (counter) => {
      const prefix = counter.bank.options().fieldPrefix
      const before = await counter.terminals()
      const declined = (message: string) => ({ kind: 'declined', message })
      const cases: readonly (readonly [Partial<EditedTerminal>, object])[] = [
        [{ recordId: '999' }, declined('The terminal was not found')],
        [{ terminalId: '2TLS0002' }, declined('The terminal id does not belong to this record')],
        [{ merchantRecordId: '999' }, declined('The merchant was not found')],
        [{ accountNumber: '0000000000' }, declined('The account number was not found')],
        [{ accountName: 'Somebody Else' }, declined('The account name does not match the account number')],
        [{ feePercentageSource: '0.5' }, declined('The fee cannot be changed here')],
        [{ dateCreated: '2026-01-01T00:00:00' }, declined('The date of creation cannot be changed')],
        [{ merchantRecordId: '-1' }, refused(400, `${prefix}MerchantId must hold a whole number`)],
        [{ accountName: '' }, refused(400, `${prefix}AccountName must not be empty`)],
      ]
      for (const [change, error] of cases) {
        const { result } = await counter.api.editTerminal(counter.token, edited(before[0], change))
        expect({ change, result }).toMatchObject({ result: { ok: false, error } })
      }
      expect((await counter.api.editTerminal('dead', edited(before[0]))).result).toMatchObject({
        error: refused(401, 'The access token is missing, wrong or expired'),
      })
      expect(await counter.terminals()).toEqual(before)
    }))

  test('the name enquiry gives the bank’s own spelling, and every refusal is read', () =>
    onSockets(options, async (counter) => {
      const { bank } = counter
      const accountNumber = bank.terminals()[0]?.accountNumber ?? ''
      const yes = { ok: true, value: { name: 'Adébáyọ̀ & Ọmọ Provisions Store' } }
      expect((await enquire(counter, { accountNumber, requestRef: 'R-1' })).result).toMatchObject(yes)
      expect((await enquire(counter, { accountNumber, token: counter.token })).result).toMatchObject(yes)
      const failed = async (ask: Asking) => {
        const { result } = await enquire(counter, ask)
        return result.ok ? null : result.error
      }
      expect(await failed({ accountNumber: '0000000000' })).toEqual({
        kind: 'declined',
        message: 'The account number was not found',
      })
      expect(await failed({ accountNumber, requestRef: 'R-1' })).toMatchObject(
        refused(400, 'requestRef was used before'),
      )
      expect(await failed({ accountNumber, requestRef: '' })).toMatchObject(
        refused(400, 'requestRef must be a string'),
      )
      expect(await failed({ accountNumber, token: 'dead' })).toMatchObject(
        refused(401, 'The access token is missing, wrong or expired'),
      )
      bank.changeOptions({ businessAccess: 'ownToken' })
      expect(await failed({ accountNumber, token: counter.token })).toMatchObject(
        refused(401, 'The access token is missing, wrong or expired'),
      )
      bank.changeOptions({ bankCode: '111' })
      expect(await failed({ accountNumber })).toMatchObject({ message: 'The bank code is not known' })
      bank.changeOptions({ enquiryServiceType: 'OTHER' })
      expect(await failed({ accountNumber })).toMatchObject({ message: 'The service type is not known' })
    }))

  test('a bank that has the name under another key answers without one', () =>
    onSockets({ ...options, enquiryNameKey: 'beneficiary' }, async (counter) => {
      const accountNumber = counter.bank.terminals()[0]?.accountNumber ?? ''
      const { result } = await enquire(counter, { accountNumber })
      expect(result).toMatchObject({ ok: true, value: { name: null } })
    }))
})

const status = { kind: 'httpStatus', retryAfter: '0', body: 'envelope' } as const
const faults: readonly (readonly [string, (committed: boolean) => Fault, object])[] = [
  ['drop', (committed) => ({ kind: 'drop', committed }), { kind: 'noAnswer', reason: 'reset' }],
  ['silence', (committed) => ({ kind: 'silence', committed }), { kind: 'noAnswer', reason: 'timeout' }],
  ['truncated', (committed) => ({ kind: 'truncated', committed }), { kind: 'noAnswer', phase: 'response' }],
  ['503', (committed) => ({ ...status, status: 503, committed }), { kind: 'http', status: 503 }],
  ['429', (committed) => ({ ...status, status: 429, committed }), { kind: 'http', status: 429 }],
  ['401', (committed) => ({ ...status, status: 401, committed }), { kind: 'http', status: 401 }],
  [
    'redirect',
    (committed) => ({ kind: 'redirect', status: 307, location: '/x', committed }),
    { kind: 'http', status: 307 },
  ],
  ['html', (committed) => ({ kind: 'htmlPage', committed }), { kind: 'malformed', path: '(content-type)' }],
  ['half JSON', (committed) => ({ kind: 'halfJson', committed }), { kind: 'malformed', path: '(body)' }],
  ['wrong types', (committed) => ({ kind: 'wrongTypes', committed }), { kind: 'malformed' }],
  ['nonsense', (committed) => ({ kind: 'nonsense', committed }), { kind: 'malformed' }],
  [
    'declined',
    (committed) => ({ kind: 'declined', message: 'Not today', committed }),
    { kind: 'declined', message: 'Not today' },
  ],
]
const commitCases = faults.flatMap(([name, fault, error]) =>
  [true, false].map((committed) => ({ name, fault: fault(committed), error, committed })),
)

describe('one fault on the way', () => {
  test.each(commitCases)(
    '$name on a registration, committed: $committed',
    async ({ fault, error, committed }) => {
      const counter = await throughClient()
      const { bank, api, token } = counter
      bank.faults.add({ on: 'createTerminal', fault })
      const { result } = await api.createTerminal(token, newTerminal(counter))
      expect(result).toMatchObject({ ok: false, error })
      expect(bank.requestCount('createTerminal')).toBe(1)
      const shown = (await counter.terminals()).some(({ terminalId }) => terminalId === '2TLS0013')
      expect(shown).toBe(committed)
    },
  )

  test.each(commitCases)('$name on an edit, committed: $committed', async ({ fault, error, committed }) => {
    const counter = await throughClient()
    const { bank, api, token } = counter
    const [terminal] = await counter.terminals()
    bank.faults.add({ on: 'editTerminal', fault })
    const { result } = await api.editTerminal(token, edited(terminal, { serialNumber: 'NEW-1' }))
    expect(result).toMatchObject({ ok: false, error })
    expect(bank.requestCount('editTerminal')).toBe(1)
    const [after] = await counter.terminals()
    expect(after).toEqual(committed ? { ...terminal, serialNumber: 'NEW-1' } : terminal)
  })

  test.each(commitCases)(
    '$name on an enquiry, committed: $committed',
    async ({ name, fault, error, committed }) => {
      const counter = await throughClient()
      const { bank } = counter
      // Its envelope is undocumented, and a word that is no code of success is a no.
      const told = name === 'wrong types' ? { kind: 'declined' } : error
      const accountNumber = bank.terminals()[0]?.accountNumber ?? ''
      bank.faults.add({ on: 'business', fault })
      expect((await enquire(counter, { accountNumber, requestRef: 'R' })).result).toMatchObject({
        ok: false,
        error: told,
      })
      expect(bank.requestCount('business')).toBe(1)
      // Committing an enquiry means that its reference is used up.
      expect((await enquire(counter, { accountNumber, requestRef: 'R' })).result.ok).toBe(!committed)
      expect((await enquire(counter, { accountNumber, requestRef: 'R-2' })).result.ok).toBe(true)
    },
  )

  test.each(['refused', 'nameNotFound', 'tlsFailed', 'connectTimeout'] as const)(
    '%s: none of the three was sent, and that is proven',
    async (kind) => {
      const counter = await throughClient()
      const { bank, api, token } = counter
      const [terminal] = await counter.terminals()
      bank.faults.add({ on: 'any', times: 3, fault: { kind } })
      const answers: readonly Answer<unknown>[] = [
        await api.createTerminal(token, newTerminal(counter)),
        await api.editTerminal(token, edited(terminal, { serialNumber: 'NEW-1' })),
        await enquire(counter, { accountNumber: '1' }),
      ]
      for (const { result } of answers)
        expect(result).toMatchObject({ error: { kind: 'unsent', reason: kind } })
      expect(await counter.terminals()).toHaveLength(12)
      expect((await counter.terminals())[0]).toEqual(terminal)
    },
  )
})

describe('a list longer than that of any shop', () => {
  const openMany = (options: Partial<BankOptions>, count = 50_000): Promise<Counter> => {
    const bank = createPracticeBank({
      seed: 1,
      clock: createVirtualTime().clock,
      options,
      snapshot: snapshotOfMany(count),
    })
    return counterAt(bank, bank.transport, 'https://practice.tillside.invalid')
  }
  const read = (
    { api, token }: Counter,
    more: { readonly pageSize: number; readonly until?: (rows: readonly Terminal[]) => boolean },
  ) =>
    readAllPages<Terminal>({
      readPage: (page) => api.retrieveTerminals(token, page),
      rowId: ({ recordId }) => recordId,
      ...more,
    })

  test('fifty thousand terminals of a bank that always gives twenty a page: the list is complete', async () => {
    const counter = await openMany({ pageSizeMax: 20, largerPages: 'capped' })
    const whole = await read(counter, { pageSize: 100 })
    expect(whole).toMatchObject({ incompleteReason: null, totalCount: 50_000, pagesRead: 2_500 })
    expect(new Set(whole.rows.map(({ terminalId }) => terminalId)).size).toBe(50_000)
  })

  test('one of fifty thousand terminals is found without reading the rest', async () => {
    const counter = await openMany({})
    const wanted = counter.bank.terminals()[24_999]
    const found = await read(counter, {
      pageSize: 500,
      until: (rows) => rows.some(({ terminalId }) => terminalId === wanted?.terminalId),
    })
    expect(found).toMatchObject({ isStopped: true, pagesRead: 50 })
    expect(found.rows.find(({ terminalId }) => terminalId === wanted?.terminalId)).toMatchObject({
      recordId: String(wanted?.recordId),
    })
  })

  test.each([
    ['rowsRepeat', 'rowsRepeated'],
    ['rowsSkip', 'rowsMissing'],
    ['nextPageForEver', 'rowsMissing'],
  ] as const)('with %s it ends, and is told to be incomplete', async (kind, incompleteReason) => {
    const counter = await openMany({}, 2_000)
    counter.bank.faults.add({ on: 'retrieveTerminals', times: 'always', fault: { kind } })
    expect(await read(counter, { pageSize: 500 })).toMatchObject({ isStopped: false, incompleteReason })
    expect(counter.bank.requestCount('retrieveTerminals')).toBeLessThanOrEqual(5)
  })

  test('a bank that refuses the page size: no rows, and its own message', async () => {
    const counter = await openMany({ pageSizeMax: 20 }, 2_000)
    expect(await read(counter, { pageSize: 100 })).toMatchObject({
      incompleteReason: 'readFailed',
      rows: [],
      error: { kind: 'http', status: 400, message: 'pageSize must not be above 20' },
    })
  })
})
