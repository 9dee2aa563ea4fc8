import { expect, test } from 'vitest'
import { parseUnknown } from '../../shared/parse.ts'
import { RecordByReferenceView } from '../../shared/record.ts'
import type { Answer, TransactionRecord } from '../gateway/answer.ts'
import { answerOf, failureOf, FakeClock, http, record, unsent } from '../session/testing/fakes.ts'
import { createRecordLookUp } from './recordLookUp.ts'

function bench(answer: Answer<TransactionRecord>, isSignedOut = false) {
  const asked: string[] = []
  const observed: TransactionRecord[] = []
  const lookUp = createRecordLookUp({
    bank: {
      clientId: () => 'ADA',
      settlementStatus: (transactionId) => {
        if (isSignedOut) return Promise.resolve('notSignedIn')
        asked.push(transactionId)
        return Promise.resolve(answer)
      },
    },
    clock: new FakeClock(),
    observer: () => async (records) => void observed.push(...records),
  })
  return { lookUp, asked, observed }
}

test('a record is shown with its account masked, and is evidence for the outbox', async () => {
  const { lookUp, asked, observed } = bench(answerOf(record(1)))
  const found = await lookUp.byReference(' T-1\n')
  expect(found).toMatchObject({
    ok: true,
    value: { transactionId: 'T-1', record: { accountEnding: '6789' } },
  })
  expect(found.ok && parseUnknown(RecordByReferenceView, found.value).ok).toBe(true)
  expect(JSON.stringify(found)).not.toContain('0123456789')
  expect([asked, observed.length]).toEqual([['T-1'], 1])
})

test.each([
  [{ kind: 'declined', message: 'No such transaction' }, 'No such transaction'],
  [http(404, 'not here'), 'not here'],
  [http(404), null],
  [{ kind: 'malformed', path: 'data', problem: 'must be object' }, null],
] as const)(
  '%j may mean that the bank has none: no record, with its words, and no proof',
  async (error, words) => {
    expect(await bench(failureOf(error)).lookUp.byReference('T-1')).toMatchObject({
      ok: true,
      value: { record: null, bankMessage: words },
    })
  },
)

test.each([
  [unsent, 'unreachable'],
  [http(500), 'noAnswer'],
  [http(429), 'noAnswer'],
  [{ kind: 'malformed', path: 'data.amount', problem: 'must be decimal' }, 'badAnswer'],
] as const)('%j says nothing about the reference: %s', async (error, code) => {
  expect(await bench(failureOf(error)).lookUp.byReference('T-1')).toMatchObject({
    ok: false,
    error: { code },
  })
})

test('an answer about another reference does not count', async () => {
  const { lookUp, observed } = bench(answerOf(record(2)))
  expect(await lookUp.byReference('T-1')).toMatchObject({ error: { code: 'badAnswer' } })
  expect(observed).toEqual([])
})

test('a bank that writes references in capitals answers about the same one', async () => {
  const { lookUp } = bench(answerOf(record(1, { transactionId: 'ABC-1' })))
  expect(await lookUp.byReference('abc-1')).toMatchObject({ ok: true, value: { record: { recordId: '1' } } })
})

test.each([
  ['', 'empty'],
  ['  ', 'empty'],
  ['x'.repeat(65), 'tooLong'],
  ['a\u0000b', 'characters'],
  ['a\nb', 'characters'],
])('a reference like %j is refused here', async (text, problem) => {
  const { lookUp, asked } = bench(answerOf(record(1)))
  expect(await lookUp.byReference(text)).toMatchObject({
    error: { code: 'invalid', fields: [{ field: 'transactionId', problem }] },
  })
  expect(asked).toEqual([])
})

test('signed out, nothing is asked', async () => {
  const { lookUp, asked } = bench(answerOf(record(1)), true)
  expect(await lookUp.byReference('T-1')).toMatchObject({ error: { code: 'notSignedIn' } })
  expect(asked).toEqual([])
})
