import { expect, test } from 'vitest'
import { timelineDetail } from './timelineText.ts'

const line = (kind: Parameters<typeof timelineDetail>[0]['kind'], detail: string | null) =>
  timelineDetail({ atMs: 0, kind, detail })

test('a code gets words, and follows them for support', () => {
  expect(line('answerUnknown', 'noAnswer:timeout')).toBe('No answer came in time. (noAnswer:timeout)')
  expect(line('answerUnknown', 'noAnswer:reset')).toContain('The connection broke')
  expect(line('answerUnknown', 'http:500')).toBe('The service answered with the number 500 only.')
  expect(line('answerUnknown', 'malformed:data.amount')).toContain('could not be read')
  expect(line('provenUnsent', 'unsent:refused')).toContain('No connection')
  expect(line('provenUnsent', 'gateClosed')).toBe('gateClosed')
})

test('the bank’s own words, a reference and an empty detail are not changed', () => {
  expect(line('bankSaidNo', 'Terminal limit exceeded')).toBe('Terminal limit exceeded')
  expect(line('corrected', 'SLIP-1')).toBe('SLIP-1')
  expect(line('recorded', null)).toBeNull()
})

test('a payment has a readable date, and a reason is shown without main’s addition', () => {
  expect(line('paid', '2026-11-21T23:47:46.2876926')).toBe('21 Nov 2026, 23:47, bank’s clock')
  const kept = 'the slip (pink) says so (seen: conflict amount, looked up 2 s before, not found 0)'
  expect(line('acceptedByManager', kept)).toBe('the slip (pink) says so')
  expect(line('cancelled', 'typed twice (seen: no)')).toBe('typed twice (seen: no)')
})
