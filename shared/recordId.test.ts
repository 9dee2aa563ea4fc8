import { expect, test } from 'vitest'
import { parseUnknown } from './parse.ts'
import { compareRecordIds, RecordId, withTextRecordIds } from './recordId.ts'

test('a record id is digits of any length', () => {
  const huge = '90071992547409930001'
  expect(parseUnknown(RecordId, huge)).toEqual({ ok: true, value: huge })
  for (const wrong of ['', '-1', '1.5', 'A7', '1'.repeat(65), 41, null])
    expect(parseUnknown(RecordId, wrong).ok).toBe(false)
})

test('record ids that an earlier version stored as numbers become text, and other numbers stay', () => {
  const stored = {
    recordId: 41,
    count: 2,
    from: null,
    sides: [{ merchantRecordId: 7, terminalRecordId: null }],
  }
  expect(withTextRecordIds(stored)).toEqual({
    recordId: '41',
    count: 2,
    from: null,
    sides: [{ merchantRecordId: '7', terminalRecordId: null }],
  })
})

test('record ids are ordered as numbers', () => {
  expect(['10', '9', '90071992547409930001', '90071992547409930000'].toSorted(compareRecordIds)).toEqual([
    '9',
    '10',
    '90071992547409930000',
    '90071992547409930001',
  ])
})
