import { expect, test } from 'vitest'
import type { TransactionRecord } from '../gateway/answer.ts'
import { record, settle, unsent } from '../session/testing/fakes.ts'
import type { SideFile } from '../storage/database.ts'
import { recordMigrations, VERSIONS_FIRST, VERSIONS_NEWEST } from '../storage/recordsFile.ts'
import { migrate } from '../storage/migrations.ts'
import { sideFileInMemory } from '../storage/testing/sideFileInMemory.ts'
import { DAY, OWNER, recordBench, TERMINAL } from './testing/recordBench.ts'

const day = { terminalId: TERMINAL, day: DAY }
const UNPAID = { isPaid: false, datePaid: '0001-01-01T00:00:00', amountSettled: '0' }

/** Until the keeper has tried. */
async function aFewTurns(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => void setImmediate(resolve))
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)

function changes({ database }: ReturnType<typeof recordBench>): number {
  return (database.get('SELECT total_changes() AS count') as { count: number }).count
}

/** What the file has of each version and of its question, in the order of the reads. */
function stored({ database }: ReturnType<typeof recordBench>): readonly unknown[] {
  return database.all(`SELECT version.*, question.kind, question.subject, question.is_before_send
    FROM version JOIN question ON question.id = version.question ORDER BY version.record, version.number`)
}

test('a record is kept as it came, exactly, with its question and time', async () => {
  const bench = recordBench()
  await bench.lookUp('T-7', record(7, { amount: '1500.5', amountGiven: '1500.50', reason: 'R 51' }))
  const [kept, ...others] = bench.kept.ofReference(OWNER, 't-7') ?? []
  expect(others).toEqual([])
  expect(kept).toMatchObject({
    day: DAY,
    versionCount: 1,
    firstReadAtMs: bench.clock.wallMs,
    lastReadAtMs: bench.clock.wallMs,
    lackedAtMs: null,
    newest: {
      view: { recordId: '7', amount: '1500.5', amountSettled: '1493', reason: 'R 51', accountEnding: '6789' },
    },
  })
  expect(stored(bench)).toMatchObject([
    {
      amount_kobo: 150_050,
      net_kobo: 149_300,
      fee: '7.5',
      as_given: JSON.stringify({ amount: '1500.50', amountSettled: '1493', feePercentage: '0.5' }),
      kind: 'reference',
      subject: 'T-7',
      is_before_send: 0,
    },
  ])
})

test.each<readonly [string, Partial<TransactionRecord>]>([
  ['paid back to unpaid', UNPAID],
  ['another amount', { amount: '1500.51' }],
  ['another net', { amountSettled: '1492' }],
  ['another account with the same end', { accountNumber: '9123456789' }],
  ['another date of payment', { datePaid: '2026-11-21T10:00:00' }],
  ['another terminal', { terminalId: '2070A009' }],
  ['another terminal record', { terminalRecordId: '2' }],
  ['another time of receipt', { timeReceived: '2026-11-20T09:59:58' }],
  ['another fee', { feePercentage: '0.6' }],
  ['another reference of the bank', { serviceReference: 'S-8' }],
  ['a reason', { reason: 'reversed' }],
  ['a response code', { responseCode: '91' }],
  ['a response message', { responseMessage: 'Issuer inoperative' }],
])('%s is a version beside the older one, and so is the way back', async (_name, change) => {
  const bench = recordBench()
  const before = record(7)
  for (const read of [before, { ...before, ...change }, before]) await bench.lookUp('T-7', read)
  const [kept] = bench.kept.ofReference(OWNER, 'T-7') ?? []
  expect(kept?.versionCount).toBe(3)
  const versions = bench.kept.versions(kept?.row ?? 0) ?? []
  const prints = stored(bench).map((each) => (each as { account_print: string }).account_print)
  const [first, changed, back] = versions.map(({ view }, at) => ({ view, print: prints[at] }))
  expect(back).toEqual(first)
  expect(changed).not.toEqual(first)
  const times = versions.map(({ readAtMs }) => readAtMs)
  expect(times).toEqual([1, 2, 3].map((second) => 1_795_000_000_000 + second * 1_000))
})

test('one fact written in two ways is no change', async () => {
  const bench = recordBench()
  await bench.lookUp('t-7', record(7, { timeReceived: '2026-11-20T10:00:00.12', amountGiven: '1500.50' }))
  await bench.lookUp(
    'T-7',
    record(7, { timeReceived: '2026-11-20T10:00:00.1200000', amountGiven: '1500.500' }),
  )
  await bench.lookUp('T-7', record(7, { timeReceived: '2026-11-20T10:00:00.12', transactionId: 't-7' }))
  expect(bench.kept.ofReference(OWNER, 'T-7')).toMatchObject([{ versionCount: 1 }])
})

test('two records under one reference are two, and one id under two references is two', async () => {
  const bench = recordBench()
  const rows = [record(7), record(8, { transactionId: 'T-7' }), record(8, { transactionId: 'T-8' })]
  await bench.list(rows)
  const idsOf = (reference: string) =>
    bench.kept.ofReference(OWNER, reference)?.map(({ newest }) => newest.view.recordId)
  expect(idsOf('T-7')).toEqual(['7', '8'])
  expect(idsOf('T-8')).toEqual(['8'])
  await bench.list(rows)
  expect(bench.kept.ofDay(OWNER, day, 0)?.map(({ versionCount }) => versionCount)).toEqual([1, 1, 1])
  // Fewer ids came than the count says.
  expect(bench.kept.coverage(OWNER, day)).toMatchObject({ completeAsOfMs: null })
})

test('amounts finer than a kobo, and too large for a number, keep their exact text', async () => {
  const bench = recordBench()
  await bench.lookUp('T-7', record(7, { amount: '0.1234', amountSettled: '0.1201' }))
  await bench.lookUp('T-8', record(8, { amount: '99999999999999999.99', amountSettled: '-0.5' }))
  expect(bench.kept.ofReference(OWNER, 'T-7')?.[0]?.newest).toMatchObject({
    view: { amount: '0.1234', amountSettled: '0.1201' },
  })
  expect(bench.kept.ofReference(OWNER, 'T-8')?.[0]?.newest).toMatchObject({
    view: { amount: '99999999999999999.99' },
  })
  expect(stored(bench)).toMatchObject([
    { amount_kobo: null, net_kobo: null, fee: '0.0033' },
    { amount_kobo: null, net_kobo: -50 },
  ])
})

test('a record without a terminal belongs to the list that showed it; from a single question to none', async () => {
  const bench = recordBench()
  const without = { terminalId: '' }
  await bench.lookUp('T-7', record(7, without))
  await bench.list([record(8, without)])
  await bench.lookUp('T-8', record(8, { ...without, reason: 'new' }))
  expect(bench.kept.ofDay(OWNER, day, 0)).toMatchObject([
    { newest: { view: { recordId: '8', terminalId: '' } } },
  ])
  expect(bench.kept.ofDay(OWNER, { terminalId: '', day: DAY }, 0)).toMatchObject([
    { newest: { view: { recordId: '7' } } },
  ])
})

test('a record without a readable day is under no day, and not lost', async () => {
  const bench = recordBench()
  await bench.list([record(7, { timeReceived: 'soon' }), record(8, { timeReceived: '0001-01-01T00:00:00' })])
  expect(bench.kept.ofDay(OWNER, day, 0)).toEqual([])
  expect(bench.kept.ofDay(OWNER, { terminalId: TERMINAL, day: '' }, 0)).toMatchObject([
    { day: null, newest: { view: { timeReceived: 'soon' } } },
    { day: null, newest: { view: { recordId: '8' } } },
  ])
})

test('a list that is read again unchanged writes to its question, and to no record', async () => {
  const bench = recordBench()
  const rows = Array.from({ length: 600 }, (_, at) => record(at + 1))
  const pages = { pageSize: 200 }
  await bench.list(rows, pages)
  const first = bench.kept.ofDay(OWNER, day, 0)?.[0]?.lastReadAtMs ?? 0
  const before = changes(bench)
  // As pages shift when a sale comes in.
  await bench.list([...rows.slice(1), ...rows.slice(0, 1)], pages)
  // Three pages, and the end.
  expect(changes(bench) - before).toBe(4)
  const [again] = bench.kept.ofDay(OWNER, day, 0) ?? []
  expect(again).toMatchObject({ versionCount: 1, lackedAtMs: null })
  expect(again?.lastReadAtMs).toBeGreaterThan(first)
  expect(again?.lastReadAtMs).toBe(bench.kept.coverage(OWNER, day)?.completeAsOfMs)
})

test('a complete list lacks what it should have, until a later answer shows it', async () => {
  const bench = recordBench()
  const beside = record(3, { timeReceived: '2026-11-19T12:00:00' })
  await bench.list([record(1), record(2), beside], { pageSize: 10 })
  const lacked = () =>
    bench.kept.ofDay(OWNER, day, 0)?.map(({ lackedAtMs, lastReadAtMs }) => [lackedAtMs, lastReadAtMs])
  const first = bench.clock.wallMs
  await bench.list([record(1)])
  const second = bench.clock.wallMs
  expect(lacked()).toEqual([
    [null, second],
    [second, first],
  ])
  // The first and the last day of a question may not belong to its answer.
  const edge = { terminalId: TERMINAL, day: '2026-11-19' }
  expect(bench.kept.ofDay(OWNER, edge, 0)).toMatchObject([{ lackedAtMs: null }])
  await bench.list([record(2)])
  const third = bench.clock.wallMs
  expect(lacked()).toEqual([
    [third, second],
    [null, third],
  ])
  await bench.lookUp('T-1', record(1))
  expect(lacked()).toEqual([
    [null, third + 1_000],
    [null, third],
  ])
  expect(bench.kept.ofDay(OWNER, day, 0)?.map(({ versionCount }) => versionCount)).toEqual([1, 1])
})

test('no list is complete with a missing, foreign or changed page, and then it lacks nothing', async () => {
  const bench = recordBench()
  const rows = [1, 2, 3, 4].map((each) => record(each))
  await bench.list(rows)
  const completeAsOf = () => bench.kept.coverage(OWNER, day)?.completeAsOfMs
  const asOf = completeAsOf()
  const fewer = rows.slice(0, 3)
  // The second page of another count; a second page alone; a page under another number; pages of two sizes.
  await bench.page(rows, 1)
  await bench.page(fewer, 2)
  await bench.page(fewer, 2)
  await bench.page(fewer, 1)
  await bench.page(fewer, 2, { pageSize: 1 })
  expect(completeAsOf()).toBe(asOf)
  expect(bench.kept.ofDay(OWNER, day, 0)?.some(({ lackedAtMs }) => lackedAtMs !== null)).toBe(false)
  await bench.page(fewer, 1)
  await bench.page(fewer, 2)
  // When its first page was asked for.
  expect(completeAsOf()).toBe(bench.clock.wallMs - 1_000)
  expect(bench.kept.ofDay(OWNER, day, 0)?.map(({ lackedAtMs }) => lackedAtMs !== null)).toEqual([
    false,
    false,
    false,
    true,
  ])
})

test('what is first read while a list is read is not lacking in it', async () => {
  const bench = recordBench()
  const rows = [1, 2, 3].map((each) => record(each))
  await bench.page(rows, 1)
  await bench.lookUp('T-9', record(9))
  await bench.page(rows, 2)
  const kept = bench.kept.ofDay(OWNER, day, 0) ?? []
  expect(kept).toHaveLength(4)
  expect(kept.map(({ lackedAtMs }) => lackedAtMs)).toEqual([null, null, null, null])
  await bench.list(rows)
  expect(bench.kept.ofReference(OWNER, 'T-9')).toMatchObject([{ lackedAtMs: bench.clock.wallMs }])
})

test('a question that brings nothing is kept with its time, and takes nothing from the list before it', async () => {
  const bench = recordBench()
  await bench.list([record(1)])
  const answeredAtMs = bench.clock.wallMs
  await bench.failed(unsent)
  const failedAtMs = bench.clock.wallMs
  expect(bench.kept.coverage(OWNER, day)).toMatchObject({ completeAsOfMs: answeredAtMs })
  expect(bench.database.get('SELECT answered_at_ms, failed_at_ms, failure FROM question')).toEqual({
    answered_at_ms: answeredAtMs,
    failed_at_ms: failedAtMs,
    failure: 'unsent',
  })
})

test('a clock that jumps back changes no order', async () => {
  const bench = recordBench()
  await bench.list([record(1), record(2)])
  bench.clock.wallMs -= 5 * 24 * 60 * 60_000
  await bench.list([record(1)])
  const nowMs = bench.clock.wallMs
  expect(bench.kept.coverage(OWNER, day)).toMatchObject({ completeAsOfMs: nowMs })
  expect(bench.kept.ofDay(OWNER, day, 0)?.map(({ lackedAtMs }) => lackedAtMs)).toEqual([null, nowMs])
})

test('a later run goes on, and its turns come after those before', async () => {
  const first = recordBench()
  await first.list([record(1), record(2)])
  const { file, settings } = first
  const next = recordBench({ file, settings })
  await next.list([record(1)])
  await next.lookUp('T-1', record(1, UNPAID))
  const [kept, lacked] = next.kept.ofDay(OWNER, day, 0) ?? []
  expect(kept).toMatchObject({ versionCount: 2, newest: { view: { isPaid: false } } })
  expect(lacked?.lackedAtMs).not.toBeNull()
})

test('with another key an account counts as the same if its end is, and later as what it is', async () => {
  const first = recordBench()
  await first.lookUp('T-1', record(1))
  const next = recordBench({ file: first.file, seed: 2 })
  await next.lookUp('T-1', record(1))
  const counts = () => next.kept.ofReference(OWNER, 'T-1')?.map(({ versionCount }) => versionCount)
  expect(counts()).toEqual([1])
  await next.lookUp('T-1', record(1, { accountNumber: '9123456789' }))
  expect(counts()).toEqual([2])
})

test('records of another client are others', async () => {
  const bench = recordBench()
  await bench.lookUp('T-1', record(1))
  const other = { ...OWNER, clientId: 'BOLA' }
  bench.state.owner = other
  await bench.lookUp('T-1', record(1, UNPAID))
  expect(bench.kept.ofReference(OWNER, 'T-1')).toMatchObject([{ newest: { view: { isPaid: true } } }])
  expect(bench.kept.ofReference(other, 'T-1')).toMatchObject([{ newest: { view: { isPaid: false } } }])
  bench.state.owner = null
  await bench.lookUp('T-2', record(2))
  expect(bench.kept.ofReference(OWNER, 'T-2')).toEqual([])
})

test('no account number is in the file', async () => {
  const bench = recordBench()
  await bench.lookUp('T-1', record(1, { reason: 'to 0123456789', responseMessage: '0123 456 789' }))
  const stored = ['record', 'version'].map((table) => bench.database.all(`SELECT * FROM ${table}`))
  expect(JSON.stringify(stored)).toContain('6789')
  expect(JSON.stringify(stored)).not.toMatch(/0123456789|0123 456 789|012345/u)
})

test('while the file cannot be used, what came waits, is told, and is kept in its order later', async () => {
  const file = sideFileInMemory(recordMigrations)
  const bench = recordBench({ file })
  file.isBroken = true
  const first = bench.lookUp('T-1', record(1))
  const second = bench.lookUp('T-1', record(1, UNPAID))
  await aFewTurns()
  expect(bench.told).toEqual([false])
  file.isBroken = false
  await Promise.all([first, second])
  expect(bench.told).toEqual([false, true])
  expect(bench.kept.ofReference(OWNER, 'T-1')).toMatchObject([
    { versionCount: 2, newest: { view: { isPaid: false } } },
  ])
})

test('a file that failed in the middle of a list completes none with the pages before it', async () => {
  const file = sideFileInMemory(recordMigrations)
  const bench = recordBench({ file })
  const rows = [1, 2, 3].map((each) => record(each))
  await bench.page(rows, 1)
  file.isBroken = true
  const second = bench.page(rows, 2)
  await aFewTurns()
  file.isBroken = false
  await second
  expect(bench.kept.coverage(OWNER, day)).toMatchObject({ completeAsOfMs: null })
  expect(bench.kept.ofDay(OWNER, day, 0)).toHaveLength(3)
})

test('a bank that changes a text with every answer: the first and the newest versions stay, and no more', async () => {
  const bench = recordBench()
  const at = (each: number): TransactionRecord => record(7, { reason: `shown ${each} times` })
  for (let each = 1; each <= 200; each += 1) await bench.lookUp('T-7', at(each))
  const [kept] = bench.kept.ofReference(OWNER, 'T-7') ?? []
  expect(kept).toMatchObject({ versionCount: 200, newest: { view: { reason: 'shown 200 times' } } })
  const reasons = bench.kept.versions(kept?.row ?? 0)?.map(({ view }) => view.reason)
  const numbers = [...range(1, VERSIONS_FIRST), ...range(201 - VERSIONS_NEWEST, 200)]
  expect(reasons).toEqual(numbers.map((each) => `shown ${each} times`))
})

test('only a version in the middle can be deleted at all', async () => {
  const bench = recordBench()
  const most = VERSIONS_FIRST + VERSIONS_NEWEST
  for (let each = 1; each <= most; each += 1) await bench.lookUp('T-7', record(7, { reason: `${each}` }))
  for (const number of [1, VERSIONS_FIRST, VERSIONS_FIRST + 1, most]) {
    const act = (): unknown => bench.database.run('DELETE FROM version WHERE number = ?', number)
    expect(act, String(number)).toThrow('what was read is never deleted')
  }
})

test('a file that another reader opened anew is used as another one', async () => {
  const files = [sideFileInMemory(recordMigrations), sideFileInMemory(recordMigrations)] as const
  let isReplaced = false
  const file: SideFile = {
    ...files[0],
    use: (work) => files[isReplaced ? 1 : 0].use(work),
    openings: () => (isReplaced ? 2 : 1),
    failure: () => null,
    size: () => files[0].size(),
  }
  const bench = recordBench({ file })
  const rows = [1, 2, 3].map((each) => record(each))
  await bench.page(rows, 1)
  isReplaced = true
  await bench.page(rows, 2)
  expect(bench.kept.coverage(OWNER, day)).toMatchObject({ completeAsOfMs: null })
  expect(bench.kept.ofDay(OWNER, day, 0)).toMatchObject([{ newest: { view: { recordId: '3' } } }])
  expect(files[1].database.all('SELECT id FROM run')).toHaveLength(1)
  expect(bench.told).toEqual([])
})

test('an answer that the file refuses as such is given up, and the next one is kept', async () => {
  const bench = recordBench()
  bench.database.exec(`CREATE TRIGGER refused BEFORE INSERT ON version WHEN NEW.amount = '13'
    BEGIN SELECT RAISE(ABORT, 'no'); END`)
  const { file } = bench
  let failure: 'mistake' | null = null
  const guarded = {
    ...file,
    use: <Value>(work: Parameters<typeof file.use<Value>>[0]): Value | undefined => {
      try {
        failure = null
        return file.use(work)
      } catch {
        failure = 'mistake'
        return undefined
      }
    },
    failure: () => failure,
  }
  const own = recordBench({ file: guarded })
  await own.lookUp('T-1', record(1, { amount: '13' }))
  await own.lookUp('T-2', record(2))
  expect(own.told).toEqual([false, true])
  expect(own.kept.ofReference(OWNER, 'T-1')).toEqual([])
  expect(own.kept.ofReference(OWNER, 'T-2')).toHaveLength(1)
})

test('the end of the program writes what came before it', async () => {
  const bench = recordBench()
  const rows = Array.from({ length: 1_000 }, (_, at) => record(at + 1))
  void bench.list(rows, { pageSize: rows.length })
  // The answer is there, and nothing of it is kept yet.
  await settle()
  await bench.keeper.stop()
  expect(bench.database.get('SELECT COUNT(*) AS count FROM record')).toEqual({ count: rows.length })
})

test('the end of the program does not wait for a file that cannot be used', async () => {
  const file = sideFileInMemory(recordMigrations)
  file.isBroken = true
  const bench = recordBench({ file })
  void bench.lookUp('T-1', record(1))
  await settle()
  await bench.keeper.stop()
  expect(bench.told).toEqual([false])
})

test('what waits for such a file is bounded', async () => {
  const file = sideFileInMemory(recordMigrations)
  file.isBroken = true
  const bench = recordBench({ file })
  const rows = Array.from({ length: 30_000 }, (_, at) => record(at + 1))
  for (let each = 0; each < 3; each += 1) void bench.list(rows, { pageSize: rows.length })
  await settle()
  expect(bench.lines.join()).toContain('records.dropped')
  await bench.keeper.stop()
})

test('a row from before the words were one column says the same', async () => {
  const old = sideFileInMemory(recordMigrations.slice(0, 2))
  old.database.exec(`
    INSERT INTO owner VALUES (1, 'live', 'https://bank', 'ADA');
    INSERT INTO question (id, owner, kind, subject, date_from, date_to, is_before_send, first_at_ms, answer_count)
      VALUES (1, 1, 'reference', 'T-7', '', '', 0, 0, 1);
    INSERT INTO record (id, owner, record_id, reference, terminal_id, day, newest, content, account_print,
      account_ending, first_question, first_at_ms, last_question, last_at_ms, last_turn)
      VALUES (1, 1, '7', 'T-7', '${TERMINAL}', '${DAY}', 1, 'c', 'p', '6789', 1, 0, 1, 0, 1);
    INSERT INTO version (record, number, transaction_id, terminal_id, amount, net, is_paid, date_paid, time_received,
      account_ending, account_print, service_reference, reason, response_code, question, asked_turn, read_turn,
      read_at_ms)
      VALUES (1, 1, 'T-7', '${TERMINAL}', '5', '5', 0, '', '', '6789', 'p', 'S', 'Held', '51', 1, 0, 1, 0);
  `)
  migrate(old.database, recordMigrations)
  const bench = recordBench({ file: old })
  expect(bench.kept.ofReference(OWNER, 'T-7')).toMatchObject([
    { newest: { view: { reason: 'Held', responseCode: '51', responseMessage: null } } },
  ])
})
