import { expect, test } from 'vitest'
import type { AnswerShape } from '../../gateway/answer.ts'
import { emptyAnswerShape } from '../../gateway/exchange.ts'
import { fits, learnTemplate, type Said } from './missTemplate.ts'

const NOTHING_HIDDEN = { secrets: [], accounts: [], references: [] }

function shapeOf(body: unknown, status = 200, type = 'application/json'): AnswerShape | null {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const headers = { 'content-type': type }
  return emptyAnswerShape({ kind: 'response', status, headers, body: text, elapsedMs: 1 }, NOTHING_HIDDEN)
}

function said(transactionId: string, body: unknown, status = 200): Said {
  const shape = shapeOf(body, status)
  if (shape === null) throw new Error('no shape')
  return { transactionId, shape }
}

const ONE = 'NAAAA1111BBBB2222'
const OTHER = 'NCCCC3333DDDD4444'
const miss = (of: string, more: object = {}): object => ({
  status: false,
  message: `No transaction ${of}`,
  data: null,
  ...more,
})

/** Whether an answer about SLIP-1 fits what two answers taught. */
function isLearned(one: object, other: object, asked: object, status = 200, slip = 'SLIP-1'): boolean {
  const template = learnTemplate(said(ONE, one), said(OTHER, other))
  return template !== null && fits(template, said(slip, asked, status))
}

test('the same answer about each reference, which it may contain, in any letter case', () => {
  expect(isLearned(miss(ONE), miss(OTHER), miss('SLIP-1'))).toBe(true)
  expect(isLearned(miss(ONE), miss(OTHER), miss('slip-1'))).toBe(true)
  expect(isLearned(miss(ONE), miss(OTHER), miss('SLIP-2'))).toBe(false)
  expect(isLearned(miss(ONE), miss(OTHER), miss('1234567890'), 200, '1234567890')).toBe(true)
  expect(isLearned(miss('x'), miss('x'), miss('x'))).toBe(true)
})

test('what differs between the two is variable: a trace id, a time, a number', () => {
  const traced = (of: string, id: string, ms: number): object =>
    miss(of, { traceId: id, tookMs: ms, message: `No transaction ${of} at 2026-11-20T09:00:0${ms % 10}` })
  expect(isLearned(traced(ONE, 'a1', 11), traced(OTHER, 'b2', 12), traced('SLIP-1', 'c3', 13))).toBe(true)
  expect(isLearned(traced(ONE, 'a1', 11), traced(OTHER, 'a1', 11), traced('SLIP-1', 'c3', 11))).toBe(false)
})

test('another word has another meaning, and two answers that differ by one teach nothing', () => {
  expect(isLearned(miss(ONE), miss(OTHER), miss('', { message: 'Service busy' }))).toBe(false)
  const busy = miss('', { message: 'Service busy' })
  expect(learnTemplate(said(ONE, miss('', { message: 'Not found' })), said(OTHER, busy))).toBeNull()
  expect(learnTemplate(said(ONE, miss(ONE)), said(OTHER, busy))).toBeNull()
})

test.each<[string, object, number]>([
  ['another status', miss('SLIP-1'), 404],
  ['one key more', miss('SLIP-1', { code: 0 }), 200],
  ['one key less', { status: false, message: 'No transaction SLIP-1' }, 200],
  ['another flag', miss('SLIP-1', { status: true }), 200],
  ['another kind of nothing', miss('SLIP-1', { data: [] }), 200],
])('%s is another structure', (_what, asked, status) => {
  expect(isLearned(miss(ONE), miss(OTHER), asked, status)).toBe(false)
})

test('a word without a digit has another meaning, even in place of a trace id', () => {
  const traced = (reference: string, trace: string): object =>
    miss(reference, { message: `Not found ${trace}` })
  expect(isLearned(traced(ONE, '4f-1'), traced(OTHER, '4f-2'), traced('SLIP-1', '4f-3'))).toBe(true)
  expect(isLearned(traced(ONE, '4f-1'), traced(OTHER, '4f-2'), traced('SLIP-1', 'yet'))).toBe(false)
})

test('the order of keys does not matter', () => {
  const turned = { data: null, message: 'No transaction SLIP-1', status: false }
  expect(isLearned(miss(ONE), miss(OTHER), turned)).toBe(true)
})

test.each<[string, unknown, string?]>([
  ['a page', '<html></html>', 'text/html'],
  ['a page that calls itself JSON', '<html></html>'],
  ['no envelope', { message: 'no Route matched' }],
  ['a flag that is a number', { status: 404, message: 'Not Found', data: null }],
  ['a record', { status: true, message: '', data: { transactionId: 'SLIP-1' } }],
  ['a record under a key in capitals', { status: true, message: '', Data: { transactionId: 'SLIP-1' } }],
  ['two spellings of one key', { status: false, message: '', data: null, Data: null }],
  ['a list', { status: true, message: '', data: [{}] }],
  ['half an answer', '{"status":false,"message":"Transaction not f'],
  ['an answer that is too long', { status: false, message: 'x'.repeat(9_000), data: null }],
  ['too many places', { status: false, message: '', data: null, more: Array.from({ length: 70 }, () => 0) }],
])('%s has no shape', (_what, body, type) => {
  expect(shapeOf(body, 200, type)).toBeNull()
})

test('a shape holds no secret and no whole account number', () => {
  const body = JSON.stringify({ status: false, message: 'token-123456 of 0123456789', data: null })
  const shape = emptyAnswerShape(
    {
      kind: 'response',
      status: 200,
      headers: { 'content-type': 'application/json' },
      body,
      elapsedMs: 1,
    },
    { secrets: ['token-123456'], accounts: [], references: [] },
  )
  expect(JSON.stringify(shape)).toContain('******6789')
  expect(JSON.stringify(shape)).not.toMatch(/token-123456|0123456789/u)
})
