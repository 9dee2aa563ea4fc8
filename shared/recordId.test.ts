import { expect, test } from 'vitest'
import { parseUnknown } from './parse.ts'
import { compareRecordIds, RecordId } from './recordId.ts'

test('a record id is digits of any length', () => {
  const huge = '90071992547409930001'
  expect(parseUnknown(RecordId, huge)).toEqual({ ok: true, value: huge })
  for (const wrong of ['', '-1', '1.5', 'A7', '1'.repeat(65), 41, null])
    expect(parseUnknown(RecordId, wrong).ok).toBe(false)
})

test('record ids are ordered as numbers', () => {
  expect(['10', '9', '90071992547409930001', '90071992547409930000'].toSorted(compareRecordIds)).toEqual([
    '9',
    '10',
    '90071992547409930000',
    '90071992547409930001',
  ])
})
