import { readFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import type { LedgerState } from '../../sandbox/ledgerState.ts'
import type { WireOutcome } from '../gateway/wire.ts'
import { openCounter, type Counter, type CounterSetup } from '../testing/counter.ts'

let shop: Counter | null = null
afterEach(() => shop?.close())

async function open(setup: CounterSetup = {}): Promise<Counter> {
  shop = await openCounter(setup)
  return shop
}

function booksOf({ bank }: Counter): LedgerState {
  return (bank.snapshot() as { books: LedgerState }).books
}

/** What is in the file of records, once this run has ended. */
async function stored(counter: Counter, sql: string): Promise<unknown[]> {
  await counter.time.pass(1_000)
  let rows: unknown[] = []
  await counter.restart(() => {
    const file = new DatabaseSync(path.join(counter.dataDir, 'records.db'))
    rows = file.prepare(sql).all()
    file.close()
  })
  return rows
}

const QUESTIONS = `SELECT kind, subject, is_before_send AS early, answer_count > 0 AS answered, failure FROM question
  ORDER BY id`

test('a sale feeds it: the page before its send, the question after it, and no word of the account', async () => {
  const counter = await open()
  const { transactionId, terminalId } = await counter.record('1500')
  await counter.time.pass(120_000)
  const questions = await stored(counter, QUESTIONS)
  expect(questions).toContainEqual({
    kind: 'days',
    subject: terminalId,
    early: 1,
    answered: 1,
    failure: null,
  })
  expect(questions).toContainEqual({
    kind: 'reference',
    subject: transactionId.toUpperCase(),
    early: 0,
    answered: 1,
    failure: null,
  })
  const records = await stored(counter, 'SELECT reference, newest FROM record')
  expect(records).toContainEqual(expect.objectContaining({ reference: transactionId.toUpperCase() }))
  const bytes = readFileSync(path.join(counter.dataDir, 'records.db'), 'latin1')
  expect(bytes).toContain(transactionId)
  for (const { accountNumber } of booksOf(counter).terminals) expect(bytes).not.toContain(accountNumber)
})

test('Find, a single look-up and a page of another terminal feed it too', async () => {
  const counter = await open()
  const { handlers } = counter.backend()
  await counter.record('1500')
  await counter.time.pass(60_000)
  const terminals = booksOf(counter).terminals.map(({ terminalId }) => terminalId)
  const other = terminals.at(-1) ?? ''
  const searching = handlers['records.search']({
    searchId: 'one',
    terminalId: other,
    dateFrom: '2026-11-01',
    dateTo: '2026-11-21',
    basis: 'saleDate',
  })
  await counter.time.pass(10_000)
  expect(await searching).toMatchObject({ ok: true })
  const looking = handlers['records.byReference']({ transactionId: 'NOT-OURS' })
  await counter.time.pass(10_000)
  await looking
  const questions = await stored(counter, QUESTIONS)
  expect(questions).toContainEqual(expect.objectContaining({ kind: 'days', subject: other, early: 0 }))
  // No record came, and the bank's answer has no structure for that: nothing is claimed.
  expect(questions).toContainEqual(
    expect.objectContaining({ kind: 'reference', subject: 'NOT-OURS', answered: 0 }),
  )
})

test.each<readonly [string, (body: string) => string]>([
  ['without an id', (body) => body.replaceAll(/"id":[0-9]+,/gu, '')],
  ['with an id that is no number', (body) => body.replaceAll(/"id":([0-9]+)/gu, '"id":"R-$1"')],
])(
  'an answer with a record %s keeps nothing of it, completes nothing, and is told',
  async (_name, change) => {
    const garble = (request: { readonly url: string }, outcome: WireOutcome): WireOutcome =>
      outcome.kind === 'response' && /settlementstatus|searchtransaction/u.test(request.url)
        ? { ...outcome, body: change(outcome.body) }
        : outcome
    const counter = await open({ garble })
    await counter.record('1500')
    await counter.time.pass(300_000)
    expect(await stored(counter, 'SELECT * FROM record')).toEqual([])
    expect(await stored(counter, "SELECT failure FROM question WHERE failure = 'malformed' LIMIT 1")).toEqual(
      [{ failure: 'malformed' }],
    )
  },
)

test('a file of records that cannot be opened stops no sale, and the storage says so', async () => {
  const counter = await open()
  await counter.restart(() => {
    const file = new DatabaseSync(path.join(counter.dataDir, 'records.db'))
    file.exec('PRAGMA user_version = 99')
    file.close()
  })
  const { transactionId } = await counter.record('1500')
  await counter.time.pass(600_000)
  expect(await counter.sale(transactionId)).toMatchObject({ sale: { state: 'accepted' } })
  const { handlers } = counter.backend()
  expect(await handlers['storage.get']({})).toMatchObject({
    value: { status: 'sound', areRecordsKept: false },
  })
})
