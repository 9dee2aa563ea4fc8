import { noRecordTexts } from '../../../shared/record.ts'
import { expect, test } from 'vitest'
import { err, ok } from '../../../shared/result.ts'
import type { Answer, GatewayError, TransactionRecord } from '../../gateway/answer.ts'
import { judgeRecord, judgeSend } from './responseClassifier.ts'

const evidence = {
  httpStatus: 200,
  phase: 'response',
  elapsedMs: 1,
  bodySha256: null,
  bodyExcerpt: null,
  serverDate: null,
} as const
const failed = (error: GatewayError): Answer<{ message: string }> => ({ result: err(error), evidence })

test('only a clean yes is accepted, only no bytes at all is unsent, everything else is unknown', () => {
  const accepted: Answer<{ message: string }> = { result: ok({ message: 'ok' }), evidence }
  expect(judgeSend(accepted, []).event).toBe('acceptedByAnswer')
  expect(judgeSend(failed({ kind: 'unsent', reason: 'refused', phase: 'connect' }), []).event).toBe(
    'provenUnsent',
  )
  const unknown: GatewayError[] = [
    { kind: 'noAnswer', reason: 'timeout', phase: 'request' },
    { kind: 'http', status: 401, retryAfterMs: null, message: null },
    { kind: 'http', status: 302, retryAfterMs: null, message: null },
    { kind: 'malformed', path: 'status', problem: 'must be boolean' },
    { kind: 'declined', message: 'no' },
  ]
  for (const error of unknown) expect(judgeSend(failed(error), []).event).toBe('outcomeUnknown')
})

test('a status counts as unsent only if the profile lists it', () => {
  const answer = failed({ kind: 'http', status: 429, retryAfterMs: null, message: null })
  expect(judgeSend(answer, [429]).event).toBe('provenUnsent')
  expect(judgeSend(answer, [401]).event).toBe('outcomeUnknown')
})

const recordedAtMs = Date.UTC(2026, 10, 20, 12, 0, 0)
const sale = { transactionId: 'A-1', terminalId: '2TLS0001', amountKobo: 500_000, recordedAtMs }
const record: TransactionRecord = {
  recordId: '1',
  terminalRecordId: '1',
  terminalId: '2TLS0001',
  accountNumber: '0123456789',
  amount: '5000',
  amountSettled: '4975',
  feePercentage: '0.5',
  isPaid: false,
  datePaid: '0001-01-01T00:00:00',
  transactionId: 'A-1',
  serviceReference: 'R',
  timeReceived: '2026-11-20T13:00:05.1234567',
  ...noRecordTexts,
}
/** Africa/Lagos. */
const OFFSET = 60

test.for([
  ['equal amount and terminal', {}, 'foundAtBank'],
  ['the same amount written otherwise', { amount: '5000.00' }, 'foundAtBank'],
  ['another reference', { transactionId: 'A-2' }, 'unrelated'],
  ['another amount', { amount: '5000.01' }, 'foundDifferent'],
  ['an amount finer than a kobo', { amount: '5000.001' }, 'foundDifferent'],
  ['another terminal', { terminalId: '2TLS0002' }, 'foundDifferent'],
  ['received 23 h before it was recorded', { timeReceived: '2026-11-19T14:00:00' }, 'foundAtBank'],
  ['received 25 h before it was recorded', { timeReceived: '2026-11-19T12:00:00' }, 'foundDifferent'],
] as const)('a record with %s', ([, change, verdict]) => {
  expect(judgeRecord(sale, { ...record, ...change }, OFFSET)).toBe(verdict)
})
